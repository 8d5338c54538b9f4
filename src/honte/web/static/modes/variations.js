// What a record says of the position shown: its comment, its marks, and the moves that follow, one of
// them picked.

import { h } from "../dom.js";
import { say } from "../page/toasts.js";
import { button, stoneIcon } from "../parts/controls.js";
import { colorName } from "../words.js";

/** @typedef {import("../types/page.js").Marker} Marker */

const letter = (index) => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1));

/** The variations of the game that a mode shows. */
export class Variations {
  /**
   * @param {import("../page/shell.js").Shell} app
   * @param {(choice: number | null) => unknown} take  goes into a variation; null: back to the main line
   */
  constructor(app, take) {
    this.app = app;
    this.take = take;
    /** @type {import("../types/api.js").GameRecord} */
    this.record = { choices: [], main: true, comment: "", marks: {} };
    this.picked = 0;
    this.place = "";
  }

  /**
   * Takes what the record says of the position on the board.
   * @param {import("../types/api.js").GameRecord} record
   * @param {string} place  changes with the position
   */
  show(record, place) {
    this.record = record;
    if (place !== this.place)
      this.picked = Math.max(
        0,
        record.choices.findIndex((choice) => choice.on_line),
      );
    this.picked = Math.min(this.picked, Math.max(0, record.choices.length - 1));
    this.place = place;
  }

  /** Whether there is something to pick. */
  get several() {
    return this.record.choices.length > 1;
  }

  /**
   * The keys that pick.
   * @param {() => void} draw  called after each
   * @returns {import("../types/page.js").KeyRow}
   */
  keys(draw) {
    const by = (step) => () => {
      this.pick(step);
      draw();
    };
    return {
      shown: "↑ ↓ or v",
      text: "choose among variations; r goes into the one chosen",
      run: this.several ? { ArrowUp: by(-1), ArrowDown: by(1), v: by(1) } : {},
    };
  }

  /** @param {number} by */
  pick(by) {
    const count = this.record.choices.length;
    this.picked = (this.picked + by + count) % count;
    const { color, vertex } = this.record.choices[this.picked];
    say(`Variation ${letter(this.picked)}: ${colorName(color)} ${vertex}, ${this.picked + 1} of ${count}.`);
  }

  /**
   * The number of the picked move where it is another than redo would play; null otherwise.
   * @returns {number | null}
   */
  other() {
    const choice = this.record.choices[this.picked];
    return this.several && choice && !choice.on_line ? choice.number : null;
  }

  /**
   * Adds the marks of the record, and letters for the moves that follow.
   * @param {Record<string, Marker>} marks
   */
  mark(marks) {
    Object.assign(marks, this.record.marks);
    if (this.several)
      this.record.choices.forEach(({ vertex }, index) => {
        if (vertex !== "pass")
          marks[vertex] = {
            type: "label",
            label: letter(index),
            tone: index === this.picked ? "picked" : "",
          };
      });
  }

  /** @param {string} vertex */
  describe(vertex) {
    const index = this.several ? this.record.choices.findIndex((choice) => choice.vertex === vertex) : -1;
    return index < 0 ? "" : `variation ${letter(index)}`;
  }

  /** The comment, and buttons for the variations. */
  panel() {
    const { comment } = this.record;
    return [
      comment &&
        h(
          "div",
          { class: "comment", "data-key": "comment", role: "note", "aria-label": "Comment", tabindex: 0 },
          comment,
        ),
      this.choices(),
    ];
  }

  /** Buttons for the variations, and one back to the main line. */
  choices() {
    const { main } = this.record;
    return (
      (this.several || !main) &&
      h(
        "div",
        { class: "variations", "data-key": "variations", role: "group", "aria-label": "Variations" },
        this.several && this.record.choices.map((choice, index) => this.choiceButton(choice, index)),
        !main && button("Main line", () => this.into(null), { small: true, kind: "quiet" }),
      )
    );
  }

  choiceButton({ color, vertex, number }, index) {
    const isPicked = index === this.picked;
    return h(
      "button",
      {
        type: "button",
        class: `btn small${isPicked ? " picked" : ""}`,
        "data-key": `${number}`,
        title: isPicked ? "Chosen: r plays it" : "Go into this variation",
        onclick: () => this.into(number),
      },
      h("b", {}, letter(index)),
      stoneIcon(color),
      h("span", {}, vertex),
    );
  }

  /** @param {number | null} choice */
  into(choice) {
    return this.app.guard(() => this.take(choice));
  }
}
