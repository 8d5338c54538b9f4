// What Count shows.

import { eachPoint, emptyMap, mapOf, signMap } from "../../board/geometry.js";
import { h } from "../../dom.js";
import { button, stoneIcon, table, tableRow } from "../../parts/controls.js";
import { heading, markLast, sub } from "../../parts/panel.js";
import { colorName, counted, leader, resultText, rulesName, sizeText } from "../../words.js";

/** @typedef {import("./mode.js").default} Count */
/** @typedef {import("../../types/api.js").CountState} CountState */
/** @typedef {import("../../types/api.js").Score} Score */

const METHODS = { area: "Area", territory: "Territory", "problem-set": "Problem set" };
const PARTS = {
  points: "Territory",
  stones: "Living stones",
  prisoners: "Prisoners",
  dead: "Dead stones",
  lost: "Own stones lost",
  komi: "Komi",
  bonus: "For handicap",
  total: "Total",
};

/**
 * Who leads by how much.
 * @param {Score} score
 * @returns {string}
 */
export const marginText = ({ margin }) =>
  margin === 0 ? "Even" : `${leader(margin)} by ${Math.abs(margin)}`;

/**
 * The board of Count.
 * @param {CountState} count
 * @returns {import("../../types/page.js").BoardProps}
 */
export function countBoard({ game, dead, points, state }) {
  const { cols, rows } = game;
  const isNeutralShown = state !== "play";
  /** @type {[string[], string][]} */
  const owners = [
    [points.B, "B"],
    [points.W, "W"],
    [isNeutralShown ? points.dame : [], "dame"],
    [isNeutralShown ? points.seki : [], "seki"],
  ];
  const paintMap = emptyMap(cols, rows);
  for (const [list, owner] of owners)
    eachPoint(mapOf(cols, rows, list, { owner }), (paint, x, y) => {
      if (paint) paintMap[y][x] = paint;
    });
  return {
    cols,
    rows,
    signMap: signMap(game.stones),
    paintMap,
    clickable: true,
    dimmedVertices: mapOf(cols, rows, dead, true),
    markerMap: mapOf(cols, rows, markLast({}, dead.includes(game.last) ? null : game.last)),
  };
}

/**
 * The panel of Count.
 * @param {Count} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function countPanel(mode) {
  const { count, method } = mode.state;
  const { game } = count;
  const score = count.scores[method] ?? count.scores[count.own];
  return [
    heading("Count", sub(`${sizeText(game)} · ${rulesName(game.rules.name)}`)),
    h(
      "p",
      { class: "big", "data-key": "margin" },
      count.state === "agreed" ? resultText(game.result) : marginText(score),
    ),
    h("p", { class: "note", "data-key": "note" }, explanation(mode)),
    methods(mode),
    scoreTable(score),
    count.state !== "play" && legend(count),
    count.state === "play" ? endRow(mode) : agreeRow(mode),
    moreRow(mode),
  ];
}

function explanation({ state: { count, trouble }, search }) {
  if (count.state === "agreed") return "Both agreed. The game is finished.";
  if (count.state === "play")
    return count.game.result
      ? `The record says: ${resultText(count.game.result)}.`
      : "Play has not ended yet. This is the board as it stands.";
  if (trouble) return trouble;
  if (search.job || !count.proposed) return "Looking for dead stones…";
  if (count.game.opponent && count.agreed.length === 1 && !count.agreed.includes(count.game.opponent.color))
    return "The computer counts differently: Propose dead stones shows its marks.";
  if (count.open)
    return `Not finished: ${count.open}. Resume play, or agree on the board as it stands. Click a chain to mark it dead.`;
  return count.dead.length
    ? `${counted(count.dead.length, "dead stone")} marked. Click a chain to change it.`
    : "Click a chain to mark it dead; click again to bring it back.";
}

function methods(mode) {
  const { count, method } = mode.state;
  const one = (name) =>
    button(METHODS[name], () => mode.show(name), {
      pressed: name === method,
      small: true,
      key: name,
      title: name === count.own ? "this game's rules" : "for comparison",
    });
  return h(
    "div",
    { class: "segments", role: "group", "aria-label": "Way of counting", "data-key": "methods" },
    Object.keys(count.scores).map(one),
  );
}

function scoreTable({ scoring, black, white }) {
  const heads = [
    h("span", { class: "unseen" }, METHODS[scoring]),
    [stoneIcon("B"), " Black"],
    [stoneIcon("W"), " White"],
  ];
  const used = Object.keys(PARTS).filter((part) => part === "total" || black[part] || white[part]);
  const row = (part) =>
    tableRow(PARTS[part], [black[part], white[part]], { class: part === "total" ? "total" : "" });
  return table(heads, used.map(row), { "data-key": "score" });
}

const SIGNS = { B: "Black’s", W: "White’s", dame: "neutral", seki: "seki, no points" };

/** What the signs on the board mean, as far as they are there. */
function legend({ points, dead }) {
  const sign = (look) => h("span", { class: `sign ${look}`, "aria-hidden": "true" });
  const shown = Object.keys(SIGNS).filter((name) => points[name].length);
  return h(
    "ul",
    { class: "legend", "aria-label": "Signs on the board", "data-key": "legend" },
    shown.map((name) => h("li", {}, sign(name), SIGNS[name])),
    dead.length > 0 && h("li", {}, sign("dead"), "dead: taken off"),
  );
}

const endRow = (mode) =>
  h(
    "div",
    { class: "row fill", "data-key": "end" },
    button("Count now", () => mode.app.guard(() => mode.countNow()), { kind: "primary" }),
    button("Back to play", () => mode.app.go(`/play/${mode.id}`)),
  );

function agreeRow(mode) {
  const { agreed, state } = mode.state.count;
  const one = (color) => {
    const agrees = agreed.includes(color);
    const label = `${colorName(color)}${agrees ? " agrees" : ": agree"}`;
    return button(label, () => mode.app.guard(() => mode.act("agree", { color })), {
      kind: agreed.length === 1 && !agrees ? "primary" : "",
      pressed: agrees,
      disabled: state === "agreed",
      iconName: agrees ? "check" : undefined,
      key: color,
    });
  };
  return h("div", { class: "row fill", "data-key": "agree" }, one("B"), one("W"));
}

function moreRow(mode) {
  const { state } = mode.state.count;
  return h(
    "div",
    { class: "row", "data-key": "more" },
    state === "open" &&
      button("Propose dead stones", () => mode.propose(), { iconName: "hint", small: true }),
    state === "agreed" && button("Review the game", () => mode.app.go(`/review/${mode.id}`), { small: true }),
    state !== "play" && button("Resume play", () => mode.app.guard(() => mode.resume()), { small: true }),
  );
}
