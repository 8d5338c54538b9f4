// What changes only with the board's shape: wood, lines, coordinates, and the grid of cells that
// pointer, keyboard and screen reader use.

import { s } from "../dom.js";
import { columnLetter, fromScreen, starPoints, toScreen } from "./geometry.js";
import { U } from "./marks.js";

/** @typedef {import("../types/page.js").BoardProps} BoardProps */
/** @typedef {import("../types/page.js").Spot} Spot */

/**
 * A cell of the grid: the point of the board it is, and where it is shown.
 * @typedef {SVGRectElement & { at: Spot, screen: Spot }} Cell
 */

/**
 * The measures of a board: `size` in lines as shown, the rest in units of the SVG.
 * @typedef {object} Layout
 * @property {number} cols
 * @property {number} rows
 * @property {number} orientation
 * @property {boolean} tiles
 * @property {boolean} labelled  whether coordinates are shown
 * @property {Spot} size
 * @property {number} margin  from the edge of the wood to the first line
 * @property {number} width
 * @property {number} height
 */

const EDGE = 25; // wood beyond the outermost line
const COORDS = 15; // more wood when coordinates are shown
const TILE_EDGE = 14; // wood beyond the outermost tile
const LEAST = 6.6; // no board is shown as if it had fewer lines than this

/**
 * The measures of a board with these props.
 * @param {BoardProps} props
 * @returns {Layout}
 */
export function layoutOf({ cols, rows, orientation, showCoordinates, tiles }) {
  const [w, t] = orientation & 4 ? [rows, cols] : [cols, rows];
  const edge = tiles ? TILE_EDGE : EDGE + (showCoordinates ? COORDS : 0);
  // Tiny boards get more wood around them instead of giant stones.
  const room = tiles ? 0 : Math.max(0, (LEAST - Math.max(w, t) + 1) * U - 2 * edge) / 2;
  const cell = tiles ? U : 0;
  return {
    cols,
    rows,
    orientation,
    tiles: Boolean(tiles),
    labelled: Boolean(showCoordinates && !tiles),
    size: [w, t],
    margin: edge + room + cell / 2,
    width: (w - 1) * U + 2 * (edge + room) + cell,
    height: (t - 1) * U + 2 * (edge + room) + cell,
  };
}

/**
 * The center of a point of the board, in units of the SVG.
 * @param {Layout} layout
 * @param {Spot} at
 * @returns {Spot}
 */
export function centerOf({ cols, rows, orientation, margin }, [x, y]) {
  const [sx, sy] = toScreen(x, y, cols, rows, orientation);
  return [margin + sx * U, margin + sy * U];
}

/**
 * The gradients of wood and stones; their ids begin with the board's name.
 * @param {string} name
 * @returns {SVGDefsElement}
 */
export function definitions(name) {
  const stops = (offsets, letters) =>
    offsets.map((offset, index) => s("stop", { offset, class: `${letters}${index}` }));
  const stone = (color, r, middle, letters) =>
    s(
      "radialGradient",
      { id: `${name}-${color}`, cx: ".36", cy: ".3", r },
      stops(["0", middle, "1"], letters),
    );
  return s(
    "defs",
    {},
    stone("black", ".75", ".45", "sb"),
    stone("white", ".8", ".6", "sw"),
    s(
      "linearGradient",
      { id: `${name}-wood`, x1: "0", y1: "0", x2: "1", y2: ".25" },
      stops(["0", ".5", "1"], "w"),
    ),
    s(
      "clipPath",
      { id: `${name}-clip` },
      s("rect", { class: "clip", x: 0, y: 0, width: "100%", height: "100%", rx: 7 }),
    ),
  );
}

/**
 * The wood and its grain.
 * @param {string} name
 * @param {Layout} layout
 * @returns {SVGGElement}
 */
