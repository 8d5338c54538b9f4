// The board of Estimate: ownership as paint or numbers, and the overlays of the moyo paper.

import {
  charAt,
  eachPoint,
  emptyMap,
  mapOf,
  parseVertex,
  signMap,
  vertexText,
} from "../../board/geometry.js";
import { markLast } from "../../parts/panel.js";
import { minus } from "../../words.js";

/** @typedef {import("./mode.js").default} EstimateMode */
/** @typedef {import("../../types/page.js").Marker} Marker */

/**
 * What is drawn on top of the stones.
 * @typedef {object} Drawing
 * @property {(number | null)[][]} paint
 * @property {Record<string, Marker>} marks
 */

const LEAST_PAINT = 0.08; // weaker ownership is not painted
const PAINT = 0.85; // how strong full ownership is painted
const OVERLAY_PAINT = 0.8; // the same for an overlay
const DARK = 0.45; // an overlay stronger than this needs text in the color that reads on it

/**
 * The board of Estimate.
 * @param {EstimateMode} mode
 * @returns {import("../../types/page.js").BoardProps}
 */
export function estimateBoard(mode) {
  const { game, at, found, guess } = mode.state;
  const { cols, rows } = game;
  /** @type {Drawing} */
  const drawing = { paint: emptyMap(cols, rows), marks: markLast({}, at.last) };
  const isHidden = guess && !guess.done;
  if (!guess) mode.branches.mark(drawing.marks);
  if (guess?.done && found) paintOwners(found, drawing);
  else if (!isHidden) drawOver(mode, drawing);
  const isStone = (vertex) => charAt(game, at.stones, vertex) !== ".";
  const dead = isHidden ? [] : (found?.dead ?? []).filter(isStone);
  return {
    cols,
    rows,
    signMap: signMap(at.stones),
    paintMap: drawing.paint,
    markerMap: mapOf(cols, rows, drawing.marks),
    arrowsStep: true,
    dimmedVertices: mapOf(cols, rows, dead, true),
  };
}

function drawOver(mode, drawing) {
  const { game, found, moyo } = mode.state;
  if (mode.overlay !== "none" && moyo) (OVERLAYS[mode.overlay] ?? values)(mode, drawing);
  else if (found && mode.view === "paint") paintOwners(found, drawing);
  else if (found && mode.view === "numbers")
    eachPoint(found.ownership, (value, x, y) => {
      drawing.marks[vertexText(x, y, game.rows)] ??= tiny(tenths(value));
    });
}

function paintOwners({ ownership }, { paint }) {
  eachPoint(ownership, (value, x, y) => {
    if (Math.abs(value) >= LEAST_PAINT) paint[y][x] = Number((value * PAINT).toFixed(2));
  });
}

const OVERLAYS = { regions, pairs };

function regions({ state: { game, moyo } }, { paint }) {
  for (const { color, points } of moyo.regions)
    for (const vertex of points) {
      const [x, y] = parseVertex(vertex, game.rows);
      paint[y][x] = color === "B" ? 0.55 : -0.6;
    }
}

function pairs({ state: { moyo } }, { marks }) {
  for (const [vertex, pair] of Object.entries(moyo.pairs)) marks[vertex] = tiny(pair);
}

/** Atsumi or enclosed size, on empty points. */
function values({ overlay, state: { game, at, moyo } }, { paint, marks }) {
  for (const [vertex, value] of Object.entries(moyo[overlay])) {
    if (charAt(game, at.stones, vertex) !== "." || !value) continue;
    const [x, y] = parseVertex(vertex, game.rows);
    paint[y][x] = Math.max(-1, Math.min(1, value * OVERLAY_PAINT));
    const ghost = value > 0 ? "ghost-black " : "ghost-white ";
    marks[vertex] = tiny(tenths(value), Math.abs(value) > DARK ? ghost : "");
  }
}

/** @returns {Marker} */
const tiny = (label, tone = "") => ({ type: "label", label, tone: `${tone}tiny` });

/** A value as a whole number of tenths. */
function tenths(value) {
  const rounded = Math.round(value * 10);
  return rounded === 0 ? "·" : minus(rounded);
}
