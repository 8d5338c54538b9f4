// What a record says of the position shown: its comment, its marks, and the moves that follow, one of
// them picked. `take(number)` goes into a variation; `take(null)` goes back to the main line.

import { button, h, stoneIcon } from "../dom.js";

const letter = (index) => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1));

export function variations(app, take) {
  let record = { choices: [], main: true, comment: "", marks: {} },
    picked = 0,
    place = "";

  const several = () => record.choices.length > 1;

  function pick(by) {
    const count = record.choices.length;
    picked = (picked + by + count) % count;
    const { color, vertex } = record.choices[picked];
    app.say(
      `Variation ${letter(picked)}: ${color === "B" ? "Black" : "White"} ${vertex}, ${picked + 1} of ${count}.`,
    );
  }

  return {
    // Tells what is on the board; `where` changes with the position.
    show(next, where) {
      record = next;
      if (where !== place)
        picked = Math.max(
          0,
          next.choices.findIndex((choice) => choice.on_line),
        );
      picked = Math.min(picked, Math.max(0, next.choices.length - 1));
      place = where;
    },

    // The keys that pick, while there is something to pick; the mode draws after each.
    keys(draw) {
      if (!several()) return {};
      const by = (step) => () => {
        pick(step);
        draw();
      };
      return { ArrowUp: by(-1), ArrowDown: by(1), v: by(1) };
    },

    help: [["↑ ↓ or v", "choose among variations; r goes into the one chosen"]],

    // The picked move where it is another than redo would play; null otherwise.
    other() {
      const choice = record.choices[picked];
      return several() && choice && !choice.on_line ? choice.number : null;
    },

    mark(marks) {
      Object.assign(marks, record.marks);
      if (several())
        record.choices.forEach(({ vertex }, index) => {
          if (vertex !== "pass")
            marks[vertex] = { type: "label", label: letter(index), tone: index === picked ? "picked" : "" };
        });
      return marks;
    },

    describe(vertex) {
      const index = several() ? record.choices.findIndex((choice) => choice.vertex === vertex) : -1;
      return index < 0 ? "" : `variation ${letter(index)}`;
    },

    panel() {
      return [
        record.comment &&
          h(
            "div",
            { class: "comment", "data-key": "comment", role: "note", "aria-label": "Comment", tabindex: 0 },
            record.comment,
          ),
        (several() || !record.main) &&
          h(
            "div",
            { class: "variations", "data-key": "variations", role: "group", "aria-label": "Variations" },
            several() &&
              record.choices.map(({ color, vertex, number }, index) =>
                h(
                  "button",
                  {
                    type: "button",
                    class: `btn small${index === picked ? " picked" : ""}`,
                    "data-key": `${number}`,
                    title: index === picked ? "Chosen: r plays it" : "Go into this variation",
                    onclick: () => app.guard(() => take(number)),
                  },
                  h("b", {}, letter(index)),
                  stoneIcon(color),
                  h("span", {}, vertex),
                ),
              ),
            !record.main &&
              button("Main line", () => app.guard(() => take(null)), { small: true, kind: "quiet" }),
          ),
      ];
    },
  };
}
