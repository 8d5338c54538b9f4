// The board of Problems: the area, keystones, verdicts on moves, hints and the solution.

import { areaMap, eachPoint, mapOf, parseVertex, signMap, signOf, vertexText } from "../../board/geometry.js";
import { markLast } from "../../parts/panel.js";

/** @typedef {import("./mode.js").default} Problems */
/** @typedef {import("./mode.js").ProblemsState} ProblemsState */
/** @typedef {import("../../types/page.js").Heat} Heat */
/** @typedef {import("../../types/page.js").Marker} Marker */

const SIGNS = { win: "✓", lose: "✗", ko: "ko", open: "?" };
const HINT_REACH = 2; // steps around the best move that the first hint marks

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
    signMap: signMap(problem.stones),
    selectedVertices: selection(mode.state),
    heatMap: mapOf(cols, rows, heat(mode)),
    markerMap: mapOf(cols, rows, marks),
    ghostStoneMap: mapOf(cols, rows, ghosts),
    hoverSign: problem.taken ? 0 : signOf(problem.to_play),
    forbidden: { ...outside(problem), ...problem.illegal },
  };
}

/** The best move that a hint is about; null for a pass. */
function target({ found, problem }) {
  return parseVertex(found?.best?.[0] ?? found?.move, problem.rows);
}

/** What lies outside the area, and the region of the first hint. */
function selection(state) {
  const { cols, rows, area } = state.problem;
  const chosen = areaMap(cols, rows, area);
  const best = state.hint === 1 && target(state);
  if (best)
    eachPoint(chosen, (_, x, y) => {
      if (Math.abs(x - best[0]) + Math.abs(y - best[1]) <= HINT_REACH) chosen[y][x] = "area";
    });
  return chosen;
}

/** Verdicts on moves, and the move of the second hint. */
function heat(mode) {
  const { found, hint, problem } = mode.state;
  /** @type {Record<string, Heat>} */
  const shown = {};
  for (const [vertex, verdict] of Object.entries(mode.verdicts())) {
    const isBest = found?.best?.includes(vertex) && verdict === "win";
    if (vertex !== "pass") shown[vertex] = { tone: isBest ? "best" : verdict, text: SIGNS[verdict] };
  }
  const best = hint === 2 && target(mode.state);
  if (best) shown[vertexText(best[0], best[1], problem.rows)] = { tone: "best", text: "1" };
  return shown;
}

/**
 * Keystones, the last move, and the moves of the solution, numbered on ghost stones.
 * @param {ProblemsState} state
 */
function numbered({ problem, line }) {
  const { rows, keystones, last, to_play, stones } = problem;
  /** @type {Record<string, Marker>} */
  const marks = {};
  for (const vertex of keystones) marks[vertex] = { type: "star" };
  markLast(marks, last);
  /** @type {Record<string, { sign: number }>} */
  const ghosts = {};
  const signs = signMap(stones);
  (line ?? []).forEach((vertex, index) => {
    if (vertex === "pass" || marks[vertex]) return;
    const sign = index % 2 === 0 ? signOf(to_play) : -signOf(to_play);
    const [x, y] = parseVertex(vertex, rows);
    // Dark ghost stones need light text.
    const tone = signs[y][x] ? {} : { tone: sign > 0 ? "ghost-black" : "ghost-white" };
    marks[vertex] = { type: "label", label: String(index + 1), ...tone };
    ghosts[vertex] = { sign };
  });
  return { marks, ghosts };
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
