// The dialog with the keys.

import { h, input } from "../dom.js";
import { checkbox } from "../parts/controls.js";
import { dialog } from "./dialogs.js";
import { helpRows } from "./keyboard.js";

/**
 * Shows the keys of the page and of its mode.
 * @param {import("./shell.js").Shell} app
 */
export function showHelp(app) {
  /** @param {import("../types/page.js").KeyRow} row */
  const row = ({ shown, text }) => [h("dt", {}, h("span", { class: "kbd" }, shown)), h("dd", {}, text)];
  dialog("Keys", () => [
    h("dl", {}, helpRows(app.keys()).map(row)),
    checkbox("On touch screens, ask for a second tap", app.settings.confirm_touch, (event) => {
      app.keep("confirm_touch", input(event).checked);
      app.redraw();
    }),
    h(
      "p",
      { class: "sub" },
      "Drop, paste or open an SGF file or a text board anywhere on this page. ",
      h("a", { href: "/api" }, "The interface for programs"),
      ".",
    ),
  ]);
}
