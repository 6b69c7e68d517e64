// Files that a reader brings: exports of My learning and receipts. They are untrusted:
// what is taken from one is checked first, and shown before it is merged. Pure.
(function (lessonkit) {
  "use strict";

  const model = lessonkit.state;
  const { isObject, find } = model;
  const RECEIPT = { schema: 1, kind: "lessonkit evidence" };
  const LARGEST = 20e6;
  const DAY = 86400000;

  // What a receipt must have is what the state asks of it.
  const PARTS = model.FIELDS.receipt;

  const shorten = (value) => String(value).slice(0, 60);

  function refuse(problem) {
    return { problem, state: null, lost: [] };
  }

  // A file's text, null where it is too large to be read → {problem, state, lost}. `problem` is a sentence, empty where the
  // state can be merged; `lost` names the places that are left out.
  function parse(name, source, course, now) {
    if (source === null || source.length > LARGEST) {
      return refuse(`${name} is larger than 20 MB, so it was not opened.`);
    }
    let value;
    try {
      value = JSON.parse(source.replace(/^\uFEFF/, ""));
    } catch {
      return refuse(
        `${name} cannot be read: it is cut off, or no export at all. Export or copy it once more.`
      );
    }
    if (!isObject(value)) return refuse(sayForeign(name));
    if (value.kind === RECEIPT.kind) return acceptReceipt(name, value, course);
    if (value.format === model.FORMAT) return acceptExport(name, value, now);
    return refuse(sayForeign(name));
  }

  function sayForeign(name) {
    return `${name} is neither an export of My learning nor an evidence.json, so nothing was taken from it.`;
  }

  // What a value holds for this course, lessons under the ids that they have now.
  function acceptState(value) {
    const { course, renamed = {} } = lessonkit.site;
    const found = model.accept(value, course);
    return { ...found, state: model.rename(found.state, renamed) };
  }

  function acceptExport(name, value, now) {
    const { state, trouble, lost } = acceptState(value);
    if (trouble?.kind === "foreign") {
      return refuse(
        `${name} belongs to another course (${shorten(value.course)}), so nothing was taken from it.`
      );
    }
    if (trouble?.kind === "newer") {
      return refuse(
        `${name} comes from a newer version of this site. Reload this page, then import it again.`
      );
    }
    const sound = dropFuture(state, now.getTime() + DAY, lost);
    if (lost.length && !listEntries(sound).length) {
      return refuse(`${name} is damaged, or dated in the future: nothing in it could be read.`);
    }
    return { problem: "", state: sound, lost };
  }

  // A clock that is wrong by years would win against everything written later.
  function dropFuture(state, limit, lost) {
    const late = listEntries(state).filter(({ entry }) => Date.parse(entry.at) > limit);
    const copy = model.copy(state);
    for (const { path } of late) {
      const owner = find(copy, path.slice(0, -1));
      delete owner[path[path.length - 1]];
      lost.push(`${path.join("/")} (its date lies in the future)`);
    }
    return copy;
  }

  function acceptReceipt(name, value, course) {
    if (value.schema !== RECEIPT.schema) {
      return refuse(`${name} is a receipt of a kind that this site does not know yet.`);
    }
    const bad = Object.keys(PARTS).find(
      (key) => !Object.hasOwn(value, key) || !PARTS[key][0](value[key])
    );
    if (bad) return refuse(`${name} is a damaged receipt: its ${bad} cannot be read.`);
    const receipt = { ...value, at: value.started };
    const { state, lost } = acceptState({
      ...model.empty(lessonkit.site.course),
      lessons: { [value.lesson]: { receipt } },
    });
    if (!lessonkit.listLessons(course).some(({ id, page }) => page && state.lessons[id])) {
      return refuse(
        `${name} is a receipt for ${shorten(value.lesson)}, a lesson that this course does not have.`
      );
    }
    return { problem: "", state, lost };
  }

  // Every entry of a state with its path.
  function listEntries(state) {
    const found = [];
    const walk = function (value, path) {
      if (model.isEntry(value)) found.push({ path, entry: value });
      else if (isObject(value)) {
        for (const key of Object.keys(value)) walk(value[key], [...path, key]);
      }
    };
    walk(state, []);
    return found;
  }

  // What merging would do: {fresh, newer, older, same}, each a list of paths.
  function compare(present, incoming) {
    const found = { fresh: [], newer: [], older: [], same: [] };
    const merged = model.merge(present, incoming);
    for (const { path, entry } of listEntries(incoming)) {
      const here = find(present, path);
      const kind = () => {
        if (!here) return "fresh";
        if (model.canonical(here) === model.canonical(entry)) return "same";
        return find(merged, path) === entry ? "newer" : "older";
      };
      found[kind()].push(path);
    }
    return found;
  }

  lessonkit.transfer = { LARGEST, parse, compare };
})((window.lessonkit = window.lessonkit || {}));
