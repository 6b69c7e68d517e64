// What the preview adds to every page: it loads a page again when the site was built,
// and shows problems and runs below it. It is no part of a published site.
(function () {
  "use strict";

  const OWN = "/~preview/";
  // That a run passed is news for so many milliseconds.
  const PASSED_SHOWN = 10000;
  // The build that this page is of.
  const build = Number(document.currentScript.dataset.build);
  let panel = null;
  let timer = 0;

  function make(tag, text, name) {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    if (name) element.className = name;
    return element;
  }

  function describeRun(run) {
    const seconds = run.seconds ? ` in ${run.seconds.toFixed(1)} s` : "";
    const texts = {
      waiting: `${run.lesson} waits to be run`,
      running: `Running ${run.lesson} …${run.text ? ` ${run.text} is done` : ""}`,
      passed: `${run.lesson} ran${seconds}`,
      failed: `${run.lesson} failed${seconds}${run.text ? `: ${run.text}` : ""}`,
    };
    return texts[run.state] || "";
  }

  function isHere(lesson) {
    return location.pathname.includes(`/lessons/${lesson}/`);
  }

  // How long a run is over, in milliseconds.
  function measureAge(run) {
    return Date.now() - 1000 * run.ended;
  }

  function isNew(run) {
    return measureAge(run) < PASSED_SHOWN;
  }

  function listRuns(news) {
    const live = news.runs.filter((run) => ["waiting", "running"].includes(run.state));
    const over = news.runs.filter(
      (run) => run.state === "failed" || (run.state === "passed" && isHere(run.lesson) && isNew(run)),
    );
    return [...new Set([...live, ...over])];
  }

  function countProblems(news) {
    const noun = news.count === 1 ? "1 problem" : `${news.count} problems`;
    return news.holdsBack ? `${noun}: this page is as it was before` : `${noun} in the sources`;
  }

  function showProblems(news) {
    const box = make("details");
    box.open = news.holdsBack;
    box.append(make("summary", countProblems(news)));
    news.problems.forEach((problem) => box.append(make("pre", problem)));
    if (news.count > news.problems.length) {
      box.append(make("p", "The terminal shows the rest."));
    }
    return box;
  }

  function show(news) {
    const parts = listRuns(news).map((run) => {
      const line = make("p", describeRun(run), "run");
      line.dataset.state = run.state;
      if (isHere(run.lesson)) line.dataset.here = "true";
      return line;
    });
    if (news.fault) parts.push(make("p", "The site could not be built:"), make("pre", news.fault));
    if (news.count) parts.push(showProblems(news));
    const styles = make("link");
    styles.rel = "stylesheet";
    styles.href = `${OWN}preview.css`;
    panel.replaceChildren(styles, ...parts);
    panel.host.hidden = parts.length === 0;
    clearTimeout(timer);
    timer = setTimeout(() => show(news), PASSED_SHOWN);
  }

  function hear(news) {
    if (news.build !== build) {
      location.reload();
      return;
    }
    show(news);
  }

  function start() {
    const host = make("aside");
    host.id = "lessonkit-preview";
    host.setAttribute("aria-label", "Preview");
    host.setAttribute("aria-live", "polite");
    host.hidden = true;
    panel = host.attachShadow({ mode: "open" });
    document.body.append(host);
    const events = new EventSource(`${OWN}events`);
    events.onmessage = (event) => hear(JSON.parse(event.data));
    window.addEventListener("pagehide", () => events.close());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload();
    });
  }

  start();
})();
