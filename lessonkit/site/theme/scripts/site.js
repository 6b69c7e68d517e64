// The page's surroundings: where the site begins, and which lesson is shown.
//
// lessonkit.site is written in front of this file by the build: {course}, and `renamed`
// where lessons had another id once.
(function (lessonkit) {
  "use strict";

  const HERE = document.currentScript ? document.currentScript.src : document.baseURI;
  const loading = new Map();

  // The address of the site's first folder. Both link kinds work from it, and so does
  // a copy that was opened from a disk.
  lessonkit.root = new URL("..", HERE).href;

  // The address of a page or file that the build names relative to the root.
  lessonkit.address = function (page) {
    return new URL(page, lessonkit.root).href;
  };

  // {id, revision} of the lesson page shown, or null.
  lessonkit.lesson = function () {
    const found = document.querySelector("[data-lesson][data-revision]");
    if (!found) return null;
    return { id: found.dataset.lesson, revision: found.dataset.revision };
  };

  // Load one of the build's scripts once, by its name below assets/; say whether it is
  // there. A script element and no fetch: pages opened from a disk may not fetch.
  lessonkit.load = function (name) {
    if (!loading.has(name)) loading.set(name, loadScript(name));
    return loading.get(name);
  };

  function loadScript(name) {
    return new Promise(function (resolve) {
      const script = document.createElement("script");
      script.src = lessonkit.address(`assets/${name}.js`);
      script.onload = () => resolve(true);
      script.onerror = function () {
        loading.delete(name);
        resolve(false);
      };
      document.head.append(script);
    });
  }

  // <lk-load script="…"> loads what the elements beside it are made of.
  class Load extends HTMLElement {
    async connectedCallback() {
      const loaded = await lessonkit.load(this.getAttribute("script"));
      if (!loaded) this.replaceChildren(lessonkit.sayMissing());
    }
  }

  // "1 lesson", "2 lessons"
  lessonkit.count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

  // What a page says when a script of its own is not to be had.
  lessonkit.sayMissing = function () {
    const words = "A part of this page could not be loaded. Reload it to try again.";
    return lessonkit.make("p", { class: "lk-problem" }, words);
  };

  // Build an element. Strings and numbers become text, never markup; an attribute that
  // begins with "on" is a listener; null, undefined and false are left out.
  lessonkit.make = function (tag, attributes, ...children) {
    const isGiven = (value) => (value ?? false) !== false;
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") element.addEventListener(name.slice(2), value);
      else if (isGiven(value)) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(Infinity).filter(isGiven));
    return element;
  };

  // A button that does something at once, and one that stands back beside others.
  lessonkit.button = function (words, onclick, attributes) {
    const all = { type: "button", class: "lk-button", onclick, ...attributes };
    return lessonkit.make("button", all, words);
  };
  lessonkit.quiet = (words, onclick, attributes) =>
    lessonkit.button(words, onclick, { class: "lk-quiet", ...attributes });

  customElements.define("lk-load", Load);
})((window.lessonkit = window.lessonkit || {}));
