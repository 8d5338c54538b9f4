// Guessing the score: a position of the game, a guess, and what it really came to.

import { h } from "../../dom.js";
import { button } from "../../parts/controls.js";
import { turnLine } from "../../parts/panel.js";
import { leader } from "../../words.js";

/** @typedef {import("./mode.js").default} EstimateMode */

/**
 * A guess, in points that are positive for Black; `actual` and `source` come when it is done.
 * @typedef {object} Guess
 * @property {boolean} done
 * @property {number} value
 * @property {number} [actual]
 * @property {string} [source]
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
  const move = total > LEAST_MOVES ? Math.floor(total * (0.3 + 0.65 * Math.random())) : total;
  await mode.app.guard(() => mode.go(move));
}

/**
 * Ends: by the result of the game if it was counted, else by the model.
 * @param {EstimateMode} mode
 * @param {number} value
 */
function finishGuess(mode, value) {
  const { game, found } = mode.state;
  const [, color, points] = /^([BW])\+([\d.]+)$/.exec(game.result ?? "") ?? [];
  const actual = color ? (color === "B" ? 1 : -1) * Number(points) : (found?.margin ?? 0);
  mode.state.guess = { done: true, value, actual, source: color ? "The game ended" : "The model says" };
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

function outcome(mode) {
  const { value, actual, source } = mode.state.guess;
  const miss = Math.abs(value - actual);
  return h(
    "div",
    { class: "stack", "data-key": "guess" },
    h("p", { class: "big" }, miss < SPOT_ON ? "Spot on" : `Off by ${miss.toFixed(1)}`),
    h("p", { class: "sub" }, `You said ${lead(value)}. ${source}: ${lead(actual)}.`),
    h(
      "div",
      { class: "row" },
      button("Another", () => startGuess(mode), { kind: "primary" }),
      button("Done", () => cancel(mode)),
    ),
  );
}

function question(mode) {
  const { value } = mode.state.guess;
  const onsubmit = (event) => {
    event.preventDefault();
    const points = Math.abs(Number(event.target.elements[0].value));
    finishGuess(mode, event.submitter?.value === "W" ? -points : points);
  };
  return h(
    "form",
    { class: "stack", "data-key": "guess", onsubmit },
    turnLine("Who leads here, and by how much?"),
    h("input", { type: "number", step: 0.5, "aria-label": "Points", value: value || "" }),
    h(
      "div",
      { class: "row fill" },
      h("button", { class: "btn", type: "submit", value: "B" }, "Black leads"),
      h("button", { class: "btn", type: "submit", value: "W" }, "White leads"),
      button("Cancel", () => cancel(mode)),
    ),
  );
}

const lead = (value) => (value === 0 ? "even" : `${leader(value)} by ${Math.abs(value).toFixed(1)}`);
