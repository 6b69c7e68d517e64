// <lk-quiz>: questions with native radio buttons, feedback on every option, and a score
// in words. The folded options of the page without scripts become the form.
// <lk-mixed>: the same with questions of several lessons, away from their pages.
(function (lessonkit) {
  "use strict";

  const { make, move, quiet } = lessonkit;
  const are = (count) => `${count} ${count === 1 ? "is" : "are"}`;

  // The score as a sentence or two.
  function sayScore({ total, answered, right }) {
    if (!answered) return "";
    const open = total - answered;
    const wrong = answered - right;
    if (right === total) return total === 1 ? "Right." : `All ${total} right.`;
    const parts = [
      `${right} of ${total} right.`,
      wrong ? `${are(wrong)} worth another look.` : "",
      open ? `${are(open)} still open.` : "",
    ];
    return parts.filter(Boolean).join(" ");
  }

  // One question: a form around what was a list of disclosures.
  class Question {
    constructor(quiz, element) {
      this.quiz = quiz;
      this.element = element;
      this.id = element.dataset.question;
      this.options = [...element.querySelectorAll(".lk-option")].map((option) => this.open(option));
      this.build();
    }

    open(item) {
      const key = item.dataset.option;
      const feedback = item.querySelector(".lk-feedback");
      const radio = make("input", { type: "radio", name: `quiz-${this.id}`, value: key });
      const text = move(item.querySelector("summary"), make("span", {}));
      feedback.tabIndex = -1;
      item.replaceChildren(make("label", {}, radio, text), feedback);
      return { key, item, radio, feedback, right: feedback.dataset.right === "true" };
    }

    build() {
      const { element } = this;
      const text = element.querySelector(".lk-question__text");
      const legend = move(text, make("legend", { class: "lk-question__text" }));
      text.remove();
      const fieldset = move(element, make("fieldset", {}));
      fieldset.prepend(legend);
      this.note = make("p", { class: "lk-predict__note", role: "alert" });
      this.check = make("button", { class: "lk-button" }, "Check");
      this.all = quiet("", () => this.showAll());
      const actions = make("p", { class: "lk-actions" }, this.check, this.all);
      const submit = (event) => this.answer(event);
      const attributes = { autocomplete: "off", onsubmit: submit };
      element.append(make("form", attributes, fieldset, this.note, actions));
    }

    answer(event) {
      event.preventDefault();
      const chosen = this.options.find(({ radio }) => radio.checked);
      if (!chosen) {
        this.note.textContent = "Choose an answer first.";
        this.options[0].radio.focus();
        return;
      }
      this.retrying = false;
      this.quiz.keep(this, chosen);
      chosen.feedback.focus();
    }

    showAll() {
      this.showing = !this.showing;
      this.show();
    }

    retry() {
      this.retrying = true;
      this.showing = false;
      for (const { radio } of this.options) radio.checked = false;
      this.show();
    }

    // Show the stored answer; while there is none, leave alone what the reader chose.
    show() {
      const key = !this.retrying && this.quiz.recall(this);
      const chosen = this.options.find((option) => option.key === key);
      this.element.dataset.state = chosen ? (chosen.right ? "right" : "wrong") : "open";
      for (const option of this.options) {
        option.radio.disabled = Boolean(chosen);
        if (chosen) option.radio.checked = option === chosen;
        const shown = option === chosen || (Boolean(chosen) && Boolean(this.showing));
        option.feedback.hidden = !shown;
        option.item.toggleAttribute("data-chosen", option === chosen);
        option.item.toggleAttribute("data-shown", shown);
        if (shown) option.item.dataset.right = option.right;
        else delete option.item.dataset.right;
      }
      this.check.hidden = Boolean(chosen);
      this.all.hidden = !chosen;
      this.all.setAttribute("aria-expanded", Boolean(this.showing));
      this.all.textContent = this.showing ? "Hide the other feedback" : "Show the feedback on every option";
      if (chosen) this.note.textContent = "";
      return chosen;
    }
  }

  class Quiz extends lessonkit.LessonElement {
    enhance() {
      this.questions = [...this.querySelectorAll(".lk-question")].map(
        (element) => new Question(this, element)
      );
      this.score = make("p", { role: "status" });
      this.again = quiet("", () => this.retry());
      this.append(make("div", { class: "lk-score" }, this.score, this.again), this.trouble());
    }

    // The key of the option that was chosen, if one was.
    recall({ id }) {
      return this.read("quiz", id)?.option;
    }

    keep({ id }, { key: option, right }) {
      const tries = (this.read("quiz", id)?.tries || 0) + 1;
      this.write(["quiz", id], { option, right, tries, revision: this.lesson.revision });
    }

    retry() {
      const wrong = this.questions.filter(({ element }) => element.dataset.state === "wrong");
      for (const question of wrong) question.retry();
      this.refresh();
      wrong[0].options[0].radio.focus();
    }

    refresh() {
      const chosen = this.questions.map((question) => question.show());
      const answered = chosen.filter(Boolean);
      const right = answered.filter((option) => option.right).length;
      const words = sayScore({ total: chosen.length, answered: answered.length, right });
      // A live region that is filled again would be read again.
      if (this.score.textContent !== words) this.score.textContent = words;
      const wrong = answered.length - right;
      this.again.hidden = !wrong;
      this.again.textContent = wrong === 1 ? "Retry the wrong one" : "Retry the wrong ones";
    }
  }

  // What is chosen here is forgotten with the page. It counts as in Review, and so only
  // where Review has the question: the quiz of a lesson is answered on its own page.
  class Mixed extends Quiz {
    lesson = {};
    chosen = new Map();

    recall({ element }) {
      return this.chosen.get(element);
    }

    async keep({ element, id }, { key: option, right }) {
      const { schedule, store } = lessonkit;
      this.chosen.set(element, option);
      this.refresh();
      const loaded = await lessonkit.load("course");
      const key = `${element.dataset.of}/${id}`;
      const listed = loaded ? schedule.list(lessonkit.course, store.read([])) : [];
      const item = listed.find((one) => one.key === key);
      if (item) this.store(["review", key], schedule.answer(item, right, schedule.today()));
    }
  }

  lessonkit.quiz = { sayScore };
  lessonkit.Question = Question;
  customElements.define("lk-quiz", Quiz);
  customElements.define("lk-mixed", Mixed);
})((window.lessonkit = window.lessonkit || {}));
