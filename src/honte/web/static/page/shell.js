// What stays while modes change: the address, the one board, the settings and the errors. The bar,
// the toolbar, dialogs, keys, files and messages have their own modules beside this one.

import { put } from "../api.js";
import { Board } from "../board/board.js";
import { byId, morph } from "../dom.js";
import { drawModes, drawTools, watchWarmth } from "./bar.js";
import { listenForFiles } from "./files.js";
import { showHelp } from "./help.js";
import { listenForKeys } from "./keyboard.js";
import { listenForWheel } from "./wheel.js";
import { MODES, currentKey } from "./places.js";
import { click } from "./sound.js";
import { say, toast, toastError } from "./toasts.js";
import { drawToolbar } from "./toolbar.js";

/** @typedef {import("../modes/mode.js").Mode} Mode */
/** @typedef {import("../types/page.js").BoardProps} BoardProps */
/** @typedef {import("../types/page.js").Child} Child */

const DEFAULTS = { sound: true, coordinates: true, confirm_touch: true, orientation: 0 };

/** The page around the modes; modes call it `app`. */
export class Shell {
  /**
   * @param {import("../types/api.js").Status} status
   * @param {Record<string, any>} settings  as the server keeps them for this browser
   */
  constructor(status, settings) {
    this.status = status;
    /** @type {Record<string, any>} */
    this.settings = { ...DEFAULTS, ...settings };
    /** @type {Record<string, new (app: Shell) => Mode>} */
    this.loaded = {};
    /** @type {Mode | null} */
    this.mode = null;
    this.modeName = "";
    this.turn = 0; // counts routes, so that a slow one does not overtake a later one
    /** @type {BoardProps | null} */
    this.shown = null;
    this.board = new Board(byId("board"), {
      onVertex: (vertex, event) => this.guard(() => this.mode?.onVertex(vertex, event)),
      onDrag: (from, to, done) => this.mode?.onDrag(from, to, done),
      describe: (vertex) => this.mode?.describe(vertex),
    });
  }

  /** Begins to listen and shows the mode that the address names. */
  async start() {
    window.addEventListener("popstate", () => this.route());
    document.addEventListener("click", (event) => this.follow(event));
    listenForKeys({
      rows: () => this.keys(),
      act: (action) => this.guard(action),
      help: () => showHelp(this),
      focusBoard: () => this.board.focus(),
    });
    listenForFiles(this);
    listenForWheel(byId("board"), (step) => this.guard(() => this.mode?.onWheel(step)));
    drawTools(this);
    await this.route();
    watchWarmth(this);
  }

  // Where we are

  /** Shows what the address names. */
  async route() {
    const [, place, id] = location.pathname.split("/");
    const name = this.knownMode(place) ?? "home";
    const query = Object.fromEntries(new URLSearchParams(location.search));
    const turn = ++this.turn;
    this.loaded[name] ??= (await import(`../modes/${name}/mode.js`)).default;
    if (turn !== this.turn) return;
    const next = this.modeName === name && this.mode ? this.mode : new this.loaded[name](this);
    if (next !== this.mode) this.mode?.leave();
    this.mode = next;
    this.modeName = name;
    document.title = `${MODES[name].title} · honte`;
    drawModes(this);
    await this.guard(() => this.enter(next, id, query));
  }

  /** @param {string} name */
  knownMode(name) {
    return this.status.modes.includes(name) || name === "home" ? name : undefined;
  }

  /** Enters a mode with the document of the address, or else the current one, or else a new one. */
  async enter(mode, id, query) {
    const key = currentKey(this.modeName);
    const wanted = id || this.settings[key];
    try {
      await mode.enter(wanted, query);
    } catch (error) {
      if (error.status !== 404 || !wanted) throw error;
      if (id) toast("That board is no longer there; here is a new one.");
      this.settings[key] = null;
      await mode.enter(undefined, query);
    }
  }

  /**
   * Goes to an address of this page.
   * @param {string} path
   * @param {{ replace?: boolean }} [how]
   */
  go(path, { replace = false } = {}) {
    if (path !== location.pathname + location.search)
      history[replace ? "replaceState" : "pushState"](null, "", path);
    return this.route();
  }

  /**
   * Called by a mode once it knows its document: the address names it, and other modes find it.
   * @param {string} id
   * @param {string} [query]
   */
  at(id, query = "") {
    const path = `/${this.modeName}/${id}${query}`;
    if (location.pathname + location.search !== path) history.replaceState(null, "", path);
    this.keep(currentKey(this.modeName), id);
    drawModes(this);
  }

  /** Follows a link of this page without loading it again. */
  follow(event) {
    const anchor = event.target.closest?.("a[href^='/']");
    if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const path = anchor.getAttribute("href");
    if (anchor.hasAttribute("download") || path.startsWith("/api")) return; // the server answers these
    event.preventDefault();
    const [, target] = path.split("/");
    // A mode may carry its board along, or ask whether to.
    if (anchor.closest("nav") && target !== this.modeName && this.mode)
      this.guard(async () => this.go((await this.mode.leaving(target)) ?? path));
    else this.go(path);
  }

  // Drawing

  /**
   * Shows a board.
   * @param {BoardProps} props
   */
  show(props) {
    const { orientation, coordinates, confirm_touch } = this.settings;
    this.shown = props;
    if (props.tiles)
      this.board.set({ orientation: 0, ...props }); // tiles fall: no turning
    else
      this.board.set({
        orientation: Number(orientation) || 0,
        showCoordinates: coordinates,
        confirmTouch: confirm_touch,
        onPending: (vertex) => say(`${vertex}: tap again to play.`),
        ...props,
      });
  }

  /** Shows the same board again, after a setting has changed. */
  redraw() {
    if (this.shown) this.show(this.shown);
  }

  /** @param {...Child} children */
  panel(...children) {
    morph(byId("panel"), ...children);
    byId("panel").setAttribute("aria-label", MODES[this.modeName].title);
  }

  /** @param {() => Child[]} tools */
  toolbar(tools) {
    drawToolbar(this, tools);
  }

  // For the modes

  /** The keys of the mode, as they are at this moment. */
  keys() {
    return this.mode?.keys() ?? [];
  }

  /** @param {import("../types/page.js").SoundKind} kind */
  sound(kind) {
    if (this.settings.sound) click(kind);
  }

  /**
   * Runs an action; an error goes to the mode, or else into a toast.
   * @template T
   * @param {() => T | Promise<T>} action
   * @returns {Promise<T | undefined>}
   */
  async guard(action) {
    try {
      return await action();
    } catch (error) {
      if (!this.mode?.onError(error)) toastError(error);
      return undefined;
    }
  }

  /**
   * Keeps a setting, here and on the server.
   * @param {string} name
   * @param {any} value
   */
  keep(name, value) {
    if (this.settings[name] === value) return;
    this.settings[name] = value;
    put("/api/settings", { name, value }).catch(() => {});
  }

  /**
   * Opens text from outside in the mode.
   * @param {string} text
   * @param {string} name  of the file; "" for none
   */
  async importText(text, name) {
    if (text.trim()) await this.guard(() => this.mode?.importText(text, name));
  }
}
