// What Problems shows beside its board.

import { h, input } from "../../dom.js";
import { button, checkbox, downloadLink, linkList, stoneIcon } from "../../parts/controls.js";
import { heading, noteLine, openButton, turnLine } from "../../parts/panel.js";
import { counted } from "../../words.js";
import { placeInQueue } from "../library/queue.js";
import { chooseTarget, giveHint, openBook, toggleLine, toggleReadings, watch } from "./help.js";
import { THINKING, scoreText, turnText } from "./phrases.js";
import { searchBox } from "./searchbox.js";

/** @typedef {import("./mode.js").default} Problems */

const MOST_LISTED = 300; // problems in the list

/**
 * The panel of Problems.
 * @param {Problems} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function problemPanel(mode) {
  const { problem, note, tone } = mode.state;
  const first = "Play the first move. Wrong moves are refuted, every right one is accepted.";
  return [
    crumb(mode),
    title(mode),
    taskLine(mode),
    readingList(mode),
    noteLine(note || problem.note || lesson(problem) || (problem.tries ? "" : first), tone),
    scoreLine(problem),
    helpRow(mode),
    problem.done && note && lesson(problem) && h("p", { class: "comment", "data-key": "lesson" }, lesson(problem)),
    thinkingRow(mode) ?? claimRow(mode),
    turnsRow(mode),
    viewRow(mode),
    bookBox(mode),
    searchBox(mode),
    files(mode),
    problemList(mode.state),
  ];
}

/** What the file says: its first line, and after the solution the rest, which may give the answer away. */
function lesson({ comment, done }) {
  const first = comment.split("\n")[0];
  if (done) return comment === first && isAim(first) ? "" : comment;
  return isAim(first) ? "" : first;
}

/** Whether a text says no more than the line above it: Black to kill. */
const isAim = (text) => /^(black|white) to (live|kill)\.?$/i.test(text.trim());

/** The list that the problem was opened from, with the way back; training has a bar of its own. */
function crumb(mode) {
  const place = placeInQueue(mode.id);
  if (!place || place.back === "/train") return null;
  const text = `${place.title || "Library"}: ${place.number} of ${place.count}`;
  return h("a", { class: "crumb", "data-key": "crumb", href: place.back }, text);
}

function title(mode) {
  const { problem } = mode.state;
  const step = (by, iconName, text) => {
    const go = mode.neighbor(by);
    return button("", () => mode.app.guard(go), {
      iconName,
      kind: "quiet",
      small: true,
      title: text,
      disabled: !go,
    });
  };
  return heading(
    problem.name || "Problem",
    h(
      "div",
      { class: "row tight" },
      problem.solved && h("span", { class: "tag good" }, problem.aided ? "solved with help" : "solved"),
      step(-1, "prev", "Previous problem"),
      step(1, "next", "Next in the list"),
    ),
  );
}

/** What the problem is about, with the way to change it; once play has begun, whose turn it is. */
function taskLine(mode) {
  const { problem, readings } = mode.state;
  const isStart = problem.move_number === 0 && (problem.area || !mode.search.job);
  const change = () =>
    button("Change", () => toggleReadings(mode), {
      kind: "quiet",
      small: true,
      pressed: Boolean(readings),
      title: "Change what the problem is about",
    });
  return turnLine(
    stoneIcon(problem.to_play),
    h("span", { class: "grow" }, isStart ? problem.task : turnText(problem)),
    isStart && change(),
  );
}

/** Other ways to understand the position, to choose from. */
function readingList(mode) {
  const { readings, problem } = mode.state;
  if (!readings || problem.move_number) return null;
  const item = (key, onclick, ...children) =>
    h("li", { "data-key": key }, h("button", { type: "button", class: "item", onclick }, ...children));
  const choice = (reading) =>
    item(
      reading.task,
      () => chooseTarget(mode, reading),
      h("span", {}, reading.task),
      h("span", { class: "sub" }, reading.reason),
    );
  const edit = () => mode.app.guard(async () => mode.app.go(await mode.openInEditor()));
  return h(
    "ul",
    { class: "list", "data-key": "readings", "aria-label": "What the problem may be about" },
    readings.map(choice),
    item("edit", edit, "Other stones: mark them in the editor"),
  );
}

/** While the computer thinks: the way to its search, which stays hidden otherwise. */
function thinkingRow(mode) {
  const { purpose, watching } = mode.state;
  if (!mode.search.job || !THINKING[purpose]) return null;
  return h(
    "div",
    { class: "row answers", "data-key": "thinking" },
    h("span", { class: "thinking", "aria-hidden": "true" }),
    button(watching ? "Hide the search" : "Show the search", () => watch(mode, !watching), { small: true }),
    button("Stop", () => mode.search.job?.stop(), { iconName: "stop", small: true }),
  );
}

