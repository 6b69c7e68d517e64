// What Material's frame leaves out for whoever comes without a mouse: its menu and its
// search open by labels, which no key reaches, and wide tables and code that scroll.
(function (lessonkit) {
  "use strict";

  const NAMES = { __drawer: "Menu", __search: "Search" };
  const SCROLLING = "pre, pre > code, .md-typeset__scrollwrap, math[display=block]";

  // A label that works a hidden box becomes a button that does.
  function makeButton(label) {
    const box = document.getElementById(label.htmlFor);
    const button = lessonkit.make("button", {
      type: "button",
      class: label.className,
      "data-for": label.htmlFor,
      "aria-label": NAMES[label.htmlFor],
      onclick: () => box.click(),
    });
    const tell = () => button.setAttribute("aria-expanded", box.checked);
    box.addEventListener("change", tell);
    tell();
    button.append(...label.childNodes);
    label.replaceWith(button);
  }

  const added = new MutationObserver(() => mendCopying());

  // What scrolls sideways must take the focus, and nothing else should.
  const sizes = new ResizeObserver(function (changes) {
    for (const { target } of changes) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });

  // Material puts each copy button into a navigation of its own, which it is not, and
  // gives all of them one name: the label of the block says what is copied.
  function mendCopying() {
    for (const bar of document.querySelectorAll("nav.md-code__nav:not([role])")) {
      bar.setAttribute("role", "none");
      const label = bar.closest("figure")?.querySelector(".lk-code__label");
      const button = bar.querySelector("button[title]");
      if (label && button) button.setAttribute("aria-label", `${button.title}: ${label.textContent}`);
    }
  }

  function start() {
    for (const id of Object.keys(NAMES)) {
      const label = document.querySelector(`.md-header label[for=${id}].md-header__button`);
      if (label) makeButton(label);
    }
    sizes.disconnect();
    for (const element of document.querySelectorAll(SCROLLING)) sizes.observe(element);
    added.observe(document.querySelector("main"), { childList: true, subtree: true });
    mendCopying();
  }

  start();
  // Material shows another page without loading one, and wraps tables when it starts.
  if (window.document$) window.document$.subscribe(start);
})((window.lessonkit = window.lessonkit || {}));
