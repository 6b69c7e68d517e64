// <lk-review>: the questions that are due today, one after another.
(function (lessonkit) {
  "use strict";

  const { make, count, store, schedule } = lessonkit;

  class Review extends HTMLElement {
    async connectedCallback() {
      if (!(await lessonkit.load("course"))) return this.replaceChildren(lessonkit.sayMissing());
      if (!this.isConnected) return;
      this.tally = { answered: 0, right: 0 };
      this.queue = this.findDue();
      this.total = this.queue.length;
      this.next();
    }

    list() {
      return schedule.list(lessonkit.course, store.read([]));
    }

    findDue() {
      return schedule.findDue(this.list(), schedule.today());
    }

    // The next question that is still due: another tab may have asked it meanwhile.
    async next() {
      const due = this.findDue().map(({ key }) => key);
      let item = this.queue.shift();
      while (item && !due.includes(item.key)) item = this.queue.shift();
      if (!item) return this.showEnd();
      await lessonkit.load(`lessons/${item.lesson}`);
      const question = lessonkit.lessons?.[item.lesson]?.questions[item.question];
      if (!question) return this.next();
      if (!this.isConnected) return;
      this.replaceChildren(...this.showQuestion(item, question));
      if (this.tally.answered) this.querySelector("legend").focus();
    }

    // A question as its lesson's page has it: the build wrote this HTML, as it did that.
    showQuestion(item, question) {
      const lesson = lessonkit.listLessons(lessonkit.course).find(({ id }) => id === item.lesson);
      const list = make("ol", { class: "lk-list lk-quiz" });
      list.innerHTML = question;
      this.item = item;
      this.chosen = null;
      this.verdict = make("p", { class: "lk-said", role: "status" });
      new lessonkit.Question(this, list.firstElementChild).show();
      list.querySelector("legend").tabIndex = -1;
      list.querySelector(".lk-actions").before(this.verdict);
      const place = `Question ${this.total - this.queue.length} of ${this.total}`;
      return [make("p", { class: "lk-count" }, make("b", {}, place), lessonkit.linkTo(lesson)), list];
    }

    recall() {
      return this.chosen;
    }

    // Where the answer was wrong, the feedback on every option tells which one is right.
    keep(question, { key, right }) {
      const entry = schedule.answer(this.item, right, schedule.today());
      const saved = store.write(["review", this.item.key], entry);
      this.tally.answered += 1;
      this.tally.right += Number(right);
      this.chosen = key;
      question.showing = !right;
      question.show();
      const words = this.queue.length ? "Next question" : "Finish";
      question.check.replaceWith(lessonkit.button(words, () => this.next()));
      this.verdict.textContent = this.sayDue(entry);
      if (!saved) this.verdict.after(make("p", { class: "lk-problem" }, store.trouble().message));
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
        make("p", {}, "Finish a lesson: its questions come back one day later. Go to ", link, "."),
      ];
    }
  }

  customElements.define("lk-review", Review);
})((window.lessonkit = window.lessonkit || {}));
