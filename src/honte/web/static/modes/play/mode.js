// Play: two people at one screen, or one and the computer. The server says what is legal.

import { get, post } from "../../api.js";
import { passKey, undoKeys } from "../../page/keyboard.js";
import { say, toast, toastAction } from "../../page/toasts.js";
import { moveSound, passButton, undoRedo } from "../../parts/panel.js";
import { colorName, counted, listed, resultText, sentence } from "../../words.js";
import { Mode } from "../mode.js";
import { Variations } from "../variations.js";
import { playBoard, playPanel } from "./panel.js";
import { isComputersTurn } from "./turn.js";

/** @typedef {import("../../types/api.js").Game} Game */

/**
 * @typedef {object} PlayState
 * @property {Game | null} game
 * @property {Game | null} made  a game just made, before the address names it
 * @property {import("../../types/api.js").GameSummary[]} recent
 * @property {string} note
 * @property {string} tone
 * @property {boolean} busy
 */

const LISTED_GAMES = 12;

/** @extends {Mode<PlayState>} */
export default class Play extends Mode {
  constructor(app) {
    super(app, { game: null, made: null, recent: [], note: "", tone: "", busy: false });
    this.branches = new Variations(app, (choice) => this.step("branch", { choice }));
  }

  async enter(id) {
    const { app, state } = this;
    if (!id) {
      await this.start({ cols: 9 });
      return;
    }
    // A game just made is shown as it came: a second look could undo a quick first click.
    state.game = state.made?.id === id ? state.made : await get(`/api/games/${id}`);
    state.made = null;
    state.note = "";
    app.at(state.game.id);
    this.draw();
    this.refreshRecent();
    this.computer();
  }

  keys() {
    return [
      undoKeys((what) => this.undoOrRedo(what)),
      passKey(() => this.playAt("pass")),
      { shown: "n", text: "new game", run: { n: () => this.newGame() } },
      {
        shown: "Home End",
        text: "start and end of the game",
        run: {
          Home: () => this.step("goto", { move: 0 }),
          End: () => this.step("goto", { move: this.state.game.moves.length }),
        },
      },
      this.branches.keys(() => this.draw()),
    ];
  }

  onVertex(vertex) {
    return this.playAt(vertex);
  }

  get refusals() {
    return ["illegal_move"];
  }

  get id() {
    return this.state.game.id;
  }

  describe(vertex) {
    const { game } = this.state;
    if (!game) return "";
    return listed(vertex === game.last && "last move", game.illegal[vertex], this.branches.describe(vertex));
  }

  draw() {
    const { game } = this.state;
    if (!this.isShown) return;
    this.branches.show(game.record, `${game.id} ${game.moves.slice(0, game.move_number)}`);
    super.draw();
  }

  board() {
    return playBoard(this);
  }

  tools() {
    const { game } = this.state;
    const redo = game.can_redo || this.branches.other() !== null;
    return [
      ...undoRedo(this.app, game, (what) => this.undoOrRedo(what), { redo }),
      passButton(this.app, (vertex) => this.playAt(vertex), game.phase !== "play"),
    ];
  }

  panel() {
    return playPanel(this);
  }

  // Actions

  /** @param {object} settings  of the new game, as the server takes them */
  async start(settings) {
    const { app, state } = this;
    state.game = state.made = await post("/api/games", settings);
    const replace = location.pathname === "/" || location.pathname === "/play";
    await app.go(`/play/${state.game.id}`, { replace });
  }

  /** Asks for the settings of a new game and starts it. */
  async newGame() {
    const { newGameDialog } = await import("./newgame.js"); // only few visits need it
    const settings = await newGameDialog(this.state.game);
    if (settings) await this.app.guard(() => this.start(settings));
  }

  /** Lets the computer move, if it is its turn. It thinks on the server; leaving the page stops it. */
  async computer() {
    const { app, state } = this;
    if (this.search.job || !isComputersTurn(state.game)) return;
    await app.guard(() => this.hearComputer(state.game));
    this.draw();
    if (state.game.phase === "counting") app.go(`/count/${state.game.id}`);
  }

  /** @param {Game} game */
  async hearComputer({ id, version }) {
    const { app, state } = this;
    const last = await this.search.run(post(`/api/games/${id}/opponent`, { version }));
    const isClosed = !last.state; // somebody took the move back or went elsewhere meanwhile
    if (isClosed || !this.isShown || state.game.id !== id) return;
    const game = await get(`/api/games/${id}`);
    if (game.version < state.game.version) return; // an undo was quicker
    state.game = game;
    if (!last.answer) return;
    const { move, resigns, note } = last.answer;
    state.tone = "";
    if (resigns) {
      say((state.note = "The computer resigns."));
      return;
    }
    app.sound(moveSound(move, state.game));
    state.note = move === "pass" ? "The computer passes." : note && sentence(note);
    say(`The computer plays ${move}. ${colorName(state.game.to_play)} to play.`);
  }

  /** @param {string} vertex */
  async playAt(vertex) {
    const { app, state } = this;
    if (state.busy || this.search.job || !state.game) return;
    if (state.game.phase === "counting") {
      app.go(`/count/${state.game.id}`);
      return;
    }
    await this.once(() => this.send(vertex));
    this.draw();
    if (this.state.game.phase === "counting") {
      toast(`${state.game.passes} passes: time to count.`);
      app.go(`/count/${state.game.id}`);
    } else this.computer();
  }

  /** @param {string} vertex */
  async send(vertex) {
    const { app, state } = this;
    const player = colorName(state.game.to_play);
    const { id, version } = state.game;
    const game = (state.game = await post(`/api/games/${id}/play`, { vertex, version }));
    const taken = game.captured.length;
    app.sound(moveSound(vertex, game));
    if (vertex === "pass") state.note = `${player} passes.`;
    else state.note = taken ? `${player} takes ${counted(taken, "stone")}.` : "";
    state.tone = "";
    say(`${player} ${vertex}. ${state.note} ${colorName(game.to_play)} to play.`);
  }

  /**
   * @param {"undo" | "redo" | "goto" | "branch" | "resign"} what
   * @param {object} [body]
   */
  async step(what, body = {}) {
    const { state } = this;
    if (state.busy || !state.game) return;
    // The computer may play before the server hears of the undo: then it takes back both moves.
    const isThinking = isComputersTurn(state.game);
    this.search.close();
    await this.once(async () => {
      const { id, version } = state.game;
      state.game = await post(`/api/games/${id}/${what}`, { ...(isThinking ? {} : { version }), ...body });
    });
    state.note = "";
    this.draw();
    if (!["undo", "goto", "branch"].includes(what)) this.computer();
  }

  /**
   * Where a variation is picked, redo goes into it.
   * @param {"undo" | "redo"} what
   */
  undoOrRedo(what) {
    const choice = what === "redo" ? this.branches.other() : null;
    return choice === null ? this.step(what) : this.step("branch", { choice });
  }

  /** Ends the game at once: the message takes it back. */
  async resign() {
    const { app } = this;
    await app.guard(() => this.step("resign"));
    const { result } = this.state.game;
    if (result) toastAction(`${resultText(result)}.`, "Undo", () => app.guard(() => this.step("undo")));
  }

  async refreshRecent() {
    this.state.recent = await get(`/api/games?limit=${LISTED_GAMES}`).catch(() => []);
    this.draw();
  }
}
