// SameGame: take groups of equal tiles; alone, or in turns with the computer.

import { get, post } from "../../api.js";
import { charAt } from "../../board/geometry.js";
import { undoKeys } from "../../page/keyboard.js";
import { undoRedo } from "../../parts/panel.js";
import { counted } from "../../words.js";
import { Mode } from "../mode.js";
import { tilesBoard, tilesPanel } from "./panel.js";
import { endText, foundText, groupText } from "./phrases.js";
import { Slideshow } from "./slideshow.js";

/** @typedef {import("../../types/api.js").TileSequence} TileSequence */

/**
 * @typedef {object} SameGameState
 * @property {import("../../types/api.js").Tiles | null} game
 * @property {string[]} chosen  the group under the pointer, or tapped once, or hinted at
 * @property {TileSequence | null} found  the best sequence from here
 * @property {string} note
 * @property {string} tone
 * @property {boolean} busy
 */

const MOST_REPLY = 20; // seconds that the computer thinks of one move at most

/** @extends {Mode<SameGameState>} */
export default class SameGame extends Mode {
  constructor(app) {
    super(app, { game: null, chosen: [], found: null, note: "", tone: "", busy: false });
    this.show = new Slideshow(
      () => this.draw(),
      () => app.sound("tile"),
    );
  }

  async enter(id) {
    const { app, state } = this;
    this.leave();
    if (!id) {
      await this.start({ cols: 8, rows: 8, colors: 3 });
      return;
    }
    state.game = await get(`/api/samegame/${id}`);
    this.forget();
    app.at(state.game.id);
    this.draw();
    this.computer();
  }

  leave() {
    this.search.close();
    this.show.stop();
  }

  keys() {
    return [undoKeys((what) => this.step(what)), { shown: "h", text: "hint", run: { h: () => this.hint() } }];
  }

  onVertex(vertex, event) {
    const { app, state } = this;
    if (this.show.frame) return this.stopShow();
    const group = this.groupAt(vertex);
    const isTap = event?.pointerType === "touch" && app.settings.confirm_touch;
    if (!group) {
      if (charAt(state.game, state.game.tiles, vertex) === ".") return undefined;
      this.say("A single tile: a move takes two or more.", "warn");
    } else if (isTap && !state.chosen.includes(vertex)) {
      state.chosen = group.points;
      this.say(`${groupText(group)}: tap again to take them.`);
    } else return this.play(vertex);
    return this.draw();
  }

  async importText(text) {
    await this.start({ text });
  }

  get refusals() {
    return ["illegal_move"];
  }

  get id() {
    return this.state.game.id;
  }

  describe(vertex) {
    const group = this.groupAt(vertex);
    return group ? `group of ${group.points.length}, ${counted(group.worth, "point")}` : "";
  }

  get isReady() {
    return this.state.game !== null;
  }

  board() {
    return tilesBoard(this);
  }

  tools() {
    const blocked = Boolean(this.show.frame);
    return undoRedo(this.app, this.state.game, (what) => this.step(what), { blocked });
  }

  panel() {
    return tilesPanel(this);
  }

  /** @param {string} vertex */
  groupAt(vertex) {
    return this.state.game?.groups.find((group) => group.points.includes(vertex));
  }

  /** Whether the computer plays too. */
  get isDuel() {
    return !["highest", "lowest"].includes(this.state.game.variant);
  }

  /** Seconds that a search may take. */
  get seconds() {
    return Number(this.app.settings["samegame.seconds"] ?? 5);
  }

  // Actions

  /** The board has changed: what was said and found belongs to another one. */
  forget() {
    Object.assign(this.state, { found: null, note: "", chosen: [] });
  }

  /** @param {object} settings  of the new board, as the server takes them */
  async start(settings) {
    const variant = this.state.game?.variant ?? "highest";
    const made = await post("/api/samegame", { variant, ...settings });
    await this.app.go(`/samegame/${made.id}`, { replace: location.pathname === "/samegame" });
  }

