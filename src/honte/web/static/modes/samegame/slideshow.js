// A sequence of moves shown on the board: each group lights up, then it is gone.

/** @typedef {import("../../types/api.js").Frame} Frame */

const LIT = 380; // milliseconds that a group is lit before it goes
const GONE = 130; // milliseconds that the board stays without it
const END = 1500; // milliseconds that the last board stays

/** Shows frames one after another. */
export class Slideshow {
  /**
   * @param {() => void} draw
   * @param {() => void} taken  called when a group goes
   */
  constructor(draw, taken) {
    this.draw = draw;
    this.taken = taken;
    /** @type {{ tiles: string[], lit: string[] } | null} */
    this.frame = null; // what is shown now; null when nothing is
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * @param {string[]} tiles  the board before the first move
   * @param {Frame[]} frames
   */
  start(tiles, frames) {
    const [next, ...rest] = frames;
    this.frame = { tiles, lit: next?.group ?? [] };
    if (next) this.timer = setTimeout(() => this.take(next, rest), LIT);
    else this.timer = setTimeout(() => this.end(), END);
    this.draw();
  }

  /**
   * @param {Frame} frame
   * @param {Frame[]} rest
   */
  take({ tiles }, rest) {
    this.frame = { tiles, lit: [] };
    this.taken();
    this.draw();
    this.timer = setTimeout(() => this.start(tiles, rest), GONE);
  }

  end() {
    this.stop();
    this.draw();
  }

  /** Shows the game's own board again; the next `draw` does so. */
  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.frame = null;
  }
}
