// The dialog with help: what the modes are for, and the keys.

import { h, input } from "../dom.js";
import { checkbox } from "../parts/controls.js";
import { dialog } from "./dialogs.js";
import { helpRows } from "./keyboard.js";
import { MODES } from "./places.js";

/**
 * Shows what the mode is for, and the keys of the page and of the mode.
 * @param {import("./shell.js").Shell} app
 */
export function showHelp(app) {
  /** @param {import("../types/page.js").KeyRow} row */
  const row = ({ shown, text }) => [h("dt", {}, h("span", { class: "kbd" }, shown)), h("dd", {}, text)];
  const { title, about } = MODES[app.modeName];
  const others = Object.values(MODES).filter((mode) => mode.title !== title);
  dialog("Help", () => [
    h("div", {}, h("h3", {}, title), h("p", {}, about)),
    h(
      "details",
      {},
      h("summary", {}, "The other modes"),
      h(
        "dl",
        { class: "modes-help" },
        others.map((mode) => [h("dt", {}, mode.title), h("dd", {}, mode.about)]),
      ),
    ),
    h("h3", {}, "Keys"),
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
