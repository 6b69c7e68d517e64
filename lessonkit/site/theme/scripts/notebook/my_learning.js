// <lk-my-learning>: the reader's notebook, lesson by lesson.
(function (lessonkit) {
  "use strict";

  const { make, linkTo, journal, progress, store } = lessonkit;

  function list(name, items) {
    return make("ul", { class: name }, items.map((item) => make("li", {}, item)));
  }

  function write(text, verbatim) {
    return make(verbatim ? "pre" : "div", { class: "lk-written" }, text);
  }

  function link(page, words) {
    return make("a", { href: lessonkit.address(page) }, words);
  }

  function listLinks(words, links) {
    return make("div", { class: "lk-unbegun" }, make("p", {}, words), list("lk-list", links));
  }

  // --- one lesson ------------------------------------------------------------------

  function showChanges({ changes, revision, lesson }) {
    if (!changes.length) return null;
    const seen = { revision: lesson.revision };
    const dismiss = () => store.write(["lessons", lesson.id, "changes_seen"], seen);
    const said = changes.map(
      ({ revision: next, date, what }) => `${next}, ${journal.sayTime(date)}: ${what}`
    );
    const since = revision ? `Since you finished revision ${revision}` : "Since you kept your evidence";
    return make(
      "div",
      { class: "lk-notice" },
      make("p", {}, `${since}, this lesson has changed:`),
      list("lk-list", said),
      lessonkit.quiet("I have seen this", dismiss)
    );
  }

  function showQuiz({ quiz }) {
    if (!quiz.some(({ answered }) => answered)) return null;
    const rows = quiz.map(({ question, code, answer, answered, right, at }) =>
      make(
        "li",
        { "data-right": String(right) },
        make("p", {}, question),
        code ? write(code, true) : null,
        make("p", { class: "lk-said" }, answer, answered ? make("time", {}, at) : null)
      )
    );
    return part("Quiz", make("ol", { class: "lk-answers" }, rows));
  }

  function showPredictions({ predictions, lesson }) {
    if (!predictions.length) return null;
    const rows = predictions.map(function ({ item, title, question, answer, recorded, verbatim, skipped }) {
      const href = `${lessonkit.address(lesson.page)}#${encodeURIComponent(item)}`;
      const result = recorded
        ? write(recorded, verbatim)
        : make("p", {}, make("a", { href }, "See it on the lesson's page"));
      return make(
        "li",
        {},
        make("p", { class: "lk-work__item" }, make("a", { href }, title)),
        make("p", {}, question),
        make(
          "div",
          { class: "lk-beside" },
          make("div", {}, make("p", { class: "lk-label" }, skipped ? "No prediction" : "You predicted"), make("p", {}, answer)),
          make("div", {}, make("p", { class: "lk-label" }, "Recorded"), result)
        )
      );
    });
    return part("Predictions beside results", make("ol", { class: "lk-list lk-work__predictions" }, rows));
  }

  function showEvidence({ evidence, lesson }) {
    if (!evidence.length) return null;
    const href = `${lessonkit.address(lesson.page)}#evidence`;
    const rows = evidence.flatMap(({ title, text, verbatim }) => [
      make("dt", {}, title),
      make("dd", {}, write(text, verbatim)),
    ]);
    return part(
      "Evidence",
      make("dl", { class: "lk-work__evidence" }, rows),
      make("p", {}, make("a", { href }, "Edit it on the lesson's page"))
    );
  }

  function showReceipt({ receipt }) {
    if (!receipt.length) return null;
    const rows = receipt.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
    return part(
      "Receipt",
      make("p", {}, "Self-attested: your own computer wrote it, and nobody watched."),
      make("dl", { class: "lk-receipt" }, rows)
    );
  }

  function part(title, ...content) {
    return make("section", { class: "lk-part" }, make("h3", {}, title), ...content);
  }

  function showLesson(state, course, lesson, told) {
    const view = journal.ofLesson(state, course, lesson, told);
    const parts = [
      showChanges(view),
      showQuiz(view),
      showPredictions(view),
      showEvidence(view),
      showReceipt(view),
    ].filter(Boolean);
    const finished = view.finished ? `Finished on ${view.finished}. ` : "";
    return [
      make("p", {}, finished, link(lesson.page, "Open the lesson")),
      ...parts,
      parts.length ? null : make("p", {}, "Answers and evidence will stand here."),
    ];
  }

  // --- the page --------------------------------------------------------------------

  class MyLearning extends lessonkit.CourseElement {
    always = true;
    opened = new Set();

    show(state, course) {
      const phases = course.phases.map((phase) => ({ phase, ...progress.ofPhase(state, phase) }));
      const begun = phases.filter((entry) => entry.begun);
      const content = begun.length
        ? [this.sum(begun), ...begun.map((entry) => this.showPhase(state, course, entry))]
        : [this.welcome(course)];
      const focused = document.activeElement.closest("[data-row]");
      this.replaceChildren(...content, ...this.showRest(phases, begun), ...this.showOthers(state, course));
      if (focused) this.querySelector(`[data-row="${focused.dataset.row}"] > summary`)?.focus();
    }

    sum(begun) {
      const done = begun.reduce((sum, entry) => sum + entry.done, 0);
      const open = begun.reduce((sum, entry) => sum + entry.begun - entry.done, 0);
      return make("p", { class: "lk-sum" }, journal.saySum(done, open));
    }

    welcome(course) {
      const first = lessonkit.listLessons(course).find((lesson) => lesson.page);
      return make(
        "div",
        { class: "lk-welcome" },
        make("p", {}, "Nothing here yet: this page fills while you work on a lesson."),
        first ? make("p", {}, "Begin with ", linkTo(first), ".") : null
      );
    }

    showPhase(state, course, { phase, total, done }) {
      const written = phase.lessons.filter((lesson) => lesson.page);
      const begun = written.filter((lesson) => progress.ofLesson(state, lesson).begun);
      const rest = written.filter((lesson) => !begun.includes(lesson));
      const rows = begun.map((lesson) => this.showRow(state, course, lesson));
      return make(
        "section",
        { class: "lk-work-phase" },
        make(
          "h2",
          {},
          link(phase.page, `${phase.number} · ${phase.title}`),
          make("small", {}, progress.sayDone(done, total))
        ),
        ...rows,
        rest.length ? listLinks("Not begun:", rest.map((lesson) => linkTo(lesson))) : null
      );
    }

    showRow(state, course, lesson) {
      const marks = progress.marks(state, lesson);
      const body = make("div", { class: "lk-work__body" });
      const row = make(
        "details",
        { class: "lk-work", "data-row": lesson.id },
        make(
          "summary",
          {},
          make("span", { class: "lk-work__title" }, lessonkit.nameOf(lesson)),
          make("span", { class: "lk-marks" }, marks)
        ),
        body
      );
      row.addEventListener("toggle", () => {
        if (!row.open) return this.opened.delete(lesson.id);
        this.opened.add(lesson.id);
        if (!body.hasChildNodes()) this.fill(body, course, lesson);
      });
      row.open = this.opened.has(lesson.id);
      if (row.open) this.fill(body, course, lesson);
      return row;
    }

    // The questions and predictions of a lesson come when it is opened. Where they
    // cannot be loaded, what is kept is shown all the same.
    async fill(body, course, lesson) {
      await lessonkit.load(`lessons/${lesson.id}`);
      const told = (lessonkit.lessons || {})[lesson.id];
      body.replaceChildren(...showLesson(store.read([]), course, lesson, told).filter(Boolean));
    }

    showRest(phases, begun) {
      const rest = phases.filter((entry) => !begun.includes(entry) && entry.total);
      if (!rest.length || !begun.length) return [];
      const links = rest.map(({ phase }) => link(phase.page, `${phase.number} · ${phase.title}`));
      return [listLinks("Phases not begun:", links)];
    }

    // Work on lessons that the course does not have, or no longer: kept and exported.
    showOthers(state, course) {
      const known = lessonkit.listLessons(course).map(({ id }) => id);
      const others = Object.keys(state.lessons).filter((id) => !known.includes(id));
      if (!others.length) return [];
      const words = `Kept as well, for lessons that this site does not have: ${others.join(", ")}.`;
      return [make("p", { class: "lk-unbegun" }, words)];
    }
  }

  customElements.define("lk-my-learning", MyLearning);
})((window.lessonkit = window.lessonkit || {}));
