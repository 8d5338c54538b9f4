// The curve of the rating, with its deviation as a band.

import { h, s } from "../../dom.js";

const [WIDTH, HEIGHT] = [360, 110];
const PADDING = 10; // above the highest and below the lowest point
const RANK = 100; // points of one rank

/**
 * The chart; null while there are fewer than two points.
 * @param {[time: number, points: number, deviation: number][]} curve
 * @returns {HTMLElement | null}
 */
export function ratingChart(curve) {
  if (curve.length < 2) return null;
  const low = Math.min(...curve.map(([, points, deviation]) => points - deviation));
  const high = Math.max(...curve.map(([, points, deviation]) => points + deviation));
  const x = (at) => (at / (curve.length - 1)) * WIDTH;
  const y = (points) => HEIGHT - PADDING - ((points - low) / (high - low || 1)) * (HEIGHT - 2 * PADDING);
  const path = (value) => curve.map((each, at) => `${x(at).toFixed(1)} ${y(value(each)).toFixed(1)}`);
  const upper = path(([, points, deviation]) => points + deviation);
  const lower = path(([, points, deviation]) => points - deviation).reverse();
  const last = curve[curve.length - 1];
  const svg = s(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `Your rating over ${curve.length} problems, from ${rank(curve[0][1])} to ${rank(last[1])}`,
    },
    s("path", { class: "band", d: `M${upper.join("L")}L${lower.join("L")}Z` }),
    s("path", { class: "curve", d: `M${path(([, points]) => points).join("L")}` }),
    s("text", { x: 2, y: 12 }, rank(high)),
    s("text", { x: 2, y: HEIGHT - 3 }, rank(low)),
  );
  return h("div", { class: "rating-curve", "data-key": "curve" }, svg);
}

/** Points as a rank. */
function rank(points) {
  const level = Math.max(0, Math.min(38, Math.round(points / RANK)));
  return level < 30 ? `${30 - level}k` : `${level - 29}d`;
}
