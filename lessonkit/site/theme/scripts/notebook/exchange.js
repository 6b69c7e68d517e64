// <lk-exchange>: take one's work along, bring it back, or delete it.
(function (lessonkit) {
  "use strict";

  const { make, button, quiet, save, store, transfer, journal, schedule } = lessonkit;

  // What merging does with an entry.
  const KINDS = {
    fresh: "added",
    newer: "replaced by a newer one",
    older: "kept, because yours is newer",
  };

  function exportAll() {
    const text = JSON.stringify(store.read([]), null, 1);
    save(`${lessonkit.site.course}-learning-${schedule.today()}.json`, text, "application/json");
  }

  async function writePortfolio() {
    const state = store.read([]);
    const { course } = lessonkit;
    const isBegun = (lesson) => lesson.page && lessonkit.progress.ofLesson(state, lesson).begun;
    const begun = lessonkit.listLessons(course).filter(isBegun);
    await Promise.all(begun.map(({ id }) => lessonkit.load(`lessons/${id}`)));
    const told = lessonkit.lessons || {};
    const phases = course.phases.map((phase) => ({
      phase,
      views: phase.lessons
        .filter(isBegun)
        .map((lesson) => journal.ofLesson(state, course, lesson, told[lesson.id])),
    }));
    const text = lessonkit.portfolio.write(course, phases, journal.sayTime(new Date()));
    save(`${lessonkit.site.course}-portfolio-${schedule.today()}.md`, text, "text/markdown");
  }

  // What merging files would do, lesson by lesson, in words.
  function sayChanges(found, course) {
    const titles = new Map(lessonkit.listLessons(course).map((lesson) => [lesson.id, lessonkit.nameOf(lesson)]));
    const groups = new Map();
    for (const kind of Object.keys(KINDS)) {
      for (const path of found[kind]) {
        const name = path[0] === "lessons" ? titles.get(path[1]) || path[1] : "Review";
        const counts = groups.get(name) || {};
        counts[kind] = (counts[kind] || 0) + 1;
        groups.set(name, counts);
      }
    }
    return [...groups].map(([name, counts]) => {
      const parts = Object.entries(counts).map(([kind, count]) => `${count} ${KINDS[kind]}`);
      return `${name}: ${parts.join(", ")}`;
    });
  }

  class Exchange extends HTMLElement {
    async connectedCallback() {
      if (!(await lessonkit.load("course"))) return this.replaceChildren(lessonkit.sayMissing());
      if (this.isConnected && !this.status) this.build();
    }

    build() {
      this.status = make("p", { class: "lk-said", role: "status" });
      this.preview = make("div", { class: "lk-preview", tabindex: "-1" });
      this.dialog = this.buildDialog();
      this.replaceChildren(
        this.buildCopies(),
        this.buildImport(),
        this.preview,
        this.status,
        this.buildReset(),
        this.dialog
      );
    }

    say(words) {
      this.status.textContent = words;
    }

    // --- export ---

    buildCopies() {
      return make(
        "p",
        { class: "lk-actions" },
        button("Export my work", () => {
          exportAll();
          this.say("Your browser has saved the export as a file.");
        }),
        button("Write a portfolio", async () => {
          await writePortfolio();
          this.say("Your browser has saved the portfolio as a file.");
        })
      );
    }

    // --- import ---

    buildImport() {
      const files = make("input", {
        type: "file",
        multiple: true,
        accept: ".json,application/json",
        onchange: () => this.open(files.files).then(() => (files.value = "")),
      });
      const show = (text) => this.read([["The text", text]]);
      const onpaste = lessonkit.catchPaste(show);
      const pasted = make("textarea", { rows: 4, spellcheck: "false", onpaste, "aria-label": "Text of an export or receipt" });
      const area = make(
        "div",
        { class: "lk-drop" },
        make("label", {}, make("b", {}, "Import"), " exports or receipts, several at once: choose files, or drop them here. ", files),
        make(
          "details",
          {},
          make("summary", {}, "Paste the text instead"),
          pasted,
          make("p", {}, button("Look at the text", () => show(pasted.value)))
        )
      );
      for (const type of ["dragover", "dragleave", "drop"]) {
        area.addEventListener(type, (event) => {
          event.preventDefault();
          area.toggleAttribute("data-over", type === "dragover");
          if (type === "drop") this.open(event.dataTransfer.files);
        });
      }
      return area;
    }

    async open(files) {
      const texts = [];
      for (const file of files) {
        texts.push([file.name, file.size > transfer.LARGEST ? null : await file.text()]);
      }
      this.read(texts);
    }

    // Show what is in [name, text] and ask before anything is merged.
    read(texts) {
      const results = texts.map(([name, text]) =>
        transfer.parse(name, text, lessonkit.course, new Date())
      );
      const problems = results.map(({ problem }) => problem).filter(Boolean);
      const states = results.map(({ state }) => state).filter(Boolean);
      const lost = results.flatMap((result) => result.lost);
      this.say("");
      this.showPreview(problems, states, lost);
    }

    showPreview(problems, states, lost) {
      const content = problems.map((problem) => make("p", { class: "lk-problem" }, problem));
      if (states.length) content.push(...this.showMerge(states.reduce(lessonkit.state.merge), lost));
      this.preview.replaceChildren(...content);
      if (content.length) this.preview.focus();
    }

    showMerge(incoming, lost) {
      const found = transfer.compare(store.read([]), incoming);
      const changes = sayChanges(found, lessonkit.course);
      const list = (all) => make("ul", {}, all.map((words) => make("li", {}, words)));
      const words = `Parts that cannot be read and will be left out: ${lost.length}`;
      const left = lost.length && make("details", {}, make("summary", {}, words), list(lost.slice(0, 50)));
      if (!found.fresh.length && !found.newer.length) {
        return [left || "", make("p", {}, "Nothing in it is newer than what is here.")];
      }
      return [
        make("p", {}, "What this does to your entries:"),
        list(changes),
        left || "",
        make("p", { class: "lk-actions" }, button("Merge it", () => this.merge(incoming)), quiet("Leave it", () => this.close("Nothing was changed."))),
      ];
    }

    merge(incoming) {
      const saved = store.add(incoming);
      this.close(saved ? "Merged and saved in this browser." : `Merged, but not saved. ${store.trouble().message}`);
    }

    close(words) {
      this.preview.replaceChildren();
      this.say(words);
    }

    // --- reset ---

    buildReset() {
      return make(
        "p",
        { class: "lk-actions" },
        quiet("Delete my work…", () => this.dialog.showModal())
      );
    }

    buildDialog() {
      const close = () => this.dialog.close();
      return make(
        "dialog",
        { class: "lk-dialog", "aria-labelledby": "lk-reset-title" },
        make("h2", { id: "lk-reset-title" }, "Delete your work from this browser?"),
        make("p", {}, "Everything on this page goes, receipts included. There is no way back except an export."),
        make(
          "p",
          { class: "lk-actions" },
          button("Keep everything", close, { autofocus: true }),
          quiet("Export it first", exportAll),
          quiet("Delete it", () => {
            close();
            this.say(store.reset() ? "Deleted. This page starts afresh." : store.trouble().message);
          })
        )
      );
    }
  }

  customElements.define("lk-exchange", Exchange);
})((window.lessonkit = window.lessonkit || {}));
