// What a reader has done, as one value: parse, check, merge. Pure, no storage.
//
// A leaf of the state is an *entry*: an object with `at`, the time when it was written.
// Merging takes, entry by entry, the newer one. Keys that this version does not know are
// kept; keys that could reach an object's prototype are not.
(function (lessonkit) {
  "use strict";

  const FORMAT = "lessonkit-learning";
  const VERSION = 1;
  const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
  const LATEST = Date.parse("9000-01-01T00:00:00Z");
  const MOST = { depth: 16, key: 160, whole: 20000000 };

  const text = (value) => typeof value === "string";
  const flag = (value) => typeof value === "boolean";
  const whole = (value) => Number.isInteger(value) && value >= 0 && value <= 1e6;
  const day = (value) => text(value) && /^\d{4}-\d\d-\d\d$/.test(value);
  const orNull = (check) => (value) => value === null || check(value);
  const among = (...values) => (value) => values.includes(value);
  const time = (value) =>
    text(value) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
    Date.parse(value) <= LATEST;
  const texts = (value) => isObject(value) && Object.values(value).every(text);
  const environment = (value) =>
    isObject(value) &&
    ["python", "backend", "device_kind"].every((name) => text(value[name])) &&
    whole(value.device_count) &&
    texts(value.packages);

  // The fields of each kind of entry: [check] where it must be there, [check, value]
  // where that value stands for a missing one.
  const FIELDS = {
    place: { stage: [text] },
    stages: { done: [flag] },
    predictions: {
      choice: [orNull(text), null],
      text: [text, ""],
      confidence: [orNull(among("low", "medium", "high")), null],
      skipped: [flag, false],
      revision: [text, ""],
    },
    quiz: { option: [text], right: [flag], tries: [whole, 1], revision: [text, ""] },
    evidence: { text: [text] },
    evidence_kept: { done: [flag], revision: [text, ""] },
    receipt: {
      lesson: [text],
      revision: [text],
      started: [time],
      seconds: [Number.isFinite],
      exercises: [texts],
      code: [(value) => isObject(value) && text(value.raw)],
      environment: [environment],
    },
    finished: { revision: [text, ""] },
    changes_seen: { revision: [text] },
    review: { step: [among(0, 1, 2, 3, 4)], due: [day], right: [flag] },
  };
  const SINGLE = ["place", "evidence_kept", "receipt", "finished", "changes_seen"];
  const MANY = ["stages", "predictions", "quiz", "evidence"];

  // From version n to n + 1: a function from an older value to a newer one.
  const migrations = {};

  const TROUBLES = {
    damaged:
      "Part of what is stored here could not be read. It was set aside unchanged, and My " +
      "learning offers it as a download.",
    newer:
      "Your work was saved by a newer version of this site: reload the page to get it. " +
      "Until then nothing is overwritten, and what you do is kept only while this page " +
      "is open.",
    foreign:
      "Something that is not this course's is stored under its name. It is not " +
      "overwritten, so what you do is kept only while this page is open. My learning " +
      "lets you set it aside.",
  };

  function empty(course) {
    return { format: FORMAT, version: VERSION, course, lessons: {}, review: {} };
  }

  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  function isEntry(value) {
    return isObject(value) && Object.hasOwn(value, "at") && text(value.at);
  }

  function isKey(key) {
    return text(key) && key.length <= MOST.key && !FORBIDDEN.has(key);
  }

  // Copy any JSON, without what could do harm; `lost` collects the places of that.
  function clean(value, path, lost) {
    if (value === null || flag(value) || text(value)) return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "object" && path.length <= MOST.depth) {
      if (!Array.isArray(value)) return cleanMap(value, path, lost, clean);
      const kept = value.map((item, index) => clean(item, [...path, index], lost));
      return kept.map((item) => (item === undefined ? null : item));
    }
    lost.push(path.join("/"));
    return undefined;
  }

  // Copy a mapping; `each` copies what stands at a key, and undefined leaves it out.
  function cleanMap(value, path, lost, each) {
    const kept = {};
    if (!isObject(value)) {
      if (value !== undefined) lost.push(path.join("/"));
      return kept;
    }
    for (const key of Object.keys(value)) {
      const place = [...path, key.slice(0, MOST.key)];
      const item = isKey(key) ? each(value[key], place, lost) : undefined;
      if (item !== undefined) kept[key] = item;
      else if (!isKey(key)) lost.push(place.join("/"));
    }
    return kept;
  }

  // An entry of a kind, with missing fields filled in; undefined where it is none.
  function cleanEntry(kind, value, path, lost) {
    const inner = [];
    const entry = isObject(value) ? cleanMap(value, path, inner, clean) : {};
    const sound = Object.entries({ ...FIELDS[kind], at: [time] }).every(function ([name, rule]) {
      if (!Object.hasOwn(entry, name) && rule.length > 1) entry[name] = rule[1];
      return Object.hasOwn(entry, name) && rule[0](entry[name]);
    });
    lost.push(...(sound ? inner : [path.join("/")]));
    return sound ? entry : undefined;
  }

  function cleanEntries(kind, value, path, lost) {
    return cleanMap(value, path, lost, (item, place) => cleanEntry(kind, item, place, lost));
  }

  function cleanLesson(value, path, lost) {
    return cleanMap(value, path, lost, function (item, place) {
      const name = place[place.length - 1];
      if (SINGLE.includes(name)) return cleanEntry(name, item, place, lost);
      if (MANY.includes(name)) return cleanEntries(name, item, place, lost);
      return clean(item, place, lost);
    });
  }

  function cleanState(value, course, lost) {
    const known = ["format", "version", "course", "lessons", "review"];
    const rest = Object.keys(value).filter((key) => !known.includes(key));
    const state = empty(course);
    state.lessons = cleanMap(value.lessons, ["lessons"], lost, (item, place) =>
      isObject(item) ? cleanLesson(item, place, lost) : void lost.push(place.join("/"))
    );
    state.review = cleanEntries("review", value.review, ["review"], lost);
    const unknown = Object.fromEntries(rest.map((key) => [key, value[key]]));
    return Object.assign(state, cleanMap(unknown, [], lost, clean));
  }

  function migrate(value) {
    let moved = value;
    while (isObject(moved) && moved.version !== VERSION) {
      if (!Object.hasOwn(migrations, moved.version)) return null;
      moved = migrations[moved.version](moved);
    }
    return isObject(moved) ? moved : null;
  }

  function fault(kind, course, lost) {
    const trouble = { kind, message: TROUBLES[kind] };
    return { state: empty(course), trouble, lost: lost || [] };
  }

  // Text → {state, trouble, lost}. The state is always sound; trouble is null or
  // {kind, message}; `lost` names what the state could not take over.
  function parse(source, course) {
    if (source === null || source === undefined) {
      return { state: empty(course), trouble: null, lost: [] };
    }
    let value = null;
    try {
      if (source.length <= MOST.whole) value = JSON.parse(source);
    } catch {
      // Below, null is damaged.
    }
    return accept(value, course);
  }

  // Any value → {state, trouble, lost}, as for parse.
  function accept(value, course) {
    if (!isObject(value)) return fault("damaged", course, [""]);
    if (value.format !== FORMAT || value.course !== course) {
      return fault("foreign", course);
    }
    if (Number.isInteger(value.version) && value.version > VERSION) {
      return fault("newer", course);
    }
    const moved = migrate(value);
    if (!moved) return fault("damaged", course, ["version"]);
    const lost = [];
    const state = cleanState(moved, course, lost);
    if (lost.length) return { ...fault("damaged", course, lost), state };
    return { state, trouble: null, lost };
  }

  function canonical(value) {
    return JSON.stringify(value, function (key, item) {
      if (!isObject(item)) return item;
      return Object.fromEntries(Object.entries(item).sort());
    });
  }

  function rank(value) {
    if (isEntry(value)) return 2;
    return isObject(value) ? 1 : 0;
  }

  // Two sound states → one with the newer of each two entries; their order makes no
  // difference. The result shares parts with both, so none of the three may be changed.
  function merge(one, two) {
    if (one === undefined || two === undefined) return one === undefined ? two : one;
    const ranks = rank(one) - rank(two);
    if (ranks !== 0) return ranks > 0 ? one : two;
    if (rank(one) === 1) {
      const keys = new Set([...Object.keys(one), ...Object.keys(two)]);
      const merged = {};
      for (const key of keys) {
        merged[key] = merge(
          Object.hasOwn(one, key) ? one[key] : undefined,
          Object.hasOwn(two, key) ? two[key] : undefined
        );
      }
      return merged;
    }
    const times = rank(one) === 2 ? Date.parse(one.at) - Date.parse(two.at) : 0;
    if (times) return times > 0 ? one : two;
    return canonical(one) >= canonical(two) ? one : two;
  }

  // A state whose lessons have the ids of today: what stands under an old one is merged
  // into what stands under the new one. `renamed` leads from old ids to new ones.
  function rename(state, renamed) {
    const current = (id) => (Object.hasOwn(renamed, id) ? renamed[id] : id);
    const move = (entries, name) =>
      Object.entries(entries)
        .map(([key, entry]) => ({ [name(key)]: entry }))
        .reduce(merge, {});
    const lessons = move(state.lessons, current);
    const review = move(state.review, (key) => key.replace(/^[^/]+/, (id) => current(id)));
    return { ...state, lessons, review };
  }

  function copy(value) {
    return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  }

  // What stands at a path; undefined where nothing does.
  function find(state, path) {
    let value = state;
    for (const key of path) {
      if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
      value = value[key];
    }
    return value;
  }

  // A state that holds one entry alone. Raises TypeError for a path or entry that no
  // state can hold, since that is a mistake in our own code.
  function place(course, path, entry) {
    let value = entry;
    for (const key of [...path].reverse()) {
      value = { [key]: value };
    }
    const lost = [];
    const state = cleanState(value, course, lost);
    if (lost.length || path.length < 2 || !path.every(isKey)) {
      throw new TypeError(`no entry of a state at ${path.join("/")}: ${lost.join(", ")}`);
    }
    return state;
  }

  // A new entry is newer than the one that it replaces, whatever the clock says.
  function stamp(entry, before, now) {
    const last = before && time(before.at) ? Date.parse(before.at) + 1 : 0;
    const moment = Math.min(Math.max(now.getTime(), last), LATEST);
    return { ...entry, at: new Date(moment).toISOString() };
  }

  lessonkit.state = {
    FORMAT,
    FIELDS,
    migrations,
    empty,
    parse,
    accept,
    merge,
    rename,
    find,
    place,
    stamp,
    copy,
    canonical,
    isEntry,
    isObject,
  };
})((window.lessonkit = window.lessonkit || {}));
