// <lk-figure>: a figure that opens at full size in a dialog. Without scripts its link
// leads to the file.
(function (lessonkit) {
  "use strict";

  const { make, quiet } = lessonkit;
  const SIZES = [100, 150, 200, 300, 400];

  class Figure extends HTMLElement {
    connectedCallback() {
      if (this.link) return;
      this.image = this.querySelector("img");
      this.link = this.parentElement.querySelector(".lk-figure__full");
      if (!this.image || !this.link || !("showModal" in HTMLDialogElement.prototype)) return;
      this.link.setAttribute("aria-haspopup", "dialog");
      this.link.addEventListener("click", (event) => this.open(event));
      this.image.addEventListener("click", (event) => this.open(event));
      this.toggleAttribute("data-opens", true);
    }

    open(event) {
      // With a key that asks for a new tab or window, the link does what it always does.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      this.size = 0;
      if (!this.dialog) this.build();
      this.dialog.showModal();
      this.fit();
      this.view.focus();
    }

    build() {
      this.picture = make("img", { src: this.link.href, alt: this.image.alt });
      this.smaller = quiet("Smaller", () => this.zoom(-1));
      this.larger = quiet("Larger", () => this.zoom(1));
      this.scale = make("output", {});
      const close = quiet("Close", () => this.dialog.close());
      const bar = make("p", { class: "lk-zoom__bar" }, this.smaller, this.scale, this.larger, close);
      const attributes = { class: "lk-zoom__view", tabindex: 0, role: "group" };
      const label = { "aria-label": "Figure. Scroll with the arrow keys." };
      this.view = make("div", { ...attributes, ...label }, this.picture);
      this.dialog = make("dialog", { class: "lk-zoom", "aria-label": "Figure at full size" }, bar, this.view);
      this.dialog.addEventListener("close", () => this.link.focus());
      // A click beside the dialog's content is one on the dialog itself.
      this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.dialog.close());
      this.append(this.dialog);
    }

    zoom(step) {
      this.size = Math.min(Math.max(this.size + step, 0), SIZES.length - 1);
      this.fit();
    }

    // At first all of the picture is in view; sizes are relative to that.
    fit() {
      const percent = SIZES[this.size];
      const { clientWidth, clientHeight } = this.view;
      const ratio = this.image.getAttribute("width") / this.image.getAttribute("height");
      const width = Math.min(clientWidth, clientHeight * ratio);
      this.picture.style.width = `${(width * percent) / 100}px`;
      this.scale.textContent = `${percent} %`;
      this.smaller.disabled = this.size === 0;
      this.larger.disabled = this.size === SIZES.length - 1;
    }
  }

  customElements.define("lk-figure", Figure);
})((window.lessonkit = window.lessonkit || {}));