export function wood(name, { width, height }) {
  const grain = s("g", { class: "grain", "clip-path": `url(#${name}-clip)` });
  let seed = 7; // every board has the same grain
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let x = -20; x < width + 20; x += 5 + random() * 15) {
    const d = () => (random() - 0.5) * 14;
    grain.append(
      s("path", {
        d: `M${x} 0C${x + d()} ${height * 0.3} ${x + d()} ${height * 0.7} ${x + d()} ${height}`,
        "stroke-width": (0.4 + random() * 1.8).toFixed(1),
        opacity: (0.04 + random() * 0.13).toFixed(2),
      }),
    );
  }
  return s(
    "g",
    { "aria-hidden": "true" },
    s("rect", { class: "wood", width, height, rx: 7, fill: `url(#${name}-wood)` }),
    grain,
  );
}

/**
 * The lines, the border and the star points.
 * @param {Layout} layout
 * @returns {SVGGElement}
 */
export function lines(layout) {
  const { margin: m, cols, rows } = layout;
  const [w, t] = layout.size;
  const [right, bottom] = [m + (w - 1) * U, m + (t - 1) * U];
  let d = "";
  for (let x = 0; x < w; x++) d += `M${m + x * U} ${m}V${bottom}`;
  for (let y = 0; y < t; y++) d += `M${m} ${m + y * U}H${right}`;
  return s(
    "g",
    { class: "lines", "aria-hidden": "true" },
    s("path", { d }),
    s("rect", { class: "border", x: m, y: m, width: right - m, height: bottom - m }),
    starPoints(cols, rows).map((at) => {
      const [cx, cy] = centerOf(layout, at);
      return s("circle", { cx, cy, r: 4 });
    }),
  );
}

/**
 * Letters and numbers on all four sides.
 * @param {Layout} layout
 * @returns {SVGGElement}
 */
export function coordinates({ cols, rows, orientation, margin: m, size: [w, t] }) {
  const group = s("g", { class: "coords", "aria-hidden": "true" });
  group.style.fontSize = `${Math.min(15, 3.5 + 0.85 * Math.max(w, t, LEAST))}px`; // much alike on every size
  const label = (x, y, text) => group.append(s("text", { x, y }, text));
  const isTurned = orientation & 4;
  for (let x = 0; x < w; x++) {
    const [bx, by] = fromScreen(x, 0, cols, rows, orientation);
    const text = isTurned ? String(rows - by) : columnLetter(bx);
    label(m + x * U, m - 28, text);
    label(m + x * U, m + (t - 1) * U + 28, text);
  }
  for (let y = 0; y < t; y++) {
    const [bx, by] = fromScreen(0, y, cols, rows, orientation);
    const text = isTurned ? columnLetter(bx) : String(rows - by);
    label(m - 29, m + y * U, text);
    label(m + (w - 1) * U + 29, m + y * U, text);
  }
  return group;
}

/**
 * The grid of cells.
 * @param {Layout} layout
 * @returns {{ grid: SVGGElement, cellAt: Record<string, Cell> }}  cells by "x,y"
 */
export function cells(layout) {
  const { cols, rows, tiles } = layout;
  const [w, t] = layout.size;
  const grid = s("g", {
    class: "cells",
    role: "grid",
    "aria-label": tiles ? "SameGame board" : `Go board, ${cols} by ${rows}`,
    "aria-rowcount": t,
    "aria-colcount": w,
  });
  /** @type {Record<string, Cell>} */
  const cellAt = {};
  for (let y = 0; y < t; y++) {
    const row = s("g", { role: "row", "aria-rowindex": y + 1 });
    for (let x = 0; x < w; x++) {
      const cell = cellOf(layout, x, y);
      cellAt[cell.at.join()] = cell;
      row.append(cell);
    }
    grid.append(row);
  }
  return { grid, cellAt };
}

/** @returns {Cell} */
function cellOf({ cols, rows, orientation, margin }, x, y) {
  const rect = s("rect", {
    role: "gridcell",
    class: "cell",
    "aria-colindex": x + 1,
    tabindex: -1,
    x: margin + (x - 0.5) * U,
    y: margin + (y - 0.5) * U,
    width: U,
    height: U,
  });
  return Object.assign(rect, {
    at: fromScreen(x, y, cols, rows, orientation),
    screen: /** @type {Spot} */ ([x, y]),
  });
}
