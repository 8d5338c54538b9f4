// Editor: making a life-and-death problem. Every edit is an operation on the server and undoable.

import { get, post } from "../../api.js";
import { areaMap, mapOf, signMap, signOf, vertexText } from "../../board/geometry.js";
import { undoKeys } from "../../page/keyboard.js";
import { toast } from "../../page/toasts.js";
import { undoRedo } from "../../parts/panel.js";
import { listed, sentence } from "../../words.js";
import { Mode } from "../mode.js";
import { BRUSHES } from "./brushes.js";
import { editorPanel } from "./panel.js";

/** @typedef {import("../../types/page.js").Spot} Spot */

/**
 * @typedef {object} EditorState
 * @property {import("../../types/api.js").Edit | null} edit
 * @property {string} brush  a name of BRUSHES
 * @property {[from: Spot, to: Spot] | null} drag  the rectangle being drawn
 * @property {string[] | null} report  what the check found, line by line
 * @property {boolean} busy
 */

/** @extends {Mode<EditorState>} */
export default class Editor extends Mode {
  constructor(app) {
    super(app, { edit: null, brush: "B", drag: null, report: null, busy: false });
  }

  async enter(id) {
    this.take(id ? await get(`/api/edits/${id}`) : await post("/api/edits", { cols: 9 }));
    this.app.at(this.id);
    this.draw();
  }

  /** Going to Problems: this board may come along. */
  async leaving(target) {
    const { edit } = this.state;
    if (target !== "problems" || !edit || edit.faults.length) return null;
    return this.offerToCarry("Your problem stays in the editor.", "Try it", () => this.carry());
  }

  keys() {
    const pick = (name) => () => this.pick(name);
    return [
      undoKeys((what) => this.step(what)),
      {
        shown: "b w k e a",
        text: "brush: black, white, keystone, erase, area",
        run: { b: pick("B"), w: pick("W"), k: pick("keyB"), e: pick("erase"), a: pick("area") },
      },
    ];
  }

  onVertex(vertex) {
    const { op, color } = BRUSHES[this.state.brush];
    return this.apply({ op, points: [vertex], ...(color ? { color } : {}) });
  }

  onDrag(from, to, done) {
    const { app, state } = this;
    const op = BRUSHES[state.brush].rectangle;
    if (!op) return;
    state.drag = done ? null : [from, to];
    const points = [from, to].map(([x, y]) => vertexText(x, y, state.edit.rows));
    if (done) app.guard(() => this.apply({ op, points }));
    else this.draw();
  }

  async importText(text) {
    await this.open({ text });
  }

  get id() {
    return this.state.edit.id;
  }

  describe(vertex) {
    const { edit } = this.state;
    if (!edit) return "";
    return listed(
      edit.keystones.includes(vertex) && "keystone",
      edit.area && (edit.area.includes(vertex) ? "playable" : "out of play"),
    );
  }

  board() {
    const { edit, brush, drag } = this.state;
    const { cols, rows } = edit;
    const { color, rectangle } = BRUSHES[brush];
    const chosen = areaMap(cols, rows, edit.area);
    if (drag) markRectangle(chosen, drag);
    return {
      cols,
      rows,
      signMap: signMap(edit.stones),
      selectedVertices: chosen,
      draggable: Boolean(rectangle),
      clickable: true,
      markerMap: mapOf(cols, rows, edit.keystones, { type: "star" }),
      confirmTouch: false,
      hoverSign: color ? signOf(color) : 0,
    };
  }

  tools() {
    return undoRedo(this.app, this.state.edit, (what) => this.step(what));
  }

  panel() {
    return editorPanel(this);
  }

  // Actions

  /** A new state of the problem has come: an earlier report is not about it. */
  take(edit) {
    this.state.edit = edit;
    this.state.report = null;
  }

  /**
   * Does one operation.
   * @param {{ op: string } & Record<string, any>} operation  as the server takes it
   */
  async apply(operation) {
    const ran = await this.once(() => this.change("apply", operation));
    if (!ran) return;
    if (["place", "keystone"].includes(operation.op)) this.app.sound("stone");
    this.draw();
  }

  /**
   * @param {"apply" | "undo" | "redo" | "boundary"} what
   * @param {object} [body]
   */
  async change(what, body = {}) {
    const { id, version } = this.state.edit;
    this.take(await post(`/api/edits/${id}/${what}`, { version, ...body }));
  }

  /** @param {"undo" | "redo" | "boundary"} what */
  async step(what) {
    await this.change(what);
    this.draw();
  }

  /** @param {string} brush */
  pick(brush) {
    this.state.brush = brush;
    this.draw();
  }

  /** @param {object} source  what to edit, as the server takes it */
  async open(source) {
    const { state } = this;
    state.edit = await post("/api/edits", source);
    await this.app.go(`/editor/${state.edit.id}`);
  }

  /**
   * Keeps the problem as it stands.
   * @returns {Promise<string>}  where it can be tried
   */
  async carry() {
    const { ids } = await post("/api/problems", { edit: this.id });
    return `/problems/${ids[0]}`;
  }

  async save() {
    await this.carry();
    this.state.edit = await get(`/api/edits/${this.id}`);
    toast("Saved with your problems.");
    this.draw();
  }

  /** Asks a search whether this is a good problem. */
  async check() {
    const last = await this.search.run(post(`/api/edits/${this.id}/check`, {}));
    this.state.report = last.answer ? (last.answer.text ?? []) : [sentence(last.error?.message ?? "stopped")];
    this.draw();
  }
}

/**
 * @param {(string | null)[][]} chosen
 * @param {[from: Spot, to: Spot]} corners
 */
function markRectangle(chosen, [[ax, ay], [bx, by]]) {
  for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++)
    for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++) chosen[y][x] = "area";
}
