// A reader's work as one Markdown file. Pure. What the reader wrote is quoted or fenced,
// so that it cannot change the document around it.
(function (lessonkit) {
  "use strict";

  const ATTESTED =
    "Self-attested: written by the learner, and receipts by the learner's own computer. " +
    "A receipt holds as far as running the program again confirms it.";

  // A text on one line that Markdown shows as it is.
  function inline(text) {
    return text.replace(/\s+/g, " ").trim().replace(/[\\`*_[\]<>#|~&]/g, "\\$&");
  }

  function fence(text) {
    const longest = Math.max(0, ...(text.match(/`+/g) || []).map((run) => run.length));
    const mark = "`".repeat(Math.max(3, longest + 1));
    return `${mark}text\n${text.replace(/\s+$/, "")}\n${mark}`;
  }

  function quote(text) {
    // Two spaces at its end keep a line a line.
    const lines = text.trim().split(/\r?\n/);
    return lines.map((line) => (line.trim() ? `> ${escapeLine(line)}  ` : ">")).join("\n").trimEnd();
  }

  // Markdown of the reader's stays Markdown; only raw HTML loses its power.
  function escapeLine(line) {
    return line.replace(/<(?=[a-z/!?])/gi, "\\<");
  }

  function writeStatus(view) {
    const { quiz, evidence } = view.progress;
    const words = [lessonkit.progress.sayQuiz(quiz), lessonkit.progress.sayEvidence(evidence)];
    const finished = view.finished ? `finished on ${view.finished}` : "";
    const revision = view.revision ? `revision ${view.revision}` : "";
    return [...words, finished, revision].filter(Boolean).join(" · ");
  }

  function writeQuiz(view) {
    const answered = view.quiz.filter((entry) => entry.answered);
    if (!answered.length) return [];
    return ["#### Quiz", ...answered.flatMap(({ question, code, answer }) => [
      `* ${inline(question)} ${inline(answer)}`,
      ...(code ? [fence(code)] : []),
    ])];
  }

  function writePredictions(view) {
    const made = view.predictions.filter((entry) => !entry.skipped);
    if (!made.length) return [];
    const parts = made.flatMap((entry) => [
      `**${inline(entry.title)}**  \n${inline(entry.question)}`,
      `Predicted: ${inline(entry.answer)}`,
      ...(entry.recorded ? writeRecorded(entry) : []),
    ]);
    return ["#### Predictions beside recorded results", ...parts];
  }

  function writeRecorded({ recorded, verbatim }) {
    return verbatim ? ["Recorded:", fence(recorded)] : [`Recorded: ${inline(recorded)}`];
  }

  function writeEvidence(view) {
    return view.evidence.flatMap((field) => [
      `#### ${inline(field.title)}`,
      field.verbatim ? fence(field.text) : quote(field.text),
    ]);
  }

  function writeReceipt(view) {
    if (!view.receipt.length) return [];
    const lines = view.receipt.map(([name, value]) => `* ${name}: ${inline(value)}`);
    return ["#### Receipt", lines.join("\n")];
  }

  function writeLesson(view) {
    const { number, title } = view.lesson;
    const work = [writeQuiz, writePredictions, writeEvidence, writeReceipt].flatMap((write) => write(view));
    // A lesson that was opened and no more has nothing to show.
    if (!work.length && !view.progress.done) return [];
    return [`### ${number} ${inline(title)}`, writeStatus(view), ...work];
  }

  // The Markdown of phases with the views of their lessons: [{phase, views}].
  function write(course, phases, day) {
    const parts = phases.flatMap(({ phase, views }) => {
      const lessons = views.flatMap(writeLesson);
      return lessons.length ? [`## ${phase.number} ${inline(phase.title)}`, ...lessons] : [];
    });
    const all = phases.flatMap(({ views }) => views);
    const done = all.filter(({ progress }) => progress.done).length;
    const sum = lessonkit.journal.saySum(done, all.length - done);
    const head = [`# My work in ${inline(course.title)}`, `${sum} Written on ${day}.`, ATTESTED];
    return [...head, ...parts].join("\n\n") + "\n";
  }

  lessonkit.portfolio = { write };
})((window.lessonkit = window.lessonkit || {}));
