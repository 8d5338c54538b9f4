// What a record says of the whole game: shown in lines, changed in a dialog.

import { h } from "../../dom.js";
import { dialog } from "../../page/dialogs.js";
import { button, field, stoneIcon } from "../../parts/controls.js";
import { colorName, listed, resultText } from "../../words.js";

/** @typedef {import("./mode.js").default} Review */

/** @type {[name: string, label: string, hint?: string][]} */
const FIELDS = [
  ["title", "Title"],
  ["black", "Black"],
  ["black_rank", "Black’s rank"],
  ["white", "White"],
  ["white_rank", "White’s rank"],
  ["date", "Date", "2026-11-18"],
  ["event", "Event"],
  ["place", "Place"],
  ["result", "Result", "B+3.5, W+R, W+T, 0"],
];

/**
 * Players, date and result.
 * @param {Review} mode
 * @returns {HTMLElement}
 */
export function factLines(mode) {
  const { game } = mode.state;
  const { facts } = game;
  const player = (color, name, rank) => [
    stoneIcon(color),
    ` ${name || (game.opponent?.color === color ? "Computer" : colorName(color))}${rank ? ` ${rank}` : ""} `,
  ];
  const edit = () => mode.app.guard(() => editFacts(mode));
  return h(
    "div",
    { class: "facts-box", "data-key": "facts" },
    h(
      "p",
      {},
      ...player("B", facts.black, facts.black_rank),
      " – ",
      ...player("W", facts.white, facts.white_rank),
    ),
    h(
      "p",
      { class: "sub" },
      listed(
        facts.result && resultText(facts.result),
        facts.date,
        facts.event,
        facts.place,
        `komi ${game.rules.komi}`,
      ),
    ),
    button("", edit, {
      iconName: "editor",
      kind: "quiet",
      small: true,
      title: "Change names, date and result",
    }),
  );
}

/** @param {Review} mode */
async function editFacts(mode) {
  const { facts } = mode.state.game;
  const given = await dialog("About this game", (close) => form(facts, close));
  if (given) await mode.change("facts", given, "PUT");
}

function form(facts, close) {
  /** @param {[name: string, label: string, hint?: string]} entry */
  const one = ([name, label, placeholder]) =>
    field(
      label,
      h("input", { name, value: facts[name] ?? "", placeholder, maxlength: name === "result" ? 40 : 200 }),
    );
  const onsubmit = (event) => {
    event.preventDefault();
    const said = Object.fromEntries(
      FIELDS.map(([name]) => [name, event.target.elements.namedItem(name).value]),
    );
    close(
      Object.fromEntries(Object.entries(said).filter(([name, text]) => text.trim() !== (facts[name] ?? ""))),
    );
  };
  const [title, ...others] = FIELDS;
  return h(
    "form",
    { method: "dialog", onsubmit },
    one(title),
    h("div", { class: "two" }, others.map(one)),
    h(
      "div",
      { class: "row" },
      h("button", { class: "btn primary", type: "submit" }, "Save"),
      button("Cancel", () => close()),
    ),
  );
}
