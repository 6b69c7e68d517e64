// <lk-storage>: what is wrong with the browser's storage, and what was set aside.
(function (lessonkit) {
  "use strict";

  const { make, button, quiet, store, journal, schedule } = lessonkit;

  const LONG = 1e6;

  // Hand a text to the reader as a file.
  function save(name, text, type) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  }

  // Hand on a long text that is pasted: shown in a field, it would stop the page.
  lessonkit.catchPaste = (show) => (event) => {
    const text = event.clipboardData.getData("text");
    if (text.length < LONG) return;
    event.preventDefault();
    show(text);
  };

  class StorageNotes extends lessonkit.Live {
    connectedCallback() {
      this.notices = make("div", {});
      this.status = make("p", { class: "lk-said", role: "status" });
      this.replaceChildren(this.notices, this.status);
      super.connectedCallback();
    }

    refresh() {
      const trouble = store.trouble();
      const notes = store.asides().map((aside) => this.showAside(aside));
      // What was set aside tells of the damage itself.
      if (trouble && !(trouble.kind === "damaged" && notes.length)) notes.unshift(this.showTrouble(trouble));
      this.notices.replaceChildren(...notes);
    }

    showTrouble({ kind, message }) {
      const note = make("div", { class: "lk-notice" }, make("p", {}, message));
      if (["newer", "foreign", "damaged"].includes(kind)) {
        const name = `${lessonkit.site.course}-stored-${schedule.today()}.json`;
        note.append(
          make(
            "p",
            { class: "lk-actions" },
            button("Download what is stored", () => save(name, store.text(), "application/json")),
            button("Set it aside and start here", () => this.setAside())
          )
        );
      }
      return note;
    }

    drop(key) {
      store.dropAside(key);
      this.status.textContent = "Deleted.";
    }

    setAside() {
      this.status.textContent = store.setAside()
        ? "It was set aside. What you do from now on is saved."
        : "There is no room to set it aside. Download it, then delete this site's data in the browser.";
    }

    showAside({ key, at, text }) {
      const when = journal.sayTime(at, journal.sayMinute);
      const actions = make("p", { class: "lk-actions" });
      const remove = quiet("Delete it here", () => this.drop(key));
      actions.append(
        button("Download it", () => {
          save(`${lessonkit.site.course}-set-aside.json`, text, "application/json");
          // Nothing is deleted that was not offered as a file before.
          actions.append(remove);
        })
      );
      return make(
        "div",
        { class: "lk-notice" },
        make("p", {}, `Set aside on ${when}, unchanged: something that could not be read whole.`),
        actions
      );
    }
  }

  lessonkit.save = save;
  customElements.define("lk-storage", StorageNotes);
})((window.lessonkit = window.lessonkit || {}));
