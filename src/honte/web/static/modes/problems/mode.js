// Problems: try a problem, be refuted or accepted, ask for hints, answer in words, watch the search.
//
// Other modes open a problem by its address, `/problems/ID`, or `/problems/ID?next=PATH` when Next is to
// lead elsewhere. When a try ends, the document gets the event `honte:solved` with the detail
// {id, solved, helped, seconds, mistakes}: `solved` is false when a problem was shown help or failed and
// was left unsolved.

import { get, post } from "../../api.js";
import { passKey, undoKeys } from "../../page/keyboard.js";
import { toast } from "../../page/toasts.js";
import { passButton, undoRedo } from "../../parts/panel.js";
import { listed, sentence } from "../../words.js";
import { openFirst, openNew, openProblem, placeInQueue } from "../library/queue.js";
import { Mode } from "../mode.js";
import { problemBoard } from "./board.js";
import { giveHint, toggleSearch } from "./help.js";
import { problemPanel } from "./panel.js";
import { THINKING, VERDICTS, toneOf } from "./phrases.js";

/** @typedef {import("../../types/api.js").ProblemSolution} ProblemSolution */
/** @typedef {import("../../types/api.js").Verdict} Verdict */

/**
 * @typedef {object} ProblemsState
 * @property {import("../../types/api.js").Problem | null} problem
 * @property {import("../../types/api.js").ProblemSummary[]} list  all problems
 * @property {ProblemSolution | null} found  what a search that the user started found in this position
 * @property {import("../../types/api.js").Hint | null} hint  the last hint for this position
 * @property {string[] | null} line  the solution, while it is shown
 * @property {import("../../types/api.js").Reading[] | null} readings  other targets to choose from
 * @property {import("../../types/api.js").Book | null} book  the solution of the file, once it is shown
 * @property {boolean} watching  whether the search box is open
 * @property {{ stake: string, stones: string }} asked  what the search box asks; no stake: the problem itself
 * @property {string} purpose  what the running search is for: a key of THINKING
 * @property {number} since  when this try began, in milliseconds of the page's clock
 * @property {string} next  where Next leads; "" for the next problem of the list
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
      hint: null,
      line: null,
      readings: null,
      book: null,
      watching: false,
      asked: { stake: "", stones: "" },
      purpose: "",
      since: 0,
      next: "",
      note: "",
      tone: "",
      busy: false,
    });
  }

  async enter(id, query = {}) {
    const { app, state } = this;
    this.search.close();
    this.reportLeft();
    await this.refreshList();
    if (!id && !state.list.length) return openFirst(app);
    state.problem = await get(`/api/problems/${id || lastPlayed(state.list).id}`);
    this.forget();
    Object.assign(state, { book: null, readings: null, since: performance.now(), next: query.next ?? "" });
    app.at(state.problem.id, state.next && `?next=${encodeURIComponent(state.next)}`);
    this.draw();
    if (!state.problem.area) await this.findTarget();
  }

  leave() {
    super.leave();
    this.reportLeft();
    this.state.problem = null;
  }

  async leaving(target) {
    if (target !== "editor" || !this.state.problem) return null;
    const { id } = this; // leaving forgets the problem
    return this.offerToCarry("The editor has what you made last.", "Edit this one", () => this.openInEditor(id));
  }

  keys() {
    return [
      undoKeys((what) => this.step(what)),
      passKey(() => this.play("pass")),
      { shown: "h", text: "hint", run: { h: () => giveHint(this) } },
      { shown: "n", text: "next problem", run: { n: () => this.goNext() } },
      { shown: "s", text: "start or stop the search", run: { s: () => toggleSearch(this) } },
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
    return ["illegal_move", "outside", "not_your_turn"];
  }

  get id() {
    return this.state.problem.id;
  }

  get isReady() {
    return Boolean(this.state.problem);
  }

  /** Whether both sides are played by hand. */
  get byHand() {
    return this.app.settings.problem_reply === false;
  }

  /** Whether a click plays a move: not while the computer thinks of its answer. */
  get isPlayable() {
    const { problem, busy } = this.state;
    return !problem.over && !busy && (this.byHand || problem.to_play === problem.player);
  }

  /** Whether what a search finds out is shown while it runs: only when somebody looks. */
  get isWatched() {
    return this.state.watching || this.state.purpose === "search";
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
      passButton(this.app, (vertex) => this.play(vertex), !this.isPlayable),
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
    if (this.search.job) {
      const considered = (this.isWatched && this.search.live?.progress?.considered) || [];
      return Object.fromEntries(considered.map(([vertex, verdict]) => [vertex, verdict]));
    }
    return found && !hint && !line ? found.moves : {};
  }

  // Actions

  /** The position has changed: what was said and found belongs to another one. */
  forget() {
    Object.assign(this.state, { note: "", tone: "", found: null, hint: null, line: null });
  }

  async refreshList() {
    this.state.list = await get("/api/problems?limit=500");
  }

  async refresh() {
    this.state.problem = await get(`/api/problems/${this.id}`);
  }

  /**
   * Runs a search for a purpose; gives its answer, or says why there is none.
   * @param {string} purpose  a key of THINKING
   * @param {string} path
   * @param {object} [body]
   * @param {string} [words]  said meanwhile
   * @returns {Promise<any>}
   */
  async think(purpose, path, body = {}, words = THINKING[purpose]) {
    const { state } = this;
    const id = this.id;
    state.purpose = purpose;
    if (words) {
      this.say(words);
      this.draw();
    }
    const last = await this.search.run(post(`/api/problems/${id}/${path}`, body));
    state.purpose = "";
    if (!state.problem || state.problem.id !== id || !last.state) return undefined; // gone elsewhere
    await this.refresh();
    if (!last.answer) this.say(sentence(last.error?.message ?? "Stopped before anything was found"));
    return last.answer;
  }

  /** Lets the server find out what a bare position is about. */
  async findTarget() {
    await this.app.guard(async () => {
      const { likely } = this.state.problem;
      const answer = await this.think("find", "find", {}, likely && `Probably ${likely}. ${THINKING.find}`);
      if (answer) this.say(answer.doubt);
      this.draw();
    });
  }

  /** @param {string} vertex */
  async play(vertex) {
    const { state } = this;
    if (state.busy || !state.problem || state.problem.over) return;
    if (this.search.job && state.purpose !== "find") return;
    await this.once(() => (this.isAnswerMissing ? this.reply() : this.send(vertex)));
    this.draw();
  }

  /** Whether the computer owes an answer: a search for it was stopped or failed. */
  get isAnswerMissing() {
    const { problem } = this.state;
    return !this.byHand && problem.to_play !== problem.player && problem.move_number > 0;
  }

  /** @param {string} vertex */
  async send(vertex) {
    const { app, state, byHand } = this;
    const { id, version } = state.problem;
    this.search.close();
    const problem = (state.problem = await post(`/api/problems/${id}/play`, {
      vertex,
      version,
      by_hand: byHand,
    }));
    app.sound(problem.captured.length ? "capture" : "stone");
    this.forget();
    this.draw();
    if (!byHand) await this.reply();
    else if (problem.taken) this.say("The stones are captured.", "good");
  }

  /** Lets the server judge the last move and answer it. */
  async reply() {
    const { app, state } = this;
    const wasDone = state.problem.done;
    /** @type {import("../../types/api.js").Judgement | undefined} */
    const judgement = await this.think("answer", "answer", { version: state.problem.version });
    if (!judgement) return;
    if (judgement.reply && judgement.reply !== "pass") app.sound("stone");
    this.say(joined(judgement.text, judgement.book), toneOf(judgement.judged));
    if (judgement.solved && !wasDone) await this.finish();
  }

  /**
   * Answers the problem in words.
   * @param {"nothing" | "seki" | "ko"} claim
   */
  async claim(claim) {
    const { state } = this;
    if (this.search.job) return;
    await this.app.guard(async () => {
      const wasDone = state.problem.done;
      const judged = await this.think("claim", "claim", { claim, version: state.problem.version });
      if (judged) this.say(judged.text, toneOf(judged.judged));
      if (judged?.solved && !wasDone) await this.finish();
      this.draw();
    });
  }

  /** The try is solved. */
  async finish() {
    this.report(true);
    await this.refreshList();
  }

  /** Tells the page how a try ended. */
  report(solved) {
    const { id, helped, mistakes } = this.state.problem;
    const seconds = (performance.now() - this.state.since) / 1000;
    document.dispatchEvent(
      new CustomEvent("honte:solved", { detail: { id, solved, helped, seconds, mistakes } }),
    );
  }

  /** A problem that is left unsolved after a mistake or with help counts as not solved. */
  reportLeft() {
    const { problem } = this.state;
    if (problem && !problem.done && (problem.helped || problem.mistakes)) this.report(false);
  }

  /** Goes to where Next leads: an address that was given, the next of the list; without a list, a new problem. */
  async goNext() {
    const go = this.state.next ? () => this.app.go(this.state.next) : this.neighbor(1);
    if (go) return go();
    if (placeInQueue(this.id) || !(await openNew(this.app))) toast("This was the last problem of the list.");
  }

  /**
   * The way to the next or the previous problem: of the library's list that this one was opened from, or
   * else of the list in the panel.
   * @param {1 | -1} by
   * @returns {(() => Promise<void>) | null}  null when there is none
   */
  neighbor(by) {
    const { app } = this;
    const { list, problem } = this.state;
    const place = placeInQueue(problem.id);
    if (place) {
      const id = by > 0 ? place.next : place.previous;
      return id ? () => openProblem(app, id) : null;
    }
    const at = list.findIndex((each) => each.id === problem.id);
    const other = at < 0 ? undefined : list[at + by];
    return other ? () => app.go(`/problems/${other.id}`) : null;
  }

  /** @param {"undo" | "redo" | "reset" | "switch"} what */
  async step(what) {
    const { state, byHand } = this;
    this.search.close();
    const { id, version } = state.problem;
    const back = what === "undo" || what === "redo" ? { by_hand: byHand } : {};
    state.problem = await post(`/api/problems/${id}/${what}`, { version, ...back });
    this.forget();
    if (what === "reset") state.since = performance.now();
    this.draw();
  }

  /**
   * Copies the problem into the editor.
   * @param {string} [problem]
   * @returns {Promise<string>}  where it is
   */
  async openInEditor(problem = this.id) {
    const { id } = await post("/api/edits", { problem });
    return `/editor/${id}`;
  }
}

/** The problem that was changed last. */
const lastPlayed = (list) => list.reduce((last, each) => (each.changed > last.changed ? each : last));

/** Sentences one after the other. */
const joined = (...texts) => texts.filter(Boolean).join(" ");
