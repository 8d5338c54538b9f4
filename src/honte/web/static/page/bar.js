// The bar at the top: links to the modes, sound, theme and help.

import { get } from "../api.js";
import { byId, h, morph, narrow } from "../dom.js";
import { button } from "../parts/controls.js";
import { icon } from "../parts/icons.js";
import { showHelp } from "./help.js";
import { MODES, currentKey } from "./places.js";
import { click } from "./sound.js";

/** @typedef {import("./shell.js").Shell} Shell */

const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" };
const ASK_AGAIN = 2000; // milliseconds between two looks at whether the server has compiled its kernels

/**
 * Draws the links to the modes.
 * @param {Shell} app
 */
export function drawModes(app) {
  const link = (name) => {
    const id = app.settings[currentKey(name)];
    const { title, short = title } = MODES[name];
    return h(
      "a",
      {
        href: `/${name}${id ? `/${id}` : ""}`,
        "aria-current": name === app.modeName ? "page" : undefined,
        "data-key": name,
        title: MODES[name].title,
      },
      icon(name),
      h("span", {}, narrow() ? short : title),
    );
  };
  morph(byId("modes"), app.status.modes.map(link));
  const current = byId("modes").querySelector("[aria-current]");
  current?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * Draws what stands to the right of the modes, and sets the theme.
 * @param {Shell} app
 */
export function drawTools(app) {
  const { theme = "auto" } = app.settings;
  document.documentElement.dataset.theme = theme;
  morph(
    byId("tools"),
    isWarming(app) && warming(),
    soundButton(app),
    button("", () => change(app, "theme", NEXT_THEME[theme] ?? "auto"), {
      iconName: theme,
      kind: "quiet",
      title: `Theme: ${theme}`,
    }),
    button("", () => showHelp(app), { iconName: "help", kind: "quiet", title: "Help and keys" }),
  );
}

function soundButton(app) {
  const { sound } = app.settings;
  const toggle = () => {
    change(app, "sound", !sound);
    if (!sound) click();
  };
  return button("", toggle, {
    iconName: sound ? "sound" : "mute",
    kind: "quiet",
    title: sound ? "Sound is on" : "Sound is off",
    pressed: sound,
  });
}

function change(app, setting, value) {
  app.keep(setting, value);
  drawTools(app);
}

const isWarming = (app) => app.status.kernels === "warming" || app.status.kernels === "cold";

const warming = () =>
  h(
    "span",
    { class: "warming", title: "Compiling all searches, once, about 30 s. Everything works meanwhile." },
    h("span", { class: "words" }, "compiling, once"),
  );

/**
 * Shows that the server is getting ready for as long as that lasts.
 * @param {Shell} app
 */
export function watchWarmth(app) {
  if (!isWarming(app)) return;
  drawTools(app);
  const timer = setInterval(async () => {
    app.status = await get("/api/status").catch(() => app.status);
    if (isWarming(app)) return;
    clearInterval(timer);
    drawTools(app);
  }, ASK_AGAIN);
}
