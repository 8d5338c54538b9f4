// The modes: their titles, and the kind of document that each works on. Modes of one kind share the
// current document.

/** @type {Record<string, { title: string, short?: string, kind: string }>} */
export const MODES = {
  play: { title: "Play", kind: "game" },
  count: { title: "Count", kind: "game" },
  estimate: { title: "Estimate", kind: "game" },
  small: { title: "Small board", short: "Small", kind: "small" },
  problems: { title: "Problems", kind: "problem" },
  library: { title: "Library", kind: "library" },
  train: { title: "Train", kind: "train" },
  editor: { title: "Editor", kind: "edit" },
  samegame: { title: "SameGame", kind: "samegame" },
};

/**
 * The setting that keeps the document a mode shows when the address names none.
 * @param {string} mode
 * @returns {string}
 */
export const currentKey = (mode) => `current.${MODES[mode].kind}`;
