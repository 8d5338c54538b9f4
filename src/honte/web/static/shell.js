// What stays while modes change: the bar, the one board, its toolbar, dialogs, keys, import and
// export, and the address. A mode is an object with enter(id, query), and optionally leave(),
// onVertex(vertex, event), onDrag(from, to, done), toolbar(), keys, importText(text, name).

import { get, post, put } from "./api.js";
import { Board } from "./board.js";
import { button, h, icon, morph } from "./dom.js";
import { mirrored, turned } from "./geometry.js";
import { click } from "./sound.js";

const MODES = {
  play: { title: "Play", kind: "game" },
  count: { title: "Count", kind: "game" },
  estimate: { title: "Estimate", kind: "game" },
  small: { title: "Small board", short: "Small", kind: "small" },
  problems: { title: "Problems", kind: "problem" },
  editor: { title: "Editor", kind: "edit" },
  samegame: { title: "SameGame", kind: "samegame" },
};
const $ = (id) => document.getElementById(id);

export class Shell {
  constructor(status, settings) {
    this.status = status;
    this.settings = { sound: true, coordinates: true, confirm_touch: true, orientation: 0, ...settings };
    this.loaded = {};
    this.mode = null;
    this.board = new Board($("board"), {
      onVertex: (vertex, event) => this.guard(() => this.mode?.onVertex?.(vertex, event)),
      onDrag: (from, to, done) => this.mode?.onDrag?.(from, to, done),
      describe: (vertex) => this.mode?.describe?.(vertex),
    });
  }

  async start() {
    window.addEventListener("popstate", () => this.route());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("click", (event) => this.link(event));
    this.listenForFiles();
    this.drawTools();
    await this.route();
    if (this.status.kernels === "warming" || this.status.kernels === "cold") this.watchWarmth();
  }

  // Where we are

  async route() {
    const [, mode, id] = location.pathname.split("/");
    const known = this.status.modes.includes(mode) ? mode : this.settings.mode;
    const name = this.status.modes.includes(known) ? known : "play";
    const query = Object.fromEntries(new URLSearchParams(location.search));
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.loaded[name] ??= (await import(`./modes/${name}.js`)).default;
    if (turn !== this.turn) return;
    const next = this.modeName === name && this.mode ? this.mode : this.loaded[name](this);
    if (next !== this.mode) this.mode?.leave?.();
    this.mode = next;
    this.modeName = name;
    this.keep("mode", name);
    document.title = `${MODES[name].title} · honte`;
    this.drawModes();
    await this.guard(async () => {
      try {
        await next.enter(id || this.settings[`current.${MODES[name].kind}`], query);
      } catch (error) {
        if (error.status !== 404 || !(id || this.settings[`current.${MODES[name].kind}`])) throw error;
        if (id) this.toast("That board is no longer there; here is a new one.");
        this.settings[`current.${MODES[name].kind}`] = null;
        await next.enter(undefined, query);
      }
    });
  }

  go(path, { replace = false } = {}) {
    if (path !== location.pathname + location.search)
      history[replace ? "replaceState" : "pushState"](null, "", path);
    return this.route();
  }

  // Called by a mode once it knows its document: the address names it, and other modes find it.
  at(id, query = "") {
    const path = `/${this.modeName}/${id}${query}`;
    if (location.pathname + location.search !== path) history.replaceState(null, "", path);
    this.keep(`current.${MODES[this.modeName].kind}`, id);
    this.drawModes();
  }

  link(event) {
    const anchor = event.target.closest?.("a[href^='/']");
    if (
      !anchor ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.button ||
      anchor.hasAttribute("download")
    )
      return;
    if (anchor.getAttribute("href").startsWith("/api")) return; // the server answers these
    event.preventDefault();
    const path = anchor.getAttribute("href");
    const [, target] = path.split("/");
    // A mode may carry its board along, or ask whether to.
    if (anchor.closest("nav") && target !== this.modeName && this.mode?.leaving)
      this.guard(async () => this.go((await this.mode.leaving(target)) ?? path));
    else this.go(path);
  }

  // Drawing

  drawModes() {
    morph(
      $("modes"),
      this.status.modes.map((name) => {
        const id = this.settings[`current.${MODES[name].kind}`];
        return h(
          "a",
          {
            href: `/${name}${id ? `/${id}` : ""}`,
            "aria-current": name === this.modeName ? "page" : undefined,
            "data-key": name,
          },
          icon(name),
          h("span", {}, narrow() ? (MODES[name].short ?? MODES[name].title) : MODES[name].title),
        );
      }),
    );
  }

