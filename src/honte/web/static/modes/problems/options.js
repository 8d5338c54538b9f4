// What the search box asks for, as the settings and its fields have it.

/** @typedef {import("../../page/shell.js").Shell} Shell */

export const engineOf = (app) => app.settings["solve.engine"] ?? "proof";

/**
 * The limits of GoLD's own search, as the settings have them.
 * @param {Shell} app
 */
export const limitsOf = ({ settings }) => ({
  isDeep: settings["gold.limit_depth"] !== false,
  depth: Number(settings["gold.depth"] ?? 6),
  isBroad: Boolean(settings["gold.limit_breadth"]),
  breadth: Number(settings["gold.breadth"] ?? 8),
});

/**
 * How to search, as the server takes it.
 * @param {Shell} app
 * @returns {{ engine: string, seconds: number, depth?: number | null, breadth?: number | null }}
 */
export function solveOptions(app) {
  const engine = engineOf(app);
  const { isDeep, depth, isBroad, breadth } = limitsOf(app);
  const limits = { depth: isDeep ? depth : null, breadth: isBroad ? breadth : null };
  return {
    engine,
    seconds: Number(app.settings["solve.seconds"] ?? 20),
    ...(engine === "gold" ? limits : {}),
  };
}

/**
 * The question of the search box, as the server takes it: nothing unless something else is asked.
 * @param {{ stake: string, stones: string }} asked
 * @returns {{ stake?: string, points?: string[] }}
 */
export function questionOptions({ stake, stones }) {
  if (!stake) return {};
  const points = stones.toUpperCase().split(/[\s,]+/).filter(Boolean);
  return { stake, points };
}
