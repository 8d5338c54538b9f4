// Parts that several modes share: headings, the buttons of the toolbar, choices, and one search at a time.

import { watch } from "../api.js";
import { button, colorName, h, stoneIcon } from "../dom.js";
import { sentence } from "../shell.js";

export const heading = (title, ...right) => h("div", { class: "head" }, h("h1", {}, title), ...right);

export const sub = (text) => h("span", { class: "sub" }, text);

// Undo and Redo; `state` says what can be done, `step("undo")` and `step("redo")` do it.
export function undoRedo(app, state, step, { blocked = false, redo = state.can_redo } = {}) {
  const one = (label, name, possible, key) =>
    button(label, () => app.guard(() => step(name)), {
      iconName: name,
      disabled: !possible || blocked,
      title: `${label} (${key})`,
    });
  return [one("Undo", "undo", state.can_undo, "u"), one("Redo", "redo", redo, "r")];
}

export const passButton = (app, play, disabled) =>
  button("Pass", () => app.guard(() => play("pass")), { iconName: "pass", disabled, title: "Pass (p)" });

// Black or White, as two buttons; `chosen` is pressed.
export function sides(legend, chosen, choose, key, ...more) {
  return h(
    "fieldset",
    { "data-key": key },
    h("legend", {}, legend),
    h(
      "div",
      { class: "segments" },
      ["B", "W"].map((color) =>
        h(
          "button",
          {
            type: "button",
            class: "btn small",
            "aria-pressed": String(chosen === color),
            onclick: () => choose(color),
          },
          stoneIcon(color),
          colorName(color),
        ),
      ),
    ),
    ...more,
  );
}

// A time limit kept among the settings; `text(seconds)` is its label.
export function timeLimit(app, setting, seconds, max, text, redraw) {
  return h(
    "label",
    { class: "field", "data-key": setting },
    h("span", {}, text(seconds)),
    h("input", {
      type: "range",
      min: 1,
      max,
      value: seconds,
      onchange: (event) => {
        app.keep(setting, Number(event.target.value));
        redraw();
      },
    }),
  );
}

// Why a move was refused, as one would say it: "F5 is occupied."
export const refusal = (error) => sentence(error.message.replace(/^(?:Black|White) (\S+): /, "$1 "));

export const noteLine = (text, tone) => h("p", { class: `note ${tone}`, "data-key": "note" }, text);

// What a move sounds like.
export const moveSound = (vertex, game) =>
  vertex === "pass" ? "pass" : game.captured.length ? "capture" : "stone";

export function markLast(marks, last) {
  if (last && last !== "pass" && !marks[last]) marks[last] = { type: "circle" };
  return marks;
}

// One search of a mode at a time, shown live by `draw`.
export class Search {
  constructor(draw) {
    this.draw = draw;
    this.close();
  }

  // The last snapshot of the search; an empty one when it was closed meanwhile.
  async run(starting) {
    this.close();
    const job = (this.job = watch(await starting, (snapshot) => {
      if (this.job !== job) return;
      this.live = snapshot;
      this.draw();
    }));
    this.draw();
    const last = await job.done;
    if (this.job !== job) return {};
    this.job = this.live = null;
    return last;
  }

  // A search belongs to the board it was started on: going elsewhere ends it.
  close() {
    const job = this.job;
    this.job = this.live = null;
    job?.close();
  }
}
