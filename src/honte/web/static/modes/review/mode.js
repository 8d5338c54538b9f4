// Review: a game with its tree, comments and marks; what each move lost; fights decided by proof.

import { call, get, post } from "../../api.js";
import { charAt, mapOf, signMap, signOf } from "../../board/geometry.js";
import { byId } from "../../dom.js";
import { toastAction } from "../../page/toasts.js";
import { markLast, moveSound } from "../../parts/panel.js";
import { button } from "../../parts/controls.js";
import { listed } from "../../words.js";
import { Mode } from "../mode.js";
import { Variations } from "../variations.js";
import { overlay } from "./findings.js";
import { refreshGames } from "./games.js";
import { TOOLS, markAt } from "./marking.js";
import { reviewPanel } from "./panel.js";
import { TreeView } from "./tree.js";

/** @typedef {import("../../types/api.js").Game} Game */

/**
 * @typedef {object} ReviewModeState
 * @property {Game | null} game
 * @property {import("../../types/api.js").RecordTree | null} tree
 * @property {import("../../types/api.js").GameReview | null} review
 * @property {boolean} isMain  whether the line on the board is the one that was reviewed
 * @property {import("../../types/api.js").GameSummary[]} games
 * @property {number | null} fight  the number of the fight that is shown
 * @property {string} tool  what a click does: a name of TOOLS
 * @property {boolean} numbers  whether the stones carry their move numbers
 * @property {number} wanted  the move that was asked for last
 * @property {boolean} moving  whether the server is on its way there
 * @property {string} note
 * @property {string} tone
 * @property {boolean} busy
 */

/** @extends {Mode<ReviewModeState>} */
export default class Review extends Mode {
  constructor(app) {
    super(app, {
      game: null,
      tree: null,
      review: null,
      isMain: true,
      games: [],
      fight: null,
      tool: "play",
      numbers: Boolean(app.settings["review.numbers"]),
      wanted: 0,
      moving: false,
      note: "",
      tone: "",
      busy: false,
    });
    this.branches = new Variations(app, (choice) => this.change("branch", { choice }));
    this.treeView = new TreeView((node) => app.guard(() => this.change("node", { node })));
  }

  async enter(id, query) {
    const { state } = this;
    document.body.dataset.steps = "";
    if (!id) ({ id } = await post("/api/games", { cols: 19 }));
    const isSame = state.game?.id === id;
    this.search.close();
    const [game, kept] = await Promise.all([
      get(`/api/games/${id}`),
      get(`/api/games/${id}/review`).catch(() => ({ review: null })),
    ]);
    Object.assign(state, { review: kept.review, fight: null, note: "", tool: isSame ? state.tool : "play" });
    this.app.at(id);
    await this.take(game);
    if (query.move !== undefined) await this.go(Number(query.move));
    refreshGames(this);
  }

  leave() {
    super.leave();
    delete document.body.dataset.steps;
  }

  keys() {
    const by = (step) => () => this.step(step);
    const tool = (name) => () => this.choose(name);
    return [
      {
        shown: "← →",
        text: "one move back or forward (also the mouse wheel)",
        run: { ArrowLeft: by(-1), ArrowRight: by(1), u: by(-1), r: by(1) },
      },
      { shown: "PgUp PgDn", text: "ten moves", run: { PageUp: by(-10), PageDown: by(10) } },
      {
        shown: "Home End",
        text: "start and end of the game",
        run: { Home: () => this.go(0), End: () => this.go(this.state.game.moves.length) },
      },
      this.branches.keys(() => this.draw()),
      { shown: "p", text: "pass", run: { p: () => this.play("pass") } },
      {
        shown: "m t s o x a 1",
        text: "a click plays, or puts a triangle, square, circle, cross, letter, number",
        run: Object.fromEntries(Object.entries(TOOLS).map(([name, { key }]) => [key, tool(name)])),
      },
    ];
  }

  onVertex(vertex) {
    const { tool, game } = this.state;
    if (tool === "play") return this.play(vertex);
    return this.change("marks", markAt(tool, vertex, game.record.marks));
  }

  onWheel(step) {
    return this.step(step);
  }

  get refusals() {
    return ["illegal_move"];
  }

  get id() {
    return this.state.game.id;
  }

  get isReady() {
    return this.state.tree !== null;
  }

  describe(vertex) {
    const { game } = this.state;
    if (!game) return "";
    const mark = game.record.marks[vertex];
    return listed(
      vertex === game.last && "last move",
      mark && (mark.label ? `marked ${mark.label}` : mark.type),
      this.branches.describe(vertex),
    );
  }

  draw() {
    const { game, tree } = this.state;
    if (!this.isShown || !this.isReady) return;
    this.branches.show(game.record, `${game.id} ${game.moves.slice(0, game.move_number)}`);
    super.draw();
    this.treeView.show(byId("tree"), tree, tree.line[game.move_number]);
  }

