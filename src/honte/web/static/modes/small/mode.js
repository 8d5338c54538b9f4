// Small board: play against perfect play, see what every move is worth, be quizzed.

import { get, post } from "../../api.js";
import { passKey, undoKeys } from "../../page/keyboard.js";
import { moveSound, passButton, undoRedo } from "../../parts/panel.js";
import { listed, opponentOf, sentence, sizeText } from "../../words.js";
import { Mode } from "../mode.js";
import { smallBoard, smallPanel } from "./panel.js";
import { judgement, leadText, quizAnswer, spanText, verdictText } from "./phrases.js";

/** @typedef {import("../../types/api.js").Color} Color */
/** @typedef {import("../../types/api.js").SmallSolution} SmallSolution */

/**
 * @typedef {object} SmallState
 * @property {import("../../types/api.js").Game | null} game
 * @property {SmallSolution | null} found
 * @property {boolean} values  whether the values of all moves are shown, or looked for
 * @property {{ id: string, solution: SmallSolution, done: boolean } | null} quiz
 * @property {string} note
 * @property {string} tone
 * @property {boolean} busy
 */

const QUIZ_POINTS = 16; // a quiz on a board of more points than this would take too long to make
const QUIZ_SIDE = 5;

/** @extends {Mode<SmallState>} */
export default class Small extends Mode {
  constructor(app) {
    super(app, {
      game: null,
      found: null,
      values: false,
      quiz: null,
      note: "",
      tone: "",
      busy: false,
    });
  }

  async enter(id) {
    const { app, state } = this;
    this.search.close();
    if (!id) {
      await this.start(3, 3, "B");
      return;
    }
    state.game = await get(`/api/games/${id}`);
    this.forget();
    if (state.quiz?.id !== id) state.quiz = null;
    app.at(state.game.id);
    this.draw();
    this.answerIfDue();
  }

  keys() {
    return [
      undoKeys((what) => this.step(what)),
      passKey(() => this.play("pass")),
      { shown: "v", text: "value of every move", run: { v: () => this.toggleValues() } },
    ];
  }

  onVertex(vertex) {
    return this.play(vertex);
  }

  get refusals() {
    return ["illegal_move"];
  }

  get id() {
    return this.state.game.id;
  }

  describe(vertex) {
    const { game, found, values } = this.state;
    const value = values && found?.moves?.[vertex];
    return listed(vertex === game?.last && "last move", value && `worth ${spanText(value)}`);
  }

  get isReady() {
    return this.state.game !== null;
  }

  board() {
    return smallBoard(this);
  }

  tools() {
    const { game } = this.state;
    const cannotPass = game.phase !== "play" || !this.isMyTurn || Boolean(this.search.job);
    return [
      ...undoRedo(this.app, game, (what) => this.step(what)),
      passButton(this.app, (vertex) => this.play(vertex), cannotPass),
    ];
  }

  panel() {
    return smallPanel(this);
  }

  /** Seconds that a search may take. */
  get seconds() {
    return Number(this.app.settings["small.seconds"] ?? 3);
  }

  /**
   * The side that the person plays.
   * @returns {Color}
   */
  get human() {
    return this.state.game.opponent?.color === "B" ? "W" : "B";
  }

  get isMyTurn() {
    const { opponent, to_play } = this.state.game;
    return !opponent || to_play !== opponent.color;
  }

  // Actions

  /** The position has changed: what was found belongs to another one. */
  forget() {
    Object.assign(this.state, { found: null, note: "", values: false });
  }

  /**
   * @param {number} cols
   * @param {number} rows
   * @param {Color} color  of the person
   */
  async start(cols, rows, color) {
    this.state.quiz = null;
    const made = await post("/api/games", {
      cols,
      rows,
      rules: "chinese",
      komi: 0,
      title: `${sizeText({ cols, rows })} against perfect play`,
      opponent: { color: opponentOf(color) },
    });
    await this.app.go(`/small/${made.id}`);
  }

  /** @param {string} vertex */
  async play(vertex) {
    const { state } = this;
    if (state.busy || this.search.job || state.game.phase !== "play") return;
    if (state.quiz && !state.quiz.done) {
      this.answerQuiz(vertex);
      return;
    }
    try {
      await this.once(() => this.send(vertex));
    } finally {
      this.draw();
    }
    await this.answerIfDue();
  }

  /** @param {string} vertex */
  async send(vertex) {
    const { app, state } = this;
    const { id, version } = state.game;
    state.game = await post(`/api/games/${id}/play`, { vertex, version });
    app.sound(moveSound(vertex, state.game));
    this.forget();
  }

  /** Lets perfect play move, if it is its turn. */
  async answerIfDue() {
    const { game } = this.state;
    if (game.phase === "play" && !this.isMyTurn && !this.search.job) await this.app.guard(() => this.reply());
    else if (game.phase === "counting") this.draw();
  }

  async reply() {
    const { app, state, seconds } = this;
    const { id, version, move_number, moves } = state.game;
    const mine = move_number ? moves[move_number - 1].slice(1) : null;
    const answer = await this.answerOf(post(`/api/games/${id}/perfect-reply`, { version, seconds }));
    state.game = await get(`/api/games/${id}`);
    if (answer) {
      app.sound(moveSound(answer.reply, state.game));
      this.say(...judgement(answer, mine, this.human));
    }
    this.draw();
  }

  /** Shows the value of every move, hides it, or stops looking for it. */
  async toggleValues() {
    const { app, state } = this;
    if (this.search.job) this.search.job.stop();
    else if (state.values) {
      state.values = false;
      this.draw();
    } else await app.guard(() => this.showValues());
  }

  async showValues() {
    const { state, seconds } = this;
    state.values = true;
    const path = `/api/games/${state.game.id}/perfect`;
    const answer = await this.answerOf(post(path, { seconds, every_move: true }));
    if (answer) {
      state.found = answer;
      this.say(sentence(verdictText(answer)));
    }
    this.draw();
  }

  async startQuiz() {
    const { app, state } = this;
    const { cols, rows } = quizSize(state.game);
    this.say("Looking for a good question…");
    const answer = await this.answerOf(post("/api/small/quiz", { cols, rows }));
    if (!answer) return;
    state.quiz = { id: answer.id, solution: answer.solution, done: false };
    await app.go(`/small/${answer.id}`);
    this.say("Find a best move.");
    this.draw();
  }

  /** @param {string} vertex */
  answerQuiz(vertex) {
    const { app, state } = this;
    const { quiz } = state;
    quiz.done = true;
    state.found = quiz.solution;
    state.values = true;
    const isRight = quiz.solution.best.includes(vertex);
    if (isRight) this.say(`Right: ${vertex} keeps ${leadText(quiz.solution.low)}.`, "good");
    else this.say(quizAnswer(quiz.solution, vertex), "warn");
    app.sound(isRight ? "stone" : "pass");
    this.draw();
  }

  /** @param {"undo" | "redo"} what */
  async step(what) {
    const { state } = this;
    this.search.close();
    const { id, version } = state.game;
    state.game = await post(`/api/games/${id}/${what}`, { version });
    this.forget();
    this.draw();
  }
}

function quizSize({ cols, rows }) {
  if (cols * rows > QUIZ_POINTS || cols > QUIZ_SIDE || rows > QUIZ_SIDE) return { cols: 4, rows: 4 };
  return { cols: Math.max(2, cols), rows: Math.max(2, rows) };
}
