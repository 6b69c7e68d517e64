// <lk-evidence>: the fields of a lesson's evidence as a form that saves what is typed in
// this browser, and the mark that the evidence is kept.
(function (lessonkit) {
  "use strict";

  const { make, move, quiet } = lessonkit;
  const PAUSE = 600;
  const LONG = new Set(["code", "output"]);

  class Evidence extends lessonkit.LessonElement {
    enhance() {
      this.fields = [...this.querySelectorAll("[data-field]")].map((field) => this.open(field));
      this.said = make("p", { class: "lk-saved", role: "status" });
      this.box = make("input", { type: "checkbox", autocomplete: "off", onchange: () => this.keep() });
      this.kept = make("span", {});
      this.append(
        this.said,
        this.trouble(),
        make("label", { class: "lk-kept" }, this.box, this.kept)
      );
      this.leave = () => this.saveAll();
      // Before somebody writes much that cannot be saved.
      const found = lessonkit.store.trouble();
      this.sayTrouble(found && found.kind !== "damaged");
    }

    open(element) {
      const id = element.dataset.field;
      const title = element.querySelector(".lk-field__title");
      const hint = element.querySelector(".lk-field__hint");
      if (hint) hint.id = `hint-${id}`;
      const area = make("textarea", {
        id: `write-${id}`,
        rows: 3,
        autocomplete: "off",
        spellcheck: LONG.has(id) ? "false" : null,
        class: LONG.has(id) ? "lk-mono" : null,
        "aria-describedby": hint?.id,
        oninput: () => this.typed(),
        onblur: () => this.saveAll(),
      });
      title.append(move(title, make("label", { for: area.id })));
      element.append(area);
      if (id === "prediction") element.append(this.buildOffer(area));
      return { id, area, stored: "" };
    }

    connectedCallback() {
      super.connectedCallback();
      window.addEventListener("pagehide", this.leave);
      document.addEventListener("visibilitychange", this.leave);
    }

    disconnectedCallback() {
      super.disconnectedCallback();
      window.removeEventListener("pagehide", this.leave);
      document.removeEventListener("visibilitychange", this.leave);
      if (this.leave) this.leave();
    }

    typed() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.saveAll(), PAUSE);
    }

    saveAll() {
      clearTimeout(this.timer);
      const changed = this.fields.filter(({ area, stored }) => area.value !== stored);
      let saved = true;
      for (const field of changed) {
        field.stored = field.area.value;
        saved = this.write(["evidence", field.id], { text: field.stored }) && saved;
      }
      if (changed.length) this.say(saved);
    }

    say(saved) {
      if (!saved) return this.said.replaceChildren("Not saved.");
      const time = new Date().toLocaleTimeString("en-GB", { timeStyle: "short" });
      const way = make("a", { href: this.dataset.export }, "My learning");
      this.said.replaceChildren(`Saved in this browser at ${time} · export in `, way);
    }

    keep() {
      const { revision } = this.lesson;
      this.saveAll();
      this.write(["evidence_kept"], { done: this.box.checked, revision });
    }

    // Put what was predicted in the exercises below what is written already.
    buildOffer(area) {
      this.offer = quiet("Add what I predicted in the exercises", () => {
        area.value = [area.value.trimEnd(), ...this.findPredictions(area)].filter(Boolean).join("\n\n");
        this.saveAll();
        this.refresh();
        area.focus();
      });
      return this.offer;
    }

    // The predictions that the field does not hold yet, as text to go on from.
    findPredictions(area) {
      return [...document.querySelectorAll("[data-title] > lk-prediction")]
        .filter((ask) => ask.lesson && ask.words)
        .map(
          (ask) =>
            `${ask.parentElement.dataset.title}: ${ask.question.textContent.trim()}\n` +
            `I predicted ${ask.words}.`
        )
        .filter((text) => !area.value.includes(text));
    }

    refresh() {
      for (const field of this.fields) {
        const entry = this.read("evidence", field.id);
        const text = entry ? entry.text : "";
        // What is being typed is newer than what is stored.
        if (text !== field.stored && field.area.value === field.stored) field.area.value = text;
        if (field.area.value === text) field.stored = text;
      }
      const prediction = this.fields.find(({ id }) => id === "prediction");
      if (prediction) this.offer.hidden = !this.findPredictions(prediction.area).length;
      const { done } = this.read("evidence_kept") || { done: false };
      this.box.checked = done;
      this.kept.textContent = done
        ? "You kept your evidence."
        : "I kept my evidence, here or in files of my own.";
      if (!this.said.hasChildNodes()) {
        this.said.textContent = "What you write is saved in this browser while you type. It is sent nowhere.";
      }
    }
  }

  customElements.define("lk-evidence", Evidence);
})((window.lessonkit = window.lessonkit || {}));
