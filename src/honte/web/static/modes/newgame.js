// The dialog for a new game: size, rules, komi, handicap, opponent.

import { get } from "../api.js";
import { button, h } from "../dom.js";
import { rulesName } from "./play.js";

let rulesCache = null;

export async function newGameDialog(app, game) {
  rulesCache ??= await get("/api/rules");
  const last = {
    cols: game?.cols ?? 9,
    rows: game?.rows ?? 9,
    rules: game?.rules.name ?? "chinese",
    komi: game?.rules.komi,
    handicap: 0,
    opponent: game?.opponent?.color ?? "",
  };
  return app.dialog("New game", (close) => {
    const select = (name, options, value) =>
      h(
        "select",
        { name },
        options.map(([key, text]) =>
          h("option", { value: key, selected: String(key) === String(value) }, text),
        ),
      );
    const sizes = h(
      "div",
      { class: "segments", role: "group", "aria-label": "Common sizes" },
      [5, 9, 13, 19].map((size) =>
        button(
          `${size}×${size}`,
          () => {
            form.cols.value = size;
            form.rows.value = size;
            showSize();
          },
          { small: true, pressed: last.cols === size && last.rows === size },
        ),
      ),
    );
    const form = h(
      "form",
      { method: "dialog" },
      sizes,
      h(
        "div",
        { class: "two" },
        h(
          "label",
          { class: "field" },
          h("span", {}, "Columns"),
          h("input", { name: "cols", type: "number", min: 1, max: 25, value: last.cols, required: true }),
        ),
        h(
          "label",
          { class: "field" },
          h("span", {}, "Rows"),
          h("input", { name: "rows", type: "number", min: 1, max: 25, value: last.rows, required: true }),
        ),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Rules"),
        select(
          "rules",
          rulesCache.map((each) => [
            each.name,
            `${rulesName(each.name)} (${each.scoring === "area" ? "area" : "territory"}, ${each.passes_to_end} passes)`,
          ]),
          last.rules,
        ),
      ),
      h(
        "div",
        { class: "two" },
        h(
          "label",
          { class: "field" },
          h("span", {}, "Komi"),
          h("input", {
            name: "komi",
            type: "number",
            step: 0.5,
            min: -400,
            max: 400,
            value: last.komi ?? 7.5,
          }),
        ),
        h(
          "label",
          { class: "field" },
          h("span", {}, "Handicap"),
          select("handicap", [[0, "none"], ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => [n, `${n} stones`])], 0),
        ),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Opponent"),
        select(
          "opponent",
          [
            ["", "Two people at this screen"],
            ["W", "The computer plays White"],
            ["B", "The computer plays Black"],
          ],
          last.opponent,
        ),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { class: "btn primary", type: "submit" }, "Start"),
        button("Cancel", () => close()),
      ),
    );
    // Which of the common sizes the fields say.
    const showSize = () => {
      for (const each of sizes.children)
        each.setAttribute(
          "aria-pressed",
          String(each.textContent === `${form.cols.value}×${form.rows.value}`),
        );
    };
    form.cols.oninput = form.rows.oninput = showSize;
    form.rules.onchange = () => {
      form.komi.value = rulesCache.find((each) => each.name === form.rules.value).komi;
    };
    form.onsubmit = (event) => {
      event.preventDefault();
      const number = (name) => Number(form[name].value);
      close({
        cols: number("cols"),
        rows: number("rows"),
        rules: form.rules.value,
        handicap: number("handicap"),
        ...(form.komi.value === "" ? {} : { komi: number("komi") }),
        ...(form.opponent?.value ? { opponent: { color: form.opponent.value } } : {}),
      });
    };
    return form;
  });
}
