// The search box of Problems: engine, limits with a warning about their cost, what is found and, while
// a search runs, what it thinks of every move.

import { h, input } from "../../dom.js";
import { button, checkbox, field, select, table, tableRow, timeLimit } from "../../parts/controls.js";
import { effort } from "../../parts/panel.js";
import { term } from "../../parts/term.js";
import { sentence } from "../../words.js";
import { toggleSearch, watch } from "./help.js";
import { engineOf, limitsOf, solveOptions } from "./options.js";
import { VERDICTS } from "./phrases.js";

/** @typedef {import("./mode.js").default} Problems */
/** @typedef {import("../../types/api.js").Progress} Progress */

/** @type {[string, string][]} */
const ENGINES = [
  ["proof", "Proof search"],
  ["gold", "GoLD’s own"],
];
/** @type {[string, string][]} */
const STAKES = [
  ["", "as the problem has it"],
  ["life", "life of a group"],
  ["capture", "capture of a chain"],
  ["connection", "connection of two chains"],
  ["race", "race of two groups"],
];
/** Which stones to name for each stake. */
const STONES = {
  life: "A stone of the group, such as D4",
  capture: "A stone of the chain, such as D4",
  connection: "A stone of each chain, such as D4 F4",
  race: "A stone of each color, such as D4 E4",
};
const SHOWN_ROWS = 6; // moves in the table of those considered
const RANK = { win: 0, ko: 1, open: 2, lose: 3 }; // the order of that table
const ENDLESS = 1e6; // a proof number this large means that there is no end in sight
const SLOW = 3e7; // positions, about, from which GoLD takes a minute
const HOPELESS = 1e10; // positions, about, from which it does not finish

/**
 * The whole box.
 * @param {Problems} mode
 * @returns {HTMLElement}
 */
export function searchBox(mode) {
  const { app, search } = mode;
  const { state } = mode;
  const { problem, found } = state;
  const { seconds } = solveOptions(app);
  const redraw = () => mode.draw();
  return h(
    "details",
    {
      "data-key": "search",
      open: state.watching,
      ontoggle: (event) => watch(mode, event.target.open),
    },
    h("summary", {}, "Search"),
    h(
      "div",
      { class: "row" },
      button(search.job ? "Stop" : "Start search", () => toggleSearch(mode), {
        kind: search.job ? "" : "primary",
        iconName: search.job ? "stop" : undefined,
        small: true,
        disabled: problem.over && !search.job,
      }),
      select(ENGINES, engineOf(app), {
        "aria-label": "Engine",
        class: "inline",
        onchange: setter(mode, "solve.engine"),
      }),
    ),
    engineOf(app) === "proof" && stakeFields(mode),
    timeLimit(app, "solve.seconds", seconds, 120, (s) => `Time limit: ${s} s`, redraw),
    engineOf(app) === "gold" && goldLimits(mode),
    search.job && mode.isWatched && liveBox(search.live),
    found && !search.job && foundBox(found),
  );
}

/** A handler that keeps what a control says. */
const setter = (mode, setting) => (event) => {
  const control = input(event);
  mode.app.keep(setting, control.type === "checkbox" ? control.checked : control.value);
  mode.draw();
};

/** What is at stake, and which stones are: a question of its own beside the problem's. */
function stakeFields(mode) {
  const { asked } = mode.state;
  const says = (name) => (event) => {
    asked[name] = input(event).value;
    mode.draw();
  };
  return h(
    "div",
    { class: "stack", "data-key": "stake" },
    field("What is at stake", select(STAKES, asked.stake, { onchange: says("stake") })),
    asked.stake &&
      field(
        STONES[asked.stake],
        h("input", { value: asked.stones, maxlength: 60, autocapitalize: "characters", onchange: says("stones") }),
      ),
  );
}

