// What SameGame says.

import { counted } from "../../words.js";

/** @typedef {import("../../types/api.js").Tiles} Tiles */

/** The variants: name and rules. */
export const VARIANTS = {
  highest: [
    "Highest score",
    "Take groups of two or more. A group of n tiles is worth (n−2)² points, a cleared board 1000 more.",
  ],
  lowest: ["Lowest score", "The same board, but every point hurts: end with as few as you can."],
  "max-min": ["You raise, it lowers", "Turns on one score: you want it high, the computer wants it low."],
  more: ["More points wins", "Turns with separate scores: more wins."],
  fewer: ["Fewer points wins", "Turns with separate scores: fewer wins."],
};

/**
 * A group: its size and its worth.
 * @param {{ points: string[], worth: number }} group
 * @returns {string}
 */
export const groupText = ({ points, worth }) =>
  `${counted(points.length, "tile")}, ${counted(worth, "point")}`;

/**
 * How a game ended.
 * @param {Tiles} game
 * @returns {[text: string, tone: string]}
 */
export function endText({ scores: [mine, theirs], left, variant }) {
  const score = counted(mine, "point");
  if (theirs === undefined && left === 0) return [`Cleared, with ${score}.`, "good"];
  if (theirs === undefined)
    return [`No group is left: ${score}, ${counted(left, "tile remains", "tiles remain")}.`, ""];
  if (mine === theirs) return ["A tie.", ""];
  const isWon = variant === "more" ? mine > theirs : mine < theirs;
  return isWon ? [`You win ${mine} to ${theirs}.`, "good"] : [`The computer wins ${theirs} to ${mine}.`, ""];
}

/**
 * What a search found.
 * @param {import("../../types/api.js").TileSequence} found
 * @param {boolean} isDuel
 * @returns {string}
 */
export function foundText({ score, proved, cleared }, isDuel) {
  if (isDuel) return `Best play${proved ? ", proved" : " found so far"}.`;
  const proof = proved ? ", proved best" : ", the best found";
  return `${counted(score, "point")}${proof}${cleared ? ", cleared" : ""}.`;
}
