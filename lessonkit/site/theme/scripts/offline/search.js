// The search of the offline edition: a page opened from a disk gets no worker and no
// fetch, so the index is a script, which is loaded when the box is first used.
(function (lessonkit) {
  "use strict";

  const MOST = 20;
  const BEFORE = 60;
  const LENGTH = 180;
  const WORD = /[\p{L}\p{N}]+/gu;

  // A text without accents and capitals, and where each of its characters came from.
  function fold(text) {
    const from = [];
    let folded = "";
    let place = 0;
    for (const character of text) {
      const plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      for (let i = 0; i < plain.length; i += 1) from.push(place);
      folded += plain;
      place += character.length;
    }
    from.push(place);
    return { folded, from };
  }

  // The words that are looked for.
  function terms(query) {
    return [...new Set(fold(query).folded.match(WORD) || [])];
  }

  // Where a term begins a word of a folded text.
  function places(folded, term) {
    const found = [];
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${term}`, "gu");
    for (const match of folded.matchAll(pattern)) found.push(match.index);
    return found;
  }

  // How well a section answers; 0 where a term is missing.
  function score(entry, wanted) {
    let total = 0;
    for (const term of wanted) {
      const title = places(entry.title, term).length;
      const page = places(entry.page, term).length;
      const text = places(entry.text, term).length;
      if (!title && !page && !text) return 0;
      total += 20 * Math.min(title, 1) + 8 * Math.min(page, 1) + Math.min(text, 5);
      const whole = new RegExp(`${term}(?![\\p{L}\\p{N}])`, "u");
      if (title && whole.test(entry.title)) total += 10;
    }
    // The page itself comes before its sections.
    return entry.title === entry.page ? total + 15 : total;
  }

  // Sections that hold every word of the query, the best first.
  function search(entries, query) {
    const wanted = terms(query);
    if (!wanted.length) return [];
    return entries
      .map((entry, order) => ({ entry, order, score: score(entry, wanted) }))
      .filter((found) => found.score)
      .sort((a, b) => b.score - a.score || a.order - b.order)
      .map((found) => found.entry);
  }

  // An entry of the index, with what is compared.
  function prepare([location, page, title, text]) {
    return {
      location,
      shown: { page, title: title || page, text },
      page: fold(page).folded,
      title: fold(title || page).folded,
      text: fold(text).folded,
    };
  }

  // A text as nodes, the beginnings of words that were looked for marked.
  function mark(text, wanted) {
    const { folded, from } = fold(text);
    const spans = wanted
      .flatMap((term) => places(folded, term).map((at) => [at, at + term.length]))
      .sort((a, b) => a[0] - b[0]);
    const nodes = [];
    let done = 0;
    for (const [start, end] of spans) {
      if (from[start] < done) continue;
      nodes.push(text.slice(done, from[start]));
      nodes.push(lessonkit.make("mark", {}, text.slice(from[start], from[end])));
      done = from[end];
    }
    return [...nodes, text.slice(done)];
  }

  // The part of a text around the first word that was looked for.
  function excerpt(text, wanted) {
    const { folded, from } = fold(text);
    const first = Math.min(...wanted.flatMap((term) => places(folded, term)), folded.length);
    const at = first < folded.length ? from[first] : 0;
    const start = at > BEFORE ? text.lastIndexOf(" ", at - BEFORE) + 1 : 0;
    const end = start + LENGTH < text.length ? text.lastIndexOf(" ", start + LENGTH) : text.length;
    const shown = text.slice(start, end > start ? end : start + LENGTH);
    return `${start ? "… " : ""}${shown}${end < text.length ? " …" : ""}`;
  }

  function describe(count) {
    if (!count) return "Nothing found. Try fewer letters, or another word.";
    if (count === 1) return "1 section";
    return count > MOST ? `${count} sections, the best ${MOST} of them` : `${count} sections`;
  }

  class Search extends HTMLElement {
    connectedCallback() {
      if (this.form) return;
      const box = this.closest(".md-search");
      this.form = box.querySelector("form");
      this.input = this.form.elements.query;
      this.toggle = document.getElementById("__search");
      this.status = lessonkit.make("div", { class: "md-search-result__meta", role: "status" });
      this.list = lessonkit.make("ol", { class: "md-search-result__list" });
      this.append(this.status, this.list);
      this.say("Type to search");
      this.input.addEventListener("focus", () => this.open());
      this.input.addEventListener("input", () => this.show());
      this.form.addEventListener("reset", () => this.input.focus());
      this.form.addEventListener("reset", () => setTimeout(() => this.show()));
      this.form.addEventListener("submit", (event) => this.follow(event));
      this.toggle.addEventListener("change", () => this.toggle.checked && this.input.focus());
      this.list.addEventListener("click", () => this.close());
      box.addEventListener("keydown", (event) => this.move(event));
      document.addEventListener("keydown", (event) => this.begin(event));
    }

    // "/" leads here from anywhere but a place to write in.
    begin(event) {
      const writing = event.target.closest("input, textarea, select, [contenteditable]");
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== "/" || writing || modified) return;
      event.preventDefault();
      this.origin = document.activeElement;
      this.input.focus();
      this.input.select();
    }

    open() {
      this.toggle.checked = true;
      if (!this.ready) {
        this.ready = lessonkit.load("search").then(
          () => (this.entries = lessonkit.entries.map(prepare)),
          () => this.say("The index of the search is missing from this copy of the site.")
        );
        this.ready.then(() => this.show());
      }
      return this.ready;
    }

    close() {
      this.toggle.checked = false;
      if (this.contains(document.activeElement) || document.activeElement === this.input) {
        document.activeElement.blur();
      }
      if (this.origin) this.origin.focus();
      this.origin = null;
    }

    say(text) {
      this.status.textContent = text;
    }

    show() {
      if (!this.entries) return;
      const wanted = terms(this.input.value);
      const found = search(this.entries, this.input.value);
      this.say(wanted.length ? describe(found.length) : "Type to search");
      this.list.replaceChildren(...found.slice(0, MOST).map((e) => this.result(e, wanted)));
    }

    result(entry, wanted) {
      const { make } = lessonkit;
      const { page, title, text } = entry.shown;
      return make(
        "li",
        { class: "md-search-result__item" },
        make(
          "a",
          { class: "md-search-result__link", href: lessonkit.address(entry.location) },
          make(
            "div",
            { class: "md-search-result__article md-typeset" },
            make("p", { class: "lk-found__title" }, mark(title, wanted)),
            title === page ? null : make("p", { class: "lk-found__page" }, mark(page, wanted)),
            text ? make("p", {}, mark(excerpt(text, wanted), wanted)) : null
          )
        )
      );
    }

    links() {
      return [...this.list.querySelectorAll("a")];
    }

    move(event) {
      if (event.key === "Escape") {
        event.preventDefault();
        this.close();
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const stops = [this.input, ...this.links()];
      const at = stops.indexOf(document.activeElement);
      stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
    }

    // Enter in the box opens the best section.
    follow(event) {
      event.preventDefault();
      this.links()[0]?.click();
    }
  }

  lessonkit.search = { search, prepare, excerpt, terms };
  customElements.define("lk-search", Search);
})((window.lessonkit = window.lessonkit || {}));
