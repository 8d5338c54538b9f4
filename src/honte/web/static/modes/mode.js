// What all modes share. A mode keeps everything it knows in `state`; `draw` shows that on the board, in
// the toolbar and in the panel; actions change it and draw again.

import { post } from "../api.js";
import { say, toast, toastAction } from "../page/toasts.js";
import { refusal, sentence } from "../words.js";
import { Search } from "./search.js";

/** @typedef {import("../page/shell.js").Shell} Shell */
/** @typedef {import("../types/api.js").Job} Job */
/** @typedef {import("../types/page.js").BoardProps} BoardProps */
/** @typedef {import("../types/page.js").Child} Child */
/** @typedef {import("../types/page.js").KeyRow} KeyRow */
/** @typedef {import("../types/page.js").Spot} Spot */

/**
 * What the state of a mode may hold for the functions here.
 * @typedef {object} ModeState
 * @property {string} [note]  what just happened, in words
 * @property {string} [tone]  of the note: good, warn or ""
 * @property {boolean} [busy]  whether the server has not answered a move yet
 */

const SHOWN_REPORTS = 3; // remarks on an imported record that are shown

/**
 * A mode of the workbench. The methods up to `describe` are called by the page.
 * @template {ModeState & Record<string, any>} State
 */
export class Mode {
  /**
   * @param {Shell} app
   * @param {State} state
   */
  constructor(app, state) {
    this.app = app;
    this.state = state;
    this.search = new Search((live) => {
      if (live) this.hear(live);
      this.draw();
    });
  }

  /**
   * Shows a document, or a new one when no id is given.
   * @param {string | undefined} _id
   * @param {Record<string, string>} _query  of the address
   * @returns {Promise<void>}
   */
  async enter(_id, _query) {}

  /** Another mode comes. */
  leave() {
    this.search.close();
  }

  /**
   * A link to another mode was clicked.
   * @param {string} _target  that mode
   * @returns {Promise<string | null>}  where to go instead; null to follow the link
   */
  async leaving(_target) {
    return null;
  }

  /** @returns {KeyRow[]} */
  keys() {
    return [];
  }

  /**
   * A point was clicked, tapped or chosen by key.
   * @param {string} _vertex
   * @param {PointerEvent | KeyboardEvent} _event
   * @returns {unknown}
   */
  onVertex(_vertex, _event) {
    return undefined;
  }

  /**
   * The pointer was dragged over the board.
   * @param {Spot} _from
   * @param {Spot} _to
   * @param {boolean} _done  whether it was let go
   */
  onDrag(_from, _to, _done) {}

  /**
   * The wheel was turned over the board of a mode that has set `data-steps` on the page.
   * @param {number} _step  1 forward, -1 back
   * @returns {unknown}
   */
  onWheel(_step) {
    return undefined;
  }

  /**
   * Opens text from outside; as a game, where the mode does not say otherwise.
   * @param {string} text
   * @param {string} name  of the file; "" for none
   */
  async importText(text, name) {
    const found = await post("/api/games/import", { text, name });
    (found.reports ?? []).slice(0, SHOWN_REPORTS).forEach((report) => toast(sentence(report)));
    const { modeName } = this.app;
    await this.app.go(`/${["count", "estimate"].includes(modeName) ? modeName : "review"}/${found.id}`);
  }

  /**
   * An action failed. A stale board is shown as it stands now.
   * @param {Error & { code?: string }} error
   * @returns {boolean}  whether the mode has told the user
   */
  onError(error) {
    if (this.refusals.includes(error.code)) {
      this.say(refusal(error), "warn");
      this.draw();
      return true;
    }
    if (error.code === "stale") this.enter(this.id, {});
    return false;
  }

  /**
   * What a screen reader says of a point besides its stone.
   * @param {string} _vertex
   */
  describe(_vertex) {
    return "";
  }

  // For the modes themselves

  /**
   * Codes of errors that belong into the note instead of a toast.
   * @returns {string[]}
   */
  get refusals() {
    return [];
  }

  /** The id of the document shown. */
  get id() {
    return "";
  }

  /** Whether this mode is the one on the page. */
  get isShown() {
    return this.app.mode === this;
  }

  /** Whether there is something to draw. */
  get isReady() {
    return true;
  }

  /** Draws the state. */
  draw() {
    if (!this.isShown || !this.isReady) return;
    this.app.show(this.board());
    this.app.toolbar(() => this.tools());
    this.app.panel(...this.panel());
  }

  /** @returns {BoardProps} */
  board() {
    throw new Error("a mode draws its board");
  }

  /** @returns {Child[]} */
  tools() {
    return [];
  }

  /** @returns {Child[]} */
  panel() {
    return [];
  }

  /**
   * A snapshot of the running search has come; `draw` follows.
   * @param {Job} _live
   */
  hear(_live) {}

  /**
   * Puts words into the note, and says them to screen readers.
   * @param {string} text
   * @param {string} [tone]
   */
  say(text, tone = "") {
    this.state.note = text;
    this.state.tone = tone;
    say(text);
  }

  /**
   * Runs an action unless another one of this mode still waits for the server.
   * @param {() => unknown} action
   * @returns {Promise<boolean>}  whether it ran
   */
  async once(action) {
    if (this.state.busy) return false;
    this.state.busy = true;
    try {
      await action();
    } finally {
      this.state.busy = false;
    }
    return true;
  }

  /**
   * Offers to take the board along to another mode; for `leaving`. Nothing is lost either way, so the
   * offer is a message and no question.
   * @param {string} text
   * @param {string} label
   * @param {() => Promise<string>} carry  brings it there, and gives its address
   * @returns {null}  the link is followed
   */
  offerToCarry(text, label, carry) {
    const { app } = this;
    toastAction(text, label, () => app.guard(async () => app.go(await carry())));
    return null;
  }

  /**
   * Runs a search; an error of it goes into the note.
   * @param {Promise<Job>} starting
   * @returns {Promise<any>}  its answer, if there is one
   */
  async answerOf(starting) {
    const last = await this.search.run(starting);
    if (last.error) this.say(sentence(last.error.message), "warn");
    return last.answer;
  }
}
