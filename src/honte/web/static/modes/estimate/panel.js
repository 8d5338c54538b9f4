// What Estimate shows beside its board.

import { h, input } from "../../dom.js";
import { chart } from "../../parts/chart.js";
import { button, field, select } from "../../parts/controls.js";
import { heading, openButton, sub } from "../../parts/panel.js";
import { term } from "../../parts/term.js";
import { leader, resultText, signed } from "../../words.js";
import { guessing, startGuess } from "./guess.js";

/** @typedef {import("./mode.js").default} EstimateMode */

const VIEWS = { paint: "Paint", numbers: "Numbers", off: "Board only" };
const OVERLAYS = {
  none: "no overlay",
  regions: "regions",
  atsumi: "atsumi",
  pairs: "cutoff pairs",
  enclosed: "enclosed size",
};

/**
 * The panel of Estimate.
 * @param {EstimateMode} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function estimatePanel(mode) {
  const { game, at, guess, curve } = mode.state;
  const total = game.moves.length;
  return [
    heading(game.title || "Estimate", sub(`move ${at.move} of ${total}`)),
    guess ? guessing(mode) : verdict(mode),
    !guess && mode.branches.panel(),
    slider(mode),
    !guess && chart(curve, total, at.move, (move) => mode.app.guard(() => mode.go(move))),
    !guess && controls(mode),
    files(mode),
  ];
}

function verdict(mode) {
  const { found } = mode.state;
  if (!found) return h("p", { class: "big", "data-key": "big" }, "…");
  const { margin, error, stale } = found;
  const chance = Math.round(found.black_chance * 100);
  const bar = h("span", {});
  bar.style.width = `${chance}%`;
  return h(
    "div",
    { class: "stack", "data-key": "verdict" },
    h(
      "p",
      { class: `big${stale ? " stale" : ""}` },
      Math.abs(margin) < 0.5 ? "About even" : `${leader(margin)} by ${Math.abs(margin).toFixed(1)}`,
      error === null ? null : h("span", { class: "error-bar" }, ` ± ${error.toFixed(1)}`),
    ),
    h("div", { class: "chance", role: "img", "aria-label": `Black wins ${chance} percent` }, bar),
    h("p", { class: "sub" }, ...details(mode, chance)),
  );
}

function details({ overlay, state: { game, found, moyo } }, chance) {
  const sizes =
    overlay !== "none" && moyo
      ? [term("S"), ` ${signed(moyo.totals.s)}, `, term("S′"), ` ${signed(moyo.totals.s_atsumi)}`]
      : [`area ${Math.round(found.black_area)} to ${Math.round(found.white_area)}`];
  const why = found["random games instead"];
  const start = found["head start"];
  const known = game.facts.result && ` · the game: ${game.facts.result}`;
  return [`Black wins ${chance} % · `, ...sizes, known, start && ` · ${start}`, why && ` · by random games: ${why}`];
}

/** What the overlay shows, in words. */
const OVERLAY_WORDS = {
  regions: () => ["Regions: connected points nearer to one color."],
  atsumi: () => [term("atsumi", "Atsumi"), ": how strongly groups control a point, in tenths."],
  pairs: () => [
    term("cutoff pair", "Cutoff pairs"),
    ": in how many directions Black and White shut a point in.",
  ],
  enclosed: () => [
    term("enclosed equivalent size", "Enclosed size"),
    ": what a vacant point is worth, in tenths of a point.",
  ],
};

function slider(mode) {
  const { game, at } = mode.state;
  const total = game.moves.length;
  if (!total)
    return h("p", { class: "sub" }, "Play or open a game first, then come back: this board is empty.");
  return h(
    "label",
    { class: "field", "data-key": "slider" },
    h("span", { class: "unseen" }, "Move"),
    h("input", {
      type: "range",
      min: 0,
      max: total,
      value: mode.state.wanted,
      "aria-label": `Move ${at.move} of ${total}`,
      oninput: (event) => mode.app.guard(() => mode.go(Number(input(event).value))),
    }),
  );
}

function controls(mode) {
  const { app, model } = mode;
  const { models } = mode.state.models;
  const pick = (setting, options, value, label, after) => {
    const onchange = (event) => {
      app.keep(setting, input(event).value);
      after();
    };
    return field(label, select(Object.entries(options), value, { "aria-label": label, onchange }));
  };
  const again = () => app.guard(() => mode.go(mode.state.at.move));
  const changeModel = () => {
    again();
    mode.watchCurve();
  };
  const names = Object.fromEntries(Object.keys(models).map((name) => [name, name]));
  return h(
    "div",
    { class: "stack", "data-key": "controls" },
    pick("estimate.model", names, model, "Model", changeModel),
    h("p", { class: "sub" }, models[model]),
    h(
      "div",
      { class: "two" },
      pick("estimate.view", VIEWS, mode.view, "Ownership as", () => mode.draw()),
      pick("estimate.overlay", OVERLAYS, mode.overlay, "Moyo overlay", again),
    ),
    mode.overlay !== "none" && h("p", { class: "sub" }, ...OVERLAY_WORDS[mode.overlay]()),
  );
}

function files(mode) {
  const { game, guess } = mode.state;
  const isEmpty = !game.moves.length && !/[XO]/.test(game.stones.join(""));
  return h(
    "div",
    { class: "row", "data-key": "files" },
    !guess && button("Guess the score", () => startGuess(mode), { small: true, disabled: isEmpty }),
    openButton(mode.app),
    game.facts.result && h("span", { class: "sub" }, resultText(game.facts.result)),
  );
}
