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
 * @property {Window} window  the lines that are shown
 * @property {Sides<boolean>} cut  sides on which the board goes on beyond the window
 * @property {{ x: number, y: number, width: number, height: number }} box  the wood that is shown
 */

/**
 * The first and the last line that is shown in each direction, as on the screen.
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Window
 */

/**
 * @template T
 * @typedef {{ left: T, top: T, right: T, bottom: T }} Sides
 */

const EDGE = 25; // wood beyond the outermost line
const COORDS = 15; // more wood when coordinates are shown
const TILE_EDGE = 14; // wood beyond the outermost tile
const LEAST = 6.6; // no board is shown as if it had fewer lines than this
const BEYOND = U * 0.5; // how far lines run on where the board is cut
const FADED = U * 0.2; // wood beyond the lines there

/**
 * The measures of a board with these props.
 * @param {BoardProps} props
 * @returns {Layout}
 */
export function layoutOf(props) {
  const { cols, rows, orientation, showCoordinates, tiles } = props;
  const [w, t] = orientation & 4 ? [rows, cols] : [cols, rows];
  const edge = tiles ? TILE_EDGE : EDGE + (showCoordinates ? COORDS : 0);
  const window = windowOf(props, [w, t]);
  const cut = {
    left: window.left > 0,
    top: window.top > 0,
    right: window.right < w - 1,
    bottom: window.bottom < t - 1,
  };
  const [wide, high] = [window.right - window.left, window.bottom - window.top];
  // Tiny boards get more wood around them instead of giant stones.
  const room = tiles ? 0 : Math.max(0, (LEAST - Math.max(wide, high)) * U - 2 * edge) / 2;
  const cell = tiles ? U : 0;
  const margin = edge + room + cell / 2;
  const labelled = Boolean(showCoordinates && !tiles);
  const pad = (isCut, isNamed) => (isCut ? BEYOND + FADED + (isNamed && labelled ? COORDS : 0) : margin);
  const pads = {
    left: pad(cut.left, cut.right),
    top: pad(cut.top, cut.bottom),
    right: pad(cut.right, false),
    bottom: pad(cut.bottom, false),
  };
  return {
    cols,
    rows,
    orientation,
    tiles: Boolean(tiles),
    labelled,
    size: [w, t],
    margin,
    window,
    cut,
    box: {
      x: margin + window.left * U - pads.left,
      y: margin + window.top * U - pads.top,
      width: wide * U + pads.left + pads.right,
      height: high * U + pads.top + pads.bottom,
    },
  };
}

/**
 * The lines of the screen that show the part of the board which the props ask for.
 * @param {BoardProps} props
 * @param {Spot} size
 */
function windowOf({ cols, rows, orientation, view }, [w, t]) {
  if (!view) return { left: 0, top: 0, right: w - 1, bottom: t - 1 };
  const [[ax, ay], [bx, by]] = view.map(([x, y]) => toScreen(x, y, cols, rows, orientation));
  return {
    left: Math.max(0, Math.min(ax, bx)),
    top: Math.max(0, Math.min(ay, by)),
    right: Math.min(w - 1, Math.max(ax, bx)),
    bottom: Math.min(t - 1, Math.max(ay, by)),
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
 * The gradients of wood and stones, and the fade of lines; their ids begin with the board's name.
 * @param {string} name
 * @param {Layout} layout
 * @returns {SVGDefsElement}
 */
export function definitions(name, layout) {
  const { box } = layout;
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
      s("rect", { class: "clip", x: 0, y: 0, width: box.width, height: box.height, rx: 7 }),
    ),
    isCut(layout) && fade(name, layout),
  );
}

/**
 * Whether only a part of the board is shown.
 * @param {Layout} layout
 */
export const isCut = ({ cut }) => Object.values(cut).some(Boolean);

/** A mask under which lines run out on the sides where the board is cut. */
function fade(name, { box: { x, y, width, height }, cut }) {
  const reach = BEYOND + FADED + U * 0.3;
  /** @type {["left" | "top" | "right" | "bottom", number, number, number, number, [number, number, number, number]][]} */
  const sides = [
    ["left", x, y, reach, height, [0, 0, 1, 0]],
    ["top", x, y, width, reach, [0, 0, 0, 1]],
    ["right", x + width - reach, y, reach, height, [1, 0, 0, 0]],
    ["bottom", x, y + height - reach, width, reach, [0, 1, 0, 0]],
  ];
  const shown = sides.filter(([side]) => cut[side]);
  const gradient = ([side, , , , , [x1, y1, x2, y2]]) =>
    s(
      "linearGradient",
      { id: `${name}-fade-${side}`, x1, y1, x2, y2 },
      s("stop", { offset: "0", class: "fade-end" }),
      s("stop", { offset: ".3", class: "fade-end" }),
      s("stop", { offset: "1", class: "fade-start" }),
    );
  /** @param {(typeof sides)[number]} entry */
  const cover = ([side, left, top, w, t]) =>
    s("rect", { x: left, y: top, width: w, height: t, fill: `url(#${name}-fade-${side})` });
  return [
    shown.map(gradient),
    s(
      "mask",
      { id: `${name}-fade`, maskUnits: "userSpaceOnUse", x, y, width, height },
      s("rect", { class: "fade-all", x, y, width, height }),
      shown.map(cover),
    ),
  ];
}

