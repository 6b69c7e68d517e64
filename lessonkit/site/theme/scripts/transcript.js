// <lk-transcript>: what a whole program printed, in one or with each cell's part under
// its name. The names are shown by the style sheet, so that copies stay what was printed.
(function (lessonkit) {
  "use strict";

  const { make } = lessonkit;
  const VIEWS = { whole: "Whole output", steps: "Step by step" };

  class Transcript extends HTMLElement {
    connectedCallback() {
      if (this.buttons) return;
      this.buttons = Object.entries(VIEWS).map(([view, words]) =>
        lessonkit.button(words, () => this.show(view), { class: null, "data-view": view })
      );
      this.prepend(
        make("p", { class: "lk-views", role: "group", "aria-label": "How the output is shown" }, this.buttons)
      );
      this.show("whole");
    }

    show(view) {
      this.dataset.view = view;
      for (const button of this.buttons) {
        button.setAttribute("aria-pressed", button.dataset.view === view);
      }
    }
  }

  customElements.define("lk-transcript", Transcript);
})((window.lessonkit = window.lessonkit || {}));
