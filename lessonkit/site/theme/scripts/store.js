// The reader's state in this browser: one value in localStorage, kept whole.
//
// Whatever storage does, pages work: what cannot be saved is kept in memory, and
// trouble() says so in words. Other tabs write too, so each write reads first.
(function (lessonkit) {
  "use strict";

  const model = lessonkit.state;
  const COURSE = lessonkit.site.course;
  const KEY = `lessonkit:${COURSE}`;
  const ASIDE = `${KEY}:aside:`;
  // Lessons that had another id once, if there are any.
  const RENAMED = lessonkit.site.renamed || {};

  const BLOCKED = {
    kind: "blocked",
    message:
      "This browser lets the site store nothing, so what you do is kept only while this " +
      "page is open: copy what you want to keep.",
  };
  const FULL = {
    kind: "full",
    message:
      "This site's room in this browser is full, so what you do is kept only while this " +
      "page is open: copy what you want to keep. An export and a deletion in My learning " +
      "make room.",
  };

  // What is stored, as last read: its text, the state in it, and what is wrong with it.
  // `locked` tells that it must not be overwritten.
  let stored = { text: null, state: model.empty(COURSE), trouble: null, locked: false };
  // Entries that could not be saved, and entries that this tab has saved since it was
  // opened. The latter mend what two tabs writing at once can lose.
  let pending = model.empty(COURSE);
  let mine = model.empty(COURSE);
  // What happened to storage since the page was opened.
  let storage = null;
  let damaged = null;

  function access() {
    // Reading the property is what fails where storage is blocked.
    const found = window.localStorage;
    if (!found) throw new Error("no storage");
    return found;
  }

  function readStored() {
    let text = null;
    try {
      text = access().getItem(KEY);
    } catch {
      storage = BLOCKED;
      return;
    }
    if (storage === BLOCKED) storage = null;
    if (text === stored.text) return;
    const { state: found, trouble } = model.parse(text, COURSE);
    const state = model.rename(found, RENAMED);
    stored = { text, state, trouble, locked: Boolean(trouble) };
    if (trouble?.kind === "damaged") mend(text, state);
  }

  // Keep a damaged text under another key, then go on with what could be read of it.
  function mend(text, state) {
    damaged = stored.trouble;
    if (!keepAside(text)) return;
    stored = { text, state, trouble: null, locked: false };
    if (model.canonical(state) === model.canonical(model.empty(COURSE))) {
      access().removeItem(KEY);
      stored.text = null;
    } else {
      save(state);
    }
  }

  function keepAside(text) {
    if (asides().some((aside) => aside.text === text)) return true;
    try {
      access().setItem(ASIDE + new Date().toISOString(), text);
      return true;
    } catch {
      return false;
    }
  }

  function save(state) {
    const text = JSON.stringify(state);
    try {
      access().setItem(KEY, text);
    } catch (error) {
      storage = error.name === "SecurityError" ? BLOCKED : FULL;
      return false;
    }
    storage = null;
    stored = { text, state, trouble: null, locked: false };
    return true;
  }

  function current() {
    return model.merge(stored.state, pending);
  }

  function tell(detail) {
    window.dispatchEvent(new CustomEvent("lessonkit:change", { detail }));
  }

  // Save what is in memory on top of what is stored; say whether that worked.
  function saveAll(added) {
    readStored();
    pending = model.merge(pending, added);
    if (stored.locked || storage === BLOCKED) return false;
    const saving = pending;
    if (!save(model.merge(stored.state, saving))) return false;
    pending = model.empty(COURSE);
    mine = model.merge(mine, saving);
    return true;
  }

  function read(path) {
    readStored();
    return model.copy(model.find(current(), path));
  }

  function write(path, entry) {
    readStored();
    const before = model.find(current(), path);
    const stamped = model.stamp(entry, before, new Date());
    const saved = saveAll(model.place(COURSE, path, stamped));
    tell({ path });
    return saved;
  }

  // Merge a whole sound state into this one.
  function add(state) {
    const saved = saveAll(model.rename(state, RENAMED));
    tell({ path: [] });
    return saved;
  }

  function trouble() {
    readStored();
    if (storage === BLOCKED) return storage;
    return stored.trouble || storage || damaged;
  }

  // Forget everything. Other tabs see it and forget too.
  function reset() {
    pending = model.empty(COURSE);
    return removeStored();
  }

  function removeStored() {
    mine = model.empty(COURSE);
    try {
      access().removeItem(KEY);
    } catch {
      storage = BLOCKED;
      return false;
    }
    storage = damaged = null;
    readStored();
    tell({ path: [] });
    return true;
  }

  // Move what may not be overwritten to another key, so that saving works again.
  function setAside() {
    readStored();
    if (stored.text === null || !keepAside(stored.text)) return false;
    const removed = removeStored();
    return removed && saveAll(model.empty(COURSE));
  }

  // What was set aside: [{key, at, text}], the oldest first.
  function asides() {
    try {
      const found = access();
      const keys = Object.keys(found).filter((key) => key.startsWith(ASIDE));
      return keys
        .sort()
        .map((key) => ({ key, at: key.slice(ASIDE.length), text: found.getItem(key) }));
    } catch {
      return [];
    }
  }

  function dropAside(key) {
    if (!key.startsWith(ASIDE)) return;
    access().removeItem(key);
    damaged = null;
    tell({ path: [] });
  }

  window.addEventListener("storage", function (event) {
    if (event.key !== KEY && event.key !== null) return;
    // Removed by another tab: that is a reset, and nothing may bring it back.
    if (event.newValue === null) mine = model.empty(COURSE);
    readStored();
    const whole = model.merge(stored.state, mine);
    if (!stored.locked && model.canonical(whole) !== model.canonical(stored.state)) {
      save(whole);
    }
    tell({ path: [] });
  });

  // A page that comes back out of the browser's memory has heard no events.
  window.addEventListener("pageshow", function (event) {
    if (!event.persisted) return;
    mine = model.empty(COURSE);
    tell({ path: [] });
  });

  lessonkit.store = {
    read,
    write,
    add,
    trouble,
    reset,
    setAside,
    asides,
    dropAside,
    // What is stored, as it stands, for a download where it cannot be read.
    text: () => stored.text,
  };
})((window.lessonkit = window.lessonkit || {}));
