// What Review shows beside its board.

import { h, input } from "../../dom.js";
import { chart } from "../../parts/chart.js";
import { button, checkbox, downloadLink, field } from "../../parts/controls.js";
import { heading, noteLine, openButton, sub } from "../../parts/panel.js";
import { colorName, sizeText } from "../../words.js";
import { factLines } from "./facts.js";
import { findings, remark, starter } from "./findings.js";
import { gameList } from "./games.js";
import { toolButtons } from "./marking.js";

/** @typedef {import("./mode.js").default} Review */

/**
 * The panel of Review.
 * @param {Review} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function reviewPanel(mode) {
  const { game, note, tone } = mode.state;
  return [
    heading(game.title || "Review", sub(sizeText(game))),
    factLines(mode),
    place(game),
    noteLine(note || remark(mode) || emptyHint(game), tone),
    starter(mode),
    curve(mode),
    treeBox(),
    mode.branches.choices(),
    comment(mode),
    toolButtons(mode),
    edits(mode),
    findings(mode),
    files(mode),
    gameList(mode),
  ];
}

const emptyHint = ({ moves, stones }) =>
  moves.length || /[XO]/.test(stones.join(""))
    ? ""
    : "No game is here yet: open a file below, or play moves on the board.";

/** Where the tree is drawn: by itself, because it may have thousands of nodes. */
const treeBox = () =>
  h("div", {
    id: "tree",
    class: "tree",
    "data-key": "tree",
    "data-own": "",
    role: "group",
    "aria-label": "Tree of the game: arrow keys step",
    tabindex: 0,
  });

function place({ move_number, moves, to_play, last, result }) {
  const turn = result ? "the game is over" : `${colorName(to_play)} to play`;
  const now = move_number
    ? `Move ${move_number} of ${moves.length}: ${last}`
    : `Start, ${moves.length} moves`;
  return h("p", { class: "sub place", "data-key": "place" }, `${now} · ${turn}`);
}

/** The margin along the game with its error, and dots at the moves that lost most. */
function curve(mode) {
  const { review, game, isMain } = mode.state;
  if (!review || review.curve.length < 2) return null;
  /** @type {import("../../types/api.js").CurvePoint[]} */
  const points = review.curve.map(([margin, error], move) => [move, margin, error]);
  const now = isMain ? game.move_number : -1;
  const pick = (move) => mode.app.guard(() => mode.look(move, null));
  return chart(points, review.length, now, pick, review.worst);
}

function comment(mode) {
  const { game } = mode.state;
  const write = (event) => mode.app.guard(() => mode.change("comment", { text: input(event).value }));
  return field(
    "Comment",
    h("textarea", {
      class: "short",
      value: game.record.comment,
      maxlength: 20000,
      placeholder: "What do you think of this position?",
      onchange: write,
    }),
    { "data-key": `comment ${game.id} ${game.move_number} ${game.last}` },
  );
}

function edits(mode) {
  const { game, numbers } = mode.state;
  return h(
    "div",
    { class: "row", "data-key": "edits" },
    checkbox("Move numbers", numbers, (event) => mode.showNumbers(input(event).checked)),
    button("Delete from here", () => mode.app.guard(() => mode.cut()), {
      small: true,
      iconName: "trash",
      disabled: !game.move_number,
      title: "Deletes the last move on the board and everything after it",
    }),
    !game.record.main &&
      button("Make it the main line", () => mode.app.guard(() => mode.change("main")), { small: true }),
  );
}

function files({ app, state: { game } }) {
  return h(
    "div",
    { class: "row", "data-key": "files" },
    openButton(app),
    downloadLink("SGF", `/api/games/${game.id}/sgf`, `game-${game.id}.sgf`),
    downloadLink("Picture", `/api/games/${game.id}/picture.png`, `board-${game.id}.png`),
    button("Play on from here", () => app.go(`/play/${game.id}`), { small: true }),
  );
}
