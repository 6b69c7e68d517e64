// What usually causes a difference between two runs, in a reader's words. Pure.
(function (lessonkit) {
  "use strict";

  const { isWhole, toFloat } = lessonkit.compare;
  const PROMPT = /^(?:\(.+\) *)?(?:[$%>]|PS .*>|\S+@.*[$#%]) |^In \[\d*\]:/;
  const HEADER = /Traceback \(most recent call last\)|^\s+File ".*", line \d+$/;
  const FINAL = /^[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit)\b(?!.*Traceback)/;
  const CHAIN = /^(?:The above exception|During handling|For simplicity|-{20})/;

  // What may stand differently in two lines that are otherwise the same.
  const WORDS = [
    [/\s+/g, "Only spaces differ."],
    [
      /\b(?:float|u?int|complex|bfloat|[fiu])(?:8|16|32|64|128)\b/g,
      "The dtype differs: an input has another one, or 64-bit numbers are switched on.",
    ],
    [/\b\d+\.\d+(?:\.\d+)+\b/g, "Another version is installed."],
    [/\w*(?:cpu|gpu|tpu|cuda)\w*(?::?\d+)?/gi, "Your run used another device."],
    [
      /\b(?:True|False)\b/g,
      "A comparison came out the other way: print both of its sides.",
    ],
  ];

  const ERRORS = {
    AssertionError: "Its message says which assertion does not hold.",
    ModuleNotFoundError: "The package is not in this Python: use the environment's own.",
    NameError: "A block before it is missing, or a name is mistyped.",
    NotImplementedError: "A blank of the starter is still open.",
    SyntaxError: "Something is missing there or on the line before.",
  };

  // Why two lines that stand for the same differ.
  function explainDifference(one, other) {
    if (one.words === other.words) return explainNumbers(one.numbers, other.numbers);
    const found = WORDS.find(
      ([pattern]) => one.text.replace(pattern, "") === other.text.replace(pattern, "")
    );
    return found ? found[1] : "Words are compared exactly: a text or a value is another one.";
  }

  function explainNumbers(ours, theirs) {
    const place = ours.findIndex((number, i) => number !== theirs[i]);
    const [a, b] = [ours[place], theirs[place]];
    const [x, y] = [toFloat(a), toFloat(b)];
    if (isWhole(a) !== isWhole(b)) {
      return "One is a whole number and the other is not: the dtype differs.";
    }
    if (isWhole(a)) {
      return "Whole numbers are compared exactly: look for another input or shape.";
    }
    if (!Number.isFinite(x - y)) {
      return "A result is not finite: look for a division by zero or an overflow.";
    }
    return Math.abs(x - y) < 0.01 * Math.abs(x)
      ? "Close, but further apart than the lesson allows: usually another dtype, version or device."
      : "Far apart: usually another input, seed or constant, or a line typed differently.";
  }

  // Why a line has no counterpart in the record.
  function explainExtra(text) {
    if (PROMPT.test(text)) return "The command itself, no part of what it prints.";
    if (/warning/i.test(text)) return "Usually it comes with another version or device.";
    return "Is it a print of your own?";
  }

  // Take the tracebacks out of the lines of a run: {lines, errors}.
  function takeErrors(lines) {
    const [kept, errors] = [[], []];
    for (let i = 0; i < lines.length; i += 1) {
      if (!HEADER.test(lines[i])) {
        kept.push(lines[i]);
        continue;
      }
      const end = findEnd(lines, i);
      errors.push(buildError(lines.slice(i, end + 1), kept.length));
      i = end;
    }
    return { lines: kept, errors };
  }

  // The last line of the traceback that begins at a place, chained ones included.
  function findEnd(lines, start) {
    let end = start;
    let open = true;
    for (let j = start; j < lines.length; j += 1) {
      if (HEADER.test(lines[j]) || CHAIN.test(lines[j])) open = true;
      else if (!open && lines[j].trim()) break;
      if (FINAL.test(lines[j])) {
        end = j;
        open = false;
      }
    }
    return end;
  }

  // What a traceback says: where in the reader's file it happened, and what it suggests.
  function buildError(lines, place) {
    const [name] = lines[lines.length - 1].match(/^[\w.]+/) || ["an error"];
    const frame = lines
      .map((line) => line.match(/File ".*?([^\\/"]*)", line (\d+)/))
      .filter((found) => found && !/site-packages|[\\/]lib[\\/]/.test(found[0]))
      .pop();
    const where = frame ? `, line ${frame[2]} of ${frame[1]}` : "";
    const why = `The program stopped with ${name}${where}. ${ERRORS[name.split(".").pop()] || ""}`;
    return { place, text: lines.join("\n"), why: why.trim() };
  }

  Object.assign(lessonkit.compare, { explainDifference, explainExtra, takeErrors });
})((window.lessonkit = window.lessonkit || {}));
