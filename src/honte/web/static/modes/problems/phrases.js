// What Problems says.

import { colorName, counted } from "../../words.js";

/** @typedef {import("../../types/api.js").Problem} Problem */

/** Verdicts on a move, in a word each. */
export const VERDICTS = { win: "wins", lose: "fails", ko: "ko", open: "open" };

/** What a search is for, while it runs. */
export const THINKING = {
  answer: "Thinking of an answer…",
  hint: "Looking for a hint…",
  claim: "Checking that…",
  line: "Looking for the solution…",
  find: "Finding out what this problem is about…",
  book: "Comparing the book with a proof…",
  search: "",
};

const TONES = { right: "good", wrong: "warn", hopeless: "warn", unknown: "" };

/**
 * The tone of a judgement.
 * @param {string} judged
 * @returns {string}
 */
export const toneOf = (judged) => TONES[judged] ?? "";

/**
 * Whose turn it is.
 * @param {Problem} problem
 * @returns {string}
 */
export function turnText({ taken, over, to_play }) {
  if (taken) return "The stones are captured";
  return over ? "Play is over" : `${colorName(to_play)} to play`;
}

/**
 * How the present try was solved.
 * @param {Problem} problem
 * @returns {string}
 */
export function scoreText({ helped, mistakes }) {
  const how = helped ? "Solved with help" : "Solved without help";
  return mistakes ? `${how}, after ${counted(mistakes, "mistake")}.` : `${how}.`;
}
