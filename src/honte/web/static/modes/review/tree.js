// The tree of a record: the main line from left to right, variations below. It has a handful of shapes
// however many nodes there are, so that a record of thousands of moves is drawn at once.

import { s } from "../../dom.js";

/** @typedef {import("../../types/api.js").RecordTree} RecordTree */

/**
 * Where the nodes are drawn.
 * @typedef {object} Layout
 * @property {[col: number, row: number][]} places  of every node
 * @property {Map<string, number>} at  the node at "col,row"
 * @property {number} cols
 * @property {number} rows
 */

const STEP = 22; // pixels between two nodes
const STONE = 7; // the radius of a node
const EDGE = 14; // pixels around the tree

/**
 * Places every node: its column is its depth, its row the first one free for its whole line.
 * @param {RecordTree["nodes"]} nodes
 * @returns {Layout}
 */
export function layOut(nodes) {
  const children = childrenOf(nodes);
  /** @type {[number, number][]} */
  const places = [];
  /** @type {number[]} the last row taken in each column */
  const taken = [];
  /** @type {[first: number, col: number, row: number][]} lines to place, the last one first */
  const waiting = [[0, 0, 0]];
  while (waiting.length) {
    const [first, col, least] = waiting.pop();
    const line = lineFrom(first, children);
    let row = least;
    for (let c = Math.max(0, col - 1); c < col + line.length; c++) row = Math.max(row, (taken[c] ?? -1) + 1);
    if (col) taken[col - 1] = Math.max(taken[col - 1] ?? -1, row); // the way down to the line
    line.forEach((node, index) => {
      places[node] = [col + index, row];
      taken[col + index] = row;
    });
    // The deepest branches come first: they lie nearest to their line.
    line.forEach((node, index) => {
      for (const child of children[node].slice(1).reverse()) waiting.push([child, col + index + 1, row + 1]);
    });
  }
  const at = new Map(places.map((place, node) => [place.join(), node]));
  const most = (index) => places.reduce((found, place) => Math.max(found, place[index] + 1), 1);
  return { places, at, cols: most(0), rows: most(1) };
}

function childrenOf(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach(([parent], node) => {
    if (parent >= 0) children[parent].push(node);
  });
  return children;
}

/** A node and the first variations after it. */
function lineFrom(first, children) {
  const line = [first];
  while (children[line.at(-1)].length) line.push(children[line.at(-1)][0]);
  return line;
}

/** @param {[col: number, row: number]} place */
const x = ([col]) => EDGE + col * STEP;
/** @param {[col: number, row: number]} place */
const y = ([, row]) => EDGE + row * STEP;
const disc = (place, r) =>
  `M${x(place) - r} ${y(place)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** The way from a node's parent: down first, then to the right. */
const edge = (from, to) =>
  from[1] === to[1]
    ? `M${x(from)} ${y(from)}H${x(to)}`
    : `M${x(from)} ${y(from)}V${y(to) - STEP / 2}L${x(from) + STEP / 2} ${y(to)}H${x(to)}`;

/** A tree in an element of the page. It draws when the record changes, and otherwise only moves a ring. */
export class TreeView {
  /** @param {(node: number) => unknown} pick */
  constructor(pick) {
    this.pick = pick;
    /** @type {RecordTree | null} */
    this.tree = null;
    /** @type {Layout | null} */
    this.layout = null;
    this.ring = s("circle", { class: "here", r: STONE + 3.5 });
    this.way = s("path", { class: "way" });
  }

  /**
   * Shows a record.
   * @param {HTMLElement | null} host
   * @param {RecordTree} tree
   * @param {number} node  the one on the board
   */
  show(host, tree, node) {
    if (!host) return;
    if (tree !== this.tree || !host.firstChild) this.build(host, tree);
    const place = this.layout.places[node] ?? [0, 0];
    this.ring.setAttribute("cx", String(x(place)));
    this.ring.setAttribute("cy", String(y(place)));
    const { clientWidth: width, clientHeight: height } = host;
    host.scrollTo({ left: x(place) - width / 2, top: y(place) - height / 2 });
  }

  build(host, tree) {
    this.tree = tree;
    const { places, at, cols, rows } = (this.layout = layOut(tree.nodes));
    const parts = { edges: "", black: "", white: "", bare: "", says: "" };
    tree.nodes.forEach(([parent, move, says], node) => {
      const place = places[node];
      if (parent >= 0) parts.edges += edge(places[parent], place);
      const kind = move.startsWith("B") ? "black" : move.startsWith("W") ? "white" : "bare";
      parts[kind] += disc(place, kind === "bare" ? 4 : STONE);
      if (says) parts.says += disc([place[0], place[1]], 2.5);
    });
    this.way.setAttribute("d", wayOf(tree, places));
    const [width, height] = [2 * EDGE + (cols - 1) * STEP, 2 * EDGE + (rows - 1) * STEP];
    const lines = tree.nodes.length - new Set(tree.nodes.map(([parent]) => parent)).size + 1;
    const onclick = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      const spot = [event.clientX - box.left, event.clientY - box.top];
      const found = at.get(spot.map((each) => Math.round((each - EDGE) / STEP)).join());
      if (found !== undefined) this.pick(found);
    };
    const svg = s(
      "svg",
      {
        width,
        height,
        role: "img",
        "aria-label": `Game tree: ${tree.nodes.length} positions, ${lines} lines`,
        onclick,
      },
      s("path", { class: "edges", d: parts.edges }),
      this.way,
      ["bare", "black", "white", "says"].map((kind) => s("path", { class: kind, d: parts[kind] })),
      this.ring,
    );
    host.replaceChildren(svg);
  }
}

/** The line on the board, along the edges. */
function wayOf({ nodes, line }, places) {
  let d = "";
  for (let node = line.at(-1); nodes[node]?.[0] >= 0; node = nodes[node][0])
    d += edge(places[nodes[node][0]], places[node]);
  return d;
}
