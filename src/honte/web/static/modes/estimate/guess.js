// Guessing the score: a position of the game, a guess, and what the model says of it.

import { h } from "../../dom.js";
import { button, stoneIcon, table, tableRow } from "../../parts/controls.js";
import { turnLine } from "../../parts/panel.js";
import { leader, resultText } from "../../words.js";

/** @typedef {import("./mode.js").default} EstimateMode */

/**
 * A guess, in points that are positive for Black.
 * @typedef {object} Guess
 * @property {boolean} done
 * @property {number} value
 */

const SPOT_ON = 1.5; // a guess this near, in points, is right
const LEAST_MOVES = 20; // in a game this short, the last position is asked for

/**
 * Begins: somewhere in the later part of the game.
 * @param {EstimateMode} mode
 */
export async function startGuess(mode) {
  const total = mode.state.game.moves.length;
  mode.state.guess = { done: false, value: 0 };
  mode.draw();
  const move = total > LEAST_MOVES ? Math.floor(total * (0.3 + 0.65 * Math.random())) : total;
  await mode.app.guard(() => mode.go(move));
}

/**
 * Ends: the board shows what the model sees.
 * @param {EstimateMode} mode
 * @param {number} value
 */
function finishGuess(mode, value) {
  mode.state.guess = { done: true, value };
  mode.draw();
}

function cancel(mode) {
  mode.state.guess = null;
  mode.draw();
}

/**
 * The question, or what came of it.
 * @param {EstimateMode} mode
 * @returns {HTMLElement}
 */
export const guessing = (mode) => (mode.state.guess.done ? outcome(mode) : question(mode));

/** What the position is truly worth: the result of a game that was counted here, else the model's word. */
function actual({ game, at, found }) {
  const [, color, points] = /^([BW])\+([\d.]+)$/.exec(game.facts.result ?? "") ?? [];
  const isEnd = at.move === game.moves.length;
  if (color && isEnd) return { margin: (color === "B" ? 1 : -1) * Number(points), source: "The game ended" };
  return found && !found.stale ? { margin: found.margin, source: "The model says" } : null;
}

function outcome(mode) {
  const { guess, game, at } = mode.state;
  const truth = actual(mode.state);
  const miss = truth && Math.abs(guess.value - truth.margin);
  const verdict = truth === null ? "…" : miss < SPOT_ON ? "Spot on" : `Off by ${miss.toFixed(1)}`;
  const ended = game.facts.result && at.move < game.moves.length ? ` Later: ${resultText(game.facts.result)}.` : "";
  return h(
    "div",
    { class: "stack", "data-key": "guess" },
    h("p", { class: "big" }, verdict),
    h(
      "p",
      { class: "sub" },
      `You said ${lead(guess.value)}. `,
      truth && `${truth.source}: ${lead(truth.margin)}.`,
      ended,
    ),
    h("p", { class: "sub" }, "The board shows whose points the model expects."),
    h(
      "div",
      { class: "row" },
      button("Another", () => startGuess(mode), { kind: "primary" }),
      button("Done", () => cancel(mode)),
    ),
  );
}

function question(mode) {
  const onsubmit = (event) => {
    event.preventDefault();
    const points = Math.abs(Number(event.target.elements.namedItem("points").value));
    finishGuess(mode, event.submitter?.value === "W" ? -points : points);
  };
  return h(
    "form",
    { class: "stack", "data-key": "question", onsubmit },
    turnLine("Who leads here, and by how much?"),
    counts(mode.state),
    h("input", {
      type: "number",
      name: "points",
      step: 0.5,
      min: 0.5,
      required: true,
      "aria-label": "Points",
    }),
    h(
      "div",
      { class: "row fill" },
      h("button", { class: "btn", type: "submit", value: "B" }, "Black leads"),
      h("button", { class: "btn", type: "submit", value: "W" }, "White leads"),
      button("It is even", () => finishGuess(mode, 0)),
      button("Cancel", () => cancel(mode)),
    ),
  );
}

/** What a count needs besides the board. */
function counts({ game, at }) {
  const heads = [
    h("span", { class: "unseen" }, "Counts"),
    [stoneIcon("B"), " Black"],
    [stoneIcon("W"), " White"],
  ];
  return table(heads, [
    tableRow("Prisoners", [at.prisoners.W, at.prisoners.B]),
    tableRow("Komi", ["–", game.rules.komi]),
  ]);
}

const lead = (value) =>
  Math.abs(value) < 0.05 ? "even" : `${leader(value)} by ${Math.abs(value).toFixed(1)}`;
