// When questions come back. Pure: the day is given, dates are the reader's local days
// as "2026-12-02".
(function (lessonkit) {
  "use strict";

  // A question comes back this many days after its lesson was finished. One that is
  // answered late moves everything after it by as much.
  const DAYS = [1, 3, 7, 21];
  const KNOWN = DAYS.length;
  const { find } = lessonkit.state;

  // The local day of a moment. Swedish writes a day as we do.
  const dayOf = (moment) => moment.toLocaleDateString("sv-SE");

  const today = () => dayOf(new Date());

  // A moment of the day that comes so many days later. Noon keeps clear of summer time.
  function noonOf(day, count) {
    const [year, month, date] = day.split("-");
    return new Date(year, month - 1, Number(date) + count, 12);
  }

  // The day that comes so many days after another.
  const addDays = (day, count) => dayOf(noonOf(day, count));

  // Every question of every finished lesson, in the course's order:
  // [{key, lesson, phase, question, step, due, known}].
  function list(course, state) {
    const found = [];
    for (const phase of course.phases) {
      for (const { id: lesson, page, questions } of phase.lessons) {
        const finished = find(state, ["lessons", lesson, "finished"]);
        if (!finished || !page) continue;
        const first = { step: 0, due: addDays(dayOf(new Date(finished.at)), DAYS[0]) };
        for (const question of questions) {
          const key = `${lesson}/${question}`;
          const { step, due } = find(state, ["review", key]) || first;
          found.push({ key, lesson, phase: phase.id, question, step, due, known: step >= KNOWN });
        }
      }
    }
    return found;
  }

  // The questions of a list that are due on a day, mixed.
  function findDue(items, day) {
    return mix(items.filter((item) => !item.known && item.due <= day));
  }

  // The day after this one on which questions are due next, with their number, or null.
  function findNext(items, day) {
    const later = items.filter((item) => !item.known && item.due > day);
    if (!later.length) return null;
    const first = later.map((item) => item.due).sort()[0];
    return { day: first, count: later.filter((item) => item.due === first).length };
  }

  // Put items into an order in which lessons and phases alternate. No lesson comes
  // twice in a row unless nothing else is left; the same items give the same order.
  function mix(items) {
    const queues = new Map();
    for (const item of [...items].sort(earlier)) {
      queues.set(item.lesson, [...(queues.get(item.lesson) || []), item]);
    }
    const mixed = [];
    while (mixed.length < items.length) {
      const last = mixed[mixed.length - 1] || {};
      mixed.push(choose([...queues.values()], last).shift());
    }
    return mixed;
  }

  const earlier = (one, two) => one.due.localeCompare(two.due);

  // The fullest queue of another phase, or else of another lesson. Taking the fullest
  // leaves no lesson with more questions than the others can keep apart.
  function choose(queues, last) {
    const filled = queues.filter((queue) => queue.length);
    const others = filled.filter((queue) => queue[0].lesson !== last.lesson);
    const away = others.filter((queue) => queue[0].phase !== last.phase);
    const choice = [away, others, filled].find((found) => found.length);
    return choice.reduce((most, queue) => (queue.length > most.length ? queue : most));
  }

  // What an answer makes of a question: {step, due, right}. A right answer moves on, but
  // not ahead of its day; a wrong one goes back to one day.
  function answer(item, right, day) {
    if (!right) return { step: 0, due: addDays(day, DAYS[0]), right };
    if (item.due > day) return { step: item.step, due: item.due, right };
    const step = Math.min(item.step + 1, KNOWN);
    const wait = step < KNOWN ? DAYS[step] - DAYS[step - 1] : 0;
    return { step, due: addDays(day, wait), right };
  }

  // "Wednesday, 2 December"
  function say(day) {
    const format = { weekday: "long", day: "numeric", month: "long" };
    return noonOf(day, 0).toLocaleDateString("en-GB", format);
  }

  lessonkit.schedule = { DAYS, KNOWN, dayOf, today, addDays, list, findDue, findNext, mix, answer, say };
})((window.lessonkit = window.lessonkit || {}));
