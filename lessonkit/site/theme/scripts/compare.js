// <lk-compare>: a disclosure to compare one's own run in. What compares is loaded when
// it opens, since few readers need it.
(function (lessonkit) {
  "use strict";

  const { make } = lessonkit;

  class Compare extends HTMLElement {
    connectedCallback() {
      if (this.panel || !this.querySelector("template")) return;
      const summary = make("summary", {}, "Compare with my run");
      const ontoggle = () => this.open();
      this.panel = make("details", { class: "lk-compare__panel", ontoggle }, summary);
      this.append(this.panel);
    }

    async open() {
      const loaded = await lessonkit.load("more");
      if (this.panel.childElementCount > 1) return;
      this.panel.append(loaded ? lessonkit.compare.buildPanel(this) : lessonkit.sayMissing());
    }
  }

  customElements.define("lk-compare", Compare);
})((window.lessonkit = window.lessonkit || {}));
