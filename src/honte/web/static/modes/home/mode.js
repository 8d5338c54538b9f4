// The first screen: what can be done here, and the way back to what was done last.

import { get, post } from "../../api.js";
import { h } from "../../dom.js";
import { openDialog } from "../../page/files.js";
import { heading } from "../../parts/panel.js";
import { icon } from "../../parts/icons.js";
import { counted, listed, sizeText } from "../../words.js";
import { PageMode } from "../pagemode.js";

/**
 * @typedef {object} HomeState
 * @property {import("../../types/api.js").GameSummary | null} last  the game changed last
 * @property {number | null} today  problems of today's set that are left
 */

/**
 * Something to do: a link, or an action.
 * @typedef {object} Deed
 * @property {string} name
 * @property {string} text
 * @property {string} iconName
 * @property {string} [href]
 * @property {() => unknown} [run]
 */

const EXAMPLE_GAME = "/static/examples/game.sgf";
const EXAMPLE_PROBLEM = "/api/library/problems?collection=shipped%2Fbasic&text=carpenter&limit=1";
const SMALL_SIDE = 5;

/** @extends {PageMode<HomeState>} */
export default class Home extends PageMode {
  constructor(app) {
    super(app, { last: null, today: null });
  }

  async enter() {
    this.take();
    this.draw();
    const [games, training] = await Promise.all([
      get("/api/games?limit=20").catch(() => []),
      get("/api/train").catch(() => null),
    ]);
    this.state.last = games.find(({ moves }) => moves > 0) ?? null;
    this.state.today = training?.today?.length ?? null;
    this.draw();
  }

  panel() {
    return [
      heading("What would you like to do?"),
      h("ul", { class: "deeds", "aria-label": "What you can do" }, this.deeds().map(deedItem)),
      h("h2", {}, "Try an example"),
      h("ul", { class: "deeds small", "aria-label": "Examples" }, this.examples().map(deedItem)),
    ];
  }

  /** @returns {Deed[]} */
  deeds() {
    const { app } = this;
    const { last, today } = this.state;
    return [
      last && {
        name: "Continue the last game",
        text: listed(last.title || sizeText(last), counted(last.moves, "move"), last.result),
        iconName: "play",
        href: `/${last.result ? "review" : "play"}/${last.id}`,
      },
      {
        name: "Play the computer",
        text: "On any board, on one of five levels.",
        iconName: "play",
        run: () => app.guard(() => this.playComputer()),
      },
      {
        name: "Review a game",
        text: "What each move lost, and fights decided by proof.",
        iconName: "review",
        href: "/review",
      },
      {
        name: "Open a file",
        text: "A game, a board or a problem, as SGF or text. Dropping it on the page works, too.",
        iconName: "open",
        run: () => openDialog(app),
      },
      {
        name: "Today’s problems",
        text: today ? `${counted(today, "problem")} for you today.` : "A set at your level, every day.",
        iconName: "train",
        href: "/train",
      },
      {
        name: "Learn 5×5",
        text: "Small boards against perfect play, which tells what each move gives away.",
        iconName: "small",
        run: () => app.guard(() => this.learnSmall()),
      },
      {
        name: "Make a problem",
        text: "Place stones; a check proves the answer.",
        iconName: "editor",
        href: "/editor",
      },
      {
        name: "Browse the library",
        text: "All problems in collections, by level, words or shape.",
        iconName: "library",
        href: "/library",
      },
    ].filter(Boolean);
  }

  /** @returns {Deed[]} */
  examples() {
    return [
      {
        name: "An example game",
        text: "With comments and a variation, ready to review.",
        iconName: "review",
        run: () => this.app.guard(() => this.openGame()),
      },
      {
        name: "An example problem",
        text: "The carpenter’s square: can it live?",
        iconName: "problems",
        run: () => this.app.guard(() => this.openProblem()),
      },
    ];
  }

  async playComputer() {
    const { newGameDialog } = await import("../play/newgame.js");
    const settings = await newGameDialog(null, "W");
    if (!settings) return;
    const { id } = await post("/api/games", settings);
    await this.app.go(`/play/${id}`);
  }

  async learnSmall() {
    const { id } = await post("/api/games", {
      cols: SMALL_SIDE,
      rules: "chinese",
      komi: 0,
      title: "5×5 against perfect play",
      opponent: { color: "W" },
    });
    await this.app.go(`/small/${id}`);
  }

  async openGame() {
    const known = this.app.settings["example.game"];
    const isThere = known && (await get(`/api/games/${known}`).catch(() => null));
    const { id } = isThere
      ? isThere
      : await post("/api/games/import", { text: await textAt(EXAMPLE_GAME), name: "Example" });
    this.app.keep("example.game", id);
    await post(`/api/games/${id}/goto`, { move: 0 });
    await this.app.go(`/review/${id}`);
  }

  async openProblem() {
    const { problems } = await get(EXAMPLE_PROBLEM);
    const { id } = await post(`/api/library/problems/${problems[0].id}/open`);
    await this.app.go(`/problems/${id}`);
  }
}

const textAt = async (path) => (await fetch(path)).text();

/** @param {Deed} deed */
function deedItem({ name, text, iconName, href, run }) {
  const inside = [icon(iconName), h("span", {}, h("b", {}, name), h("span", { class: "sub" }, text))];
  const shown = href
    ? h("a", { class: "deed", href }, inside)
    : h("button", { class: "deed", type: "button", onclick: run }, inside);
  return h("li", { "data-key": name }, shown);
}
