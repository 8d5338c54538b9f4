// The dialog for a new game: size, rules, komi, handicap, opponent.

import { get } from "../../api.js";
import { h } from "../../dom.js";
import { dialog } from "../../page/dialogs.js";
import { button, field, select } from "../../parts/controls.js";
import { rulesName } from "../../words.js";

/** @typedef {import("../../types/api.js").Game} Game */
/** @typedef {import("../../types/api.js").Rules} Rules */

const SIZES = [5, 9, 13, 19];
/** @type {[string, string][]} */
const OPPONENTS = [
  ["", "Two people at this screen"],
  ["W", "The computer plays White"],
  ["B", "The computer plays Black"],
];
/** @type {[number, string][]} */
const HANDICAPS = [
  [0, "none"],
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => /** @type {[number, string]} */ ([n, `${n} stones`])),
];

/** @type {Rules[] | null} */
let knownRules = null;
/** @type {string[] | null} the levels of the computer, weakest first */
let knownLevels = null;

/**
 * Asks for the settings of a new game.
 * @param {Game | null} game  the last one, whose size, rules and opponent are offered again
 * @param {string} [opponent]  the color that the computer plays, where another is offered than that of the last game
 * @returns {Promise<object | undefined>}  as the server takes them; undefined when it is dismissed
 */
export async function newGameDialog(game, opponent) {
  knownRules ??= await get("/api/rules");
  knownLevels ??= await get("/api/levels");
  return dialog("New game", (close) => form({ ...offered(game), ...(opponent ? { opponent } : {}) }, close));
}

/** What the dialog shows at first. */
const offered = (game) => ({
  cols: game?.cols ?? 9,
  rows: game?.rows ?? 9,
  rules: game?.rules.name ?? "chinese",
  opponent: game?.opponent?.color ?? "",
  level: game?.opponent?.level ?? knownLevels.at(-1),
});

function form({ cols, rows, rules, opponent, level }, close) {
  const made = h(
    "form",
    { method: "dialog" },
    sizeButtons(cols, rows),
    h("div", { class: "two" }, side("Columns", "cols", cols), side("Rows", "rows", rows)),
    field("Rules", select(knownRules.map(rulesOption), rules, { name: "rules" })),
    h(
      "div",
      { class: "two" },
      field("Komi", komiInput(komiOf(rules, 0))),
      field("Handicap", select(HANDICAPS, 0, { name: "handicap" })),
    ),
    field("Opponent", select(OPPONENTS, opponent, { name: "opponent" })),
    field("Level of the computer", select(knownLevels.map(levelOption), level, { name: "level" })),
    h(
      "div",
      { class: "row" },
      h("button", { class: "btn primary", type: "submit" }, "Start"),
      button("Cancel", () => close()),
    ),
  );
  connect(made, close);
  return made;
}

function sizeButtons(cols, rows) {
  const one = (size) => {
    const choose = (event) => setSize(event.target.closest("form"), size);
    return button(`${size}×${size}`, choose, { small: true, pressed: cols === size && rows === size });
  };
  return h("div", { class: "segments", role: "group", "aria-label": "Common sizes" }, SIZES.map(one));
}

const side = (label, name, value) =>
  field(label, h("input", { name, type: "number", min: 1, max: 25, value, required: true }));

const HANDICAP_KOMI = 0.5; // points: enough to leave no draw

/** The usual komi: that of the rules, and next to nothing where stones are given. */
const komiOf = (rules, handicap) =>
  handicap ? HANDICAP_KOMI : (knownRules.find((each) => each.name === rules)?.komi ?? 0);

const komiInput = (value) =>
  h("input", { name: "komi", type: "number", step: 0.5, min: -400, max: 400, value });

/** @returns {[string, string]} */
const levelOption = (name) => [name, name[0].toUpperCase() + name.slice(1)];

/** @returns {[string, string]} */
const rulesOption = ({ name, scoring, passes_to_end }) => [
  name,
  `${rulesName(name)} (${scoring === "area" ? "area" : "territory"}, ${passes_to_end} passes)`,
];

function connect(made, close) {
  const control = controlsOf(made);
  control("cols").oninput = control("rows").oninput = () => showSize(made);
  control("rules").onchange = control("handicap").onchange = () => {
    control("komi").value = String(komiOf(control("rules").value, Number(control("handicap").value)));
  };
  made.onsubmit = (event) => {
    event.preventDefault();
    close(settingsOf(made));
  };
}

/** @returns {(name: string) => HTMLInputElement} */
const controlsOf = (made) => (name) => made.elements.namedItem(name);

function setSize(made, size) {
  const control = controlsOf(made);
  control("cols").value = control("rows").value = size;
  showSize(made);
}

/** Presses the button of the size that the fields say, if it is a common one. */
function showSize(made) {
  const control = controlsOf(made);
  const text = `${control("cols").value}×${control("rows").value}`;
  for (const each of made.querySelector(".segments").children)
    each.setAttribute("aria-pressed", String(each.textContent === text));
}

function settingsOf(made) {
  const control = controlsOf(made);
  const number = (name) => Number(control(name).value);
  const color = control("opponent").value;
  return {
    cols: number("cols"),
    rows: number("rows"),
    rules: control("rules").value,
    handicap: number("handicap"),
    ...(control("komi").value === "" ? {} : { komi: number("komi") }),
    ...(color ? { opponent: { color, level: control("level").value } } : {}),
  };
}
