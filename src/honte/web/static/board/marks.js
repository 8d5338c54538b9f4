// What stands on a point: stone, paint, territory, tiles, heat and marks. Each function gives its shapes
// to `put(layer, node)`; (cx, cy) is the point's center, U the spacing of the lines.

import { s } from "../dom.js";

/** @typedef {(layer: string, node: SVGElement) => SVGElement} Put */
/** @typedef {import("../types/page.js").Spot} Spot */

/** The spacing of the lines, in units of the SVG. */
export const U = 40;
const STONE = U * 0.475; // the radius of a stone
const TILE_SIGNS = ["", "●", "▲", "■", "◆", "★", "✚", "♥", "♣", "◗"];

const colorOf = (sign) => (sign > 0 ? "black" : "white");

/** @returns {SVGElement} a square around a point */
const square = (look, cx, cy, side, more = {}) =>
  s("rect", { class: look, x: cx - side / 2, y: cy - side / 2, width: side, height: side, ...more });

/**
 * A stone alone.
 * @param {string} board  the board's name, which its gradients carry
 * @param {Spot} center
 * @param {number} sign
 * @param {string} look  more classes
 * @returns {SVGCircleElement}
 */
export function stone(board, [cx, cy], sign, look) {
  return s("circle", { class: `stone ${look}`, cx, cy, r: STONE, fill: `url(#${board}-${colorOf(sign)})` });
}

/**
 * A stone with its shadow.
 * @param {string} board
 * @param {Spot} center
 * @param {{ sign: number, dim?: boolean, isNew?: boolean }} what
 * @param {Put} put
 */
export function drawStone(board, center, { sign, dim, isNew }, put) {
  const [cx, cy] = center;
  if (!dim) put("shadow", s("circle", { class: "shadow", cx: cx + 1, cy: cy + 2.2, r: STONE }));
  put("stones", stone(board, center, sign, colorOf(sign) + (dim ? " dimmed" : "") + (isNew ? " new" : "")));
}

/**
 * A stone that was just taken off, fading.
 * @param {string} board
 * @param {Spot} center
 * @param {number} sign
 * @param {Put} put
 */
export function drawGone(board, center, sign, put) {
  const ghost = put("stones", stone(board, center, sign, "gone"));
  ghost.addEventListener("animationend", () => ghost.remove());
}

/**
 * Paint on the whole cell, or a small square of territory.
 * @param {Spot} center
 * @param {import("../types/page.js").Paint} paint
 * @param {Put} put
 */
export function drawPaint([cx, cy], paint, put) {
  if (typeof paint === "number") {
    const opacity = Math.min(1, Math.abs(paint)).toFixed(2);
    put("paint", square(`paint ${colorOf(paint)}`, cx, cy, U, { opacity }));
  } else if (paint.owner === "dame" || paint.owner === "seki")
    put("marks", s("circle", { class: `territory ${paint.owner}`, cx, cy, r: U * 0.09 }));
  else put("marks", square(`territory ${paint.owner}`, cx, cy, U * 0.36, { rx: 2 }));
}

/**
 * A chosen cell, or one that is veiled.
 * @param {Spot} center
 * @param {string | true} chosen  a class, or true for none
 * @param {Put} put
 */
export function drawChosen([cx, cy], chosen, put) {
  put("paint", square(`chosen ${chosen === true ? "" : chosen}`, cx, cy, U));
}

/**
 * A SameGame tile: a color and a sign that tells it from the others.
 * @param {Spot} center
 * @param {number} tile
 * @param {boolean} dim  whether it belongs to the chosen group
 * @param {Put} put
 */
export function drawTile([cx, cy], tile, dim, put) {
  put(
    "stones",
    s(
      "g",
      { class: `tile tile-${tile}${dim ? " chosen-tile" : ""}` },
      s("rect", { x: cx - U * 0.46, y: cy - U * 0.46, width: U * 0.92, height: U * 0.92, rx: 8 }),
      s("text", { x: cx, y: cy, class: "tile-sign" }, TILE_SIGNS[tile] ?? tile),
    ),
  );
}

const HEAT_TEXT = 14.5; // the font size of a short text on a disc
const HEAT_WIDTH = 41; // font size times characters that fit a disc

/**
 * A disc that values a point.
 * @param {Spot} center
 * @param {import("../types/page.js").Heat} heat
 * @param {Put} put
 */
export function drawHeat([cx, cy], { tone = "", strength = 5, text }, put) {
  put("heat", s("circle", { class: `heat ${tone} s${strength}`, cx, cy, r: U * 0.42 }));
  if (!text) return;
  const shown = put("heat", s("text", { class: `heat-text ${tone}`, x: cx, y: cy }, text));
  shown.style.fontSize = `${Math.min(HEAT_TEXT, HEAT_WIDTH / String(text).length)}px`;
}

const MARK = U * 0.2; // half the size of a mark

/** The path of an oblique cross. */
const crossPath = (cx, cy, r) =>
  `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}`;

/** @type {Record<string, (look: string, cx: number, cy: number, label?: string) => SVGElement>} */
const SHAPES = {
  circle: (look, cx, cy) => s("circle", { class: look, cx, cy, r: U * 0.23 }),
  key: (look, cx, cy) => s("circle", { class: look, cx, cy, r: U * 0.15 }),
  point: (look, cx, cy) => s("circle", { class: look, cx, cy, r: U * 0.1 }),
  square: (look, cx, cy) => square(look, cx, cy, MARK * 1.8),
  triangle: (look, cx, cy) =>
    s("path", {
      class: look,
      d: `M${cx} ${cy - MARK * 1.25}L${cx + MARK * 1.15} ${cy + MARK * 0.75}H${cx - MARK * 1.15}Z`,
    }),
  cross: (look, cx, cy) => s("path", { class: look, d: crossPath(cx, cy, MARK) }),
  star: (look, cx, cy) => s("path", { class: look, d: starPath(cx, cy, U * 0.3) }),
  label: (look, cx, cy, label) =>
    s("text", { class: `${look}${String(label).length > 2 ? " long" : ""}`, x: cx, y: cy }, label),
};

/**
 * A mark as SGF has them.
 * @param {Spot} center
 * @param {import("../types/page.js").Marker} marker
 * @param {number} sign  of the stone under it
 * @param {Put} put
 */
export function drawMarker([cx, cy], { type, tone, label }, sign, put) {
  const on = sign > 0 ? "on-black" : sign < 0 ? "on-white" : "on-wood";
  if (type === "label" && !sign && (!tone || tone === "picked"))
    put("marks", s("circle", { class: `label-ground ${tone ?? ""}`, cx, cy, r: U * 0.36 }));
  put("marks", SHAPES[type](`mark ${type} ${on} ${tone ?? ""}`, cx, cy, label));
}

/**
 * The sign on a point that may not be played.
 * @param {Spot} center
 * @returns {SVGPathElement}
 */
export const noEntry = ([cx, cy]) => s("path", { class: "no", d: crossPath(cx, cy, U * 0.16) });

/**
 * The ring around a stone that waits for a second tap.
 * @param {Spot} center
 * @returns {SVGCircleElement}
 */
export const pendingRing = ([cx, cy]) => s("circle", { class: "pending-ring", cx, cy, r: U * 0.62 });

function starPath(cx, cy, r) {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const a = (Math.PI / 5) * i - Math.PI / 2,
      q = i % 2 ? r * 0.45 : r;
    d += `${i ? "L" : "M"}${(cx + q * Math.cos(a)).toFixed(1)} ${(cy + q * Math.sin(a)).toFixed(1)}`;
  }
  return d + "Z";
}
