// How far a reader is: pure functions, and the marks beside lessons and phases.
(function (lessonkit) {
  "use strict";

  const { find, isObject } = lessonkit.state;

  // All lessons of a course, planned ones included, in reading order.
  function listLessons(course) {
    return course.phases.flatMap(({ lessons }) => lessons);
  }

  // "02.04 Compile a function with jit"
  const nameOf = ({ number, title }) => `${number} ${title}`;
  const linkTo = (lesson, hash) =>
    lessonkit.make("a", { href: lessonkit.address(lesson.page) + (hash || "") }, nameOf(lesson));

  // What a reader has done of a lesson as the course tells it. Quiz and evidence are
  // two statuses; a lesson is done when both are, or was finished before it changed.
  function ofLesson(state, lesson) {
    const kept = find(state, ["lessons", lesson.id]) || {};
    const answers = (lesson.questions || []).map((id) => find(kept, ["quiz", id]));
    const quiz = {
      total: answers.length,
      answered: answers.filter(Boolean).length,
      right: answers.filter((answer) => answer?.right).length,
    };
    quiz.done = quiz.right === quiz.total;
    const texts = Object.values(kept.evidence || {});
    const evidence = {
      done: Boolean(kept.evidence_kept?.done),
      begun: Boolean(kept.receipt) || texts.some((entry) => entry.text.trim()),
    };
    const begun = Object.values(kept).some((part) => isObject(part));
    const done = Boolean(kept.finished) || (evidence.done && quiz.done);
    return { quiz, evidence, begun, done };
  }

  // The written lessons of a phase with how many of them are done and begun.
  function ofPhase(state, phase) {
    const written = phase.lessons.filter((lesson) => lesson.page);
    const all = written.map((lesson) => ofLesson(state, lesson));
    return {
      total: written.length,
      done: all.filter((one) => one.done).length,
      begun: all.filter((one) => one.begun).length,
    };
  }

  // Where the reader was last: {lesson, stage}, or null. A lesson that is finished
  // leads to the next one that is not.
  function findPlace(state, course) {
    const written = listLessons(course).filter((lesson) => lesson.page);
    const placed = written
      .map((lesson) => ({ lesson, entry: find(state, ["lessons", lesson.id, "place"]) }))
      .filter(({ entry }) => entry)
      .sort((one, two) => Date.parse(two.entry.at) - Date.parse(one.entry.at));
    if (!placed.length) return null;
    const { lesson, entry } = placed[0];
    if (!ofLesson(state, lesson).done) return { lesson, stage: entry.stage, next: false };
    const after = written.slice(written.indexOf(lesson) + 1);
    const open = after.find((other) => !ofLesson(state, other).done);
    return open ? { lesson: open, stage: "", next: true } : null;
  }

  function sayQuiz(quiz) {
    if (!quiz.total) return "";
    if (quiz.done) return "quiz done";
    if (!quiz.answered) return "quiz not yet";
    return `quiz ${quiz.right} of ${quiz.total} right`;
  }

  function sayEvidence(evidence) {
    if (evidence.done) return "evidence kept";
    return evidence.begun ? "evidence begun" : "evidence not yet";
  }

  function sayDone(done, total) {
    return `${done} of ${lessonkit.count(total, "lesson")} done`;
  }

  // One status as a mark and words: the mark is no more than an ornament.
  function mark(done, words) {
    if (!words) return null;
    const sign = lessonkit.make("i", { "aria-hidden": "true" }, done ? "✓" : "–");
    return lessonkit.make("span", { class: "lk-mark", "data-done": String(done) }, sign, words);
  }

  function marks(state, lesson) {
    const { quiz, evidence } = ofLesson(state, lesson);
    const all = [mark(quiz.done, sayQuiz(quiz)), mark(evidence.done, sayEvidence(evidence))];
    return all.filter(Boolean);
  }

  // An element that shows the reader's state on the course: show(state, course).
  class CourseElement extends lessonkit.Live {
    // The course is asked for once something is stored that could be shown.
    async refresh() {
      const state = lessonkit.store.read([]);
      if (!this.always && !Object.keys(state.lessons).length) return this.replaceChildren();
      const loaded = await lessonkit.load("course");
      if (loaded && this.isConnected) this.show(lessonkit.store.read([]), lessonkit.course);
      if (!loaded && this.always) this.replaceChildren(lessonkit.sayMissing());
    }
  }

  // <lk-progress lesson="…"> or <lk-progress phase="…">: one line, empty for newcomers.
  class Progress extends CourseElement {
    show(state, course) {
      const phase = course.phases.find(({ id }) => id === this.getAttribute("phase"));
      const lesson = listLessons(course).find(
        ({ id, page }) => page && id === this.getAttribute("lesson")
      );
      this.replaceChildren();
      if (lesson && ofLesson(state, lesson).begun) this.append(...marks(state, lesson));
      if (phase) this.append(...this.ofPhase(state, phase));
    }

    ofPhase(state, phase) {
      const { total, done, begun } = ofPhase(state, phase);
      if (!begun) return [];
      const words = done ? sayDone(done, total) : "begun";
      return [mark(total > 0 && done === total, words)];
    }
  }

  // <lk-continue>: the way back to where the reader was, and what is due for review.
  class Continue extends CourseElement {
    show(state, course) {
      const { make, schedule } = lessonkit;
      const place = findPlace(state, course);
      const due = schedule.findDue(schedule.list(course, state), schedule.today()).length;
      const ways = [place && this.way(place, course), due && this.review(due, course)].filter(Boolean);
      this.replaceChildren(...(ways.length ? [make("div", { class: "lk-continue" }, ways)] : []));
    }

    review(due, course) {
      const { make, address } = lessonkit;
      const link = make("a", { href: address(course.pages.review) }, "Review now");
      return make("p", {}, `Due for review: ${lessonkit.count(due, "question")}. `, link);
    }

    way({ lesson, stage, next }, course) {
      const { make } = lessonkit;
      const known = Object.hasOwn(course.stages, stage);
      return make(
        "p",
        {},
        make("span", { class: "lk-continue__ask" }, next ? "Next lesson" : "Continue where you left off"),
        linkTo(lesson, known && `#${stage}`),
        known ? make("span", { class: "lk-continue__stage" }, course.stages[stage]) : null
      );
    }
  }

  Object.assign(lessonkit, { CourseElement, listLessons, nameOf, linkTo });
  lessonkit.progress = { ofLesson, ofPhase, findPlace, marks, sayQuiz, sayEvidence, sayDone };
  customElements.define("lk-progress", Progress);
  customElements.define("lk-continue", Continue);
})((window.lessonkit = window.lessonkit || {}));
