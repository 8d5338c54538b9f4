// Vertex text and board coordinates: notation only, no rules. Rows count from the top here, as in
// Shudan's maps; `orientation` 0..7 turns and mirrors what is shown.

/** @typedef {import("../types/page.js").Spot} Spot */

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/**
 * The text of a point.
 * @param {number} x
 * @param {number} y
 * @param {number} rows
 * @returns {string}
 */
export const vertexText = (x, y, rows) => LETTERS[x] + (rows - y);

/**
 * The spot of a vertex; null for a pass.
 * @param {string | null} text
 * @param {number} rows
 * @returns {Spot | null}
 */
export function parseVertex(text, rows) {
  if (!text || text === "pass") return null;
  return [LETTERS.indexOf(text[0].toUpperCase()), rows - Number(text.slice(1))];
}

/**
 * The letter of a column, without I.
 * @param {number} x
 * @returns {string}
 */
export const columnLetter = (x) => LETTERS[x];

/**
 * 1 for Black, -1 for White, as in sign maps.
 * @param {string} color  "B" or "W"
 * @returns {number}
 */
export const signOf = (color) => (color === "B" ? 1 : -1);

/**
 * A map with one value everywhere.
 * @template T
 * @param {number} cols
 * @param {number} rows
 * @param {T} [value]
 * @returns {T[][]}
 */
export const emptyMap = (cols, rows, value = null) =>
  Array.from({ length: rows }, () => Array(cols).fill(value));

/**
 * The stones as numbers.
 * @param {string[]} stones  rows from the top
 * @returns {number[][]}
 */
export const signMap = (stones) =>
  stones.map((row) => [...row].map((ch) => (ch === "X" ? 1 : ch === "O" ? -1 : 0)));

/**
 * What a board of text has at a vertex.
 * @param {{ rows: number }} board
 * @param {string[]} text  rows from the top
 * @param {string} vertex
 * @returns {string}
 */
export function charAt({ rows }, text, vertex) {
  const [x, y] = parseVertex(vertex, rows);
  return text[y][x];
}

/**
 * A map filled from {vertex: value}, or with one value from a list of vertices.
 * @template T
 * @param {number} cols
 * @param {number} rows
 * @param {Record<string, T> | string[]} entries
 * @param {T} [value]
 * @returns {(T | null)[][]}
 */
export function mapOf(cols, rows, entries, value = null) {
  const map = emptyMap(cols, rows);
  const pairs = Array.isArray(entries)
    ? entries.map((vertex) => /** @type {const} */ ([vertex, value]))
    : Object.entries(entries ?? {});
  for (const [vertex, what] of pairs) {
    const at = parseVertex(vertex, rows);
    if (at && map[at[1]] !== undefined) map[at[1]][at[0]] = what;
  }
  return map;
}

/**
 * Calls `visit` for every value of a map or a list of rows.
 * @template T
 * @param {Iterable<T>[]} map
 * @param {(value: T, x: number, y: number) => void} visit
 */
export function eachPoint(map, visit) {
  map.forEach((row, y) => [...row].forEach((value, x) => visit(value, x, y)));
}

/**
 * Where the point (x, y) of the board is shown. Bit 4 of the orientation transposes first, then bit 1
 * mirrors left and right, bit 2 top and bottom.
 * @param {number} x
 * @param {number} y
 * @param {number} cols
 * @param {number} rows
 * @param {number} orientation
 * @returns {Spot}
 */
export function toScreen(x, y, cols, rows, orientation) {
  let [w, t] = [cols, rows];
  if (orientation & 4) {
    [x, y] = [y, x];
    [w, t] = [rows, cols];
  }
  if (orientation & 1) x = w - 1 - x;
  if (orientation & 2) y = t - 1 - y;
  return [x, y];
}

/**
 * The point of the board that is shown at (x, y): the inverse of `toScreen`.
 * @param {number} x
 * @param {number} y
 * @param {number} cols
 * @param {number} rows
 * @param {number} orientation
 * @returns {Spot}
 */
export function fromScreen(x, y, cols, rows, orientation) {
  const [w, t] = orientation & 4 ? [rows, cols] : [cols, rows];
  if (orientation & 1) x = w - 1 - x;
  if (orientation & 2) y = t - 1 - y;
  return orientation & 4 ? [y, x] : [x, y];
}

/**
 * The orientation after a quarter turn clockwise.
 * @param {number} orientation
 * @returns {number}
 */
export function turned(orientation) {
  const swapped = (orientation & 4) | ((orientation & 1) << 1) | ((orientation & 2) >> 1);
  return swapped ^ 5;
}

/**
 * The orientation after a mirror on the screen.
 * @param {number} orientation
 * @returns {number}
 */
export const mirrored = (orientation) => orientation ^ 1;

/**
 * The points with a dot.
 * @param {number} cols
 * @param {number} rows
 * @returns {Spot[]}
 */
export function starPoints(cols, rows) {
  /** @type {Spot[]} */
  const stars = [];
  for (const x of starLines(cols))
    for (const y of starLines(rows)) {
      const middles = Number(x === (cols - 1) / 2) + Number(y === (rows - 1) / 2);
      if (middles !== 1 || Math.min(cols, rows) >= 15) stars.push([x, y]);
    }
  return stars;
}

function starLines(side) {
  if (side < 7) return [];
  const edge = side < 13 ? 2 : 3;
  return side % 2 === 0 || side === 7 ? [edge, side - 1 - edge] : [edge, (side - 1) / 2, side - 1 - edge];
}

/**
 * For `selectedVertices`: what lies outside an area is veiled; without an area nothing is.
 * @param {number} cols
 * @param {number} rows
 * @param {string[] | null} area
 * @returns {(string | null)[][]}
 */
export function areaMap(cols, rows, area) {
  /** @type {(string | null)[][]} */
  const map = emptyMap(cols, rows, area ? "outside" : null);
  for (const vertex of area ?? []) {
    const [x, y] = parseVertex(vertex, rows);
    map[y][x] = null;
  }
  return map;
}