/**
 * The wood and its grain.
 * @param {string} name
 * @param {Layout} layout
 * @returns {SVGGElement}
 */
export function wood(name, { box: { x: left, y: top, width, height } }) {
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
    { "aria-hidden": "true", transform: `translate(${left} ${top})` },
    s("rect", { class: "wood", width, height, rx: 7, fill: `url(#${name}-wood)` }),
    grain,
  );
}

/**
 * The lines, the border and the star points of the part that is shown.
 * @param {string} name
 * @param {Layout} layout
 * @returns {SVGGElement}
 */
export function lines(name, layout) {
  const { margin: m, cols, rows, orientation, window, cut } = layout;
  const at = (line) => m + line * U;
  const from = { x: at(window.left) - (cut.left ? BEYOND : 0), y: at(window.top) - (cut.top ? BEYOND : 0) };
  const to = {
    x: at(window.right) + (cut.right ? BEYOND : 0),
    y: at(window.bottom) + (cut.bottom ? BEYOND : 0),
  };
  let d = "";
  for (let x = window.left; x <= window.right; x++) d += `M${at(x)} ${from.y}V${to.y}`;
  for (let y = window.top; y <= window.bottom; y++) d += `M${from.x} ${at(y)}H${to.x}`;
  const edges = [
    !cut.left && `M${from.x} ${from.y}V${to.y}`,
    !cut.right && `M${to.x} ${from.y}V${to.y}`,
    !cut.top && `M${from.x} ${from.y}H${to.x}`,
    !cut.bottom && `M${from.x} ${to.y}H${to.x}`,
  ];
  return s(
    "g",
    { class: "lines", "aria-hidden": "true", mask: isCut(layout) ? `url(#${name}-fade)` : null },
    s("path", { d }),
    s("path", { class: "border", d: edges.filter(Boolean).join("") }),
    starPoints(cols, rows)
      .filter(([x, y]) => isShown(layout, toScreen(x, y, cols, rows, orientation)))
      .map((spot) => {
        const [cx, cy] = centerOf(layout, spot);
        return s("circle", { cx, cy, r: 4 });
      }),
  );
}

/** Whether a spot of the screen is in the window. */
const isShown = ({ window }, [x, y]) =>
  x >= window.left && x <= window.right && y >= window.top && y <= window.bottom;

/**
 * Letters and numbers on all sides that are edges of the board; above and left where there is none.
 * @param {Layout} layout
 * @returns {SVGGElement}
 */
export function coordinates({ cols, rows, orientation, margin: m, window, cut }) {
  const group = s("g", { class: "coords", "aria-hidden": "true" });
  const most = Math.max(window.right - window.left + 1, window.bottom - window.top + 1, LEAST);
  group.style.fontSize = `${Math.min(15, 3.5 + 0.85 * most)}px`; // much alike on every size
  const label = (x, y, text) => group.append(s("text", { x, y }, text));
  const isTurned = orientation & 4;
  const near = (line, isCut) => m + line * U - (isCut ? BEYOND + COORDS * 0.6 : 28.5);
  for (let x = window.left; x <= window.right; x++) {
    const [bx, by] = fromScreen(x, 0, cols, rows, orientation);
    const text = isTurned ? String(rows - by) : columnLetter(bx);
    if (!cut.top || cut.bottom) label(m + x * U, near(window.top, cut.top), text);
    if (!cut.bottom) label(m + x * U, m + window.bottom * U + 28, text);
  }
  for (let y = window.top; y <= window.bottom; y++) {
    const [bx, by] = fromScreen(0, y, cols, rows, orientation);
    const text = isTurned ? columnLetter(bx) : String(rows - by);
    if (!cut.left || cut.right) label(near(window.left, cut.left), m + y * U, text);
    if (!cut.right) label(m + window.right * U + 29, m + y * U, text);
  }
  return group;
}

/**
 * The grid of cells.
 * @param {Layout} layout
 * @returns {{ grid: SVGGElement, cellAt: Record<string, Cell> }}  cells by "x,y"
 */
export function cells(layout) {
  const { cols, rows, tiles, window } = layout;
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
  for (let y = window.top; y <= window.bottom; y++) {
    const row = s("g", { role: "row", "aria-rowindex": y + 1 });
    for (let x = window.left; x <= window.right; x++) {
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
