// The curve of a game: the estimate after every move, with its error as a band. A click goes to a move.

import { h, s } from "../dom.js";

/** @typedef {import("../types/api.js").CurvePoint} CurvePoint */

const [WIDTH, HEIGHT] = [320, 110];
const PADDING = 8; // between the strongest lead and the edge
const LEAST_TOP = 10; // points that the height always has room for
const MOST_ERROR = 15; // a larger error does not stretch the chart

/**
 * The chart; null while there is no curve.
 * @param {CurvePoint[]} curve
 * @param {number} total  moves of the game
 * @param {number} now  the move on the board
 * @param {(move: number) => unknown} pick
 * @param {number[]} [marked]  moves with a dot on the curve
 * @returns {HTMLElement | null}
 */
export function chart(curve, total, now, pick, marked = []) {
  if (curve.length < 2) return null;
  const reach = ([, margin, error]) => Math.abs(margin) + Math.min(error ?? 0, MOST_ERROR);
  const top = Math.max(LEAST_TOP, ...curve.map(reach));
  const scale = { total: total || 1, top };
  const band = curve.every(([, , error]) => error !== null) && bandPath(curve, scale);
  const x = xOf(now, scale);
  const dots = curve.filter(([move]) => marked.includes(move));
  const onclick = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    pick(Math.round(((event.clientX - left) / width) * total));
  };
  const svg = s(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": "Estimate along the game",
      onclick,
    },
    s("line", { class: "zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    band && s("path", { class: "band", d: band }),
    s("path", { class: "curve", d: path(curve, scale, (margin) => margin) }),
    dots.map((dot) => s("circle", { class: "dot", cx: xOf(dot[0], scale), cy: yOf(dot[1], scale), r: 3 })),
    s("line", { class: "cursor", x1: x, x2: x, y1: 0, y2: HEIGHT }),
    s("text", { x: 2, y: 11 }, `Black +${Math.round(top)}`),
    s("text", { x: 2, y: HEIGHT - 3 }, `White +${Math.round(top)}`),
  );
  return h("div", { "data-key": "chart" }, svg);
}

const xOf = (move, { total }) => (move / total) * WIDTH;

const yOf = (margin, { top }) =>
  HEIGHT / 2 - (Math.max(-top, Math.min(top, margin)) / top) * (HEIGHT / 2 - PADDING);

/** The path through `value(margin, error)` of every point. */
function path(curve, scale, value, begin = "M") {
  const at = ([move, margin, error]) =>
    `${xOf(move, scale).toFixed(1)} ${yOf(value(margin, error), scale).toFixed(1)}`;
  return curve.map((point, index) => `${index ? "L" : begin}${at(point)}`).join("");
}

/** Along the upper edge, and back along the lower one. */
function bandPath(curve, scale) {
  const upper = path(curve, scale, (margin, error) => margin + error);
  const lower = path([...curve].reverse(), scale, (margin, error) => margin - error, "L");
  return `${upper}${lower}Z`;
}
