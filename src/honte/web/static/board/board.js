// The board: one SVG with layers (wood, lines, paint, stones, marks) under a grid of cells that
// pointer, keyboard and screen reader use. Its props are `BoardProps`. It knows nothing of the rules:
// what a click means is the mode's business.

import { s } from "../dom.js";
import { eachPoint, fromScreen, vertexText } from "./geometry.js";
import { cells, centerOf, coordinates, definitions, isCut, layoutOf, lines, wood } from "./goban.js";
import { listen, newInput } from "./input.js";
import {
  drawChosen,
  drawGone,
  drawHeat,
  drawMarker,
  drawPaint,
  drawStone,
  drawTile,
  noEntry,
  pendingRing,
  stone,
} from "./marks.js";

/** @typedef {import("../types/page.js").BoardProps} BoardProps */
/** @typedef {import("../types/page.js").Spot} Spot */

/**
 * What was drawn on a point, to see what has changed.
 * @typedef {{ key: string | null, sign?: number, label?: string, parts: SVGElement[] }} Drawn
 */

const LAYERS = ["paint", "shadow", "stones", "heat", "ghost", "marks"];
let instances = 0;

/** A board in an element of the page. */
export class Board {
  /**
   * @param {HTMLElement} host
   * @param {object} page
   * @param {(vertex: string, event: any) => unknown} page.onVertex
   * @param {(from: Spot, to: Spot, done: boolean) => unknown} page.onDrag
   * @param {(vertex: string) => string | undefined} page.describe
   */
  constructor(host, { onVertex, onDrag, describe }) {
    this.host = host;
    this.onVertex = onVertex;
    this.onDrag = onDrag;
    this.describe = describe;
    this.name = `b${++instances}`;
    /** @type {Partial<BoardProps>} */
    this.props = {};
    this.shape = "";
    /** @type {Drawn[]} */
    this.drawn = [];
    this.input = newInput();
    /** @type {Element | null} */
    this.tabStop = null;
  }

