// A reader's work on a lesson in words: what My learning shows and the portfolio writes.
// Pure: values in, plain text out.
(function (lessonkit) {
  "use strict";

  const { find } = lessonkit.state;

  const sayDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
  const sayMinute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

  // "1 lesson done, 2 lessons under way."
  function saySum(done, open) {
    const parts = [
      done ? `${lessonkit.count(done, "lesson")} done` : "",
      open ? `${lessonkit.count(open, "lesson")} under way` : "",
    ];
    return `${parts.filter(Boolean).join(", ") || "No lesson begun"}.`;
  }

  // A moment by the reader's clock: "29 Nov 2026", with a format "29 Nov 2026, 10:45".
  function sayTime(at, format) {
    const moment = new Date(at);
    return Number.isNaN(moment.getTime()) ? "" : (format || sayDay).format(moment);
  }

  // The text of one element of a question, which the build wrote as HTML, or nothing.
  // Nothing of a document made so runs or loads.
  function findText(question, selector) {
    const { body } = new DOMParser().parseFromString(question || "", "text/html");
    return body.querySelector(selector)?.textContent.trim();
  }

  function sayAnswer(entry, question) {
    if (!entry) return "Not answered yet.";
    if (entry.right) {
      return entry.tries > 1 ? `Right at try ${entry.tries}.` : "Right at the first try.";
    }
    const option = findText(question, `[data-option="${CSS.escape(entry.option)}"] summary`);
    const chosen = option ? `you chose “${option}”` : "the options have changed since.";
    return `Not right yet: ${chosen}`;
  }

  function ofQuiz(kept, lesson, told) {
    const known = Object.entries(kept.quiz || {});
    const ids = [...lesson.questions, ...known.map(([id]) => id)];
    return [...new Set(ids)].map(function (id) {
      const question = find(told, ["questions", id]);
      const entry = find(kept, ["quiz", id]);
      return {
        question: findText(question, ".lk-question__text") || id,
        code: findText(question, "pre") || "",
        answer: sayAnswer(entry, question),
        right: Boolean(entry?.right),
        answered: Boolean(entry),
        at: entry ? sayTime(entry.at) : "",
      };
    });
  }

  function sayPrediction(entry, prediction) {
    if (entry.skipped) return "You looked without predicting.";
    const choice = entry.choice && find(prediction, ["choices", entry.choice]);
    const parts = [choice, entry.text.trim()].filter(Boolean);
    if (!parts.length) return entry.choice ? "A choice that the lesson no longer has." : "";
    const sure = lessonkit.SURE[entry.confidence];
    return parts.join(" · ") + (sure ? ` (${sure})` : "");
  }

  function ofPredictions(kept, lesson, told) {
    const order = Object.keys(told?.predictions || {});
    const items = Object.keys(kept.predictions || {});
    const rank = (item) => (order.includes(item) ? order.indexOf(item) : order.length);
    return items
      .sort((one, two) => rank(one) - rank(two))
      .map(function (item) {
        const entry = kept.predictions[item];
        const prediction = find(told, ["predictions", item]);
        return {
          item,
          title: prediction ? prediction.title : item,
          question: prediction?.question || "",
          answer: sayPrediction(entry, prediction),
          skipped: entry.skipped,
          recorded: prediction?.recorded || "",
          // What a figure shows is told in prose, what a program printed is not.
          verbatim: !item.startsWith("figure-"),
        };
      });
  }

  // The evidence that was written, in the order of the form.
  function ofEvidence(kept, lesson, course) {
    const titles = { ...course.evidence, ...lesson.evidence };
    const written = kept.evidence || {};
    const ids = [...Object.keys(titles), ...Object.keys(written)];
    return [...new Set(ids)]
      .filter((id) => find(written, [id]) && written[id].text.trim())
      .map((id) => ({
        title: find(titles, [id]) || id,
        text: written[id].text,
        verbatim: id === "code" || id === "output",
      }));
  }

  // A receipt as [what, value] in words.
  function ofReceipt(receipt) {
    if (!receipt) return [];
    const { environment, exercises } = receipt;
    const versions = Object.entries(environment.packages).map(([name, v]) => `${name} ${v}`);
    const listed = Object.entries(exercises).map(([id, how]) => `${id} ${how}`);
    return [
      ["Exercises", listed.join(", ") || "none"],
      ["Run", `${sayTime(receipt.started, sayMinute)}, ${receipt.seconds.toFixed(1)} s`],
      ["Versions", [`Python ${environment.python}`, ...versions].join(", ")],
      [
        "Device",
        `${environment.backend}, ${environment.device_count} × ${environment.device_kind}`,
      ],
      ["Lesson revision", receipt.revision],
      ["Code", `SHA-256 ${receipt.code.raw}`],
    ];
  }

  // Whether one semantic version is newer than another.
  function isNewer(one, two) {
    return one.localeCompare(two, "en", { numeric: true }) > 0;
  }

  // What a lesson changed since the reader finished it, the newest first, without what
  // the reader has seen.
  function findChanges(kept, lesson) {
    const read = [kept.finished || kept.evidence_kept, kept.changes_seen];
    const known = read.filter((entry) => entry?.revision).map((entry) => entry.revision);
    if (!known.length) return [];
    return lesson.changes
      .filter((change) => known.every((revision) => isNewer(change.revision, revision)))
      .sort((one, two) => (isNewer(one.revision, two.revision) ? -1 : 1));
  }

  // All of a lesson. `told` is what the build tells of its questions and predictions;
  // without it, ids stand for texts.
  function ofLesson(state, course, lesson, told) {
    const kept = find(state, ["lessons", lesson.id]) || {};
    return {
      lesson,
      progress: lessonkit.progress.ofLesson(state, lesson),
      finished: sayTime(kept.finished?.at),
      revision: kept.finished?.revision || "",
      changes: findChanges(kept, lesson),
      quiz: ofQuiz(kept, lesson, told),
      predictions: ofPredictions(kept, lesson, told),
      evidence: ofEvidence(kept, lesson, course),
      receipt: ofReceipt(kept.receipt),
    };
  }

  lessonkit.journal = { sayTime, sayMinute, saySum, ofLesson };
})((window.lessonkit = window.lessonkit || {}));
