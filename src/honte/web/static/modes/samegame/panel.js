// What SameGame shows.

import { eachPoint, emptyMap, mapOf } from "../../board/geometry.js";
import { h, input } from "../../dom.js";
import { button, field, select, table, tableRow, timeLimit } from "../../parts/controls.js";
import { heading, liveLine, newBoard, noteLine, sub } from "../../parts/panel.js";
import { counted, sizeText } from "../../words.js";
import { VARIANTS, groupText } from "./phrases.js";

/** @typedef {import("./mode.js").default} SameGame */

/** @type {[cols: number, rows: number, colors: number][]} */
const SIZES = [
  [6, 6, 3],
  [8, 8, 3],
  [10, 10, 4],
  [15, 15, 5],
];

/**
 * The board of SameGame.
 * @param {SameGame} mode
 * @returns {import("../../types/page.js").BoardProps}
 */
export function tilesBoard(mode) {
  const { game, chosen } = mode.state;
  const { cols, rows } = game;
  const shown = mode.show.frame ?? { tiles: game.tiles, lit: chosen };
  const tiles = emptyMap(cols, rows);
  eachPoint(shown.tiles, (ch, x, y) => {
    tiles[y][x] = ch === "." ? null : Number(ch);
  });
  return {
    cols,
    rows,
    signMap: emptyMap(cols, rows, 0),
    tiles,
    clickable: true,
    confirmTouch: false,
    onHover: (vertex) => mode.hover(vertex),
    dimmedVertices: mapOf(cols, rows, shown.lit, true),
  };
}

/**
 * The panel of SameGame.
 * @param {SameGame} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function tilesPanel(mode) {
  const { app, search } = mode;
  const { game, note, tone, found } = mode.state;
  const [variant, rules] = VARIANTS[game.variant];
  return [
    heading("SameGame", sub(variant)),
    scores(game.scores),
    noteLine(search.job && !note ? "Thinking…" : note || rules, tone),
    h("p", { class: "sub", "data-key": "left" }, leftText(mode)),
    actions(mode),
    search.job && liveLine(liveText(search.live)),
    found && !mode.isDuel && !game.over && foundRow(mode),
    newBoard(SIZES.map((size) => sizeButton(mode, size))),
    variants(mode),
    timeLimit(
      app,
      "samegame.seconds",
      mode.seconds,
      60,
      (s) => `Thinking time: ${s} s`,
      () => mode.draw(),
    ),
  ];
}

/** @param {number[]} all  yours, and the computer's in a duel that has two */
function scores([mine, theirs]) {
  if (theirs === undefined) return h("p", { class: "big" }, counted(mine, "point"));
  return table([], [tableRow("You", [mine]), tableRow("Computer", [theirs])]);
}

function leftText(mode) {
  const { game, chosen } = mode.state;
  const group = chosen.length ? mode.groupAt(chosen[0]) : undefined;
  const text = `${counted(game.left, "tile")} left, ${counted(game.groups.length, "move")}`;
  return group ? `${text} · this group: ${groupText(group)}` : text;
}

function liveText(live) {
  const score = live?.progress?.score;
  return `${score === undefined ? "" : `best so far ${score} · `}${(live?.seconds ?? 0).toFixed(1)} s`;
}

function actions(mode) {
  const { game } = mode.state;
  const isShowing = Boolean(mode.show.frame);
  const isSearching = Boolean(mode.search.job);
  const name = mode.isDuel ? "Best play" : "Best sequence";
  return h(
    "div",
    { class: "row fill", "data-key": "acts" },
    button("Hint", () => mode.hint(), {
      iconName: "hint",
      disabled: isSearching || game.over || isShowing,
    }),
    button(isShowing ? "Stop" : isSearching ? "Stop search" : name, () => mode.toggleShow(), {
      disabled: game.over && !isShowing && !isSearching,
      iconName: isShowing || isSearching ? "stop" : undefined,
    }),
  );
}

function foundRow(mode) {
  const { proved, score } = mode.state.found;
  return h(
    "div",
    { class: "row", "data-key": "found" },
    button("Play it", () => mode.app.guard(() => mode.playBest()), { small: true }),
    h("span", { class: `tag ${proved ? "good" : "open"}` }, proved ? "proved best" : "best found"),
    h("span", { class: "sub" }, counted(score, "point")),
  );
}

const sizeButton = (mode, [cols, rows, colors]) =>
  button(sizeText({ cols, rows }), () => mode.app.guard(() => mode.start({ cols, rows, colors })), {
    small: true,
    key: String(cols),
    title: `${colors} colors`,
  });

function variants(mode) {
  /** @type {[string, string][]} */
  const options = Object.entries(VARIANTS).map(([name, [label]]) => [name, label]);
  const onchange = (event) => mode.app.guard(() => mode.changeVariant(input(event).value));
  return field("Variant", select(options, mode.state.game.variant, { onchange }), { "data-key": "variant" });
}
