// The search box of Problems: engine, limits with a warning about their cost, what is found and, while
// a search runs, what it thinks of every move.

import { button, h } from "../dom.js";
import { sentence } from "../shell.js";
import { timeLimit } from "./parts.js";

export const NAMES = { win: "wins", lose: "fails", ko: "ko", open: "open" };

const SHOWN_ROWS = 6;

export function searchBox(app, { problem, job, live, found, redraw, toggle }) {
  const engine = app.settings["solve.engine"] ?? "proof",
    progress = live?.progress ?? {};
  const count = (verdict) => (progress.considered ?? []).filter((each) => each[1] === verdict).length;
  const set = (name) => (event) => {
    app.keep(name, event.target.type === "checkbox" ? event.target.checked : event.target.value);
    redraw();
  };
  return h(
    "details",
    { "data-key": "search", open: true },
    h("summary", {}, "Search"),
    h(
      "div",
      { class: "row" },
      button(job ? "Stop" : "Start search", toggle, {
        kind: job ? "" : "primary",
        iconName: job ? "stop" : undefined,
        small: true,
        disabled: problem.taken && !job,
      }),
      h(
        "select",
        { "aria-label": "Engine", class: "inline", onchange: set("solve.engine") },
        h("option", { value: "proof", selected: engine === "proof" }, "Proof search"),
        h("option", { value: "gold", selected: engine === "gold" }, "GoLD’s own"),
      ),
    ),
    timeLimit(
      app,
      "solve.seconds",
      app.settings["solve.seconds"] ?? 20,
      120,
      (s) => `Time limit: ${s} s`,
      redraw,
    ),
    engine === "gold" && goldLimits(app, problem, set),
    job &&
      h(
        "div",
        { class: "stack", "data-key": "live" },
        h(
          "p",
          { class: "sub" },
          `${(progress.nodes ?? 0).toLocaleString()} nodes · ${(live?.seconds ?? 0).toFixed(1)} s${progress.task ? ` · ${progress.task}` : ""}${progress.depth ? ` · depth ${progress.depth}` : ""}`,
        ),
        progress.considered?.length
          ? h(
              "p",
              { class: "row tight" },
              ["win", "lose", "ko", "open"]
                .filter((verdict) => verdict !== "ko" || count(verdict))
                .map((verdict) =>
                  h("span", { class: `tag ${verdict}` }, `${count(verdict)} ${NAMES[verdict]}`),
                ),
            )
          : null,
        progress.considered?.length ? considered(progress) : null,
        h(
          "p",
          { class: "sub current" },
          progress.line?.length ? `Looking at ${progress.line.join(" ")}` : "",
        ),
      ),
    found &&
      !job &&
      h(
        "div",
        { class: "stack", "data-key": "found" },
        h(
          "p",
          {},
          h("span", { class: `tag ${found.verdict}` }, found.proved ? "proved" : "not proved"),
          " ",
          sentence(found.text),
        ),
        found.line.length ? h("p", { class: "sub" }, `Line: ${found.line.join(" ")}`) : null,
        h("p", { class: "sub" }, `${found.nodes.toLocaleString()} nodes`),
      ),
  );
}

// The moves a running search considers, the nearest to success first. A proof number counts the
// positions that still have to be settled, at least, to show that a move wins; a disproof number, that
// it fails.
function considered(progress) {
  const rank = { win: 0, ko: 1, open: 2, lose: 3 };
  const rows = [...progress.considered].sort(
    (a, b) => rank[a[1]] - rank[b[1]] || a[2] - b[2] || b[3] - a[3] || a[0].localeCompare(b[0]),
  );
  const number = (value) => (value >= 1e6 ? "∞" : value.toLocaleString());
  return h(
    "table",
    { class: "considered" },
    h("caption", { class: "unseen" }, "Moves being considered"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Move", "so far", "to win", "to fail"].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      rows
        .slice(0, SHOWN_ROWS)
        .map(([vertex, verdict, win, lose]) =>
          h(
            "tr",
            { class: progress.line?.[0] === vertex ? "now" : "" },
            h("th", { scope: "row" }, vertex),
            h("td", { class: `verdict ${verdict}` }, NAMES[verdict]),
            h("td", {}, number(win)),
            h("td", {}, number(lose)),
          ),
        ),
    ),
  );
}

function goldLimits(app, problem, set) {
  const depthOn = app.settings["gold.limit_depth"] !== false,
    breadthOn = Boolean(app.settings["gold.limit_breadth"]);
  const depth = Number(app.settings["gold.depth"] ?? 6),
    breadth = Number(app.settings["gold.breadth"] ?? 8);
  const open = problem.area ? problem.area.length : problem.cols * problem.rows;
  const moves = breadthOn ? Math.min(breadth, open) : open,
    plies = depthOn ? depth : open;
  const cost = Math.pow(moves, plies * 0.62);
  return h(
    "div",
    { class: "stack", "data-key": "gold" },
    h(
      "div",
      { class: "two" },
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: depthOn, onchange: set("gold.limit_depth") }),
        "Depth limit",
      ),
      h("input", {
        type: "number",
        min: 1,
        max: 40,
        value: depth,
        disabled: !depthOn,
        "aria-label": "Depth",
        onchange: set("gold.depth"),
      }),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: breadthOn, onchange: set("gold.limit_breadth") }),
        "Breadth limit",
      ),
      h("input", {
        type: "number",
        min: 1,
        max: 40,
        value: breadth,
        disabled: !breadthOn,
        "aria-label": "Breadth",
        onchange: set("gold.breadth"),
      }),
    ),
    cost > 3e7 &&
      h(
        "p",
        { class: "warn-text sub-size" },
        cost > 1e10
          ? "This will not finish: it stops at the time limit with the last finished depth."
          : "This may take a minute or more.",
      ),
  );
}
