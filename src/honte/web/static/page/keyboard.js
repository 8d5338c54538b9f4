// Keys, all of them: those of the page, those of the board's cursor, and those that a mode registers as
// rows. Help is written from the same rows.

/** @typedef {import("../types/page.js").KeyRow} KeyRow */
/** @typedef {import("../types/page.js").Spot} Spot */

/** The rows that help begins with in every mode; a mode gives `undo` and `pass` what they do. */
const COMMON = {
  cursor: { shown: "↑ ↓ ← →", text: "move over the board" },
  press: { shown: "Enter", text: "play, mark or place at the cursor" },
  undo: { shown: "u  r", text: "undo, redo" },
  pass: { shown: "p", text: "pass" },
};
const HELP = { shown: "?", text: "this help" };

/**
 * The row of undo and redo.
 * @param {(what: "undo" | "redo") => unknown} step
 * @returns {KeyRow}
 */
export const undoKeys = (step) => ({ ...COMMON.undo, run: { u: () => step("undo"), r: () => step("redo") } });

/**
 * The row of pass.
 * @param {() => unknown} pass
 * @returns {KeyRow}
 */
export const passKey = (pass) => ({ ...COMMON.pass, run: { p: pass } });

/**
 * The rows of help: the common ones, then those of the mode.
 * @param {KeyRow[]} rows  of the mode
 * @returns {KeyRow[]}
 */
export function helpRows(rows) {
  const common = Object.values(COMMON);
  const own = rows.filter((row) => row.text && !common.some((each) => each.text === row.text));
  return [...common, ...own, HELP];
}

/**
 * Listens for keys anywhere on the page.
 * @param {object} page
 * @param {() => KeyRow[]} page.rows  of the mode, as they are at this moment
 * @param {(action: () => unknown) => unknown} page.act  runs what a key does
 * @param {() => void} page.help
 * @param {() => void} page.focusBoard
 */
export function listenForKeys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTheirs(event)) return;
    const run = actionOf(event, page);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

const TYPED = "input:not([type=range], [type=checkbox], [type=radio]), select, textarea, dialog";
const SLIDES = /^(Arrow|Page|Home$|End$)/; // the keys that a slider has for itself

/** Whether a key belongs to the control that has the focus. */
function isTheirs({ key, target }) {
  if (target.closest?.(TYPED)) return true;
  return Boolean(target.closest?.("input[type=range], input[type=radio]")) && SLIDES.test(key);
}

function actionOf({ key, target }, { rows, act, help, focusBoard }) {
  if (key === HELP.shown) return help;
  const action = Object.assign({}, ...rows().map((row) => row.run))[key];
  if (action) return () => act(action);
  return key.startsWith("Arrow") && target === document.body ? focusBoard : null;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Where a key takes the board's cursor, on the screen; null for a key that does not move it. The spot
 * may lie off the board.
 * @param {string} key
 * @param {Spot} from
 * @param {Spot} size  columns and rows as shown
 * @returns {Spot | null}
 */
export function cursorAfter(key, [x, y], [width, height]) {
  const step = STEPS[key];
  if (step) return [x + step[0], y + step[1]];
  if (key === "Home") return [0, y];
  if (key === "End") return [width - 1, y];
  if (key === "PageUp") return [x, 0];
  return key === "PageDown" ? [x, height - 1] : null;
}

/**
 * Whether a key presses the point at the cursor.
 * @param {string} key
 * @returns {boolean}
 */
export const isPress = (key) => key === "Enter" || key === " ";
