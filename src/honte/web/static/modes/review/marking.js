// Marks that a person puts on the board of a review.

import { h } from "../../dom.js";
import { group } from "../../parts/controls.js";

/** @typedef {import("./mode.js").default} Review */

/** What a click does: play a move, or put a mark. */
export const TOOLS = {
  play: { sign: "●", name: "Play a move", key: "m" },
  triangle: { sign: "△", name: "Triangle", key: "t" },
  square: { sign: "□", name: "Square", key: "s" },
  circle: { sign: "○", name: "Circle", key: "o" },
  cross: { sign: "×", name: "Cross", key: "x" },
  letter: { sign: "A", name: "Letters", key: "a" },
  number: { sign: "1", name: "Numbers", key: "1" },
};

/**
 * What a click with a tool sends to the server: the mark, or none when the same one is there.
 * @param {string} tool
 * @param {string} vertex
 * @param {Record<string, import("../../types/page.js").Marker>} marks  of the position
 */
export function markAt(tool, vertex, marks) {
  const there = marks[vertex];
  const kind = tool === "letter" || tool === "number" ? "label" : tool;
  const isSame = there?.type === kind && (kind !== "label" || isLetter(there.label) === (tool === "letter"));
  if (isSame) return { vertex, kind: "" };
  return kind === "label" ? { vertex, kind, label: nextLabel(tool, marks) } : { vertex, kind };
}

const isLetter = (label) => /^[A-Za-z]/.test(label ?? "");

/** The first letter or number that no mark has. */
function nextLabel(tool, marks) {
  const used = new Set(Object.values(marks).map(({ label }) => label));
  for (let index = 0; ; index++) {
    const label = tool === "letter" ? String.fromCharCode(65 + (index % 26)) : String(index + 1);
    if (!used.has(label) || index > 700) return label;
  }
}

/**
 * The buttons that choose what a click does.
 * @param {Review} mode
 * @returns {HTMLElement}
 */
export function toolButtons(mode) {
  const one = ([name, tool]) =>
    h(
      "button",
      {
        type: "button",
        class: "btn small",
        "aria-pressed": String(mode.state.tool === name),
        "aria-label": tool.name,
        title: `${tool.name} (${tool.key})`,
        "data-key": name,
        onclick: () => mode.choose(name),
      },
      tool.sign,
    );
  return group("A click puts", "marking", h("div", { class: "segments" }, Object.entries(TOOLS).map(one)));
}
