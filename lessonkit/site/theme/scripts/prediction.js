// <lk-prediction>: a question to commit to before a result is read.
// <lk-result>: what the question is about, veiled until the reader commits or declines.
//
// Nothing is out of reach: find-in-page, a link or a search that leads into a veiled
// part shows it, and so does printing. A prediction is never marked right or wrong.
(function (lessonkit) {
  "use strict";

  const { make, quiet } = lessonkit;
  const SURE = { low: "a guess", medium: "fairly sure", high: "sure" };
  // Where the browser cannot find what is hidden so, it is hidden as ever.
  const HIDDEN = "onbeforematch" in document.documentElement ? "until-found" : "";

  // The parts of a page that belong to one item.
  function find(item) {
    const name = CSS.escape(item);
    const ask = document.querySelector(`[data-item="${name}"] > lk-prediction`);
    const results = document.querySelectorAll(`lk-result[data-for="${name}"]`);
    return { ask, results: [...results] };
  }

  // What the address points to on this page, if that is there.
  function findTarget() {
    const hash = location.hash.slice(1);
    try {
      return document.getElementById(decodeURIComponent(hash));
    } catch {
      return document.getElementById(hash);
    }
  }

  class Prediction extends lessonkit.LessonElement {
    enhance() {
      this.item = this.parentElement.dataset.item;
      this.head = this.querySelector(".lk-predict__ask");
      this.question = this.querySelector(".lk-predict__question");
      this.choices = new Map(
        [...this.querySelectorAll(".lk-choice")].map((choice) => [choice.dataset.option, choice])
      );
      [this.result] = find(this.item).results;
      this.exercise = Boolean(this.result?.closest(".lk-exercise"));
      // Whether committing shows what was recorded: there may be no record yet.
      const missing = this.result?.querySelector(".lk-missing, .lk-output--missing");
      this.shows = Boolean(this.result) && !missing && !this.exercise;
      this.said = make("p", { class: "lk-predict__said", tabindex: "-1" });
      this.form = this.buildForm();
      this.append(this.form, this.said, this.trouble());
      this.said.after(this.buildAfter());
    }

    buildForm() {
      // The question stays when the form is gone, so it is the name of a group, not its
      // legend.
      this.question.id = `ask-${this.item}`;
      const choices = this.querySelector(".lk-choices") || this.buildText();
      const answer = make("fieldset", { "aria-labelledby": this.question.id }, choices);
      for (const [key, choice] of this.choices) {
        const radio = make("input", { type: "radio", name: `predict-${this.item}`, value: key });
        choice.append(make("label", {}, radio, lessonkit.move(choice, make("span", {}))));
      }
      this.note = make("p", { class: "lk-predict__note", role: "alert" });
      return make(
        "form",
        { autocomplete: "off", onsubmit: (event) => this.commit(event) },
        answer,
        this.buildSure(),
        this.note,
        make(
          "p",
          { class: "lk-actions" },
          make("button", { class: "lk-button" }, this.shows ? "Commit and see the result" : "Keep my prediction"),
          this.result ? quiet("Show without predicting", () => this.skip()) : null
        )
      );
    }

    buildText() {
      const label = make("span", { class: "lk-unseen" }, "Your prediction");
      return make("label", {}, label, make("textarea", { name: "text", rows: 2, maxlength: 2000 }));
    }

    buildSure() {
      const name = `sure-${this.item}`;
      return make(
        "fieldset",
        { class: "lk-sure" },
        make("legend", {}, "How sure are you?"),
        Object.entries(SURE).map(([value, words]) =>
          make("label", {}, make("input", { type: "radio", name, value }), make("span", {}, words))
        )
      );
    }

    // What stands below a prediction that was made: the way on, and the way back.
    buildAfter() {
      const { result } = this;
      if (result && !result.id) result.id = `result-${this.item}`;
      const words = this.exercise ? "To the reference solution" : "To the recorded result";
      this.again = quiet("Predict again", () => this.ask(true));
      this.keep = quiet("Leave it as it was", () => this.ask(false));
      this.form.querySelector(".lk-actions").append(this.keep);
      this.after = make(
        "p",
        { class: "lk-actions" },
        result ? make("a", { href: `#${result.id}` }, words) : null,
        this.again
      );
      return this.after;
    }

    get entry() {
      return this.read("predictions", this.item);
    }

    get isOpen() {
      return !this.entry || Boolean(this.asking);
    }

    // The prediction in words, or nothing where none was made.
    get words() {
      const entry = this.entry;
      if (!entry || entry.skipped) return "";
      const choice = this.choices.get(entry.choice);
      const said = choice ? choice.textContent.trim() : entry.text.trim();
      const sure = SURE[entry.confidence];
      const quoted = `“${said || "an answer that has since been reworded"}”`;
      return sure ? `${quoted} (${sure})` : quoted;
    }

    value(name) {
      return new FormData(this.form).get(name);
    }

    commit(event) {
      event.preventDefault();
      const choice = this.value(`predict-${this.item}`);
      const text = (this.value("text") || "").trim();
      if (!choice && !text) {
        const what = this.choices.size ? "Choose an answer first" : "Write what you expect first";
        this.note.textContent = this.result ? `${what}, or show the result without predicting.` : `${what}.`;
        this.form.querySelector("input, textarea").focus();
        return;
      }
      this.save({ choice, text, confidence: this.value(`sure-${this.item}`), skipped: false });
      this.said.focus();
    }

    skip() {
      this.save({ choice: null, text: "", confidence: null, skipped: true });
      this.said.focus();
    }

    save(entry) {
      this.asking = false;
      this.note.textContent = "";
      const { revision } = this.lesson;
      this.write(["predictions", this.item], { ...entry, revision });
    }

    // Open the form again over what was predicted, or close it without a change.
    ask(open) {
      this.asking = open;
      this.fill();
      this.refresh();
      for (const result of find(this.item).results) result.refresh();
      (open ? this.form.querySelector("input:checked, input, textarea") : this.said).focus();
    }

    fill() {
      const { choice, text, confidence } = this.entry || {};
      this.form.reset();
      for (const input of this.form.querySelectorAll("input")) {
        input.checked = [choice, confidence].includes(input.value);
      }
      const area = this.form.querySelector("textarea");
      if (area) area.value = text || "";
    }

    refresh() {
      const open = this.isOpen;
      const words = this.words;
      this.dataset.state = open ? "asking" : words ? "predicted" : "skipped";
      this.head.textContent = open ? "Predict before you read on" : "Your prediction";
      this.form.hidden = !open;
      this.keep.hidden = !this.entry;
      this.said.hidden = this.after.hidden = open;
      this.again.textContent = words ? "Predict again" : "Predict after all";
      this.said.textContent = words ? `You predicted ${words}.` : "You looked without predicting.";
    }
  }

  class Result extends lessonkit.LessonElement {
    enhance() {
      this.item = this.dataset.for;
      this.body = this.querySelector(".lk-result");
      this.exercise = Boolean(this.closest(".lk-exercise"));
      this.veil = this.buildVeil();
      this.band = make("p", { class: "lk-predicted" });
      this.prepend(this.veil);
      const place = this.body.querySelector(".lk-recorded, .lk-figure, summary");
      if (place?.matches("summary")) place.after(this.band);
      else (place || this.body).prepend(this.band);
      this.body.addEventListener("beforematch", () => this.reveal());
      this.found = this.isSought();
    }

    connectedCallback() {
      super.connectedCallback();
      this.listener = () => this.isSought() && this.follow();
      window.addEventListener("hashchange", this.listener);
    }

    disconnectedCallback() {
      super.disconnectedCallback();
      window.removeEventListener("hashchange", this.listener);
    }

    buildVeil() {
      const what = this.exercise ? "The reference solution" : "The recorded result";
      return make(
        "p",
        { class: "lk-veil" },
        make("span", {}, `${what} waits for your prediction.`),
        quiet("Predict", () => this.ask.form.querySelector("input, textarea").focus()),
        quiet("Show without predicting", () => this.ask.skip())
      );
    }

    get ask() {
      return find(this.item).ask;
    }

    // Whether the address leads in here: to something inside, or as a hit of the search
    // to the section in which this stands.
    isSought() {
      const target = findTarget();
      if (!target) return false;
      if (this.body.contains(target) && target !== this.body) return true;
      const words = new URLSearchParams(location.search).get("h");
      if (!words || this.sectionHeading() !== target) return false;
      const text = this.body.textContent.toLowerCase();
      return words.toLowerCase().split(/\s+/).some((word) => word && text.includes(word));
    }

    sectionHeading() {
      const headings = [...document.querySelectorAll("article :is(h1, h2, h3)[id]")];
      const before = (heading) =>
        heading.compareDocumentPosition(this) & Node.DOCUMENT_POSITION_FOLLOWING;
      return headings.filter(before).pop();
    }

    // Show what a link leads to: the browser found nothing there to scroll to.
    follow() {
      const veiled = this.dataset.state === "veiled";
      this.reveal();
      if (veiled) findTarget().scrollIntoView();
    }

    // Show it for this visit; whether the reader predicts stays open.
    reveal() {
      this.found = true;
      this.refresh();
    }

    refresh() {
      const { ask } = this;
      // Without a question there is nothing to wait for.
      const veiled = Boolean(ask?.lesson && ask.isOpen && !(this.found && !ask.asking));
      this.dataset.state = veiled ? "veiled" : "shown";
      if (veiled) this.body.setAttribute("hidden", HIDDEN);
      else this.body.removeAttribute("hidden");
      this.veil.hidden = !veiled;
      const words = ask?.lesson && !ask.isOpen ? ask.words : "";
      this.band.hidden = !words;
      this.band.textContent = words ? `You predicted ${words}. Recorded:` : "";
    }
  }

  lessonkit.SURE = SURE;
  customElements.define("lk-prediction", Prediction);
  customElements.define("lk-result", Result);
})((window.lessonkit = window.lessonkit || {}));
