// <lk-complete>: a lesson's complete file, which is fetched when its disclosure opens.
(function (lessonkit) {
  "use strict";

  class Complete extends HTMLElement {
    connectedCallback() {
      const disclosure = this.closest("details");
      disclosure.addEventListener("toggle", () => disclosure.open && this.show());
      if (disclosure.open) this.show();
    }

    show() {
      const id = this.dataset.file;
      lessonkit.load(`complete/${id}`).then((loaded) => {
        // Where it is not to be had, the link below leads to the same file.
        if (!loaded) return;
        const card = this.querySelector("figure");
        card.querySelector("code").textContent = lessonkit.files[id];
        card.hidden = false;
      });
    }
  }

  customElements.define("lk-complete", Complete);
})((window.lessonkit = window.lessonkit || {}));
