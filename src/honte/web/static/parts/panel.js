// What the panels and toolbars of several modes have in common.

import { h } from "../dom.js";
import { openDialog } from "../page/files.js";
import { colorName } from "../words.js";
import { button, group, stoneIcon } from "./controls.js";

/** @typedef {import("../page/shell.js").Shell} Shell */
/** @typedef {import("../types/page.js").Child} Child */

/**
 * The head of a panel: its title, and what stands to the right of it.
 * @param {string} title
 * @param {...Child} right
 * @returns {HTMLElement}
 */
export const heading = (title, ...right) => h("div", { class: "head" }, h("h1", {}, title), ...right);

/**
 * Text of less weight.
 * @param {string} text
 * @returns {HTMLElement}
 */
export const sub = (text) => h("span", { class: "sub" }, text);

/**
 * Undo and Redo.
 * @param {Shell} app
 * @param {{ can_undo: boolean, can_redo: boolean }} state  what can be done
 * @param {(what: "undo" | "redo") => unknown} step
 * @param {{ blocked?: boolean, redo?: boolean }} [limits]
 * @returns {HTMLButtonElement[]}
 */
export function undoRedo(app, state, step, { blocked = false, redo = state.can_redo } = {}) {
  const one = (label, name, possible, key) =>
    button(label, () => app.guard(() => step(name)), {
      iconName: name,
      disabled: !possible || blocked,
      title: `${label} (${key})`,
    });
  return [one("Undo", "undo", state.can_undo, "u"), one("Redo", "redo", redo, "r")];
}

/**
 * Pass, for a toolbar.
 * @param {Shell} app
 * @param {(vertex: string) => unknown} play
 * @param {boolean} disabled
 * @returns {HTMLButtonElement}
 */
export const passButton = (app, play, disabled) =>
  button("Pass", () => app.guard(() => play("pass")), { iconName: "pass", disabled, title: "Pass (p)" });

/**
 * The dialog that opens a game or a board, as a button.
 * @param {Shell} app
 * @param {boolean} [small]
 * @returns {HTMLButtonElement}
 */
export const openButton = (app, small = true) =>
  button("Open…", () => openDialog(app), { iconName: "open", small });

/**
 * Black or White, as two buttons.
 * @param {string} legend
 * @param {string | null} chosen  the one pressed
 * @param {(color: import("../types/api.js").Color) => void} choose
 * @param {string} key
 * @param {...Child} more
 * @returns {HTMLFieldSetElement}
 */
export function sides(legend, chosen, choose, key, ...more) {
  const one = (color) =>
    h(
      "button",
      {
        type: "button",
        class: "btn small",
        "aria-pressed": String(chosen === color),
        onclick: () => choose(color),
      },
      stoneIcon(color),
      colorName(color),
    );
  return group(legend, key, h("div", { class: "segments" }, one("B"), one("W")), ...more);
}

/**
 * The sizes of board that a mode offers.
 * @param {Node[]} buttons
 * @returns {HTMLFieldSetElement}
 */
export const newBoard = (buttons) => group("New board", "new", h("div", { class: "segments" }, buttons));

/**
 * The line under the heading that says what just happened, or what to do.
 * @param {string} text
 * @param {string} tone  good, warn or ""
 * @returns {HTMLElement}
 */
export const noteLine = (text, tone) => h("p", { class: `note ${tone}`, "data-key": "note" }, text);

/**
 * The line that says whose turn it is.
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export const turnLine = (...children) => h("p", { class: "turn" }, ...children);

/**
 * A search while it runs, in one line.
 * @param {string} text
 * @returns {HTMLElement}
 */
export const liveLine = (text) => h("p", { class: "sub", "data-key": "live" }, text);

/**
 * The nodes and seconds of a search so far.
 * @param {import("../types/api.js").Job | null} live
 * @returns {string}
 */
export const effort = (live) =>
  `${(live?.progress?.nodes ?? 0).toLocaleString()} nodes · ${(live?.seconds ?? 0).toFixed(1)} s`;

/**
 * What a move sounds like.
 * @param {string} vertex
 * @param {{ captured: string[] }} game  after the move
 * @returns {import("../types/page.js").SoundKind}
 */
export const moveSound = (vertex, game) =>
  vertex === "pass" ? "pass" : game.captured.length ? "capture" : "stone";

/**
 * Marks the last move, unless its point has a mark already.
 * @param {Record<string, import("../types/page.js").Marker>} marks
 * @param {string | null} last
 * @returns {Record<string, import("../types/page.js").Marker>}
 */
export function markLast(marks, last) {
  if (last && last !== "pass" && !marks[last]) marks[last] = { type: "circle" };
  return marks;
}
