// Problems: try a problem, be refuted or accepted, watch the search, ask for hints.

import { get, post } from "../../api.js";
import { passKey, undoKeys } from "../../page/keyboard.js";
import { say, toast } from "../../page/toasts.js";
import { passButton, undoRedo } from "../../parts/panel.js";
import { listed, sentence } from "../../words.js";
import { Mode } from "../mode.js";
import { problemBoard } from "./board.js";
import { problemPanel } from "./panel.js";
import { VERDICTS, replyText } from "./phrases.js";
import { solveOptions } from "./searchbox.js";

/** @typedef {import("../../types/api.js").ProblemSolution} ProblemSolution */
/** @typedef {import("../../types/api.js").Verdict} Verdict */

/**
 * @typedef {object} ProblemsState
 * @property {import("../../types/api.js").Problem | null} problem
 * @property {import("../../types/api.js").ProblemSummary[]} list  all problems
 * @property {ProblemSolution | null} found  what a search of this position found
 * @property {0 | 1 | 2} hint  1 shows the region of the best move, 2 the move
 * @property {string[] | null} line  the solution, while it is shown
 * @property {boolean} explore  whether the problem is solved and both sides are played by hand
 * @property {string} note
 * @property {string} tone
 * @property {boolean} busy
 */

/** @extends {Mode<ProblemsState>} */
export default class Problems extends Mode {
  constructor(app) {
    super(app, {
      problem: null,
      list: [],
      found: null,
      hint: 0,
      line: null,
      explore: false,
      note: "",
      tone: "",
      busy: false,
    });
  }

  async enter(id) {
    const { app, state } = this;
    this.search.close();
    await this.refreshList();
    if (!id && !state.list.length) {
      await app.go("/editor");
      return;
    }
    state.problem = await get(`/api/problems/${id || state.list[0].id}`);
    this.forget();
    state.explore = false;
    await this.refreshList();
    app.at(state.problem.id);
    this.draw();
  }

  async leaving(target) {
    if (target !== "editor" || !this.state.problem) return null;
    const text = "The editor can open this problem, or go back to what you were making.";
    const labels = /** @type {[string, string]} */ (["Edit this one", "What I was making"]);
    return this.askToCarry("Edit this problem?", text, labels, () => this.openInEditor());
  }

  keys() {
    return [
      undoKeys((what) => this.step(what)),
      passKey(() => this.play("pass")),
      { shown: "h", text: "hint", run: { h: () => this.giveHint() } },
      { shown: "s", text: "start or stop the search", run: { s: () => this.toggleSearch() } },
      { shown: "x", text: "reset the problem", run: { x: () => this.step("reset") } },
    ];
  }

  onVertex(vertex) {
    return this.play(vertex);
  }

  async importText(text, name) {
    const { ids, refused } = await post("/api/problems", { text, name: name.replace(/\.\w+$/, "") });
    const were = refused.length === 1 ? "was" : "were";
    if (refused.length) toast(`${refused.length} of the file’s problems ${were} refused: ${refused[0]}.`);
    if (!ids.length) return;
    toast(ids.length > 1 ? `${ids.length} problems added.` : "Problem added.");
    await this.app.go(`/problems/${ids[0]}`);
  }

  get refusals() {
    return ["illegal_move", "outside"];
  }

  get id() {
    return this.state.problem.id;
  }

  describe(vertex) {
    const { problem } = this.state;
    if (!problem) return "";
    const verdict = this.verdicts()[vertex];
    return listed(
      problem.keystones.includes(vertex) && "keystone",
      vertex === problem.last && "last move",
      verdict && VERDICTS[verdict],
      problem.area && !problem.area.includes(vertex) && "out of play",
    );
  }

  board() {
    return problemBoard(this);
  }

  tools() {
    const { problem } = this.state;
    return [
      ...undoRedo(this.app, problem, (what) => this.step(what)),
      passButton(this.app, (vertex) => this.play(vertex), problem.taken),
    ];
  }

  panel() {
    return problemPanel(this);
  }

  /**
   * What is known of the first moves: from the running search, or from what was found.
   * @returns {Record<string, Verdict>}
   */
  verdicts() {
    const { found, hint, line } = this.state;
    const considered = this.search.live?.progress?.considered;
    if (considered) return Object.fromEntries(considered.map(([vertex, verdict]) => [vertex, verdict]));
    return found && hint === 0 && !line ? found.moves : {};
  }

