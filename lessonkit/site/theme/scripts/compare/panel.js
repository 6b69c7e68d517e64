// What stands in an open <lk-compare>: a place to paste a run, or to open its file, and
// what differs. What a reader gives is untrusted: it reaches the page as text only, and
// stays here.
(function (lessonkit) {
  "use strict";

  const { compare, make } = lessonkit;
  const MARKS = { agrees: "✓", more: "+", differs: "≠" };

  // The panel, made of the page's templates: its form, and what was recorded as JSON.
  compare.buildPanel = function (element) {
    const [form, recorded] = element.querySelectorAll("template");
    const panel = form.content.firstElementChild.cloneNode(true);
    const page = JSON.parse(recorded.content.textContent);
    const [input, button, file, status, result] = panel.querySelectorAll(
      "textarea, button, input, [role=status], .lk-compare__result"
    );

    function show(text) {
      const { message, summary, notes, cells } = compare.compareGiven(page, text);
      status.textContent = summary || message;
      result.replaceChildren(...(summary ? showResult(notes, cells) : []));
    }

    async function open([chosen]) {
      // Enough of a file to see that it is too large.
      const text = compare.decode(new Uint8Array(await chosen.slice(0, 1e7).arrayBuffer()));
      input.value = text.length > 1e6 || text.startsWith("{") ? "" : text;
      show(text);
    }

    input.addEventListener("paste", lessonkit.catchPaste(show));
    button.addEventListener("click", () => show(input.value));
    file.addEventListener("change", () => file.files.length && open(file.files));
    return panel;
  };

  function showResult(notes, cells) {
    const told = notes.map((note) => make("li", {}, note));
    const shown = cells.filter((cell) => cell.rows.length).map(buildCell);
    return [make("ul", { class: "lk-compare__notes" }, told), ...shown];
  }

  function buildCell({ title, anchor, state, rows }) {
    return make(
      "details",
      { class: "lk-compare__cell", "data-state": state, open: state !== "agrees" },
      make("summary", {}, buildMark(MARKS[state]), `${title}: ${compare.VERDICTS[state]}`),
      make("ol", { class: "lk-list" }, rows.map(buildRow)),
      make("p", {}, make("a", { href: `#${anchor}` }, "Go to this block"))
    );
  }

  function buildMark(mark) {
    return make("span", { class: "lk-compare__mark", "aria-hidden": "true" }, mark);
  }

  function buildRow({ kind, expected, got, why }) {
    const [mark, words, bad] = compare.KINDS[kind];
    const both = expected !== null && got !== null && expected !== got;
    return make(
      "li",
      { class: "lk-compare__row", "data-kind": kind },
      buildMark(mark),
      make(
        "div",
        {},
        make("span", { class: "lk-compare__kind" }, words),
        both ? buildLine("Recorded", expected, bad && got) : null,
        buildLine(both ? "Yours" : "", got === null ? expected : got, both && bad && expected),
        why ? make("p", { class: "lk-compare__why" }, why) : null
      )
    );
  }

  // A line; where the other side has as many words, those that differ are marked.
  function buildLine(whose, text, other) {
    const parts = text.split(/(\s+)/);
    const others = (other || "").split(/(\s+)/);
    const shown = parts.map((part, i) =>
      parts.length === others.length && part !== others[i] ? make("mark", {}, part) : part
    );
    return make("div", { class: "lk-compare__line" }, whose ? make("span", {}, whose) : null, make("samp", { dir: "ltr" }, shown));
  }
})((window.lessonkit = window.lessonkit || {}));
