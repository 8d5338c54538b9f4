// The words that several parts of the page share: names of sides, rules and results, whole sentences.

/** @typedef {import("./types/api.js").Color} Color */

const RULES = {
  "tromp-taylor": "Tromp-Taylor",
  chinese: "Chinese",
  japanese: "Japanese",
  aga: "AGA",
  "new-zealand": "New Zealand",
  "problem-set": "Problem set",
};
const REASONS = { R: "by resignation", T: "on time", F: "by forfeit" };

/**
 * Black or White.
 * @param {string} letter  "B" or "W"
 * @returns {string}
 */
export const colorName = (letter) => (letter === "B" ? "Black" : "White");

/**
 * The other side.
 * @param {string} letter
 * @returns {Color}
 */
export const opponentOf = (letter) => (letter === "B" ? "W" : "B");

/**
 * The side that a margin is in favor of.
 * @param {number} margin  not 0
 * @returns {string}
 */
export const leader = (margin) => (margin > 0 ? "Black" : "White");

/**
 * A number with its sign, + or −.
 * @param {number} value
 * @returns {string}
 */
export const signed = (value) => (value > 0 ? `+${value}` : minus(value));

/**
 * A number with a real minus sign.
 * @param {number} value
 * @returns {string}
 */
export const minus = (value) => String(value).replace("-", "−");

/**
 * A number of things: "1 stone", "2 stones".
 * @param {number} count
 * @param {string} noun  its singular
 * @param {string} [plural]
 * @returns {string}
 */
export const counted = (count, noun, plural = `${noun}s`) => `${count} ${count === 1 ? noun : plural}`;

/**
 * The size of a board: "9×9".
 * @param {{ cols: number, rows: number }} board
 * @returns {string}
 */
export const sizeText = ({ cols, rows }) => `${cols}×${rows}`;

/**
 * A message of the server as a sentence: a capital first, a stop at the end.
 * @param {string} text
 * @returns {string}
 */
export const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/**
 * Why a move was refused, as one would say it: "F5 is occupied."
 * @param {{ message: string }} error
 * @returns {string}
 */
export const refusal = (error) => sentence(error.message.replace(/^(?:Black|White) (\S+): /, "$1 "));

/**
 * What is true of something, in a list with commas.
 * @param {...(string | false | null | undefined)} words
 * @returns {string}
 */
export const listed = (...words) => words.filter(Boolean).join(", ");

/**
 * Rules as people name them.
 * @param {string} name  as the server names rules
 * @returns {string}
 */
export const rulesName = (name) => RULES[name] ?? name;

/**
 * A result in words.
 * @param {string} result  as SGF writes it, "B+3.5"
 * @returns {string}
 */
export function resultText(result) {
  if (result === "0") return "A draw";
  if (result === "Void") return "No result";
  const [winner, by] = result.split("+");
  return `${colorName(winner)} wins ${REASONS[by] ?? (by ? `by ${counted(Number(by), "point")}` : "")}`.trim();
}
