// Estimate: who will own what, by which model, along the game; moyo overlays; guess the score.

import { get, post } from "../../api.js";
import { parseVertex } from "../../board/geometry.js";
import { button } from "../../parts/controls.js";
import { leader } from "../../words.js";
import { Mode } from "../mode.js";
import { Variations } from "../variations.js";
import { estimateBoard } from "./board.js";
import { estimatePanel } from "./panel.js";

/** @typedef {import("../../types/api.js").Game} Game */

/**
 * @typedef {object} EstimateState
 * @property {Game | null} game
 * @property {import("../../types/api.js").GameAt | null} at  the position on the board
 * @property {import("../../types/api.js").Estimate | null} found
 * @property {import("../../types/api.js").Moyo | null} moyo  what the overlay shows
 * @property {import("../../types/api.js").Models | null} models
 * @property {import("../../types/api.js").CurvePoint[]} curve
 * @property {import("./guess.js").Guess | null} guess  while the score is being guessed
 * @property {number} wanted  the move that was asked for last, before its board has come
 * @property {number} asked  counts positions asked for
 * @property {number} shown  the count at the position on the board: an earlier one that comes late is dropped
 * @property {boolean} looking  whether an estimate is being worked out
 * @property {number} entered  counts games shown, so that only the last one asks for its curve
 */

const LEAST_CURVE = 4; // a game of fewer moves has no curve
const UNDECIDED = 0.1; // below this, ownership is nobody's

/** @extends {Mode<EstimateState>} */
export default class EstimateMode extends Mode {
  constructor(app) {
    super(app, {
      game: null,
      at: null,
      found: null,
      moyo: null,
      models: null,
      curve: [],
      guess: null,
      wanted: 0,
      asked: 0,
      shown: 0,
      looking: false,
      entered: 0,
    });
    this.branches = new Variations(app, (choice) => this.take(choice));
  }

  async enter(id, query) {
    const { state } = this;
    const turn = ++state.entered;
    document.body.dataset.steps = "";
    if (!id) ({ id } = await post("/api/games", { cols: 19 }));
    [state.game, state.models] = await Promise.all([
      get(`/api/games/${id}`),
      state.models ?? get("/api/models"),
    ]);
    Object.assign(state, { curve: [], guess: null, found: null, moyo: null });
    await this.go(query.move === undefined ? state.game.move_number : Number(query.move), true);
    if (turn === state.entered) this.watchCurve();
  }

  leave() {
    super.leave();
    delete document.body.dataset.steps;
  }

  onWheel(step) {
    return step > 0 ? this.forward() : this.go(this.state.wanted - 1);
  }

  keys() {
    const back = () => this.go(this.state.wanted - 1);
    const forward = () => this.forward();
    return [
      {
        shown: "← →",
        text: "one move back or forward (also the mouse wheel)",
        run: { ArrowLeft: back, ArrowRight: forward, u: back, r: forward },
      },
      { run: { Home: () => this.go(0), End: () => this.go(this.state.game.moves.length) } },
      this.branches.keys(() => this.draw()),
    ];
  }

  get id() {
    return this.state.game.id;
  }

  describe(vertex) {
    const { found, guess, game } = this.state;
    if (!found || (guess && !guess.done)) return "";
    const [x, y] = parseVertex(vertex, game.rows);
    const value = found.ownership[y]?.[x];
    if (value === undefined) return "";
    if (Math.abs(value) < UNDECIDED) return "undecided";
    return `${leader(value)} ${Math.round(Math.abs(value) * 100)} percent`;
  }

  get isReady() {
    return this.state.at !== null;
  }

  draw() {
    const { game, at } = this.state;
    if (!this.isShown || !this.isReady) return;
    this.branches.show(at.record, `${game.id} ${game.moves.slice(0, at.move)}`);
    super.draw();
  }

  board() {
    return estimateBoard(this);
  }

