// What Play shows.

import { mapOf, signMap, signOf } from "../../board/geometry.js";
import { h, input } from "../../dom.js";
import { button, downloadLink, field, linkList, stoneIcon, table, tableRow } from "../../parts/controls.js";
import { heading, markLast, noteLine, openButton, sub, turnLine } from "../../parts/panel.js";
import { colorName, counted, resultText, rulesName, sizeText } from "../../words.js";

import { isComputersTurn } from "./turn.js";

/** @typedef {import("./mode.js").default} Play */

/**
 * The board of Play.
 * @param {Play} mode
 * @returns {import("../../types/page.js").BoardProps}
 */
export function playBoard({ state: { game }, branches }) {
  const { cols, rows } = game;
  const marks = markLast({}, game.last);
  if (game.ko) marks[game.ko] = { type: "square" };
  branches.mark(marks);
  return {
    cols,
    rows,
    signMap: signMap(game.stones),
    markerMap: mapOf(cols, rows, marks),
    hoverSign: game.phase === "play" ? signOf(game.to_play) : 0,
    forbidden: game.illegal,
  };
}

/**
 * The panel of Play.
 * @param {Play} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function playPanel(mode) {
  const { game, note, tone } = mode.state;
  const words = note || hint(game);
  return [
    heading(game.title || "Play", sub(`${sizeText(game)} · ${rulesName(game.rules.name)}`)),
    turn(game, Boolean(mode.search.job)),
    (words || !game.record.comment) && noteLine(words, tone),
    mode.branches.panel(),
    players(game),
    actions(mode),
    slider(mode),
    files(mode),
    otherGames(mode.state),
  ];
}

function turn(game, isThinking) {
  if (game.result) return turnLine(resultText(game.result));
  if (game.phase === "counting") return turnLine("Play has ended: count the board");
  const text = isThinking ? "The computer is thinking…" : `${colorName(game.to_play)} to play`;
  return turnLine(stoneIcon(game.to_play), text);
}

function hint(game) {
  const limit = game.rules.passes_to_end;
  if (game.facts.result && !game.result) return `The game ended: ${resultText(game.facts.result)}.`;
  if (game.phase === "play" && game.passes) return `${game.passes} of ${limit} passes in a row.`;
  if (game.phase === "play" && !game.move_number) return `${limit} passes in a row end the game.`;
  return "";
}

function players(game) {
  const name = (color) =>
    game.players[color] || (game.opponent?.color === color ? computerName(game.opponent) : colorName(color));
  const row = (color, lost) =>
    tableRow([stoneIcon(color), " ", name(color)], [lost, color === "W" ? game.rules.komi : "–"]);
  const rows = [row("B", game.prisoners.W), row("W", game.prisoners.B)];
  return table(["Player", "Prisoners", "Komi"], rows);
}

const computerName = ({ level }) => (level ? `Computer (${level})` : "Computer");

function actions(mode) {
  const { game } = mode.state;
  const isPlay = game.phase === "play";
  const isCounting = game.phase === "counting";
  return h(
    "div",
    { class: "row fill" },
    mayMove(mode) && button("Let the computer move", () => mode.computer(), { kind: "primary" }),
    button("New game", () => mode.newGame(), { kind: game.phase === "finished" ? "primary" : "" }),
    isPlay && button("Resign", () => mode.resign(), { disabled: game.move_number === 0 }),
    !isPlay && button("Review", () => mode.app.go(`/review/${game.id}`)),
    !isPlay && button("Count", () => mode.app.go(`/count/${game.id}`), { kind: isCounting ? "primary" : "" }),
  );
}

/** After undo the computer waits: the person may want to try something else. */
const mayMove = (mode) => isComputersTurn(mode.state.game) && !mode.search.job;

function slider(mode) {
  const { game } = mode.state;
  const total = game.moves.length;
  if (total < 2) return null;
  const onchange = (event) => mode.app.guard(() => mode.step("goto", { move: Number(input(event).value) }));
  return field(
    `Move ${game.move_number} of ${total}`,
    h("input", { type: "range", min: 0, max: total, value: game.move_number, onchange }),
    { "data-key": "slider" },
  );
}

function files({ app, state: { game } }) {
  return h(
    "div",
    { class: "row", "data-key": "files" },
    openButton(app),
    downloadLink("SGF", `/api/games/${game.id}/sgf`, `game-${game.id}.sgf`),
    downloadLink("Picture", `/api/games/${game.id}/picture.png`, `board-${game.id}.png`),
  );
}

function otherGames({ game, recent }) {
  if (recent.length < 2) return null;
  const item = (each) => ({
    id: each.id,
    href: `/play/${each.id}`,
    text: each.title || `${sizeText(each)}, ${counted(each.moves, "move")}`,
    note: each.result ?? day(each.updated),
  });
  const others = recent.filter((each) => each.id !== game.id);
  return linkList("recent", "Other games", "list", others.map(item));
}

const day = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString(undefined, { month: "short", day: "numeric" });