  drawTools() {
    const { sound, theme = "auto" } = this.settings;
    const next = { auto: "light", light: "dark", dark: "auto" }[theme] ?? "auto";
    document.documentElement.dataset.theme = theme;
    morph(
      $("tools"),
      this.warming &&
        h(
          "span",
          { class: "warming", title: "Compiling the fast parts once; everything works meanwhile." },
          narrow() ? "" : "getting ready",
        ),
      button(
        "",
        () => {
          this.keep("sound", !sound);
          this.drawTools();
          if (!sound) click();
        },
        {
          iconName: sound ? "sound" : "mute",
          kind: "quiet",
          title: sound ? "Sound is on" : "Sound is off",
          pressed: sound,
        },
      ),
      button(
        "",
        () => {
          this.keep("theme", next);
          this.drawTools();
        },
        { iconName: theme, kind: "quiet", title: `Theme: ${theme}` },
      ),
      button("", () => this.help(), { iconName: "help", kind: "quiet", title: "Help and keys" }),
    );
  }

  // Shows a board; `props` as board.js describes them.
  show(props) {
    const { orientation, coordinates, confirm_touch } = this.settings;
    this.shown = props;
    if (props.tiles) {
      this.board.set({ orientation: 0, ...props });
      return;
    } // tiles fall: no turning
    this.board.set({
      orientation: Number(orientation) || 0,
      showCoordinates: coordinates,
      confirmTouch: confirm_touch,
      onPending: (vertex) => this.say(`${vertex}: tap again to play.`),
      ...props,
    });
  }

  redraw() {
    if (this.shown) this.show(this.shown);
  }

  panel(...children) {
    morph($("panel"), ...children);
    $("panel").setAttribute("aria-label", MODES[this.modeName].title);
  }

  toolbar(...children) {
    const orientation = Number(this.settings.orientation) || 0;
    const view = (name, title, value, pressed) =>
      button(
        "",
        () => {
          this.keep(name, value());
          this.redraw();
          this.toolbar(...this.lastTools());
        },
        { ...title, kind: "quiet", pressed },
      );
    this.lastTools = typeof children[0] === "function" ? children[0] : () => children;
    if (this.shown?.tiles) {
      morph($("toolbar"), ...this.lastTools());
      return;
    }
    morph(
      $("toolbar"),
      ...this.lastTools(),
      h("span", { class: "spring" }),
      view("orientation", { iconName: "rotate", title: "Rotate the view" }, () => turned(orientation)),
      view("orientation", { iconName: "flip", title: "Mirror the view" }, () => mirrored(orientation)),
      view(
        "coordinates",
        { iconName: "coords", title: "Coordinates" },
        () => !this.settings.coordinates,
        Boolean(this.settings.coordinates),
      ),
    );
  }

  // Telling

  toast(text) {
    const node = h("div", { class: "toast" }, text);
    $("toasts").append(node);
    while ($("toasts").children.length > 3) $("toasts").firstChild.remove();
    setTimeout(() => node.remove(), 4500);
  }

  say(text) {
    $("announcer").textContent = text;
    if (narrow() && text.includes("tap again")) this.toast(text);
  }

  sound(kind) {
    if (this.settings.sound) click(kind);
  }

  async guard(action) {
    try {
      return await action();
    } catch (error) {
      if (this.mode?.onError?.(error)) return undefined;
      this.toast(sentence(error.message));
      if (!error.status && error.code !== "offline") console.error(error);
      return undefined;
    }
  }

  keep(name, value) {
    if (this.settings[name] === value) return;
    this.settings[name] = value;
    put("/api/settings", { name, value }).catch(() => {});
  }

  watchWarmth() {
    this.warming = true;
    this.drawTools();
    const timer = setInterval(async () => {
      this.status = await get("/api/status").catch(() => this.status);
      if (this.status.kernels === "warming" || this.status.kernels === "cold") return;
      clearInterval(timer);
      this.warming = false;
      this.drawTools();
    }, 2000);
  }

