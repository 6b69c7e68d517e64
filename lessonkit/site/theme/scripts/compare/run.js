// Compare a whole run with the recorded one: a text, or a record. Pure.
//
// `page` is what the lesson's page says of its record: {lesson, revision, program,
// relative, absolute, lines, environment, cells: [{name, title, anchor, free, out,
// err}]}. In `out` and `err`, null stands where lines were left out of the record.
(function (lessonkit) {
  "use strict";

  const compare = lessonkit.compare;
  const MOST = 2000000;
  // Stands for lines that are left out: no line can be this once it is clean.
  const GAP = "\u0001";
  const VERDICTS = {
    agrees: "agrees with the record",
    more: "agrees with the record, and prints more",
    differs: "differs from the record",
  };
  const short = (value) => compare.clean(String(value)).slice(0, 80);

  // Each kind of row: its mark, what it is called, and whether it speaks against the run.
  // A line of one's own does not: it may be a print, or the command.
  const KINDS = {
    same: ["✓", "the same", false],
    close: ["≈", "within tolerance", false],
    volatile: ["~", "expected to vary", false],
    unseen: ["·", "left out of a record", false],
    different: ["≠", "different", true],
    missing: ["−", "missing in your run", true],
    extra: ["+", "only in your run", false],
    error: ["!", "error", true],
  };

  // Compare what a reader gives: a record as `lessonkit execute` writes it, or a text.
  // The answer is {message} where there is nothing to show.
  function compareGiven(page, text) {
    if (text.length > MOST) {
      return { message: "This is far more than this lesson prints, so it was not read." };
    }
    if (!/^\s*\{\s*"/.test(text)) return compareRun(page, compare.takeErrors(compare.split(text)), []);
    try {
      return compareRecord(page, JSON.parse(text));
    } catch {
      return { message: "This begins like an execution record, but it is damaged or cut off." };
    }
  }

  function compareRecord(page, record) {
    if (!record || !Array.isArray(record.cells) || typeof record.lesson !== "string") {
      return { message: "This is JSON, but no execution record of lessonkit." };
    }
    if (record.lesson !== page.lesson) {
      return { message: `This is a record of lesson ${short(record.lesson)}, not of ${page.lesson}.` };
    }
    const { cells, failure } = record;
    const lines = cells.flatMap((cell) =>
      cell ? [...readStream(cell.stdout), ...readStream(cell.stderr)] : []
    );
    const errors = [];
    if (failure) {
      const text = compare.clean(`${failure.traceback || ""}\n${failure.message}`.trim());
      const why = `Your run did not pass: it ended in ${short(failure.cell)}.`;
      errors.push({ place: lines.length, text, why });
    }
    return compareRun(page, { lines, errors, whole: !failure }, listNotes(page, record));
  }

  // Compare all lines of a run with the record, or those of the beginning of one.
  function compareRun(page, { lines, errors, whole }, notes) {
    const expected = page.cells.flatMap((cell, index) => [
      ...parseLines(cell.out, { cell: index }),
      ...parseLines(cell.err, { cell: index, optional: true }),
    ]);
    if (lines.length > 4 * expected.length + 1000) {
      return { message: `This has ${lines.length} lines, and the recorded run ${expected.length}: give only what this lesson printed.` };
    }
    if (!lines.length && !errors.length) return { message: "There is nothing to compare yet." };
    const rows = buildRows(page, expected, parseLines(lines), whole);
    placeErrors(rows, errors);
    return summarise(page, rows, notes.length ? notes : [sayRecorded(page.environment)]);
  }

  // The lines of a recorded stream, null where some were left out.
  function readStream(stream) {
    const { lines = [], omitted = 0, kept = 0 } = stream || {};
    const shown = lines.map((line) => String(line).replace(/\n$/, ""));
    if (omitted) shown.splice(kept, 0, null);
    return shown;
  }

  function parseLines(lines, place) {
    return lines.map((line) => {
      const gap = line === null;
      return { ...compare.parse(gap ? GAP : compare.clean(line)), gap, ...place };
    });
  }

  // Line both sides up and say of each pair what it is.
  function buildRows(page, expected, got, whole) {
    let cell = 0;
    let unseen = false;
    const rows = [];
    for (const [i, j] of compare.align(expected, got, page, whole)) {
      const [one, other] = [expected[i], got[j]];
      if (one) cell = one.cell;
      unseen = Boolean(one?.gap || other?.gap || (unseen && !(one && other)));
      const row = {
        expected: one && !one.gap ? one.text : null,
        got: other && !other.gap ? other.text : null,
        cell,
      };
      Object.assign(row, judge(page, row, one, other, unseen));
      if (row.kind) rows.push(row);
    }
    return rows;
  }

  // The kind of a row and why, or nothing where it is not worth showing.
  function judge(page, row, one, other, unseen) {
    const { expected, got } = row;
    if (expected === null || got === null) {
      if (unseen) return got === null ? {} : { kind: "unseen" };
      if (expected === null) return { kind: "extra", why: compare.explainExtra(got) };
      if (one.optional) return {};
      return page.cells[one.cell].free
        ? { kind: "volatile" }
        : { kind: "missing", why: "Is the line that prints it missing, or changed by an edit?" };
    }
    if (expected === got) return { kind: "same" };
    if (page.cells[one.cell].free || compare.isVolatile(expected, got, page)) {
      return { kind: "volatile" };
    }
    if (compare.areAlike(one, other, page)) return { kind: "close" };
    return { kind: "different", why: compare.explainDifference(one, other) };
  }

  // Put each traceback behind the last line that was printed before it.
  function placeErrors(rows, errors) {
    for (const { place, text, why } of errors) {
      let left = place;
      let at = 0;
      rows.forEach((row, i) => {
        if (row.got !== null && row.kind !== "error" && left-- > 0) at = i + 1;
      });
      const cell = at ? rows[at - 1].cell : 0;
      rows.splice(at, 0, { kind: "error", expected: null, got: text, why, cell });
    }
  }

  // What else differs between two records: program, revision, versions, device.
  function listNotes(page, record) {
    const flat = ({ revision, environment = {} }) => ({
      Revision: revision,
      Python: environment.python,
      ...(page.environment.device_kind && { Device: showDevice(environment) }),
      ...environment.packages,
      ...environment.flags,
    });
    const [ours, theirs] = [flat(page), flat(record)];
    const tell = (name) => `${name}: ${ours[name]} here, ${short(theirs[name] || "none")} in yours.`;
    const notes = Object.keys(ours).filter((name) => ours[name] !== theirs[name]).map(tell);
    const { main = {} } = record.inputs || {};
    if (main.normalised !== page.program) notes.push("Your program is another one than that recorded here.");
    return notes;
  }

  // With what the record was made, since that may explain a difference.
  function sayRecorded(environment) {
    const versions = Object.entries(environment.packages).map((pair) => pair.join(" "));
    if (environment.device_kind) versions.push(showDevice(environment));
    return `Recorded with Python ${[environment.python, ...versions].join(", ")}. Where yours differs, results may.`;
  }

  const showDevice = ({ device_count: count, device_kind: kind }) => `${count} × ${kind}`;

  // Put the rows under their cells, and count them. A cell that is not in the reader's
  // run counts only between others: most readers run a beginning. That a run begins
  // late is said, since a terminal may have dropped its first lines.
  function summarise(page, rows, notes) {
    const present = rows.filter((row) => row.got !== null && row.kind !== "extra").map((row) => row.cell);
    if (!present.length) {
      return { message: "Nothing of this stands in the recorded run. Is it from another lesson?" };
    }
    const [first, last] = [Math.min(...present), Math.max(...present)];
    const counts = {};
    const cells = page.cells.map((cell, index) => {
      const own = rows.filter((row) => row.cell === index && (row.kind !== "missing" || (first <= index && index <= last)));
      for (const { kind } of own) counts[kind] = (counts[kind] || 0) + 1;
      return { ...cell, rows: own, state: own.length ? findState(own) : "absent" };
    });
    const absent = cells.filter(({ state }) => state === "absent");
    const before = absent.filter((cell) => cells.indexOf(cell) < first);
    if (before.length) notes.push(`Not in your run: ${before.map(({ title }) => title).join("; ")}.`);
    const after = absent.length - before.length;
    if (after) notes.push(`Blocks of the record that your run does not reach: ${after}.`);
    const kinds = Object.keys(KINDS).filter((kind) => counts[kind]);
    const told = kinds.map((kind) => counts[kind] + " " + KINDS[kind][1]);
    const state = findState(kinds.map((kind) => ({ kind })));
    const whose = before.length && state !== "differs" ? "As far as it goes, your run" : "Your run";
    return { cells, notes, summary: `${whose} ${VERDICTS[state]}. Lines: ${told.join(", ")}.` };
  }

  function findState(rows) {
    if (rows.some((row) => KINDS[row.kind][2])) return "differs";
    return rows.some((row) => row.kind === "extra") ? "more" : "agrees";
  }

  Object.assign(compare, { KINDS, VERDICTS, compareGiven });
})((window.lessonkit = window.lessonkit || {}));
