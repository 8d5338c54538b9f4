// Train: today's set, mistakes again, the status quiz, the rating and the statistics.

import { get, post } from "../../api.js";
import { toast } from "../../page/toasts.js";
import { PageMode } from "../pagemode.js";
import { trainPanel } from "./panel.js";
import { startTraining } from "./session.js";

/**
 * @typedef {object} TrainState
 * @property {any} training  today's set, rating, curve, statistics
 * @property {any[]} collections
 * @property {Record<string, string>} query  of the address
 * @property {any | null} quiz  the problem that is asked
 * @property {string} choice  what was answered to it
 * @property {any | null} verdict  of the answer
 * @property {number} since  when the question was asked, in milliseconds of the page's clock
 */

/** @extends {PageMode<TrainState>} */
export default class Train extends PageMode {
  constructor(app) {
    super(app, {
      training: null,
      collections: [],
      query: {},
      quiz: null,
      choice: "",
      verdict: null,
      since: 0,
    });
  }

  async enter(_id, query) {
    this.take();
    const { state } = this;
    Object.assign(state, { query, quiz: null, choice: "", verdict: null });
    await this.load();
    if (query.quiz) await this.ask();
  }

  async load() {
    const { state } = this;
    const asked = new URLSearchParams({ collection: this.collection, size: String(this.size) });
    const [training, shelf] = await Promise.all([
      get(`/api/train?${asked}`),
      get("/api/library/collections"),
    ]);
    Object.assign(state, { training, collections: shelf.collections });
    this.draw();
  }

  get isReady() {
    return this.state.training !== null;
  }

  panel() {
    return trainPanel(this);
  }

  keys() {
    const answer = (choice) => () => this.state.quiz && !this.state.choice && this.answer(choice);
    return [
      {
        shown: "1 2 3 4",
        text: "quiz: alive, dead, unsettled, ko",
        run: { 1: answer("alive"), 2: answer("dead"), 3: answer("unsettled"), 4: answer("ko") },
      },
      { shown: "n", text: "next question", run: { n: () => this.state.verdict && this.ask() } },
    ];
  }

  // Options, kept among the settings

  get collection() {
    return this.app.settings.train_collection ?? "";
  }

  get size() {
    return Number(this.app.settings.train_size) || 10;
  }

  get timer() {
    return Number(this.app.settings.train_timer) || 0;
  }

  get every() {
    return this.app.settings.train_every === true;
  }

  /** @returns {import("./session.js").Options} */
  get options() {
    return { timer: this.timer, every: this.every };
  }

  /**
   * @param {string} name
   * @param {string | number | boolean} value
   */
  async choose(name, value) {
    this.app.keep(name, value);
    await this.app.guard(() => this.load());
  }

  // Training

  /** Starts with the first problem of today's set that is not done. */
  async start() {
    const open = this.state.training.today.filter((each) => !each.done).map((each) => each.id);
    await this.app.guard(() => startTraining(this.app, open, this.options));
  }

  /** @param {string} id  a problem of today's set */
  async startAt(id) {
    const ids = this.state.training.today.map((each) => each.id);
    const from = ids.indexOf(id);
    await this.app.guard(() =>
      startTraining(this.app, [...ids.slice(from), ...ids.slice(0, from)], this.options),
    );
  }

  /** @param {"mistakes" | "more"} what  problems that were not clean, or new ones beside today's set */
  async startWith(what) {
    await this.app.guard(async () => {
      const asked = new URLSearchParams({ collection: this.collection, size: String(this.size) });
      const found = await get(`/api/train/${what}?${asked}`);
      if (!found.length) toast("No new problem is left here. Import some in the library.");
      if (found.length)
        await startTraining(
          this.app,
          found.map((each) => each.id),
          this.options,
        );
    });
  }

  // The quiz

  /** Asks the next question. */
  async ask() {
    const { app, state } = this;
    await app.guard(async () => {
      const asked = new URLSearchParams({ collection: this.collection });
      state.quiz = await get(`/api/train/quiz?${asked}`);
      Object.assign(state, { choice: "", verdict: null, since: performance.now() });
      this.draw();
    });
  }

  /** @param {string} choice */
  async answer(choice) {
    const { app, state } = this;
    const seconds = (performance.now() - state.since) / 1000;
    state.choice = choice;
    this.draw();
    await app.guard(async () => {
      const { id, after } = state.quiz;
      const last = await this.search.run(post(`/api/train/quiz/${id}`, { choice, after, seconds }));
      state.verdict = last.answer ?? { right: "", correct: false, reason: last.error?.message ?? "Stopped." };
      this.draw();
    });
  }
}
