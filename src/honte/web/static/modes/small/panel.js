// What Small board shows.

import { mapOf, signMap, signOf } from "../../board/geometry.js";
import { h } from "../../dom.js";
import { button, stoneIcon, timeLimit } from "../../parts/controls.js";
import {
  effort,
  heading,
  liveLine,
  markLast,
  newBoard,
  noteLine,
  sides,
  sub,
  turnLine,
} from "../../parts/panel.js";
import { colorName, resultText, sizeText } from "../../words.js";
import { boundsText, spanText } from "./phrases.js";

/** @typedef {import("./mode.js").default} Small */

const SIZES = [
  [2, 2],
  [3, 3],
  [3, 4],
  [4, 4],
  [5, 4],
  [5, 5],
];
const UNKNOWN = "?"; // shown for a move of which nothing is known

/**
 * The board of Small board.
 * @param {Small} mode
 * @returns {import("../../types/page.js").BoardProps}
 */
export function smallBoard(mode) {
  const { game } = mode.state;
  const { cols, rows } = game;
  return {
    cols,
    rows,
    signMap: signMap(game.stones),
    heatMap: mapOf(cols, rows, heat(mode.state)),
    markerMap: mapOf(cols, rows, markLast({}, game.last)),
    hoverSign: game.phase === "play" && mode.isMyTurn ? signOf(game.to_play) : 0,
    forbidden: game.illegal,
  };
}

/** The value of every move, as far as it is known. */
function heat({ game, found, values }) {
  /** @type {Record<string, import("../../types/page.js").Heat>} */
  const shown = {};
  if (!values || !found) return shown;
  const nothingKnown = 2 * game.cols * game.rows;
  for (const [vertex, bounds] of Object.entries(found.moves)) {
    const [low, high] = bounds;
    const text = high - low >= nothingKnown ? UNKNOWN : boundsText(bounds, game.cols * game.rows);
    const isBest = found.proved && found.best.includes(vertex);
    if (vertex !== "pass") shown[vertex] = { tone: isBest ? "best" : low < high ? "open" : "", text };
  }
  return shown;
}

/**
 * The panel of Small board.
 * @param {Small} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function smallPanel(mode) {
  const { app, search, state } = mode;
  const { game, quiz, note, tone, found, values } = state;
  return [
    heading(quiz ? "Quiz" : "Small board", sub(`${sizeText(game)}, komi ${game.rules.komi}`)),
    turn(mode),
    noteLine(note || "Every move is answered with proved best play, as far as the time allows.", tone),
    actions(mode),
    search.job && liveLine(effort(search.live)),
    values && found && explanation(state),
    newBoard(SIZES.map(([cols, rows]) => sizeButton(mode, cols, rows))),
    sides(
      "You play",
      game.opponent && mode.human,
      (color) => app.guard(() => mode.start(game.cols, game.rows, color)),
      "side",
    ),
    timeLimit(
      app,
      "small.seconds",
      mode.seconds,
      60,
      (s) => `Thinking time: up to ${s} s a move`,
      () => mode.draw(),
    ),
    game.phase === "counting" &&
      button("Count the board", () => app.go(`/count/${game.id}`), { kind: "primary" }),
  ];
}

function turn(mode) {
  const { game } = mode.state;
  if (game.phase !== "play") return turnLine(game.result ? resultText(game.result) : "Play has ended");
  const isThinking = mode.search.job && !mode.isMyTurn;
  return turnLine(
    stoneIcon(game.to_play),
    isThinking ? "Perfect play is thinking…" : `${colorName(game.to_play)} to play`,
  );
}

function actions(mode) {
  const { game, quiz, values } = mode.state;
  const isLooking = Boolean(mode.search.job) && values;
  const label = isLooking ? "Stop" : values ? "Hide values" : "Value of every move";
  const ask = () => mode.app.guard(() => mode.startQuiz());
  return h(
    "div",
    { class: "row fill", "data-key": "acts" },
    button(label, () => mode.toggleValues(), {
      disabled: game.phase !== "play" || (Boolean(quiz) && !quiz.done),
      iconName: isLooking ? "stop" : undefined,
    }),
    quiz?.done
      ? button("Next question", ask, { kind: "primary" })
      : button("Quiz me", ask, { disabled: Boolean(mode.search.job) }),
  );
}

function explanation(state) {
  const { moves, line } = state.found;
  const texts = Object.values(heat(state)).map(({ text }) => String(text));
  const isOpen = texts.some((text) => !/^[+−]?\d+$/.test(text));
  return h(
    "div",
    { class: "stack", "data-key": "found" },
    h(
      "p",
      { class: "sub" },
      "Each point shows Black’s margin if it is played. ",
      isOpen && "≥, ≤ and spans are what is proved so far; ? is not settled yet. ",
      !state.found.proved && "Which move is best is not proved. ",
      state.found.proved && !state.found.best_proved && "A ring marks a move that is proved; others may be as good. ",
      moves.pass && `Passing is worth ${spanText(moves.pass)}. `,
      line.length > 0 && `Best play: ${line.slice(0, 10).join(" ")}.`,
    ),
  );
}

const sizeButton = (mode, cols, rows) =>
  button(sizeText({ cols, rows }), () => mode.app.guard(() => mode.start(cols, rows, mode.human)), {
    small: true,
    key: `${cols}x${rows}`,
  });
