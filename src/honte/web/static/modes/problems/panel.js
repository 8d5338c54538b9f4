// What Problems shows beside its board.

import { h, input } from "../../dom.js";
import { button, checkbox, downloadLink, linkList, stoneIcon } from "../../parts/controls.js";
import { heading, noteLine, openButton, turnLine } from "../../parts/panel.js";
import { counted } from "../../words.js";
import { turnText } from "./phrases.js";
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
    title(mode),
    turnLine(stoneIcon(problem.to_play), turnText(problem)),
    noteLine(note || problem.comment || (problem.tries ? "" : first), tone),
    helpRow(mode),
    turnsRow(mode),
    searchBox(mode),
    files(mode),
    problemList(mode.state),
  ];
}

function title({ app, state: { problem, list } }) {
  const at = list.findIndex((each) => each.id === problem.id);
  const step = (by, iconName, text, disabled) =>
    button("", () => app.go(`/problems/${list[at + by].id}`), {
      iconName,
      kind: "quiet",
      small: true,
      title: text,
      disabled,
    });
  return heading(
    problem.name || "Problem",
    h(
      "div",
      { class: "row tight" },
      problem.solved && h("span", { class: "tag good" }, "solved"),
      step(-1, "prev", "Previous problem", at <= 0),
      step(1, "next", "Next problem", at < 0 || at + 1 >= list.length),
    ),
  );
}

function helpRow(mode) {
  const { problem, line } = mode.state;
  const disabled = Boolean(mode.search.job) || problem.taken;
  return h(
    "div",
    { class: "row fill", "data-key": "help" },
    button("Hint", () => mode.giveHint(), { iconName: "hint", disabled }),
    button(line ? "Hide solution" : "Solution", () => mode.toggleLine(), { disabled }),
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
  if (list.length < 2) return null;
  const item = ({ id, name, solved, tries }, index) => ({
    id,
    href: `/problems/${id}`,
    text: name || `Problem ${index + 1}`,
    note: solved ? "solved" : tries ? counted(tries, "try", "tries") : "",
    current: id === problem.id,
  });
  const heads = `Problems (${list.filter((each) => each.solved).length} of ${list.length} solved)`;
  return linkList("list", heads, "list tall", list.slice(0, MOST_LISTED).map(item));
}
