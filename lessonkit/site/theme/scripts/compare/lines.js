// Compare a reader's run with the recorded one, line by line. Pure: values in, rows out.
//
// What counts as equal is what lessonkit/execute/compare.py says; tests hold the two
// together. What differs is paired with the line it most likely stands for.
(function (lessonkit) {
  "use strict";

  // A number is no part of a word (float32) or of a version (2.4.6).
  const NUMBER = new RegExp(
    "[-+]?(?<![A-Za-z0-9_.])(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?" +
      "(?!\\.?[0-9])|[-+]?(?<![\\p{L}\\p{N}_.])(?:nan|inf)(?![\\p{L}\\p{N}_])",
    "gu"
  );
  const WHOLE = /^[-+]?[0-9]+$/;
  // What Python's str.split() takes for space.
  const SPACE =
    /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
  // Sequences that colour a terminal or move its cursor.
  const ANSI =
    /\x1b(?:\[[0-?]*[ -\/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -\/]*[0-~])/g;
  // Line breaks and tabs aside, these change how text around them is shown.
  const CONTROL =
    /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

  // Text without terminal colours, its control characters made visible.
  function clean(text) {
    return text
      .replace(/^\ufeff/, "")
      .replace(ANSI, "")
      .replace(/\r\n/g, "\n")
      .replace(CONTROL, (c) => {
        const code = c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
        return `[U+${code}]`;
      });
  }

  // The lines of a text, without empty ones at its end.
  function split(text) {
    const shown = clean(text).replace(/\s+$/, "");
    return shown ? shown.split("\n") : [];
  }

  // Bytes of a file as text. `>` in Windows PowerShell writes UTF-16, with a mark.
  function decode(bytes) {
    const marks = { "255,254": "utf-16le", "254,255": "utf-16be" };
    return new TextDecoder(marks[bytes.slice(0, 2)] || "utf-8").decode(bytes);
  }

  function toFloat(text) {
    const name = text.replace(/^[-+]/, "");
    if (name === "nan") return NaN;
    if (name === "inf") return text.startsWith("-") ? -Infinity : Infinity;
    return Number(text);
  }

  function areClose(a, b, allowance) {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b);
    if (a === b) return true;
    if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
    const relative = allowance.relative * Math.max(Math.abs(a), Math.abs(b));
    // Decimal numbers are not exact: 0.948437 and 0.948438 are one millionth apart.
    return Math.abs(a - b) <= Math.max(relative, allowance.absolute * (1 + 1e-9));
  }

  // Integers are exact: they count, index or are a shape. 3 and 3.0 differ, because
  // the dtype does; 1 and 1.00001 may be one number in its shortest form.
  function areCloseTexts(one, other, allowance) {
    const whole = [WHOLE.test(one), WHOLE.test(other)];
    if (whole[0] && whole[1]) return BigInt(one) === BigInt(other);
    if (whole[0] || whole[1]) {
      const decimal = whole[0] ? other : one;
      if (decimal.includes(".") && Number.isInteger(toFloat(decimal))) return false;
    }
    return areClose(toFloat(one), toFloat(other), allowance);
  }

  // A line taken apart: the words around its numbers, and these.
  function parse(text) {
    const parts = text.split(NUMBER);
    const tidy = (part) => part.split(SPACE).filter(Boolean).join(" ");
    return {
      text,
      words: (parts.length === 1 ? parts : parts.map(tidy)).join("\u0000"),
      numbers: text.match(NUMBER) || [],
    };
  }

  function isVolatile(one, other, allowance) {
    return allowance.lines.some((s) => one.startsWith(s) && other.startsWith(s));
  }

  // Whether two parsed lines tell the same: equal words, numbers within tolerance.
  function areAlike(one, other, allowance) {
    if (one.text === other.text || isVolatile(one.text, other.text, allowance)) {
      return true;
    }
    if (one.words !== other.words) return false;
    return one.numbers.every((n, i) => areCloseTexts(n, other.numbers[i], allowance));
  }

  // The longest common run of two lists, as pairs of places; of several, the one that
  // takes the earliest lines of the first list.
  function findCommon(n, m, alike) {
    const longest = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
    for (let i = n - 1; i >= 0; i -= 1) {
      for (let j = m - 1; j >= 0; j -= 1) {
        longest[i][j] = alike(i, j)
          ? longest[i + 1][j + 1] + 1
          : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    const pairs = [];
    for (let [i, j] = [0, 0]; i < n && j < m; ) {
      if (alike(i, j)) pairs.push([i++, j++]);
      else if (longest[i][j + 1] >= longest[i + 1][j]) j += 1;
      else i += 1;
    }
    return pairs;
  }

  // Whether two lines that are not alike may still be meant as the same.
  function areSimilar(one, other) {
    if (one.words === other.words) return true;
    const words = (line) => line.text.split(SPACE).filter(Boolean);
    const [a, b] = [words(one), words(other)];
    const left = new Set(b);
    const shared = a.filter((word) => left.delete(word)).length;
    return 2 * shared >= Math.max(a.length, b.length) && shared > 0;
  }

  // Line up two lists of parsed lines: [place or -1, place or -1] in reading order.
  // `whole` says that both are all that was printed, so that what is left over on both
  // sides in equal number is a pair.
  function align(expected, got, allowance, whole) {
    const sure = findCommon(expected.length, got.length, (i, j) =>
      areAlike(expected[i], got[j], allowance)
    );
    const found = [];
    let from = [0, 0];
    for (const to of [...sure, [expected.length, got.length]]) {
      const last = to[0] === expected.length && to[1] === got.length;
      found.push(...pairGap(expected, got, from, to, whole || !last));
      if (!last) found.push(to);
      from = [to[0] + 1, to[1] + 1];
    }
    return found;
  }

  // Pair what stands between two sure pairs: similar lines first, then by place.
  function pairGap(expected, got, from, to, byPlace) {
    const [n, m] = [to[0] - from[0], to[1] - from[1]];
    const similar = n * m > 250000 ? [] : findCommon(n, m, (i, j) =>
      areSimilar(expected[from[0] + i], got[from[1] + j])
    );
    const found = [];
    let [i, j] = from;
    for (const [a, b] of [...similar, [n, m]]) {
      const end = [from[0] + a, from[1] + b];
      if (byPlace && end[0] - i === end[1] - j) {
        while (i < end[0]) found.push([i++, j++]);
      }
      while (i < end[0]) found.push([i++, -1]);
      while (j < end[1]) found.push([-1, j++]);
      if (a < n || b < m) found.push([i++, j++]);
    }
    return found;
  }

  lessonkit.compare = {
    clean,
    split,
    decode,
    parse,
    align,
    areAlike,
    isVolatile,
    toFloat,
    isWhole: (text) => WHOLE.test(text),
  };
})((window.lessonkit = window.lessonkit || {}));