const scoreLine = (problem) =>
  problem.done && h("p", { class: "good-text", "data-key": "score" }, scoreText(problem));

function helpRow(mode) {
  const { problem, line, hint } = mode.state;
  const disabled = Boolean(mode.search.job) || problem.over;
  const label = hint ? `Hint ${Math.min(3, hint.step + 1)} of 3` : "Hint";
  return h(
    "div",
    { class: "row fill", "data-key": "help" },
    problem.done
      ? button("Next", () => mode.app.guard(() => mode.goNext()), { kind: "primary", iconName: "next" })
      : button(label, () => giveHint(mode), { iconName: "hint", disabled: disabled || hint?.step === 3 }),
    button(line ? "Hide solution" : "Solution", () => toggleLine(mode), { disabled }),
  );
}

/** Answers in words, for problems that no move solves. */
function claimRow(mode) {
  const { problem } = mode.state;
  if (problem.done) return null;
  const nothing = problem.roles?.goal === "live" ? "Cannot live" : "Cannot be killed";
  const disabled = Boolean(mode.search.job) || problem.over || !problem.area;
  /** @type {["nothing" | "seki" | "ko", string][]} */
  const claims = [
    ["nothing", nothing],
    ["seki", "Seki"],
    ["ko", "Ko"],
  ];
  return h(
    "div",
    { class: "row answers", "data-key": "claims", role: "group", "aria-label": "Answer in words" },
    h("span", { class: "sub" }, "Or:"),
    claims.map(([claim, text]) => button(text, () => mode.claim(claim), { small: true, disabled, key: claim })),
  );
}

function turnsRow(mode) {
  const { app, state } = mode;
  const step = (what) => () => app.guard(() => mode.step(what));
  const changeReply = (event) => {
    app.keep("problem_reply", input(event).checked);
    mode.draw();
  };
  return h(
    "div",
    { class: "row", "data-key": "turns" },
    button("Reset", step("reset"), {
      iconName: "reset",
      small: true,
      disabled: !state.problem.move_number,
    }),
    button("Switch turns", step("switch"), { iconName: "swap", small: true }),
    checkbox("The computer answers", app.settings.problem_reply !== false, changeReply),
  );
}

/** What is shown of the board. */
function viewRow(mode) {
  const { app, state } = mode;
  const keep = (name) => (event) => {
    app.keep(name, input(event).checked);
    mode.draw();
  };
  return h(
    "div",
    { class: "row", "data-key": "view" },
    state.problem.area && checkbox("Show the area", Boolean(app.settings.show_area), keep("show_area")),
    state.problem.view && checkbox("Whole board", Boolean(app.settings.whole_board), keep("whole_board")),
  );
}

/** The solution that the file brought along; it stays closed until it is asked for. */
function bookBox(mode) {
  const { problem, book } = mode.state;
  if (!problem.has_book) return null;
  const open = (event) => event.target.open && !book && openBook(mode);
  const line = ({ moves, right, comment }, index) =>
    h(
      "li",
      { "data-key": String(index) },
      right !== null && h("span", { class: `tag ${right ? "good" : "bad"}` }, right ? "right" : "wrong"),
      ` ${moves.join(" ")} `,
      comment && h("span", { class: "sub" }, comment),
    );
  return h(
    "details",
    { "data-key": `book ${problem.id}`, ontoggle: open },
    h("summary", {}, "The book’s solution"),
    book &&
      h(
        "div",
        { class: "stack" },
        book.compared.map((text) => h("p", {}, text)),
        h("ol", { class: "book" }, book.lines.map(line)),
      ),
  );
}

function files(mode) {
  const { app, id } = mode;
  const edit = () => app.guard(async () => app.go(await mode.openInEditor()));
  return h(
    "div",
    { class: "row", "data-key": "files" },
    openButton(app),
    downloadLink("SGF", `/api/problems/${id}/sgf`, `problem-${id}.sgf`),
    button("Edit", edit, { iconName: "editor", small: true }),
  );
}

function problemList({ problem, list }) {
  const item = ({ id, name, solved, aided, tries }, index) => ({
    id,
    href: `/problems/${id}`,
    text: name || `Problem ${index + 1}`,
    note: solved ? (aided ? "solved with help" : "solved") : tries ? counted(tries, "try", "tries") : "",
    current: id === problem.id,
  });
  const heads = `Recent (${list.filter((each) => each.solved).length} of ${list.length} solved)`;
  return h(
    "div",
    { class: "stack", "data-key": "lists" },
    h("a", { class: "crumb", href: "/library" }, "All problems: the library"),
    list.length > 1 && linkList("list", heads, "list tall", list.slice(0, MOST_LISTED).map(item)),
  );
}
