// <lk-review>: the questions that are due today, one after another.
(function (lessonkit) {
  "use strict";

  const { make, count, store, schedule } = lessonkit;

  // Our own renderer's HTML, which the build wrote.
  function html(tag, attributes, markup) {
    const element = make(tag, attributes);
    element.innerHTML = markup;
    return element;
  }

  class Review extends HTMLElement {
    async connectedCallback() {
      if (!(await lessonkit.load("course"))) return this.replaceChildren(lessonkit.sayMissing());
      if (!this.isConnected) return;
      this.tally = { answered: 0, right: 0 };
      this.queue = schedule.findDue(this.list(), schedule.today());
      this.total = this.queue.length;
      this.next();
    }

    list() {
      return schedule.list(lessonkit.course, store.read([]));
    }

    // The next question that is still due: another tab may have asked it meanwhile.
    async next() {
      const due = new Set(schedule.findDue(this.list(), schedule.today()).map(({ key }) => key));
      let item = this.queue.shift();
      while (item && !due.has(item.key)) item = this.queue.shift();
      if (!item) return this.showEnd();
      await lessonkit.load(`lessons/${item.lesson}`);
      const path = [item.lesson, "questions", item.question];
      const question = lessonkit.state.find(lessonkit.lessons || {}, path);
      if (!question) return this.next();
      if (!this.isConnected) return;
      this.replaceChildren(...this.showQuestion(item, question));
      if (this.tally.answered) this.querySelector("legend").focus();
    }

    showQuestion(item, question) {
      const lesson = lessonkit.listLessons(lessonkit.course).find(({ id }) => id === item.lesson);
      const options = question.options.map((option) => this.showOption(option));
      const verdict = make("p", { class: "lk-said", role: "status" });
      const check = make("button", { class: "lk-button" }, "Check");
      const submit = (event) => {
        event.preventDefault();
        this.check(event.target, item, question, verdict);
      };
      const form = make(
        "form",
        { class: "lk-review", onsubmit: submit },
        make(
          "fieldset",
          {},
          html("legend", { tabindex: "-1" }, question.text),
          question.code ? html("div", { class: "lk-review__code" }, question.code) : null,
          ...options
        ),
        verdict,
        make("p", { class: "lk-actions" }, check)
      );
      const place = `Question ${this.total - this.queue.length} of ${this.total}`;
      return [make("p", { class: "lk-count" }, make("b", {}, place), make("span", {}, `${lesson.number} ${lesson.title}`)), form];
    }

    showOption(option) {
      const input = make("input", { type: "radio", name: "option", value: option.key, required: true });
      return make("label", { class: "lk-choice-row" }, input, html("span", {}, option.text));
    }

    check(form, item, question, verdict) {
      const chosen = question.options.find(({ key }) => key === form.elements.option.value);
      const entry = schedule.answer(item, chosen.right, schedule.today());
      const saved = store.write(["review", item.key], entry);
      this.tally.answered += 1;
      this.tally.right += Number(chosen.right);
      for (const input of form.elements.option) input.disabled = true;
      this.explain(form, question, chosen);
      const words = this.queue.length ? "Next question" : "Finish";
      const go = lessonkit.button(words, () => this.next());
      form.querySelector(".lk-actions").replaceChildren(go);
      verdict.textContent = this.sayDue(entry);
      if (!saved) verdict.after(make("p", { class: "lk-problem" }, store.trouble().message));
      form.querySelector(".lk-feedback[tabindex]").focus();
    }

    // The feedback on what was chosen and, where that was wrong, on the right option.
    explain(form, question, chosen) {
      for (const row of form.querySelectorAll(".lk-choice-row")) {
        const option = question.options.find(({ key }) => key === row.firstChild.value);
        if (option !== chosen && !option.right) continue;
        row.dataset.right = String(option.right);
        const words = make("b", {}, option === chosen ? (option.right ? "Right. " : "Not this one. ") : "This is the right one. ");
        const attributes = { class: "lk-feedback", "data-right": String(option.right), tabindex: option === chosen ? "-1" : null };
        row.after(make("p", attributes, words, html("span", {}, option.feedback)));
      }
    }

    sayDue({ step, due }) {
      if (step >= schedule.KNOWN) return "You know this one: it does not come back.";
      return `It comes back on ${schedule.say(due)}.`;
    }

    showEnd() {
      const items = this.list();
      const { answered, right } = this.tally;
      if (!items.length) return this.replaceChildren(...this.welcome());
      const words = answered
        ? `Done for today: ${right} of ${count(answered, "question")} right.`
        : "Nothing is due today.";
      const sum = make("p", { class: "lk-sum", tabindex: "-1" }, words);
      this.replaceChildren(sum, this.sayNext(items));
      if (answered) sum.focus();
    }

    sayNext(items) {
      const next = schedule.findNext(items, schedule.today());
      const known = items.filter((item) => item.known).length;
      const words = [
        next ? `The next ${count(next.count, "question")} will be due on ${schedule.say(next.day)}.` : "",
        known ? `You know ${known} of ${items.length} for good.` : "",
      ];
      return make("p", {}, words.filter(Boolean).join(" "));
    }

    welcome() {
      const href = lessonkit.address(lessonkit.course.pages.course);
      const link = make("a", { href }, "the course");
      return [
        make("p", { class: "lk-sum" }, "Nothing to review yet."),
        make("p", {}, "Finish a lesson, its quiz and its evidence: its questions come back one day later. Go to ", link, "."),
      ];
    }
  }

  customElements.define("lk-review", Review);
})((window.lessonkit = window.lessonkit || {}));
