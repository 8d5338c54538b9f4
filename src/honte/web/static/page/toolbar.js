// The toolbar under the board: the tools of the mode, and how the board is looked at.

import { mirrored, turned } from "../board/geometry.js";
import { byId, h, morph } from "../dom.js";
import { button } from "../parts/controls.js";

/** @typedef {import("./shell.js").Shell} Shell */

/**
 * Draws the toolbar. SameGame's tiles fall: their board has no other views.
 * @param {Shell} app
 * @param {() => import("../types/page.js").Child[]} tools  of the mode
 */
export function drawToolbar(app, tools) {
  if (app.shown?.tiles) morph(byId("toolbar"), ...tools());
  else morph(byId("toolbar"), ...tools(), h("span", { class: "spring" }), ...views(app, tools));
}

function views(app, tools) {
  const orientation = Number(app.settings.orientation) || 0;
  const change = (setting, value) => {
    app.keep(setting, value);
    app.redraw();
    drawToolbar(app, tools);
  };
  const view = (setting, value, look) => button("", () => change(setting, value), { ...look, kind: "quiet" });
  return [
    view("orientation", turned(orientation), { iconName: "rotate", title: "Rotate the view" }),
    view("orientation", mirrored(orientation), { iconName: "flip", title: "Mirror the view" }),
    view("coordinates", !app.settings.coordinates, {
      iconName: "coords",
      title: "Coordinates",
      pressed: Boolean(app.settings.coordinates),
    }),
  ];
}
