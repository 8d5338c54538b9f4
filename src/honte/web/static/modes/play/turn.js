// Whose turn it is.

/** @typedef {import("../../types/api.js").Game} Game */

/**
 * Whether the computer is to move.
 * @param {Game | null} game
 */
export const isComputersTurn = (game) =>
  Boolean(game?.opponent) && game.phase === "play" && game.to_play === game.opponent.color;
