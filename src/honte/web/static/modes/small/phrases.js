// What Small board says of perfect play.

import { counted, leader, signed } from "../../words.js";

/** @typedef {import("../../types/api.js").SmallSolution} SmallSolution */

/**
 * Who is ahead.
 * @param {number} value  Black's margin in points
 * @returns {string}
 */
export const leadText = (value) =>
  value === 0 ? "an even board" : `${leader(value)} ahead by ${Math.abs(value)}`;

/**
 * A value, or the span it lies in.
 * @param {[low: number, high: number]} bounds
 * @returns {string}
 */
export const spanText = ([low, high]) => (low === high ? signed(low) : `${signed(low)}…${signed(high)}`);

/**
 * What is proved of a value, short enough for a point: a bound that says nothing is left out.
 * @param {[low: number, high: number]} bounds
 * @param {number} size  points of the board: no margin is larger
 * @returns {string}
 */
export function boundsText([low, high], size) {
  if (low === high) return signed(low);
  if (high >= size) return `≥${signed(low)}`;
  return low <= -size ? `≤${signed(high)}` : spanText([low, high]);
}

/**
 * The verdict on a position, to be made a sentence.
 * @param {SmallSolution} found
 * @returns {string}
 */
export function verdictText({ proved, repetition, low, high }) {
  if (proved) return `proved: ${leadText(low)} with best play`;
  const span = `Black’s margin is between ${signed(low)} and ${signed(high)}`;
  return repetition
    ? `${span}: the ko rule decides`
    : `${span}, as far as it is proved; more time may settle it`;
}

/**
 * What the last move was worth, and how perfect play answers it.
 * @param {import("../../types/api.js").PerfectReply} answer
 * @param {string | null} mine  the last move
 * @param {string} human  the color that made it
 * @returns {[text: string, tone?: string]}
 */
export function judgement({ before, after, reply }, mine, human) {
  const said = `The computer ${reply === "pass" ? "passes" : `plays ${reply}`}.`;
  if (!before || !mine) return [said];
  if (!before.proved || !after.proved) return [`${said} Not all is proved in the time given.`];
  const loss = (before.low - after.low) * (human === "B" ? 1 : -1);
  if (loss <= 0) return [`Perfect: ${leadText(after.low)} with best play. ${said}`, "good"];
  const kept = `${before.best.slice(0, 3).join(", ")} ${before.best.length > 1 ? "keep" : "keeps"}`;
  const line = after.line.length ? ` It goes ${after.line.slice(0, 6).join(" ")}.` : "";
  const given = `${mine} gives away ${counted(loss, "point")}`;
  return [`${given}: ${kept} ${leadText(before.low)}. ${said}${line}`, "warn"];
}

/**
 * What a wrong answer in the quiz is worth, and what the right ones are.
 * @param {SmallSolution} solution
 * @param {string} vertex
 * @returns {string}
 */
export function quizAnswer({ best, moves, low }, vertex) {
  const worth = moves[vertex] ? `is worth ${spanText(moves[vertex])}` : "is not a move here";
  return `${vertex} ${worth}; ${best.join(" or ")} ${best.length > 1 ? "are" : "is"} worth ${signed(low)}.`;
}