  board() {
    const { game, numbers, tool } = this.state;
    const { cols, rows } = game;
    const { heat, marks, area } = overlay(this);
    if (numbers) Object.assign(marks, numbersOf(game));
    markLast(marks, game.last);
    this.branches.mark(marks);
    return {
      cols,
      rows,
      signMap: signMap(game.stones),
      markerMap: mapOf(cols, rows, marks),
      heatMap: mapOf(cols, rows, heat),
      selectedVertices: mapOf(cols, rows, area),
      hoverSign: tool === "play" && game.phase === "play" ? signOf(game.to_play) : 0,
      forbidden: tool === "play" ? game.illegal : {},
      clickable: tool !== "play",
      arrowsStep: true,
    };
  }

  tools() {
    const { game } = this.state;
    const total = game.moves.length;
    const to = (title, iconName, move, kind = "") =>
      button("", () => this.app.guard(() => this.go(move)), {
        iconName,
        title,
        disabled: move < 0 || move > total || move === game.move_number,
        kind: `quiet ${kind}`,
      });
    const at = game.move_number;
    return [
      to("First move", "first", 0),
      to("Ten moves back", "undo", Math.max(0, at - 10), "wide-only"),
      to("One move back", "prev", at - 1),
      button("", () => this.app.guard(() => this.step(1)), {
        iconName: "next",
        title: "One move forward",
        disabled: at >= total && this.branches.other() === null,
        kind: "quiet",
      }),
      to("Ten moves forward", "redo", Math.min(total, at + 10), "wide-only"),
      to("Last move", "last", total),
    ];
  }

  panel() {
    return reviewPanel(this);
  }

  /** @param {import("../../types/api.js").Job} live  of the review */
  hear({ answer, progress }) {
    const found = answer ?? progress;
    if (found && "curve" in found) this.state.review = /** @type {any} */ (found);
  }

  // Actions

  /**
   * A new state of the game has come; its tree is asked for again when the line has changed.
   * @param {Game} game
   * @param {boolean} [isEdited]  whether the record says something else now
   */
  async take(game, isEdited = false) {
    const { state } = this;
    const isNew = state.game?.id !== game.id || String(state.game.moves) !== String(game.moves);
    state.game = game;
    state.wanted = game.move_number;
    state.isMain = game.record.main;
    if (isNew || isEdited || !state.tree) state.tree = await get(`/api/games/${game.id}/tree`);
    this.draw();
  }

  /**
   * Changes the record, or goes elsewhere in it.
   * @param {string} what  the last part of the address
   * @param {object} [body]
   * @param {"POST" | "PUT"} [method]
   */
  async change(what, body = {}, method = "POST") {
    const { state } = this;
    await this.once(async () => {
      const { id, version } = state.game;
      const game = await call(method, `/api/games/${id}/${what}`, { version, ...body });
      state.note = "";
      await this.take(game, !["branch", "node"].includes(what));
    });
    if (what === "facts") refreshGames(this);
  }

  /** @param {string} vertex */
  async play(vertex) {
    const { app, state } = this;
    await this.change("play", { vertex });
    app.sound(moveSound(vertex, state.game));
  }

  /**
   * Goes to a position of the line. While the server is on its way, only the last one asked for counts.
   * @param {number} move
   */
  async go(move) {
    const { state } = this;
    state.wanted = Math.max(0, Math.min(move, state.game.moves.length));
    if (state.moving) return;
    state.moving = true;
    try {
      while (state.game.move_number !== state.wanted) {
        const { wanted } = state;
        const game = await post(`/api/games/${this.id}/goto`, { move: wanted });
        const after = state.wanted;
        await this.take(game);
        if (game.move_number !== wanted) break;
        state.wanted = after;
      }
    } finally {
      state.moving = false;
    }
  }

  /** @param {number} by */
  step(by) {
    const choice = by > 0 ? this.branches.other() : null;
    if (choice !== null) return this.change("branch", { choice });
    return this.go(this.state.wanted + by);
  }

  /**
   * Shows a position that the review speaks of: on the main line.
   * @param {number} move
   * @param {number | null} fight
   */
  async look(move, fight) {
    const { state } = this;
    state.fight = fight;
    if (!state.isMain) await this.change("branch", { choice: null });
    await this.go(move);
    this.draw();
  }

  /** @param {string} tool */
  choose(tool) {
    this.state.tool = tool;
    this.draw();
  }

  showNumbers(isOn) {
    this.app.keep("review.numbers", isOn);
    this.state.numbers = isOn;
    this.draw();
  }

  /** Deletes the last move with what follows; the message brings it back. */
  async cut() {
    const { last } = this.state.game;
    await this.change("cut");
    toastAction(`${last} and what follows is deleted.`, "Undo", () =>
      this.app.guard(() => this.change("uncut")),
    );
  }

  async startReview() {
    await this.answerOf(post(`/api/games/${this.id}/review`, { line: "main" }));
    this.draw();
  }
}

/** The numbers of the moves whose stones stand on the board. */
function numbersOf(game) {
  /** @type {Record<string, import("../../types/page.js").Marker>} */
  const marks = {};
  game.moves.slice(0, game.move_number).forEach((move, index) => {
    const vertex = move.slice(1);
    if (vertex !== "pass" && charAt(game, game.stones, vertex) !== ".")
      marks[vertex] = { type: "label", label: String(index + 1), tone: "numbered" };
  });
  return marks;
}
