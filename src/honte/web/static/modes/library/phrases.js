// What the library says of collections, problems and imports.

import { counted, listed } from "../../words.js";

export const STATES = {
  solved: ["solved", "good"],
  helped: ["with help", "helped"],
  failed: ["not yet", "bad"],
};

/**
 * Levels of a collection: "25k to 6k".
 * @param {{ lowest: string, highest: string }} collection
 * @returns {string}
 */
export const levelRange = ({ lowest, highest }) =>
  lowest && highest && lowest !== highest ? `${lowest} to ${highest}` : lowest || highest;

/**
 * A level; one that is guessed says so.
 * @param {{ level: string, graded: boolean }} problem
 * @returns {string}
 */
export const levelText = ({ level, graded }) => (level ? (graded ? level : `about ${level}`) : "");

/**
 * "Black to kill".
 * @param {{ side: string, aim: string }} problem
 * @returns {string}
 */
export const questionText = ({ side, aim }) => `${side} to ${aim || "play"}`;

/**
 * What an import has done.
 * @param {import("./imports.js").ImportState} state
 * @returns {string}
 */
export const importText = ({ saved, repeated, known, failed }) =>
  listed(
    `${counted(saved, "problem")} saved`,
    repeated > 0 && `${repeated} ${repeated === 1 ? "was" : "were"} there already`,
    known > 0 && `${known} ${known === 1 ? "is" : "are"} in other collections, too`,
    failed > 0 && `${failed} cannot be used`,
  );
