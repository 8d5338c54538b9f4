// Vertex text and board coordinates: notation only, no rules. Rows count from the top here, as in
// Shudan's maps; `orientation` 0..7 turns and mirrors what is shown.

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export const vertexText = (x, y, rows) => LETTERS[x] + (rows - y);

export function parseVertex(text, rows) {
  if (!text || text === "pass") return null;
  return [LETTERS.indexOf(text[0].toUpperCase()), rows - Number(text.slice(1))];
}

export const columnLetter = (x) => LETTERS[x];

export const emptyMap = (cols, rows, value = null) =>
  Array.from({ length: rows }, () => Array(cols).fill(value));

export const signMap = (stones) =>
  stones.map((row) => [...row].map((ch) => (ch === "X" ? 1 : ch === "O" ? -1 : 0)));

// A map filled from {vertex: value} or a list of vertices.
export function mapOf(cols, rows, entries, value = null) {
  const map = emptyMap(cols, rows);
  const pairs = Array.isArray(entries)
    ? entries.map((vertex) => [vertex, value])
    : Object.entries(entries ?? {});
  for (const [vertex, what] of pairs) {
    const at = parseVertex(vertex, rows);
    if (at && map[at[1]] !== undefined) map[at[1]][at[0]] = what;
  }
  return map;
}

// Where board point (x, y) is shown: orientation bit 4 transposes first, then 1 mirrors left and
// right, 2 top and bottom.
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

export function fromScreen(x, y, cols, rows, orientation) {
  const [w, t] = orientation & 4 ? [rows, cols] : [cols, rows];
  if (orientation & 1) x = w - 1 - x;
  if (orientation & 2) y = t - 1 - y;
  return orientation & 4 ? [y, x] : [x, y];
}

// The orientation after a quarter turn clockwise, or a mirror on screen.
export function turned(orientation) {
  const swapped = (orientation & 4) | ((orientation & 1) << 1) | ((orientation & 2) >> 1);
  return swapped ^ 5;
}
export const mirrored = (orientation) => orientation ^ 1;

export function starPoints(cols, rows) {
  const line = (side) => {
    if (side < 7) return [];
    const edge = side < 13 ? 2 : 3;
    return side % 2 === 0 || side === 7 ? [edge, side - 1 - edge] : [edge, (side - 1) / 2, side - 1 - edge];
  };
  const stars = [];
  for (const x of line(cols))
    for (const y of line(rows)) {
      const middle = (x === (cols - 1) / 2) + (y === (rows - 1) / 2);
      if (middle !== 1 || Math.min(cols, rows) >= 15) stars.push([x, y]);
    }
  return stars;
}

// For `selectedVertices`: what lies outside an area is veiled; without an area nothing is.
export function areaMap(cols, rows, area) {
  const map = emptyMap(cols, rows, area ? "outside" : null);
  for (const vertex of area ?? []) {
    const [x, y] = parseVertex(vertex, rows);
    map[y][x] = null;
  }
  return map;
}
