// What Problems says.

import { colorName, opponentOf } from "../../words.js";

/** @typedef {import("../../types/api.js").Problem} Problem */

/** Verdicts on a move, in a word each. */
export const VERDICTS = { win: "wins", lose: "fails", ko: "ko", open: "open" };

const ENDS = { captured: "The stones are captured.", seki: "They live in seki.", alive: "They live." };

/**
 * What the judgement of a move comes to.
 * @param {import("../../types/api.js").Judgement} judgement
 * @param {Problem} problem
 * @returns {[text: string, tone?: string]}
 */
export function replyText({ judged, reply, ends, aim }, { first, roles }) {
  const isRight = judged === "right";
  if (judged === "wrong") {
    const refuted = reply ? `${reply} refutes it` : "needs no answer";
    const text = `Not this one: ${colorName(opponentOf(first))} ${refuted}.`;
    return [`${text} Undo and try again, or play on.`, "warn"];
  }
  if (ends) return [`Solved. ${ENDS[ends] ?? ENDS.alive}`, isRight ? "good" : ""];
  if (isRight && aim === "ko") return ["Right: this makes ko, the best there is. Play on.", "good"];
  if (isRight) return ["Right. Play on.", "good"];
  if (judged === "hopeless")
    return [`${colorName(first)} cannot ${roles?.goal} here any more. Undo, or explore.`];
  return ["Not decided in the time given. Play on, or search longer."];
}

/**
 * Whose turn it is, and at the start what for.
 * @param {Problem} problem
 * @returns {string}
 */
export function turnText({ taken, to_play, move_number, roles }) {
  if (taken) return "The keystones are captured";
  const goal = move_number === 0 && roles ? ` and ${roles.goal}` : "";
  return `${colorName(to_play)} to play${goal}`;
}
