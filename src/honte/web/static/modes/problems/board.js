// The board of Problems: the part around the problem, keystones, hints, verdicts and the solution.

import { areaMap, eachPoint, mapOf, parseVertex, signMap, signOf, vertexText } from "../../board/geometry.js";

/** @typedef {import("./mode.js").default} Problems */
/** @typedef {import("./mode.js").ProblemsState} ProblemsState */
/** @typedef {import("../../types/page.js").Heat} Heat */
/** @typedef {import("../../types/page.js").Marker} Marker */
/** @typedef {import("../../types/page.js").Spot} Spot */

const SIGNS = { win: "✓", lose: "✗", ko: "ko", open: "?" };

/**
 * The board of Problems.
 * @param {Problems} mode
 * @returns {import("../../types/page.js").BoardProps}
 */
export function problemBoard(mode) {
  const { problem } = mode.state;
  const { cols, rows } = problem;
  const { marks, ghosts } = numbered(mode.state);
  return {
    cols,
    rows,
    view: viewOf(mode),
    signMap: signMap(problem.stones),
    selectedVertices: selection(mode),
    heatMap: mapOf(cols, rows, heat(mode)),
    markerMap: mapOf(cols, rows, marks),
    ghostStoneMap: mapOf(cols, rows, ghosts),
    hoverSign: mode.isPlayable ? signOf(problem.to_play) : 0,
    forbidden: { ...outside(problem), ...problem.illegal },
  };
}

/** The corners of the part that is shown; null for the whole board. */
function viewOf({ app, state: { problem } }) {
  if (!problem.view || app.settings.whole_board) return null;
  return /** @type {[Spot, Spot]} */ (problem.view.map((vertex) => parseVertex(vertex, problem.rows)));
}

/** What lies outside the area, hardly to be seen until asked for, and the region of a hint or of a proof. */
function selection({ app, state: { problem, hint, found } }) {
  const { cols, rows, area } = problem;
  const chosen = areaMap(cols, rows, area);
  if (!app.settings.show_area)
    eachPoint(chosen, (what, x, y) => {
      if (what) chosen[y][x] = "beyond";
    });
  for (const vertex of hint?.region ?? found?.zone ?? []) {
    const [x, y] = parseVertex(vertex, rows);
    chosen[y][x] = "area";
  }
  return chosen;
}

/** Verdicts on moves, and the move of the last hint. */
function heat(mode) {
  const { found, hint, line } = mode.state;
  /** @type {Record<string, Heat>} */
  const shown = {};
  for (const [vertex, verdict] of Object.entries(mode.verdicts())) {
    const isBest = found?.best?.includes(vertex) && verdict === "win";
    if (vertex !== "pass") shown[vertex] = { tone: isBest ? "best" : verdict, text: SIGNS[verdict] };
  }
  if (!line && hint?.move && hint.move !== "pass") shown[hint.move] = { tone: "best", text: "1" };
  return shown;
}

/**
 * Keystones, the last move, and the moves of the solution, numbered on ghost stones. A point that is
 * played again keeps its first number; `repeats` says the others in words.
 * @param {ProblemsState} state
 */
function numbered({ problem, line }) {
  const { rows, keystones, last, to_play, stones } = problem;
  /** @type {Record<string, Marker>} */
  const marks = {};
  for (const vertex of keystones) marks[vertex] = { type: "key" };
  if (last && last !== "pass") marks[last] = { type: "circle" };
  /** @type {Record<string, { sign: number }>} */
  const ghosts = {};
  const signs = signMap(stones);
  (line ?? []).forEach((vertex, index) => {
    if (vertex === "pass" || marks[vertex]?.type === "label") return;
    const sign = index % 2 === 0 ? signOf(to_play) : -signOf(to_play);
    const [x, y] = parseVertex(vertex, rows);
    const isFree = !signs[y][x];
    // Dark ghost stones need light text.
    const tone = isFree ? { tone: sign > 0 ? "ghost-black" : "ghost-white" } : {};
    marks[vertex] = { type: "label", label: String(index + 1), ...tone };
    if (isFree) ghosts[vertex] = { sign };
  });
  return { marks, ghosts };
}

/**
 * The moves of a line whose points already have a number, as books write them: "5 at 1".
 * @param {string[]} line
 * @returns {string}
 */
export function repeats(line) {
  const again = line.map((vertex, index) => [index, line.indexOf(vertex), vertex]);
  return again
    .filter(([index, first, vertex]) => index !== first && vertex !== "pass")
    .map(([index, first]) => `${Number(index) + 1} at ${Number(first) + 1}`)
    .join(", ");
}

/** The points that are not part of the problem. */
function outside({ area, stones, rows }) {
  const all = {};
  if (area)
    eachPoint(stones, (_, x, y) => {
      const vertex = vertexText(x, y, rows);
      if (!area.includes(vertex)) all[vertex] = "is outside the problem";
    });
  return all;
}
