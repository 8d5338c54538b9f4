// The modes: their titles, the kind of document that each works on, and what each is for in two
// sentences. Modes of one kind share the current document.

/** @type {Record<string, { title: string, short?: string, kind: string, about: string }>} */
export const MODES = {
  home: {
    title: "Start",
    kind: "home",
    about:
      "What you can do here, and the way back to what you did last. The name at the upper left leads here.",
  },
  play: {
    title: "Play",
    kind: "game",
    about:
      "Play a whole game, two people at this screen or you against the computer on one of five levels. " +
      "The board refuses an illegal move and says why.",
  },
  review: {
    title: "Review",
    kind: "game",
    about:
      "Step through a game with its tree, comments and marks, and add your own. " +
      "A review finds the moves that lost most and decides fights by proof.",
  },
  count: {
    title: "Count",
    kind: "game",
    about:
      "Count a finished game: dead stones are proposed, a click changes one chain. " +
      "When both sides agree, the game has its result.",
  },
  estimate: {
    title: "Estimate",
    kind: "game",
    about:
      "See who leads in an unfinished game, by how many points, and whose each point will be. " +
      "You can choose the model, and guess the score yourself first.",
  },
  small: {
    title: "Small board",
    short: "Small",
    kind: "small",
    about:
      "Play boards up to 5×5 against perfect play. " +
      "It tells what each move gives away, and marks what is proved and what is not.",
  },
  problems: {
    title: "Problems",
    kind: "problem",
    about:
      "Solve life-and-death problems: every wrong move is refuted on the board. " +
      "Hints come in three steps, and the answer is proved.",
  },
  library: {
    title: "Library",
    kind: "library",
    about:
      "All problems in collections: find them by words, level or shape, and see which you have solved. " +
      "Files dropped here become your own collections.",
  },
  train: {
    title: "Train",
    kind: "train",
    about:
      "Today’s problems, chosen by what you have solved and forgotten, with your rating. " +
      "A quiz asks whether groups are alive, dead, unsettled or in ko.",
  },
  editor: {
    title: "Editor",
    kind: "edit",
    about:
      "Make a problem: place stones, mark what it is about, and say where may be played. " +
      "A check proves the answer and tells whether it is unique.",
  },
  samegame: {
    title: "SameGame",
    kind: "samegame",
    about:
      "A puzzle for a rest: take groups of equal tiles for points, alone or against the computer. " +
      "The best sequence can be shown move by move.",
  },
};

/**
 * The setting that keeps the document a mode shows when the address names none.
 * @param {string} mode
 * @returns {string}
 */
export const currentKey = (mode) => `current.${MODES[mode].kind}`;
