// Importing files: decoded in the browser, cut into parts that the server takes, saved part by part.

import { post } from "../../api.js";
import { decoded } from "../../page/files.js";

const MOST = 800000; // characters of one part
const SHOWN = 20; // lines of faults that are kept

/**
 * @typedef {object} ImportState
 * @property {number} files
 * @property {number} read
 * @property {number} saved
 * @property {number} repeated
 * @property {number} known
 * @property {number} failed
 * @property {string[]} lines
 */

/**
 * Saves all problems of some files.
 * @param {File[]} files
 * @param {(file: File) => string} collectionOf
 * @param {(state: ImportState) => void} tell  called after every part that is saved
 * @returns {Promise<ImportState>}
 */
export async function importFiles(files, collectionOf, tell) {
  const wanted = files.filter((file) => /\.(sgf|txt|jsonl?)$/i.test(file.name));
  const state = { files: wanted.length, read: 0, saved: 0, repeated: 0, known: 0, failed: 0, lines: [] };
  for (const file of wanted) {
    await importFile(file, collectionOf(file), state);
    state.read++;
    tell(state);
  }
  return state;
}

async function importFile(file, collection, state) {
  try {
    const text = await decoded(new Uint8Array(await file.arrayBuffer()));
    for (const part of parts(text)) {
      add(state, await post("/api/library/import", { text: part, name: file.name, collection }));
    }
  } catch (error) {
    if (!error.status || error.status >= 500) throw error; // a full disk ends the import
    state.failed++;
    state.lines = [...state.lines, `${file.name}: ${error.message}`].slice(0, SHOWN);
  }
}

function add(state, report) {
  for (const name of ["saved", "repeated", "known", "failed"]) state[name] += report[name];
  state.lines = [...state.lines, ...report.lines].slice(0, SHOWN);
}

/**
 * The parts of a text: whole games of SGF together, up to what the server takes at once.
 * @param {string} text
 * @returns {string[]}
 */
export function parts(text) {
  if (text.length <= MOST) return [text];
  const games = text.includes("(;") ? gamesOf(text) : text.split(/(?<=\n)/);
  const found = [""];
  for (const game of games) {
    if (found[found.length - 1].length + game.length > MOST) found.push("");
    found[found.length - 1] += game;
  }
  return found.filter((part) => part.trim());
}

/** Cuts SGF after each closing parenthesis that ends a game; brackets hold text. */
function gamesOf(text) {
  const games = [];
  let [depth, start, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inText) {
      if (sign === "\\") at++;
      else if (sign === "]") inText = false;
    } else if (sign === "[") inText = true;
    else if (sign === "(") depth++;
    else if (sign === ")" && --depth === 0) {
      games.push(text.slice(start, at + 1));
      start = at + 1;
    }
  }
  return [...games, text.slice(start)];
}
