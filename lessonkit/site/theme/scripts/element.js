// What elements stand on that show the reader's state. Those of a lesson's page find
// their HTML complete, as it is without scripts, and are enhanced once.
(function (lessonkit) {
  "use strict";

  const { make } = lessonkit;

  // An element that is refreshed at first and after every change.
  class Live extends HTMLElement {
    connectedCallback() {
      window.addEventListener("lessonkit:change", this);
      this.refresh();
    }

    disconnectedCallback() {
      window.removeEventListener("lessonkit:change", this);
    }

    handleEvent() {
      this.refresh();
    }
  }

  // An element of a lesson's page: enhance() is called once, refresh() after it.
  class LessonElement extends Live {
    connectedCallback() {
      // Kept, since another page may be shown when a late save comes.
      this.lesson ||= lessonkit.lesson();
      if (!this.lesson) return;
      if (!this.enhanced) this.enhance();
      this.enhanced = true;
      super.connectedCallback();
    }

    read(...path) {
      return lessonkit.store.read(["lessons", this.lesson.id, ...path]);
    }

    write(path, entry) {
      return this.store(["lessons", this.lesson.id, ...path], entry);
    }

    // Store an entry, and say below the control where that failed.
    store(path, entry) {
      const saved = lessonkit.store.write(path, entry);
      this.sayTrouble(!saved);
      return saved;
    }

    // The line that tells why something could not be saved; empty as long as all is well.
    trouble() {
      this.line = make("p", { class: "lk-trouble", role: "status" });
      return this.line;
    }

    sayTrouble(failed) {
      const found = failed && lessonkit.store.trouble();
      if (this.line) this.line.textContent = found ? found.message : "";
    }
  }

  // What the reader has done of the lesson shown: quiz, evidence, and both.
  lessonkit.standing = function (lesson) {
    const questions = [...document.querySelectorAll("[data-question]")].map(
      (element) => element.dataset.question
    );
    const { id } = lesson;
    const lessons = { [id]: lessonkit.store.read(["lessons", id]) || {} };
    return lessonkit.progress.ofLesson({ lessons }, { id, questions });
  };

  // Move everything that an element holds into another.
  lessonkit.move = function (from, to) {
    to.append(...from.childNodes);
    return to;
  };

  Object.assign(lessonkit, { Live, LessonElement });
})((window.lessonkit = window.lessonkit || {}));
