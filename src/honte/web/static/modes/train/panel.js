// What Train shows: the rating with its curve, today's set, the quiz, the statistics.

import { h, input } from "../../dom.js";
import { button, checkbox, field, select, table, tableRow } from "../../parts/controls.js";
import { heading, sub } from "../../parts/panel.js";
import { counted } from "../../words.js";
import { levelText, questionText } from "../library/phrases.js";
import { ratingChart } from "./chart.js";

/** @typedef {import("./mode.js").default} Train */

const REASONS = { new: "new", again: "again", mistake: "a mistake last time" };
const CHOICES = ["alive", "dead", "unsettled", "ko"];
/** @type {[number, string][]} */
const TIMERS = [
  [0, "no limit"],
  [30, "30 seconds"],
  [60, "1 minute"],
  [120, "2 minutes"],
  [300, "5 minutes"],
];
const TABLES = { shape: "Shape", place: "Place", aim: "Aim", level: "Level", tag: "Tag" };

/**
 * The whole page of Train.
 * @param {Train} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function trainPanel(mode) {
  if (mode.state.query.quiz) return quizPage(mode);
  return [top(mode), figures(mode), todaySet(mode), statistics(mode.state.training)];
}

function top(mode) {
  const { training } = mode.state;
  const open = training.today.filter((each) => !each.done).length;
  return h(
    "div",
    { class: "stack", "data-key": "top" },
    heading(
      "Train",
      h(
        "div",
        { class: "row" },
        open || !training.today.length
          ? button(open < training.today.length ? "Go on" : "Start", () => mode.start(), {
              kind: "primary",
              disabled: !open,
            })
          : button("More problems", () => mode.startWith("more"), { kind: "primary" }),
        button(`Mistakes again (${training.mistakes})`, () => mode.startWith("mistakes"), {
          disabled: !training.mistakes,
        }),
        h("a", { class: "btn", href: "/train?quiz=1" }, "Status quiz"),
      ),
    ),
    options(mode),
  );
}

function options(mode) {
  const choose = (name) => (event) => mode.choose(name, input(event).value);
  const names = mode.state.collections.map((each) => [each.folder, each.title]);
  return h(
    "div",
    { class: "filters", "data-key": "options" },
    field(
      "Collection",
      select([["", "all collections"], ...names], mode.collection, { onchange: choose("train_collection") }),
    ),
    field(
      "Problems a day",
      select(
        [5, 10, 15, 20, 30].map((size) => [size, String(size)]),
        mode.size,
        { onchange: choose("train_size") },
      ),
    ),
    field("Time for a problem", select(TIMERS, mode.timer, { onchange: choose("train_timer") })),
    checkbox("Every variation", mode.every, (event) => mode.choose("train_every", input(event).checked)),
  );
}

function figures(mode) {
  const { rating, curve, due, tables } = mode.state.training;
  const [all] = tables.total;
  const ranks = Math.round((2 * rating.deviation) / 100);
  const box = (title, value, note) => h("div", {}, sub(title), h("p", { class: "big" }, value), sub(note));
  return h(
    "div",
    { class: "stack", "data-key": "figures" },
    h(
      "div",
      { class: "figures" },
      box(
        "Rating",
        rating.known ? rating.rank : "–",
        rating.known ? `± ${counted(ranks, "rank")}` : "begins with the first problem",
      ),
      box(
        "Tries",
        all.tries,
        all.tries ? `${Math.round(100 * all.share)} % clean` : "a clean try has no help and no mistake",
      ),
      box("Due", due, "to repeat by now"),
    ),
    ratingChart(curve),
  );
}

// Today

function todaySet(mode) {
  const { today } = mode.state.training;
  const done = today.filter((each) => each.done).length;
  return h(
    "div",
    { class: "stack", "data-key": "today" },
    h(
      "h2",
      {},
      today.length ? `Today: ${done} of ${counted(today.length, "problem")} done` : "Today's set is empty",
    ),
    today.length === 0 &&
      h(
        "p",
        {},
        "Import problems in the ",
        h("a", { href: "/library" }, "library"),
        ", or choose another collection.",
      ),
    h(
      "ul",
      { class: "cards" },
      today.map((each) => todayCard(mode, each)),
    ),
  );
}

function todayCard(mode, each) {
  const state = each.done
    ? each.clean
      ? ["solved", "good"]
      : ["again soon", "helped"]
    : [REASONS[each.reason], ""];
  return h(
    "li",
    { "data-key": each.id },
    h(
      "button",
      { class: "card", type: "button", onclick: () => mode.startAt(each.id) },
      h("img", {
        src: `/api/library/problems/${each.id}/picture`,
        alt: "",
        loading: "lazy",
        width: 120,
        height: 120,
      }),
      h("span", { class: "name" }, each.title),
      h(
        "span",
        { class: "facts" },
        h("span", {}, questionText(each)),
        h("span", {}, levelText(each)),
        h("span", { class: state[1] }, state[0]),
      ),
    ),
  );
}

// Statistics

function statistics({ tables }) {
  const shown = Object.entries(TABLES).filter(([name]) => tables[name].length);
  const [quiz] = tables.quiz;
  if (!shown.length && !quiz.tries) return null;
  const row = (line) =>
    tableRow(line.name, [
      String(line.tries),
      `${Math.round(100 * line.share)} %`,
      line.seconds === null ? "–" : `${Math.round(line.seconds)} s`,
    ]);
  const one = (title, lines, head = `By ${title.toLowerCase()}`) =>
    h("div", {}, h("h2", {}, head), table([title, "tries", "clean", "time"], lines.map(row)));
  return h(
    "div",
    { class: "figures wide", "data-key": "statistics" },
    shown.map(([name, title]) => one(title, tables[name].slice(0, 8))),
    quiz.tries > 0 && one("Question", [quiz], "Status quiz"),
  );
}

// The quiz

function quizPage(mode) {
  const { quiz, choice, verdict } = mode.state;
  const back = h("a", { class: "crumb", href: "/train" }, "Back to training");
  if (!quiz)
    return [back, heading("Status quiz"), h("p", {}, "No problem with marked stones is in this collection.")];
  return [
    h("div", { class: "stack", "data-key": "head" }, back, heading("Alive, dead, unsettled or ko?")),
    h(
      "p",
      { "data-key": "question" },
      `What are the marked ${quiz.color.toLowerCase()} stones, whoever moves first? Seki is alive.`,
    ),
    h("img", {
      class: "quiz",
      "data-key": "picture",
      src: `/api/train/quiz/${quiz.id}/picture?after=${encodeURIComponent(quiz.after)}`,
      alt: `The problem ${quiz.title}`,
    }),
    h(
      "div",
      { class: "row", role: "group", "aria-label": "Your answer", "data-key": "choices" },
      CHOICES.map((each) =>
        button(each, () => mode.answer(each), {
          disabled: Boolean(choice) && each !== choice,
          pressed: each === choice,
          kind: verdict && each === verdict.right ? "primary" : "",
        }),
      ),
    ),
    h(
      "p",
      { class: `note ${tone(verdict)}`, role: "status", "data-key": "verdict" },
      verdictText(choice, verdict),
    ),
    h(
      "div",
      { class: "row", "data-key": "next" },
      button("Next question", () => mode.ask(), { kind: verdict ? "primary" : "", iconName: "next" }),
    ),
  ];
}

const tone = (verdict) => (verdict?.right ? (verdict.correct ? "good" : "warn") : "");

function verdictText(choice, verdict) {
  if (!choice) return "";
  if (!verdict) return "The solver proves it…";
  if (!verdict.right) return `${verdict.reason} This question does not count.`;
  return `${verdict.correct ? "Right" : `No: ${verdict.right}`}. ${verdict.reason}`;
}
