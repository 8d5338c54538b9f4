// Count: one click marks one chain, every mark can be undone, the score runs along, both agree.

import { get, post } from "../../api.js";
import { charAt } from "../../board/geometry.js";
import { undoKeys } from "../../page/keyboard.js";
import { say, toast } from "../../page/toasts.js";
import { undoRedo } from "../../parts/panel.js";
import { counted, sentence } from "../../words.js";
import { Mode } from "../mode.js";
import { countBoard, countPanel, marginText } from "./panel.js";

/**
 * @typedef {object} CountModeState
 * @property {import("../../types/api.js").CountState | null} count  as the server has it
 * @property {string | null} method  the way of counting that is shown
 * @property {string} trouble  why the search for dead stones failed
 * @property {boolean} busy
 */

/** @extends {Mode<CountModeState>} */
export default class Count extends Mode {
  constructor(app) {
    super(app, { count: null, method: null, trouble: "", busy: false });
  }

  async enter(id) {
    const { app, state } = this;
    if (!id) ({ id } = await post("/api/games", { cols: 9 }));
    const count = (state.count = await get(`/api/games/${id}/count`));
    state.method = count.own;
    state.trouble = "";
    app.at(id);
    this.draw();
    if (count.state === "open" && !count.proposed) this.propose();
  }

  keys() {
    return [undoKeys((what) => this.act(what)), { shown: "Enter", text: "mark the chain dead or alive" }];
  }

  async onVertex(vertex) {
    const { app, state } = this;
    const { game } = state.count;
    if (state.count.state === "agreed") toast("Both have agreed. Undo takes that back.");
    else if (charAt(game, game.stones, vertex) === ".") return;
    else if (state.count.state === "play") toast("Play has not ended: press “Count now” first.");
    else {
      await this.act("mark", { vertex });
      const { dead, scores, own } = state.count;
      const isDead = dead.includes(vertex);
      app.sound(isDead ? "capture" : "stone");
      say(`The chain at ${vertex} is ${isDead ? "dead" : "alive"}. ${marginText(scores[own])}.`);
    }
  }

  get id() {
    return this.state.count.game.id;
  }

  describe(vertex) {
    const { count } = this.state;
    if (!count) return "";
    const { B, W, dame, seki } = count.points;
    /** @type {[string[], string][]} */
    const names = [
      [count.dead, "dead"],
      [B, "black territory"],
      [W, "white territory"],
      [seki, "seki"],
      [dame, "neutral"],
    ];
    return names.find(([points]) => points.includes(vertex))?.[1] ?? "";
  }

  board() {
    return countBoard(this.state.count);
  }

  tools() {
    return undoRedo(this.app, this.state.count, (what) => this.act(what));
  }

  panel() {
    return countPanel(this);
  }

  // Actions

  /** Looks for dead chains on the server; a click meanwhile wins over the proposal. */
  async propose() {
    if (this.search.job) return;
    await this.app.guard(() => this.hearProposal(this.id));
    this.draw();
  }

  /** @param {string} id */
  async hearProposal(id) {
    const { state } = this;
    const { version } = state.count.game;
    const ending = this.search.run(await post(`/api/games/${id}/count/propose`, { version }));
    state.count = await get(`/api/games/${id}/count`);
    this.draw();
    const last = await ending;
    if (!this.isShown || this.id !== id) return;
    state.trouble = last.error && last.error.code !== "stale" ? sentence(last.error.message) : "";
    state.count = await get(`/api/games/${id}/count`);
    const { dead, scores, own } = state.count;
    if (last.answer) say(`${counted(dead.length, "dead stone")} proposed. ${marginText(scores[own])}.`);
  }

  /**
   * @param {"" | "mark" | "undo" | "redo" | "agree"} what  "" ends play
   * @param {object} [body]
   */
  async act(what, body = {}) {
    const { state } = this;
    if (!state.count) return;
    const ran = await this.once(async () => {
      const { id, version } = state.count.game;
      state.count = await post(`/api/games/${id}/count${what && `/${what}`}`, { version, ...body });
    });
    if (ran) this.draw();
  }

  async countNow() {
    await this.act("");
    this.propose();
  }

  /** Shows another way of counting. */
  show(method) {
    this.state.method = method;
    this.draw();
  }

  async resume() {
    const { id, version } = this.state.count.game;
    await post(`/api/games/${id}/resume`, { version });
    await this.app.go(`/play/${id}`);
  }
}