function foundBox({ verdict, proved, text, line, nodes, notes = [], at_stake = "", race = [] }) {
  return h(
    "div",
    { class: "stack", "data-key": "found" },
    h("p", {}, h("span", { class: `tag ${verdict}` }, proved ? "proved" : "not proved"), " ", sentence(text)),
    at_stake && h("p", { class: "sub at-stake" }, `At stake: ${at_stake}.`),
    race.map((each) => h("p", { class: "sub" }, sentence(each))),
    line.length ? h("p", { class: "sub" }, `Line: ${line.join(" ")}`) : null,
    notes.map((each) => h("p", { class: "sub" }, each)),
    h("p", { class: "sub" }, `${nodes.toLocaleString()} positions searched`),
  );
}

function liveBox(live) {
  /** @type {Progress} */
  const progress = live?.progress ?? {};
  const { task, depth, considered = [], line } = progress;
  const doing = `${task ? ` · ${task}` : ""}${depth ? ` · depth ${depth}` : ""}`;
  return h(
    "div",
    { class: "stack", "data-key": "live" },
    h("p", { class: "sub" }, `${effort(live)}${doing}`),
    considered.length > 0 && [tally(considered), consideredTable(considered, line)],
    h("p", { class: "sub current" }, line?.length ? `Looking at ${line.join(" ")}` : ""),
  );
}

/** How many moves have which verdict so far. */
function tally(considered) {
  const count = (verdict) => considered.filter((each) => each[1] === verdict).length;
  const shown = ["win", "lose", "ko", "open"].filter((verdict) => verdict !== "ko" || count(verdict));
  return h(
    "p",
    { class: "row tight" },
    shown.map((verdict) => h("span", { class: `tag ${verdict}` }, `${count(verdict)} ${VERDICTS[verdict]}`)),
  );
}

/**
 * The moves a running search considers, the nearest to success first. A proof number counts the
 * positions that still have to be settled, at least, to show that a move wins; a disproof number, that
 * it fails.
 */
function consideredTable(considered, line) {
  const sorted = [...considered].sort(
    (a, b) => RANK[a[1]] - RANK[b[1]] || a[2] - b[2] || b[3] - a[3] || a[0].localeCompare(b[0]),
  );
  const number = (value) => (value >= ENDLESS ? "∞" : value.toLocaleString());
  const row = ([vertex, verdict, win, lose]) =>
    tableRow(
      vertex,
      [h("td", { class: `verdict ${verdict}` }, VERDICTS[verdict]), number(win), number(lose)],
      { class: line?.[0] === vertex ? "now" : "" },
    );
  return table(
    ["Move", "so far", term("to win"), term("to fail")],
    sorted.slice(0, SHOWN_ROWS).map(row),
    { class: "considered" },
    h("caption", { class: "unseen" }, "Moves being considered"),
  );
}

function goldLimits(mode) {
  const { isDeep, depth, isBroad, breadth } = limitsOf(mode.app);
  const limit = (name, isOn, value) => [
    checkbox(`${name} limit`, isOn, setter(mode, `gold.limit_${name.toLowerCase()}`)),
    h("input", {
      type: "number",
      min: 1,
      max: 40,
      value,
      disabled: !isOn,
      "aria-label": name,
      onchange: setter(mode, `gold.${name.toLowerCase()}`),
    }),
  ];
  return h(
    "div",
    { class: "stack", "data-key": "gold" },
    h("div", { class: "two" }, limit("Depth", isDeep, depth), limit("Breadth", isBroad, breadth)),
    costWarning(mode),
  );
}

/** Says what the limits cost, where that is much. */
function costWarning({ app, state: { problem } }) {
  const { isDeep, depth, isBroad, breadth } = limitsOf(app);
  const open = problem.area ? problem.area.length : problem.cols * problem.rows;
  const moves = isBroad ? Math.min(breadth, open) : open;
  const cost = Math.pow(moves, (isDeep ? depth : open) * 0.62); // what alpha-beta leaves of moves^depth
  if (cost <= SLOW) return null;
  const text =
    cost > HOPELESS
      ? "This will not finish: it stops at the time limit with the last finished depth."
      : "This may take a minute or more.";
  return h("p", { class: "warn-text sub-size" }, text);
}