  // Keys

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    const action = this.mode?.keys?.[event.key];
    if (event.key === "?") {
      event.preventDefault();
      this.help();
    } else if (action) {
      event.preventDefault();
      this.guard(action);
    } else if (event.key.startsWith("Arrow") && event.target === document.body) {
      event.preventDefault();
      this.board.focus();
    }
  }

  help() {
    const keys = [
      ["↑ ↓ ← →", "move over the board"],
      ["Enter", "play, mark or place at the cursor"],
      ["u  r", "undo, redo"],
      ["p", "pass"],
      ...(this.mode?.help ?? []),
      ["?", "this help"],
    ];
    this.dialog("Keys", () => [
      h(
        "dl",
        {},
        keys.map(([key, text]) => [h("dt", {}, h("span", { class: "kbd" }, key)), h("dd", {}, text)]),
      ),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: this.settings.confirm_touch,
          onchange: (event) => {
            this.keep("confirm_touch", event.target.checked);
            this.redraw();
          },
        }),
        "On touch screens, ask for a second tap",
      ),
      h(
        "p",
        { class: "sub" },
        "Drop, paste or open an SGF file or a text board anywhere on this page. ",
        h("a", { href: "/api" }, "The interface for programs"),
        ".",
      ),
    ]);
  }

  // A modal dialog; `build(close)` gives its contents. Resolves with what `close` was called with.
  dialog(title, build) {
    return new Promise((resolve) => {
      const box = h("dialog", { "aria-labelledby": "dialog-title" });
      const close = (value) => {
        box.close();
        resolve(value);
      };
      box.append(
        h(
          "div",
          { class: "stack" },
          h(
            "div",
            { class: "head" },
            h("h2", { id: "dialog-title" }, title),
            button("", () => close(), { iconName: "close", kind: "quiet", small: true, title: "Close" }),
          ),
          ...[build(close)].flat(Infinity).filter(Boolean),
        ),
      );
      box.addEventListener("close", () => {
        box.remove();
        resolve(undefined);
      });
      box.addEventListener("click", (event) => {
        if (event.target === box) close();
      });
      document.body.append(box);
      box.showModal();
    });
  }

  ask(title, text, choices) {
    return this.dialog(title, (close) => [
      h("p", {}, text),
      h(
        "div",
        { class: "row" },
        choices.map(([label, value, kind]) => button(label, () => close(value), { kind })),
      ),
    ]);
  }

  // Import

  listenForFiles() {
    let depth = 0;
    const over = (on) => document.body.classList.toggle("dragging", on);
    document.addEventListener("dragenter", (event) => {
      event.preventDefault();
      depth++;
      over(true);
    });
    document.addEventListener("dragleave", () => {
      if (--depth <= 0) over(false);
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      depth = 0;
      over(false);
      const file = event.dataTransfer?.files?.[0];
      if (file) this.openFile(file);
      else this.importText(event.dataTransfer?.getData("text") ?? "", "");
    });
    document.addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea")) return;
      const file = event.clipboardData?.files?.[0];
      if (file) this.openFile(file);
      else this.importText(event.clipboardData?.getData("text") ?? "", "");
    });
  }

  async openFile(file) {
    if (file.size > 900000) {
      this.toast("That file is too large for a board.");
      return;
    }
    const data = new Uint8Array(await file.arrayBuffer());
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    } catch {
      // an older encoding: the server knows them
      const binary = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
      const found = await this.guard(() => post("/api/games/decode", { data: btoa(binary) }));
      if (!found) return;
      ({ text } = found);
    }
    await this.importText(text, file.name);
  }

  chooseFile(accept = ".sgf,.txt,.json,text/plain") {
    const input = h("input", { type: "file", accept });
    input.addEventListener("change", () => input.files[0] && this.openFile(input.files[0]));
    input.click();
  }

  async importText(text, name) {
    if (!text.trim()) return;
    await this.guard(async () => {
      if (this.mode?.importText) {
        await this.mode.importText(text, name);
        return;
      }
      const found = await post("/api/games/import", { text, name });
      (found.reports ?? []).slice(0, 3).forEach((report) => this.toast(sentence(report)));
      await this.go(`/${["count", "estimate"].includes(this.modeName) ? this.modeName : "play"}/${found.id}`);
    });
  }

  pasteDialog() {
    const area = h("textarea", {
      "aria-label": "SGF or text board",
      placeholder: "(;SZ[9];B[ee]...)   or rows of . X O",
    });
    this.dialog("Open a game or a board", (close) => [
      h(
        "p",
        { class: "sub" },
        "Paste SGF or a text board here, or choose a file. Dropping a file on the page works too.",
      ),
      area,
      h(
        "div",
        { class: "row" },
        button(
          "Open",
          () => {
            const text = area.value;
            close();
            this.importText(text, "");
          },
          { kind: "primary" },
        ),
        button(
          "Choose a file",
          () => {
            close();
            this.chooseFile();
          },
          { iconName: "open" },
        ),
      ),
    ]);
  }
}

export const narrow = () => matchMedia("(max-width: 899px)").matches;
export const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
