// What the editor shows beside its board.

import { h, input } from "../../dom.js";
import { button, downloadLink, field, group, select, stoneIcon } from "../../parts/controls.js";
import { heading, openButton, sides, sub } from "../../parts/panel.js";
import { term } from "../../parts/term.js";
import { colorName, counted, sentence, sizeText } from "../../words.js";
import { BRUSHES } from "./brushes.js";

/** @typedef {import("./mode.js").default} Editor */

const SHOWN_FAULTS = 6;
/** @type {[string, string][]} */
const CAPTURES = [
  ["all", "all keystones"],
  ["any", "any keystone chain"],
];
/** @type {[string, string][]} */
const THREATS = [
  ["B0", "none"],
  ["B1", "Black has one"],
  ["B2", "Black has two"],
  ["W1", "White has one"],
  ["W2", "White has two"],
];

/**
 * The panel of the editor.
 * @param {Editor} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function editorPanel(mode) {
  return [
    heading("Editor", sub(sizeText(mode.state.edit))),
    brushes(mode),
    verdict(mode),
    files(mode),
    firstPlayer(mode),
    areaGroup(mode),
    boardGroup(mode),
    moreFields(mode),
  ];
}

/** A handler that does one operation. */
const does = (mode, operation) => () => mode.app.guard(() => mode.apply(operation));

function brushes(mode) {
  const { brush } = mode.state;
  /** @param {[string, import("./brushes.js").Brush]} entry */
  const one = ([key, { label, name, color }]) =>
    h(
      "button",
      {
        type: "button",
        class: "btn small",
        "aria-pressed": String(brush === key),
        onclick: () => mode.pick(key),
        "data-key": key,
        "aria-label": name,
      },
      color && stoneIcon(color),
      h("span", {}, label),
    );
  return group(
    "Brush",
    "brushes",
    h("div", { class: "brushes" }, Object.entries(BRUSHES).map(one)),
    h("p", { class: "sub teach" }, BRUSHES[brush].teach),
  );
}

function verdict(mode) {
  const { edit, report } = mode.state;
  const { faults, roles, to_play } = edit;
  const goal = roles ? `${colorName(to_play)} to play and ${roles.goal}` : "";
  return h(
    "div",
    { "data-key": "verdict", class: "stack" },
    faults.length
      ? [h("h2", {}, "Not a problem yet"), reasons(faults.slice(0, SHOWN_FAULTS).map(sentence))]
      : [h("h2", { class: "good-text" }, `A valid problem: ${goal}`), report && reasons(report)],
    checkRow(mode),
  );
}

const reasons = (lines) =>
  h(
    "ul",
    { class: "reasons" },
    lines.map((line) => h("li", {}, line)),
  );

function checkRow(mode) {
  const { app, search } = mode;
  const { faults, keystones } = mode.state.edit;
  const check = () => app.guard(() => mode.check());
  return h(
    "div",
    { class: "row" },
    search.job
      ? button("Stop", () => search.job?.stop(), { iconName: "stop", small: true })
      : button("Check it", check, { small: true, iconName: "check", disabled: Boolean(faults.length) }),
    button("Find the boundary for me", () => app.guard(() => mode.step("boundary")), {
      small: true,
      disabled: !keystones.length,
    }),
  );
}

function files(mode) {
  const { app } = mode;
  const { id, faults, cols, rows } = mode.state.edit;
  const disabled = faults.length > 0;
  const tryIt = () => app.guard(async () => app.go(await mode.carry()));
  return h(
    "div",
    { class: "row", "data-key": "files" },
    button("Try it", tryIt, { kind: "primary", disabled }),
    button("Save", () => app.guard(() => mode.save()), { disabled, iconName: "save" }),
    downloadLink("SGF", `/api/edits/${id}/sgf`, `problem-${id}.sgf`, "btn"),
    openButton(app, false),
    button("New", () => app.guard(() => mode.open({ cols, rows }))),
  );
}

function firstPlayer(mode) {
  const { to_play, roles } = mode.state.edit;
  const text = roles
    ? [`${colorName(roles.attacker)} attacks, ${colorName(roles.defender)} defends the `, KEYSTONES(), "."]
    : ["Place ", KEYSTONES(), ": their color defends."];
  return sides(
    "Plays first",
    to_play,
    (color) => does(mode, { op: "to-play", color })(),
    "setup",
    h("p", { class: "sub roles" }, ...text),
  );
}

const KEYSTONES = () => term("keystones", "keystones ★");

const operation = (mode, label, op, extra = {}) =>
  button(label, does(mode, { op, ...extra }), { small: true, key: op + (extra.cols ?? "") });

function areaGroup(mode) {
  const { area } = mode.state.edit;
  return group(
    area ? `Area: ${counted(area.length, "point")}` : "Area: the whole board",
    "area",
    h("div", { class: "row" }, operation(mode, "Whole board", "whole"), operation(mode, "Invert", "invert")),
  );
}

function boardGroup(mode) {
  const size = (cols) => operation(mode, `${cols}×${cols}`, "reset", { cols });
  return group(
    "Board",
    "board",
    h(
      "div",
      { class: "row" },
      operation(mode, "Rotate", "rotate"),
      operation(mode, "Flip", "flip"),
      operation(mode, "Swap colors", "swap"),
      operation(mode, "Clear", "reset"),
      [9, 13, 19].map(size),
    ),
  );
}

function moreFields(mode) {
  const { name, comment, capture, threats } = mode.state.edit;
  /** A handler that gives what a control says to one operation. */
  const says = (op) => (event) => does(mode, { op, text: input(event).value })();
  const changeThreats = (event) => {
    const [color, number] = input(event).value;
    does(mode, { op: "threats", color, number: Number(number) })();
  };
  const chosen = threats.B ? `B${threats.B}` : threats.W ? `W${threats.W}` : "B0";
  return h(
    "details",
    { "data-key": "more" },
    h("summary", {}, "Name, words, ko threats"),
    field("Name", h("input", { value: name, maxlength: 80, onchange: says("name") })),
    field(
      "Words shown with the problem",
      h("textarea", { class: "short", maxlength: 2000, value: comment, onchange: says("comment") }),
    ),
    field("The attacker must take", select(CAPTURES, capture, { onchange: says("capture") })),
    field("Outside ko threats", select(THREATS, chosen, { onchange: changeThreats })),
  );
}