  tools() {
    const { app } = this;
    const { game, at } = this.state;
    const total = game.moves.length;
    const move = (title, iconName, to, kind = "") =>
      button("", () => app.guard(() => this.go(to)), {
        iconName,
        title,
        disabled: to < 0 || to > total || to === at.move,
        kind: `quiet ${kind}`,
      });
    return [
      move("First move", "first", 0),
      move("Ten moves back", "undo", Math.max(0, at.move - 10), "wide-only"),
      move("One move back", "prev", at.move - 1),
      button("", () => app.guard(() => this.forward()), {
        iconName: "next",
        title: "One move forward",
        disabled: at.move >= total && this.branches.other() === null,
        kind: "quiet",
      }),
      move("Ten moves forward", "redo", Math.min(total, at.move + 10), "wide-only"),
      move("Last move", "last", total),
    ];
  }

  panel() {
    return estimatePanel(this);
  }

  /** @param {import("../../types/api.js").Job} live  of the search that makes the curve */
  hear({ answer, progress }) {
    this.state.curve = answer?.points ?? progress.points ?? this.state.curve;
  }

  // Settings

  /** The model that is chosen, if the server has it. */
  get model() {
    const { models } = this.state;
    const chosen = this.app.settings["estimate.model"];
    return models.models[chosen] === undefined ? models.default : chosen;
  }

  /** How ownership is shown: paint, numbers or off. */
  get view() {
    return this.app.settings["estimate.view"] ?? "paint";
  }

  /** @returns {string} */
  get overlay() {
    return this.app.settings["estimate.overlay"] ?? "none";
  }

  // Actions

  /**
   * Shows the position after some moves, then its estimate.
   * @param {number} wanted
   * @param {boolean} [isFirst]  whether no earlier estimate is on the board
   */
  async go(wanted, isFirst = false) {
    const { app, state } = this;
    const { id, moves } = state.game;
    const move = (state.wanted = Math.max(0, Math.min(wanted, moves.length)));
    const turn = ++state.asked;
    const at = await get(`/api/games/${id}/at?move=${move}`);
    if (turn < state.shown || state.game.id !== id) return;
    state.shown = turn;
    state.at = at;
    app.at(id, move === moves.length ? "" : `?move=${move}`);
    if (!isFirst) state.found = state.found && { ...state.found, stale: true };
    this.draw();
    await app.guard(() => this.look());
  }

  /** What an estimate depends on. */
  get question() {
    const { game, at } = this.state;
    return [game.id, game.version, at.move, this.model, this.overlay].join();
  }

  /** Estimates the position on the board, one after the other: of those meant meanwhile only the last. */
  async look() {
    const { state } = this;
    if (state.looking) return;
    state.looking = true;
    try {
      for (let asked = ""; this.isShown && asked !== this.question;) {
        asked = this.question;
        await this.lookAt(state.game, state.at.move);
      }
    } finally {
      state.looking = false;
    }
  }

  /** @param {Game} game @param {number} move */
  async lookAt(game, move) {
    const { state } = this;
    const path = `/api/games/${game.id}`;
    const [found, moyo] = await Promise.all([
      get(`${path}/estimate?move=${move}&model=${encodeURIComponent(this.model)}`),
      this.overlay === "none" ? null : get(`${path}/moyo?move=${move}`),
    ]);
    if (state.game !== game) return;
    Object.assign(state, { found: { ...found, stale: state.at.move !== move }, moyo });
    this.draw();
  }

  /**
   * Goes into a variation; the curve is that of the new line.
   * @param {number | null} choice  null goes back to the main line
   */
  async take(choice) {
    const { state } = this;
    state.game = await post(`/api/games/${state.game.id}/branch`, { move: state.at.move, choice });
    state.curve = [];
    await this.go(state.game.move_number);
    this.watchCurve();
  }

  /** One move on, or into the variation that is picked. */
  forward() {
    const choice = this.branches.other();
    return choice === null ? this.go(this.state.wanted + 1) : this.take(choice);
  }

  /** Estimates along the whole game; the curve grows as they come. */
  async watchCurve() {
    const { id, moves } = this.state.game;
    if (moves.length < LEAST_CURVE) return;
    this.search.close();
    await this.app.guard(() => this.search.run(post(`/api/games/${id}/curve`, { model: this.model })));
  }
}
