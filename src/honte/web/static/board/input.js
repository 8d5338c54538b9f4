// Pointer and keyboard on the grid of cells. What a press means is the mode's business.

import { cursorAfter, isPress } from "../page/keyboard.js";
import { fromScreen, vertexText } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./goban.js").Cell} Cell */
/** @typedef {import("../types/page.js").Spot} Spot */

/**
 * What pointer and keyboard are about.
 * @typedef {object} InputState
 * @property {Spot | null} cursor  where the keyboard's cursor stands
 * @property {Spot | null} hovered  the point under the pointer
 * @property {Spot | null} pending  a point that was tapped once and waits for a second tap
 * @property {{ from: Spot, to: Spot, moved: boolean } | null} drag
 * @property {boolean} byPointer  whether the board has the focus because it was clicked
 * @property {boolean} ignoreClick  whether the next click is only the end of a drag
 */

/**
 * Nothing hovered, tapped or dragged.
 * @returns {InputState}
 */
export const newInput = () => ({
  cursor: null,
  hovered: null,
  pending: null,
  drag: null,
  byPointer: false,
  ignoreClick: false,
});

/**
 * Whether two spots are the same point.
 * @param {Spot} a
 * @param {Spot} b
 * @returns {boolean}
 */
const sameSpot = (a, b) => a[0] === b[0] && a[1] === b[1];

/**
 * Connects a grid of cells with its board.
 * @param {Board} board
 * @param {SVGGElement} grid
 */
export function listen(board, grid) {
  const { input } = board;
  grid.addEventListener("click", (event) => click(board, event));
  grid.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") hover(board, cellOf(event)?.at ?? null);
  });
  grid.addEventListener("pointerleave", () => hover(board, null));
  grid.addEventListener("focusin", (event) => focused(board, cellOf(event)));
  grid.addEventListener("focusout", () => hover(board, null));
  grid.addEventListener("keydown", (event) => key(board, event));
  grid.addEventListener("pointerdown", (event) => {
    input.byPointer = true;
    dragStart(board, event);
  });
  grid.addEventListener("focusout", () => {
    input.byPointer = false;
  });
  grid.addEventListener("pointermove", (event) => dragMove(board, event));
  grid.addEventListener("pointerup", () => dragEnd(board));
  grid.addEventListener("pointercancel", () => {
    input.drag = null;
  });
}

/**
 * The cell that an event comes from; null for the grid itself.
 * @returns {Cell | null}
 */
const cellOf = ({ target }) => (target?.at ? target : null);

function click(board, event) {
  const cell = cellOf(event);
  if (board.input.ignoreClick) board.input.ignoreClick = false;
  else if (cell) press(board, cell.at, event.pointerType || "mouse", event);
}

function press(board, at, device, event) {
  const { input, props } = board;
  const vertex = vertexText(at[0], at[1], props.rows);
  const isFirstTap = !input.pending || !sameSpot(input.pending, at);
  if (device === "touch" && props.confirmTouch && mayPlay(props, at) && isFirstTap) {
    input.pending = at;
    board.drawGhosts();
    props.onPending?.(vertex);
    return;
  }
  input.pending = null;
  board.drawGhosts();
  board.onVertex(vertex, event);
}

const mayPlay = ({ signMap, hoverSign }, [x, y]) => Boolean(hoverSign) && signMap?.[y]?.[x] === 0;

function hover(board, at) {
  board.input.hovered = at;
  board.drawGhosts();
  board.props.onHover?.(at && vertexText(at[0], at[1], board.props.rows));
}

function focused(board, cell) {
  if (!cell) return;
  board.input.cursor = cell.at;
  if (cell.matches(":focus-visible")) hover(board, cell.at);
}

function key(board, event) {
  const cell = cellOf(event);
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  // Where arrows step through a game, a click on the board does not take them away.
  if (board.input.byPointer && board.props.arrowsStep && !isPress(event.key)) return;
  if (isPress(event.key)) {
    event.preventDefault();
    if (!event.repeat) press(board, cell.at, "keyboard", event);
    return;
  }
  const { cols, rows, orientation, size } = board.layout;
  const goal = cursorAfter(event.key, cell.screen, size);
  if (!goal) return;
  event.preventDefault();
  const [x, y] = goal;
  if (x < 0 || y < 0 || x >= size[0] || y >= size[1]) return;
  const at = fromScreen(x, y, cols, rows, orientation);
  if (board.isShown(at)) board.focus(at);
}

function dragStart(board, event) {
  const cell = cellOf(event);
  if (!board.props.draggable || !cell || event.button) return;
  board.input.drag = { from: cell.at, to: cell.at, moved: false };
  if (event.pointerType === "touch") cell.releasePointerCapture?.(event.pointerId);
}

function dragMove(board, event) {
  const { drag } = board.input;
  if (!drag) return;
  const cell = cellOf({ target: document.elementFromPoint(event.clientX, event.clientY) });
  if (!cell || sameSpot(cell.at, drag.to)) return;
  drag.to = cell.at;
  drag.moved = true;
  board.onDrag(drag.from, drag.to, false);
}

function dragEnd(board) {
  const { drag } = board.input;
  board.input.drag = null;
  if (!drag?.moved) return;
  board.input.ignoreClick = sameSpot(drag.from, drag.to);
  board.onDrag(drag.from, drag.to, true);
}