  /** @param {string} variant  of a new board that has the size and colors of this one */
  async changeVariant(variant) {
    const { cols, rows, tiles } = this.state.game;
    const colors = Math.max(...tiles.join("").replaceAll(".", "1").split("").map(Number), 2);
    const made = await post("/api/samegame", { variant, cols, rows, colors });
    await this.app.go(`/samegame/${made.id}`);
  }

  /** @param {string} vertex */
  async play(vertex) {
    const { app, state } = this;
    if (state.busy || this.search.job || (this.isDuel && state.game.to_play === 1)) return;
    await this.once(() => this.send(vertex));
    app.sound("tile");
    this.forget();
    this.say(`${state.game.taken} tiles taken.`);
    this.sayEnd();
    this.draw();
    this.computer();
  }

  /** @param {string} vertex */
  async send(vertex) {
    const { id, version } = this.state.game;
    this.state.game = await post(`/api/samegame/${id}/play`, { vertex, version });
  }

  /** Says how the game ended, if it has. */
  sayEnd() {
    if (this.state.game.over) this.say(...endText(this.state.game));
  }

  /** Lets the computer move, if it is its turn. */
  async computer() {
    const { game } = this.state;
    if (!this.isDuel || game.to_play !== 1 || game.over || this.search.job) return;
    await this.app.guard(() => this.reply());
  }

  async reply() {
    const { app, state } = this;
    const { id, version } = state.game;
    const seconds = Math.min(this.seconds, MOST_REPLY);
    const answer = await this.answerOf(post(`/api/samegame/${id}/reply`, { version, seconds }));
    state.game = await get(`/api/samegame/${id}`);
    if (answer) {
      const { size, move, proved } = answer;
      app.sound("tile");
      this.say(`The computer takes ${size} tiles at ${move}${proved ? ", proved best" : ""}.`);
    }
    this.sayEnd();
    this.draw();
  }

  /**
   * The best sequence from here, looked for once.
   * @returns {Promise<TileSequence | undefined>}
   */
  async best() {
    const { state, seconds } = this;
    state.found ??= await this.answerOf(post(`/api/samegame/${state.game.id}/best`, { seconds }));
    return state.found;
  }

  async hint() {
    const { app, state } = this;
    if (this.search.job || state.game.over) return;
    await app.guard(async () => {
      const [first] = (await this.best())?.frames ?? [];
      if (!first) return;
      state.chosen = first.group;
      this.say(`Take the ${first.size} tiles at ${first.move}.`);
      this.draw();
    });
  }

  /** Shows the best sequence move by move; stops that, or stops looking for it. */
  async toggleShow() {
    if (this.show.frame) this.stopShow();
    else if (this.search.job) this.search.job.stop();
    else
      await this.app.guard(async () => {
        const answer = await this.best();
        if (!answer?.frames.length) return;
        this.say(foundText(answer, this.isDuel), "good");
        this.show.start(this.state.game.tiles, answer.frames);
      });
  }

  stopShow() {
    this.show.stop();
    this.draw();
  }

  /** Plays the best sequence to its end. */
  async playBest() {
    const answer = await this.best();
    this.show.stop();
    for (const { move } of answer?.frames ?? []) {
      await this.send(move);
      this.draw();
    }
    this.state.found = null;
    this.sayEnd();
    this.draw();
  }

  /** @param {"undo" | "redo"} what */
  async step(what) {
    this.leave();
    const { id, version } = this.state.game;
    this.state.game = await post(`/api/samegame/${id}/${what}`, { version });
    this.forget();
    this.draw();
  }

  /** @param {string | null} vertex  under the pointer */
  hover(vertex) {
    const { state } = this;
    if (this.show.frame) return;
    const group = (vertex && this.groupAt(vertex)?.points) || [];
    if (group.join() === state.chosen.join()) return;
    state.chosen = group;
    this.app.show(this.board());
  }
}