  /**
   * Shows a position.
   * @param {BoardProps} props
   */
  set(props) {
    const before = this.props;
    this.props = { orientation: 0, showCoordinates: true, ...props };
    const { cols, rows, orientation, showCoordinates, tiles, view } = this.props;
    const shape = [cols, rows, orientation, showCoordinates, Boolean(tiles), view].join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.build();
      this.drawn = [];
      before.signMap = null;
    }
    this.update(before);
  }

  /** Builds everything that changes only with the board's shape. */
  build() {
    const layout = (this.layout = layoutOf(/** @type {BoardProps} */ (this.props)));
    const { grid, cellAt } = cells(layout);
    this.cellAt = cellAt;
    this.layers = Object.fromEntries(
      LAYERS.map((name) => [name, s("g", { class: `layer-${name}`, "aria-hidden": "true" })]),
    );
    if (isCut(layout)) this.layers.paint.setAttribute("mask", `url(#${this.name}-fade)`);
    this.svg = s(
      "svg",
      {
        class: "goban",
        viewBox: `${layout.box.x} ${layout.box.y} ${layout.box.width} ${layout.box.height}`,
        preserveAspectRatio: "xMidYMid meet",
      },
      definitions(this.name, layout),
      wood(this.name, layout),
      layout.tiles ? null : lines(this.name, layout),
      layout.labelled ? coordinates(layout) : null,
      Object.values(this.layers),
      grid,
    );
    listen(this, grid);
    this.host.replaceChildren(this.svg);
    const { cursor, hovered, pending } = this.input;
    if (cursor && !this.isShown(cursor)) this.input.cursor = null;
    if (hovered && !this.isShown(hovered)) this.input.hovered = null;
    if (pending && !this.isShown(pending)) this.input.pending = null;
  }

  // The cursor of the keyboard

  /** @param {Spot} [at] */
  focus(at = this.cursor()) {
    this.input.cursor = at;
    this.rove();
    this.cellAt[at.join()]?.focus();
  }

  /**
   * Where the cursor stands: in the middle of what is shown at first.
   * @returns {Spot}
   */
  cursor() {
    const { cols, rows, orientation, window } = this.layout;
    const middle = /** @type {Spot} */ ([
      (window.left + window.right) >> 1,
      (window.top + window.bottom) >> 1,
    ]);
    return this.input.cursor ?? fromScreen(...middle, cols, rows, orientation);
  }

  /**
   * Whether a point is in the part of the board that is shown.
   * @param {Spot} at
   */
  isShown(at) {
    return at.join() in this.cellAt;
  }

  /** Makes the cursor's cell the one that Tab reaches. */
  rove() {
    const cell = this.cellAt[this.cursor().join()];
    if (this.tabStop !== cell) this.tabStop?.setAttribute("tabindex", "-1");
    this.tabStop = cell;
    cell?.setAttribute("tabindex", "0");
  }

  // What stands on the board: only what changed is drawn again.

  /** @param {Partial<BoardProps>} before */
  update(before) {
    const { cols, rows, signMap, onPending, hoverSign, draggable, clickable } = this.props;
    const { pending } = this.input;
    const isTaken = pending && signMap[pending[1]]?.[pending[0]] !== 0;
    if (isTaken || (before.onPending && !onPending)) this.input.pending = null;
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++) if (this.isShown([x, y])) this.updatePoint(x, y, before);
    this.drawGhosts();
    this.rove();
    this.svg.classList.toggle("playable", Boolean(hoverSign || draggable || clickable));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {Partial<BoardProps>} before
   */
  updatePoint(x, y, before) {
    const what = this.contents(x, y);
    const key = JSON.stringify(what);
    const old = (this.drawn[y * this.props.cols + x] ??= { key: null, parts: [] });
    if (old.key !== key) {
      const isNew = old.key !== null && old.sign === 0 && what.sign !== 0 && Boolean(before.signMap);
      const gone = old.sign && !what.sign && before.signMap ? old.sign : 0;
      old.parts.forEach((part) => part.remove());
      Object.assign(old, { key, sign: what.sign, parts: this.drawPoint(x, y, { ...what, isNew, gone }) });
    }
    const label = this.labelOf(x, y, what);
    if (old.label !== label) {
      old.label = label;
      this.cellAt[`${x},${y}`].setAttribute("aria-label", label);
    }
  }

  /** All that the props say of a point. */
  contents(x, y) {
    const { props } = this;
    const pick = (map) => map?.[y]?.[x] ?? null;
    return {
      sign: props.signMap[y][x],
      paint: pick(props.paintMap),
      heat: pick(props.heatMap),
      marker: pick(props.markerMap),
      dim: Boolean(pick(props.dimmedVertices)),
      chosen: pick(props.selectedVertices),
      tile: pick(props.tiles),
    };
  }

  labelOf(x, y, { sign, tile }) {
    const vertex = vertexText(x, y, this.props.rows);
    const stoneName = sign > 0 ? "black stone" : sign < 0 ? "white stone" : "empty";
    const tileName = tile ? `color ${tile}` : "empty";
    const label = `${vertex} ${this.props.tiles ? tileName : stoneName}`;
    const note = this.describe(vertex);
    return note ? `${label}, ${note}` : label;
  }

  /** Draws a point; gives its shapes. */
  drawPoint(x, y, { sign, paint, heat, marker, dim, chosen, tile, isNew, gone }) {
    const center = centerOf(this.layout, [x, y]);
    const parts = [];
    const put = (layer, node) => {
      this.layers[layer].append(node);
      parts.push(node);
      return node;
    };
    if (paint) drawPaint(center, paint, put);
    if (chosen) drawChosen(center, chosen, put);
    if (tile) drawTile(center, tile, dim, put);
    if (sign) drawStone(this.name, center, { sign, dim, isNew }, put);
    else if (gone) drawGone(this.name, center, gone, put);
    if (heat) drawHeat(center, heat, put);
    if (marker) drawMarker(center, marker, sign, put);
    return parts;
  }

  /** Draws the stones that do not stand there: those of a line, and the one under the pointer. */
  drawGhosts() {
    const parts = [];
    eachPoint(this.props.ghostStoneMap ?? [], (ghost, x, y) => {
      if (ghost && this.isShown([x, y]))
        parts.push(stone(this.name, centerOf(this.layout, [x, y]), ghost.sign, "ghost faint"));
    });
    this.layers.ghost.replaceChildren(...parts, ...this.hoverParts());
  }

  /** What shows where a stone would be played. */
  hoverParts() {
    const { signMap, hoverSign, forbidden, rows } = this.props;
    const { pending, hovered } = this.input;
    const at = pending ?? hovered;
    if (!at || !hoverSign || signMap?.[at[1]]?.[at[0]] !== 0) return [];
    const center = centerOf(this.layout, at);
    const first = forbidden?.[vertexText(at[0], at[1], rows)]
      ? noEntry(center)
      : stone(this.name, center, hoverSign, `ghost ${pending ? "pending" : ""}`);
    return pending ? [first, pendingRing(center)] : [first];
  }
}
