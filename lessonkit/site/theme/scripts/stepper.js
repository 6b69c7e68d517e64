// <lk-stepper>: the five stages, with the one that is read and those that are done.
// <lk-stage-end>: what closes a stage: the mark, and what comes next.
(function (lessonkit) {
  "use strict";

  const { make } = lessonkit;
  // A stage is read from when its heading is in the upper part of the window. Above the
  // window there is no limit, so that a jump past several headings is noticed too.
  const READ = { rootMargin: "100000px 0px -55% 0px" };

  // Whether a stage is done: the quiz decides for one, the evidence for another, the
  // reader for the rest.
  function isDone(lesson, stage, standing) {
    if (stage === "exercise" && standing.quiz.total) return standing.quiz.done;
    if (stage === "evidence") return standing.evidence.done;
    const entry = lessonkit.store.read(["lessons", lesson.id, "stages", stage]);
    return Boolean(entry?.done);
  }

  class Stepper extends lessonkit.LessonElement {
    enhance() {
      this.links = [...this.querySelectorAll(".lk-stage-link a")];
      this.passed = new Set();
      for (const link of this.links) {
        link.append(make("small", { class: "lk-unseen" }));
      }
      this.addEventListener("keydown", (event) => this.move(event));
    }

    connectedCallback() {
      super.connectedCallback();
      if (!this.lesson) return;
      // The head's script says so too, before the first jump; it runs once.
      document.documentElement.classList.add("lk-lesson");
      this.observer = new IntersectionObserver((entries) => this.scrolled(entries), READ);
      for (const link of this.links) {
        const heading = document.getElementById(this.stage(link));
        if (heading) this.observer.observe(heading);
      }
    }

    disconnectedCallback() {
      super.disconnectedCallback();
      document.documentElement.classList.remove("lk-lesson");
      if (this.observer) this.observer.disconnect();
    }

    stage(link) {
      return link.parentElement.dataset.stage;
    }

    scrolled(entries) {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.passed.add(target.id);
        else this.passed.delete(target.id);
      }
      const read = this.links.filter((link) => this.passed.has(this.stage(link)));
      this.show(read[read.length - 1]);
    }

    show(current) {
      for (const link of this.links) {
        if (link === current) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      }
      if (!current) return;
      const stage = this.stage(current);
      const place = this.read("place");
      if (!place || place.stage !== stage) this.write(["place"], { stage });
    }

    refresh() {
      const standing = lessonkit.standing(this.lesson);
      this.links.forEach((link, index) => {
        const done = isDone(this.lesson, this.stage(link), standing);
        link.toggleAttribute("data-done", done);
        link.querySelector("i").textContent = done ? "✓" : index + 1;
        link.querySelector(".lk-unseen").textContent = done ? " (done)" : "";
      });
    }

    // Left and right go from stage to stage; Enter follows the link as ever.
    move({ key, target }) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (step) this.links[this.links.indexOf(target) + step]?.focus();
    }
  }

  class StageEnd extends lessonkit.LessonElement {
    enhance() {
      this.stage = this.dataset.stage;
      const links = [...document.querySelectorAll(".lk-stage-link a")];
      const at = links.findIndex((link) => link.hash === `#${this.stage}`);
      const next = links[at + 1];
      this.decide = this.stage === "evidence" ? this.finish() : this.mark(at + 1);
      if (next) {
        const name = next.querySelector("span").textContent;
        this.append(make("a", { class: "lk-next", href: next.hash }, `Next: ${name}`));
      }
      this.append(this.trouble());
    }

    // The mark of a stage, or, where the quiz decides, how far that is.
    mark(number) {
      const { quiz } = lessonkit.standing(this.lesson);
      if (this.stage === "exercise" && quiz.total) {
        const line = make("p", { class: "lk-stage-end__state" });
        this.append(line);
        return (standing) => this.sayQuiz(line, standing.quiz, number);
      }
      const words = make("span", {});
      const box = make("input", {
        type: "checkbox",
        autocomplete: "off",
        onchange: () => this.write(["stages", this.stage], { done: box.checked }),
      });
      this.append(make("label", { class: "lk-stage-end__mark" }, box, words));
      return (standing) => {
        box.checked = isDone(this.lesson, this.stage, standing);
        words.textContent = box.checked ? `Stage ${number} is done` : `Mark stage ${number} as done`;
      };
    }

    sayQuiz(line, quiz, number) {
      // Said anew only when it changes: whoever stands on the link would lose the place.
      const said = `${quiz.right} of ${quiz.total}`;
      if (line.dataset.said === said) return;
      line.dataset.said = said;
      const way = make("a", { href: "#quiz" }, "the quiz");
      const words = quiz.done
        ? [`✓ Stage ${number} is done: `, way, " is complete."]
        : ["Done when all of ", way, ` is answered right: ${quiz.right} of ${quiz.total} so far.`];
      line.replaceChildren(...words);
    }

    // What is still to do, and once nothing is, what comes next.
    finish() {
      const list = make("ul", { class: "lk-list lk-finish__list" });
      const next = make("div", { class: "lk-finish__next", role: "status" });
      this.append(make("div", { class: "lk-finish" }, list, next));
      return (standing) => {
        const { quiz, evidence } = standing;
        const right = `${quiz.right} of ${quiz.total} right`;
        list.replaceChildren(
          ...(quiz.total ? [this.item(quiz.done, "Quiz", quiz.done ? "complete" : right, "#quiz")] : []),
          this.item(evidence.done, "Evidence", evidence.done ? "kept" : "not kept yet", "#evidence-items")
        );
        const done = quiz.done && evidence.done;
        // Once, so that it says which revision was finished.
        if (done && !this.read("finished")) {
          this.write(["finished"], { revision: this.lesson.revision });
        }
        this.toggleAttribute("data-done", done);
        if (!done) next.replaceChildren();
        else if (!next.hasChildNodes()) next.append(...this.sayNext());
      };
    }

    item(done, name, state, href) {
      return make(
        "li",
        { "data-done": done },
        make("i", { "aria-hidden": "true" }, done ? "✓" : "○"),
        make("a", { href }, name),
        ` ${state}`
      );
    }

    sayNext() {
      const { schedule } = lessonkit;
      const finished = this.read("finished");
      const day = schedule.dayOf(finished ? new Date(finished.at) : new Date());
      const review = make("a", { href: this.dataset.review }, "Review");
      const link = document.querySelector(".lk-pager__next a");
      return [
        make("p", { class: "lk-finish__done" }, "This lesson is done."),
        make(
          "p",
          {},
          `Its questions come back on ${schedule.say(schedule.addDays(day, schedule.DAYS[0]))} in `,
          review,
          "."
        ),
        ...(link ? [make("p", {}, "Next: ", make("a", { href: link.href }, link.textContent))] : []),
      ];
    }

    refresh() {
      this.decide(lessonkit.standing(this.lesson));
    }
  }

  customElements.define("lk-stepper", Stepper);
  customElements.define("lk-stage-end", StageEnd);
})((window.lessonkit = window.lessonkit || {}));