  // Actions

  /** The position has changed: what was said and found belongs to another one. */
  forget() {
    Object.assign(this.state, { note: "", tone: "", found: null, hint: 0, line: null });
  }

  async refreshList() {
    this.state.list = await get("/api/problems");
  }

  /** @param {string} vertex */
  async play(vertex) {
    const { state } = this;
    if (state.busy || !state.problem || state.problem.taken) return;
    await this.once(() => this.send(vertex));
    this.draw();
  }

  /** @param {string} vertex */
  async send(vertex) {
    const { app, state } = this;
    const { id, version } = state.problem;
    const problem = (state.problem = await post(`/api/problems/${id}/play`, { vertex, version }));
    app.sound(problem.captured.length ? "capture" : "stone");
    const mover = problem.moves[problem.move_number - 1][0];
    this.forget();
    this.draw();
    const isAnswered = app.settings.problem_reply !== false && !state.explore && mover === problem.first;
    if (isAnswered) await this.reply();
    else if (problem.taken) this.say("The keystones are captured.", "good");
  }

  /** Lets the server judge the last move and answer it. */
  async reply() {
    const { app, state } = this;
    const { id, version } = state.problem;
    this.say("Thinking of an answer…");
    const last = await this.search.run(post(`/api/problems/${id}/answer`, { version }));
    state.problem = await get(`/api/problems/${id}`);
    if (!last.answer) {
      this.say(sentence(last.error?.message ?? "stopped"));
      return;
    }
    /** @type {import("../../types/api.js").Judgement} */
    const judgement = last.answer;
    if (judgement.reply) app.sound("stone");
    this.say(...replyText(judgement, state.problem));
    if (judgement.ends && judgement.judged !== "wrong") {
      state.explore = true;
      await this.refreshList();
    }
  }

  /** Starts a search with the settings of the search box, or stops the one that runs. */
  async toggleSearch() {
    if (this.search.job) await this.search.job.stop();
    else
      await this.app.guard(async () => {
        const missing = "Stopped before anything was proved";
        const found = await this.solve(solveOptions(this.app), missing);
        if (found) say(sentence(found.text)); // the search box shows it
        this.draw();
      });
  }

  /**
   * Searches this position.
   * @param {object} options  as the server takes them
   * @param {string} missing  what is said when nothing was found
   * @returns {Promise<ProblemSolution | undefined>}
   */
  async solve(options, missing) {
    const { state } = this;
    const last = await this.search.run(post(`/api/problems/${state.problem.id}/solve`, options));
    state.found = last.answer;
    if (!state.found) this.say(sentence(last.error?.message ?? missing));
    return state.found;
  }

  /** What a search found here, or finds now. */
  async solved() {
    const { seconds } = solveOptions(this.app);
    return this.state.found ?? this.solve({ engine: "proof", seconds }, "no answer in the time given");
  }

  async giveHint() {
    const { app, state } = this;
    if (this.search.job) return;
    await app.guard(async () => {
      const answer = await this.solved();
      if (!answer) return;
      state.hint = state.hint === 0 ? 1 : 2;
      state.line = null;
      if (!answer.best.length) this.say(`No move works here: ${answer.text}.`);
      else this.say(state.hint === 1 ? "Look in the marked region." : `The first move is ${answer.best[0]}.`);
      this.draw();
    });
  }

  /** Shows the solution on the board, or hides it. */
  async toggleLine() {
    const { app, state } = this;
    if (this.search.job) return;
    await app.guard(async () => {
      const answer = await this.solved();
      if (!answer) return;
      state.line = state.line ? null : answer.line;
      const numbered = state.line?.length ? " The moves are numbered on the board." : "";
      this.say(state.line ? `${sentence(answer.text)}${numbered}` : "");
      this.draw();
    });
  }

  /** @param {"undo" | "redo" | "reset" | "switch"} what */
  async step(what) {
    const { state } = this;
    this.search.job?.stop();
    const { id, version } = state.problem;
    state.problem = await post(`/api/problems/${id}/${what}`, { version });
    this.forget();
    if (what === "reset") state.explore = false;
    this.draw();
  }

  /**
   * Copies the problem into the editor.
   * @returns {Promise<string>}  where it is
   */
  async openInEditor() {
    const { id } = await post("/api/edits", { problem: this.id });
    return `/editor/${id}`;
  }
}
