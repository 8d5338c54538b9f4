// What a review found: the moves that lost most, and the fights with their proofs.

import { post } from "../../api.js";
import { h } from "../../dom.js";
import { toast } from "../../page/toasts.js";
import { button, downloadLink, stoneIcon } from "../../parts/controls.js";
import { colorName, counted } from "../../words.js";

/** @typedef {import("./mode.js").default} ReviewMode */
/** @typedef {import("../../types/api.js").Fight} Fight */
/** @typedef {import("../../types/api.js").GameReview} GameReview */

const RESULTS = {
  yes: ["proved: yes", "win"],
  no: ["proved: no", "lose"],
  ko: ["ko", "ko"],
  part: ["proved in part", "open"],
  open: ["open", "open"],
};
const STAGES = { moves: "Judging the moves…", fights: "Deciding the fights…", stopped: "Stopped half way." };

/**
 * What a review found.
 * @param {ReviewMode} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function findings(mode) {
  const { review, game } = mode.state;
  return [
    worst(mode),
    fights(mode),
    review?.note && h("p", { class: "sub" }, review.note),
    review?.stage === "done" &&
      h(
        "div",
        { class: "row", "data-key": "report" },
        downloadLink("Report to keep", `/api/games/${game.id}/report.html`, `review-${game.id}.html`),
      ),
  ];
}

/**
 * The button that starts a review, or how far it is.
 * @param {ReviewMode} mode
 * @returns {HTMLElement | null}
 */
export function starter(mode) {
  const { review, game } = mode.state;
  const { search, app } = mode;
  if (search.job) {
    const done = review ? Math.max(0, review.curve.length - 1) : 0;
    return h(
      "div",
      { class: "stack", "data-key": "starter" },
      h("p", { class: "sub" }, review ? STAGES[review.stage] : "Beginning…"),
      h("progress", { max: review?.length || 1, value: done, "aria-label": "Moves judged" }),
      button("Stop", () => search.job?.stop(), { iconName: "stop", small: true }),
    );
  }
  if (review && review.stage === "done") return null;
  const isEmpty = game.moves.length < 2;
  return h(
    "div",
    { class: "stack", "data-key": "starter" },
    review && h("p", { class: "sub" }, STAGES[review.stage]),
    button(review ? "Review it again" : "Review this game", () => app.guard(() => mode.startReview()), {
      kind: "primary",
      disabled: isEmpty,
      title: isEmpty ? "There are no moves to review" : "Finds the moves that lost most, and decides fights",
    }),
  );
}

/** @param {ReviewMode} mode */
function worst(mode) {
  const { review } = mode.state;
  if (!review?.worst.length) return null;
  const row = (number) => {
    const { move, color, vertex, lost, would } = review.moves[number - 1];
    const better = would.find(([other]) => other !== vertex);
    return h(
      "li",
      { "data-key": `${move}` },
      h(
        "button",
        { type: "button", class: "item", onclick: () => mode.app.guard(() => mode.look(move - 1, null)) },
        h(
          "span",
          {},
          stoneIcon(color),
          ` ${move} ${vertex}`,
          better && h("span", { class: "sub" }, ` better ${better[0]}`),
        ),
        h("span", { class: "lost" }, `−${counted(Number(lost.toFixed(1)), "point")}`),
      ),
    );
  };
  return h(
    "section",
    { "data-key": "worst", class: "stack" },
    h("h2", {}, "Moves that lost most"),
    h("ol", { class: "list", "aria-label": "Moves that lost most" }, review.worst.map(row)),
    h("p", { class: "sub" }, "Estimated by the network; a click shows the position before the move."),
  );
}

/** @param {ReviewMode} mode */
function fights(mode) {
  const { review } = mode.state;
  if (!review?.fights.length) return null;
  return h(
    "section",
    { "data-key": "fights", class: "stack" },
    h("h2", {}, "Fights"),
    review.fights.map((fight) => fightBox(mode, fight)),
  );
}

function fightBox(mode, fight) {
  const isShown = mode.state.fight === fight.number;
  const kind = fight.firm || fight.result === "open" ? fight.result : "part";
  const [word, tone] = fight.waiting ? ["waiting", "open"] : RESULTS[kind];
  return h(
    "article",
    { class: `fight${isShown ? " shown" : ""}`, "data-key": `fight ${fight.number}` },
    h(
      "div",
      { class: "head" },
      h("h3", {}, stoneIcon(fight.color), ` ${fight.title}`),
      h("span", { class: `tag ${tone}` }, word),
    ),
    fight.text.length ? fight.text.map((line) => h("p", {}, line)) : h("p", {}, fight.question),
    h(
      "div",
      { class: "row" },
      button(
        fight.at_end ? "At the end" : `Move ${fight.move}`,
        () => mode.app.guard(() => mode.look(fight.move - 1, fight.number)),
        {
          small: true,
          pressed: isShown,
          title: "Show the position of the question",
        },
      ),
      fight.sgf &&
        button("Make it a problem", () => mode.app.guard(() => makeProblem(mode, fight)), {
          small: true,
          iconName: "problems",
        }),
    ),
  );
}

/** Keeps a fight with the problems and opens it there. */
async function makeProblem({ app }, fight) {
  const { ids, refused } = await post("/api/problems", { text: fight.sgf, name: fight.title });
  if (!ids.length) {
    toast(refused[0] ?? "This fight makes no problem.");
    return;
  }
  toast("Saved with your problems.");
  await app.go(`/problems/${ids[0]}`);
}

/**
 * What the board shows of the review: what the network would play, or the answer to a fight.
 * @param {ReviewMode} mode
 * @returns {{ heat: Record<string, import("../../types/page.js").Heat>, marks: Record<string, import("../../types/page.js").Marker>, area: Record<string, string> }}
 */
export function overlay({ state: { review, game, fight, isMain } }) {
  const shown = review?.fights.find((each) => each.number === fight);
  /** @type {Record<string, import("../../types/page.js").Heat>} */
  const heat = {};
  /** @type {Record<string, import("../../types/page.js").Marker>} */
  const marks = {};
  /** @type {Record<string, string>} */
  const area = {};
  if (!review || !isMain) return { heat, marks, area };
  if (shown && game.move_number === shown.move - 1) {
    for (const vertex of shown.target) marks[vertex] = { type: "triangle" };
    for (const vertex of shown.area) area[vertex] = "area";
    for (const vertex of shown.best) heat[vertex] = { tone: shown.result === "ko" ? "ko" : "win", text: "✓" };
    return { heat, marks, area };
  }
  const next = review.moves[game.move_number];
  if (!next || !review.worst.includes(next.move)) return { heat, marks, area };
  heat[next.vertex] = { tone: "lose", text: "✗" };
  for (const [vertex, chance] of next.would)
    heat[vertex] ??= { tone: "open", text: `${Math.max(1, Math.round(chance * 100))}%` };
  delete heat.pass;
  return { heat, marks, area };
}

/**
 * What is said of the position on the board.
 * @param {ReviewMode} mode
 * @returns {string}
 */
export function remark({ state: { review, game, isMain } }) {
  const next = isMain && review?.moves[game.move_number];
  if (!next || !review.worst.includes(next.move)) return "";
  const line = next.line.length ? ` Play might go ${next.line.slice(0, 6).join(" ")}.` : "";
  return `${colorName(next.color)} played ${next.vertex} here and lost about ${counted(Number(next.lost.toFixed(1)), "point")}. The discs show how likely the network would play elsewhere.${line}`;
}
