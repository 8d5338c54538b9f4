// The brushes of the editor.

/**
 * What a click with a brush does on the server, and what dragging does.
 * @typedef {object} Brush
 * @property {string} label
 * @property {string} op
 * @property {import("../../types/api.js").Color} [color]  of the stone it places
 * @property {string} [rectangle]  the operation on a rectangle that is dragged
 * @property {string} [name]  for screen readers, where the label is a sign
 * @property {string} teach  how to use it
 */

const KEYSTONES = "Keystones are the stones the problem is about: the defender’s. They carry a star.";

/** @type {Record<string, Brush>} */
export const BRUSHES = {
  B: {
    label: "Black",
    op: "place",
    color: "B",
    teach: "Click to place a black stone; click again to take it off.",
  },
  W: {
    label: "White",
    op: "place",
    color: "W",
    teach: "Click to place a white stone; click again to take it off.",
  },
  keyB: { label: "★", name: "Black keystone", op: "keystone", color: "B", teach: KEYSTONES },
  keyW: { label: "★", name: "White keystone", op: "keystone", color: "W", teach: KEYSTONES },
  erase: {
    label: "Erase",
    op: "erase",
    rectangle: "erase-area",
    teach: "Click to clear a point; drag to clear a rectangle.",
  },
  area: {
    label: "Area",
    op: "valid",
    rectangle: "rectangle",
    teach: "Click points or drag a rectangle: play is allowed only there. Doing it again takes them out.",
  },
  fill: {
    label: "Fill area",
    op: "fill",
    teach: "Click an empty point: the whole empty region joins the area.",
  },
};
