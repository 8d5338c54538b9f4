// The board: one SVG with layers (wood, lines, paint, stones, marks) under a grid of cells that
// pointer, keyboard and screen reader use. Props are named as in Shudan: signMap, paintMap, heatMap,
// markerMap, ghostStoneMap, dimmedVertices, selectedVertices, showCoordinates; maps are [y][x] from
// the top. It knows nothing of the rules: what a click means is the mode's business.

import { s } from "./dom.js";
import { columnLetter, fromScreen, starPoints, toScreen, vertexText } from "./geometry.js";
import { U, drawHeat, drawMarker, drawPaint, drawTile } from "./marks.js";

const EDGE = 25; // wood beyond the outermost line
const COORDS = 15; // more wood when coordinates are shown
const LEAST = 6.6; // no board is shown as if it had fewer lines than this
let instances = 0;

export class Board {
  constructor(host, { onVertex, onDrag, describe } = {}) {
    this.host = host;
    this.onVertex = onVertex;
    this.onDrag = onDrag;
    this.describe = describe;
    this.name = `b${++instances}`;
    this.props = {};
    this.cursor = null;
    this.drag = null;
  }

  set(props) {
    const before = this.props;
    this.props = { orientation: 0, showCoordinates: true, ...props };
    const { cols, rows, orientation, showCoordinates, tiles } = this.props;
    const shape = [cols, rows, orientation, showCoordinates, Boolean(tiles)].join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.build();
      this.drawn = [];
      before.signMap = null;
    }
    this.update(before);
  }

  // Structure: everything that changes only with the board's shape.

  build() {
    const { cols, rows, orientation, showCoordinates, tiles } = this.props;
    const [w, t] = orientation & 4 ? [rows, cols] : [cols, rows];
    const margin = tiles ? 14 : EDGE + (showCoordinates ? COORDS : 0);
    const cell = tiles ? U : 0;
    // Tiny boards get more wood around them instead of giant stones.
    const room = tiles ? 0 : Math.max(0, (LEAST - Math.max(w, t) + 1) * U - 2 * margin) / 2;
    const [width, height] = [
      (w - 1) * U + 2 * (margin + room) + cell,
      (t - 1) * U + 2 * (margin + room) + cell,
    ];
    this.margin = margin + room + cell / 2;
    this.size = [w, t];
    this.layers = {};
    const layer = (name) => (this.layers[name] = s("g", { class: `layer-${name}`, "aria-hidden": "true" }));
    this.svg = s(
      "svg",
      { class: "goban", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMidYMid meet" },
      this.definitions(),
      this.wood(width, height),
      tiles ? null : this.lines(w, t),
      showCoordinates && !tiles ? this.coordinates(w, t) : null,
      layer("paint"),
      layer("shadow"),
      layer("stones"),
      layer("heat"),
      layer("ghost"),
      layer("marks"),
      this.cells(w, t),
    );
    this.host.replaceChildren(this.svg);
    if (this.cursor && (this.cursor[0] >= cols || this.cursor[1] >= rows)) this.cursor = null;
  }

  definitions() {
    const stop = (offset, cls) => s("stop", { offset, class: cls });
    const n = this.name;
    return s(
      "defs",
      {},
      s(
        "radialGradient",
        { id: `${n}-black`, cx: ".36", cy: ".3", r: ".75" },
        stop("0", "sb0"),
        stop(".45", "sb1"),
        stop("1", "sb2"),
      ),
      s(
        "radialGradient",
        { id: `${n}-white`, cx: ".36", cy: ".3", r: ".8" },
        stop("0", "sw0"),
        stop(".6", "sw1"),
        stop("1", "sw2"),
      ),
      s(
        "linearGradient",
        { id: `${n}-wood`, x1: "0", y1: "0", x2: "1", y2: ".25" },
        stop("0", "w0"),
        stop(".5", "w1"),
        stop("1", "w2"),
      ),
      s(
        "clipPath",
        { id: `${n}-clip` },
        s("rect", { class: "clip", x: 0, y: 0, width: "100%", height: "100%", rx: 7 }),
      ),
    );
  }

  wood(width, height) {
    const grain = s("g", { class: "grain", "clip-path": `url(#${this.name}-clip)` });
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    for (let x = -20; x < width + 20; x += 5 + random() * 15) {
      const d = () => (random() - 0.5) * 14;
      grain.append(
        s("path", {
          d: `M${x} 0C${x + d()} ${height * 0.3} ${x + d()} ${height * 0.7} ${x + d()} ${height}`,
          "stroke-width": (0.4 + random() * 1.8).toFixed(1),
          opacity: (0.04 + random() * 0.13).toFixed(2),
        }),
      );
    }
    return s(
      "g",
      { "aria-hidden": "true" },
      s("rect", { class: "wood", width, height, rx: 7, fill: `url(#${this.name}-wood)` }),
      grain,
    );
  }

  lines(w, t) {
    const m = this.margin,
      [right, bottom] = [m + (w - 1) * U, m + (t - 1) * U];
    let d = "";
    for (let x = 0; x < w; x++) d += `M${m + x * U} ${m}V${bottom}`;
    for (let y = 0; y < t; y++) d += `M${m} ${m + y * U}H${right}`;
    const { cols, rows, orientation } = this.props;
    return s(
      "g",
      { class: "lines", "aria-hidden": "true" },
      s("path", { d }),
      s("rect", { class: "border", x: m, y: m, width: right - m, height: bottom - m }),
      starPoints(cols, rows).map(([x, y]) => {
        const [sx, sy] = toScreen(x, y, cols, rows, orientation);
        return s("circle", { cx: m + sx * U, cy: m + sy * U, r: 4 });
      }),
    );
  }

  coordinates(w, t) {
    const { cols, rows, orientation } = this.props;
    const m = this.margin,
      group = s("g", { class: "coords", "aria-hidden": "true" });
    group.style.fontSize = `${Math.min(15, 3.5 + 0.85 * Math.max(w, t, LEAST))}px`; // much alike on every size
    const label = (x, y, text) => group.append(s("text", { x, y }, text));
    for (let x = 0; x < w; x++) {
      const [bx, by] = fromScreen(x, 0, cols, rows, orientation);
      const text = orientation & 4 ? String(rows - by) : columnLetter(bx);
      label(m + x * U, m - 28, text);
      label(m + x * U, m + (t - 1) * U + 28, text);
    }
    for (let y = 0; y < t; y++) {
      const [bx, by] = fromScreen(0, y, cols, rows, orientation);
      const text = orientation & 4 ? columnLetter(bx) : String(rows - by);
      label(m - 29, m + y * U, text);
      label(m + (w - 1) * U + 29, m + y * U, text);
    }
    return group;
  }

  cells(w, t) {
    const { cols, rows, orientation, tiles } = this.props;
    const grid = s("g", {
      class: "cells",
      role: "grid",
      "aria-label": tiles ? "SameGame board" : `Go board, ${cols} by ${rows}`,
      "aria-rowcount": t,
      "aria-colcount": w,
    });
    this.cellAt = {};
    this.order = [];
    for (let y = 0; y < t; y++) {
      const row = s("g", { role: "row", "aria-rowindex": y + 1 });
      for (let x = 0; x < w; x++) {
        const [bx, by] = fromScreen(x, y, cols, rows, orientation);
        const cell = s("rect", {
          role: "gridcell",
          class: "cell",
          "aria-colindex": x + 1,
          tabindex: -1,
          x: this.margin + (x - 0.5) * U,
          y: this.margin + (y - 0.5) * U,
          width: U,
          height: U,
        });
        cell.at = [bx, by];
        cell.screen = [x, y];
        this.cellAt[`${bx},${by}`] = cell;
        this.order.push(cell);
        row.append(cell);
      }
      grid.append(row);
    }
    this.listen(grid);
    return grid;
  }

  listen(grid) {
    grid.addEventListener("click", (event) => {
      if (this.suppressClick) {
        this.suppressClick = false;
        return;
      }
      if (event.target.at) this.press(event.target.at, event.pointerType || "mouse", event);
    });
    grid.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.hover(event.target.at ?? null);
    });
    grid.addEventListener("pointerleave", () => this.hover(null));
    grid.addEventListener("focusin", (event) => {
      if (event.target.at) {
        this.cursor = event.target.at;
        if (event.target.matches(":focus-visible")) this.hover(event.target.at);
      }
    });
    grid.addEventListener("focusout", () => this.hover(null));
    grid.addEventListener("keydown", (event) => this.key(event));
    grid.addEventListener("pointerdown", (event) => this.dragStart(event));
    grid.addEventListener("pointermove", (event) => this.dragMove(event));
    grid.addEventListener("pointerup", () => this.dragEnd());
    grid.addEventListener("pointercancel", () => {
      this.drag = null;
    });
  }

  // Pointer and keyboard

  press(at, device, event) {
    const { rows, confirmTouch } = this.props;
    if (device === "touch" && confirmTouch && this.mayPlay(at)) {
      if (!this.pending || this.pending.join() !== at.join()) {
        this.pending = at;
        this.drawGhost();
        this.props.onPending?.(vertexText(...at, rows));
        return;
      }
    }
    this.pending = null;
    this.drawGhost();
    this.onVertex?.(vertexText(...at, rows), event);
  }

  mayPlay([x, y]) {
    const { signMap, hoverSign } = this.props;
    return Boolean(hoverSign) && signMap?.[y]?.[x] === 0;
  }

  hover(at) {
    this.hovered = at;
    this.drawGhost();
    this.props.onHover?.(at && vertexText(...at, this.props.rows));
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const cell = event.target;
    if (!cell.at || event.ctrlKey || event.metaKey || event.altKey) return;
    const [w, t] = this.size,
      [x, y] = cell.screen;
    let goal = null;
    if (step) goal = [x + step[0], y + step[1]];
    else if (event.key === "Home") goal = [0, y];
    else if (event.key === "End") goal = [w - 1, y];
    else if (event.key === "PageUp") goal = [x, 0];
    else if (event.key === "PageDown") goal = [x, t - 1];
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.press(cell.at, "keyboard", event);
      return;
    } else return;
    event.preventDefault();
    if (goal[0] < 0 || goal[1] < 0 || goal[0] >= w || goal[1] >= t) return;
    this.focus(fromScreen(...goal, this.props.cols, this.props.rows, this.props.orientation));
  }

  focus(at = this.cursor ?? this.middle()) {
    this.cursor = at;
    this.rove();
    this.cellAt[at.join()]?.focus();
  }

  middle() {
    return [this.props.cols >> 1, this.props.rows >> 1];
  }

  rove() {
    const at = (this.cursor ?? this.middle()).join();
    if (this.tabStop && this.tabStop !== this.cellAt[at]) this.tabStop.setAttribute("tabindex", -1);
    this.tabStop = this.cellAt[at];
    this.tabStop?.setAttribute("tabindex", 0);
  }

  dragStart(event) {
    if (!this.props.draggable || !event.target.at || event.button) return;
    this.drag = { from: event.target.at, to: event.target.at, moved: false };
    if (event.pointerType === "touch") event.target.releasePointerCapture?.(event.pointerId);
  }

  dragMove(event) {
    if (!this.drag) return;
    const cell = document.elementFromPoint(event.clientX, event.clientY);
    if (!cell?.at || cell.at.join() === this.drag.to.join()) return;
    this.drag.to = cell.at;
    this.drag.moved = true;
    this.onDrag?.(this.drag.from, this.drag.to, false);
  }

  dragEnd() {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.moved) return;
    this.suppressClick = drag.from.join() === drag.to.join();
    this.onDrag?.(drag.from, drag.to, true);
  }

  // What stands on the board: only what changed is drawn again.

  update(before) {
    const { cols, rows, signMap, onPending } = this.props;
    if (before.onPending && !onPending) this.pending = null;
    if (this.pending && signMap[this.pending[1]]?.[this.pending[0]] !== 0) this.pending = null;
    for (let y = 0; y < rows; y++) for (let x = 0; x < cols; x++) this.updatePoint(x, y, before);
    this.drawGhost();
    this.rove();
    this.svg.classList.toggle(
      "playable",
      Boolean(this.props.hoverSign || this.props.draggable || this.props.clickable),
    );
  }

  updatePoint(x, y, before) {
    const p = this.props,
      at = y * p.cols + x,
      pick = (map) => map?.[y]?.[x] ?? null;
    const sign = p.signMap[y][x],
      paint = pick(p.paintMap),
      heat = pick(p.heatMap),
      marker = pick(p.markerMap);
    const dim = Boolean(pick(p.dimmedVertices)),
      chosen = pick(p.selectedVertices),
      tile = pick(p.tiles);
    const note = this.describe?.(vertexText(x, y, p.rows)) ?? "";
    const key = JSON.stringify([sign, paint, heat, marker, dim, chosen, tile]);
    const old = (this.drawn[at] ??= { key: null, parts: [] });
    if (old.key !== key) {
      const isNew = old.key !== null && old.sign === 0 && sign !== 0 && before.signMap;
      old.parts.forEach((part) => part.remove());
      const gone = old.sign && !sign && before.signMap ? old.sign : 0;
      Object.assign(old, {
        key,
        sign,
        parts: this.draw(x, y, { sign, paint, heat, marker, dim, chosen, tile, isNew, gone }),
      });
    }
    const label =
      tile !== null || p.tiles
        ? `${vertexText(x, y, p.rows)} ${tile ? `color ${tile}` : "empty"}`
        : `${vertexText(x, y, p.rows)} ${sign > 0 ? "black stone" : sign < 0 ? "white stone" : "empty"}`;
    const text = note ? `${label}, ${note}` : label;
    if (old.label !== text) {
      old.label = text;
      this.cellAt[`${x},${y}`].setAttribute("aria-label", text);
    }
  }

  center(x, y) {
    const { cols, rows, orientation } = this.props;
    const [sx, sy] = toScreen(x, y, cols, rows, orientation);
    return [this.margin + sx * U, this.margin + sy * U];
  }

  draw(x, y, what) {
    const [cx, cy] = this.center(x, y),
      parts = [];
    const put = (layer, node) => {
      this.layers[layer].append(node);
      parts.push(node);
      return node;
    };
    if (what.paint) drawPaint(cx, cy, what.paint, put);
    if (what.chosen)
      put(
        "paint",
        s("rect", {
          class: `chosen ${what.chosen === true ? "" : what.chosen}`,
          x: cx - U / 2,
          y: cy - U / 2,
          width: U,
          height: U,
        }),
      );
    if (what.tile) drawTile(cx, cy, what.tile, what.dim, put);
    if (what.sign) {
      const cls =
        (what.sign > 0 ? "black" : "white") + (what.dim ? " dimmed" : "") + (what.isNew ? " new" : "");
      if (!what.dim) put("shadow", s("circle", { class: "shadow", cx: cx + 1, cy: cy + 2.2, r: U * 0.475 }));
      put(
        "stones",
        s("circle", {
          class: `stone ${cls}`,
          cx,
          cy,
          r: U * 0.475,
          fill: `url(#${this.name}-${what.sign > 0 ? "black" : "white"})`,
        }),
      );
    } else if (what.gone) {
      const ghost = put(
        "stones",
        s("circle", {
          class: "stone gone",
          cx,
          cy,
          r: U * 0.475,
          fill: `url(#${this.name}-${what.gone > 0 ? "black" : "white"})`,
        }),
      );
      ghost.addEventListener("animationend", () => ghost.remove());
    }
    if (what.heat) drawHeat(cx, cy, what.heat, put);
    if (what.marker) drawMarker(cx, cy, what.marker, what.sign, put);
    return parts;
  }

  drawGhost() {
    const { signMap, hoverSign, forbidden, rows, ghostStoneMap, cols } = this.props;
    const layer = this.layers.ghost,
      parts = [];
    const ghost = (x, y, sign, cls = "") => {
      const [cx, cy] = this.center(x, y);
      parts.push(
        s("circle", {
          class: `stone ghost ${cls}`,
          cx,
          cy,
          r: U * 0.475,
          fill: `url(#${this.name}-${sign > 0 ? "black" : "white"})`,
        }),
      );
    };
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++)
        if (ghostStoneMap?.[y]?.[x]) ghost(x, y, ghostStoneMap[y][x].sign, "faint");
    const at = this.pending ?? this.hovered;
    if (at && signMap?.[at[1]]?.[at[0]] === 0 && hoverSign) {
      if (forbidden?.[vertexText(...at, rows)]) {
        const [cx, cy] = this.center(...at),
          r = U * 0.16;
        parts.push(
          s("path", {
            class: "no",
            d: `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}`,
          }),
        );
      } else ghost(...at, hoverSign, this.pending ? "pending" : "");
      if (this.pending) {
        const [cx, cy] = this.center(...at);
        parts.push(s("circle", { class: "pending-ring", cx, cy, r: U * 0.62 }));
      }
    }
    layer.replaceChildren(...parts);
  }
}
