// What the parts of the page hand to each other, as types only: no page loads this file.

/** @typedef {[x: number, y: number]} Spot  a point of the board: column and row from the top left */

/**
 * What `h` and `s` take as children: nothing is drawn for false, null, undefined and "".
 * @typedef {Node | string | number | boolean | null | undefined | any[]} Child
 */

/** @typedef {Record<string, any>} Props  attributes, and handlers by names that begin with "on" */

/** @typedef {{ type: string, label?: string, tone?: string }} Marker */
/** @typedef {{ text?: string | number, tone?: string, strength?: number }} Heat */
/** @typedef {number | { owner: string }} Paint  -1..1 for a whole cell, or a small square */

/**
 * What a board shows; maps are [y][x] from the top, named as in Shudan.
 * @typedef {object} BoardProps
 * @property {number} cols
 * @property {number} rows
 * @property {number[][]} signMap  1 black, -1 white, 0 empty
 * @property {(Paint | null)[][]} [paintMap]
 * @property {(Heat | null)[][]} [heatMap]
 * @property {(Marker | null)[][]} [markerMap]
 * @property {({ sign: number } | null)[][]} [ghostStoneMap]
 * @property {(boolean | null)[][]} [dimmedVertices]
 * @property {(string | boolean | null)[][] | null} [selectedVertices]
 * @property {(number | null)[][]} [tiles]  SameGame's tiles instead of stones
 * @property {number} [hoverSign]  the stone that a click would place; 0 for none
 * @property {Record<string, string>} [forbidden]  vertices that may not be played
 * @property {boolean} [clickable]
 * @property {boolean} [draggable]
 * @property {boolean} [arrowsStep]  whether arrow keys step through a game after a click on the board
 * @property {boolean} [confirmTouch]  a first tap only shows the stone
 * @property {[Spot, Spot] | null} [view]  two opposite corners of the part that is shown; null for all
 * @property {number} [orientation]  0..7
 * @property {boolean} [showCoordinates]
 * @property {(vertex: string) => void} [onPending]  after the first of two taps
 * @property {(vertex: string | null) => void} [onHover]
 */

/**
 * A row of the table of keys. Help lists the rows with a text.
 * @typedef {object} KeyRow
 * @property {string} [shown]  how help writes the keys
 * @property {string} [text]  what help says they do
 * @property {Record<string, () => unknown>} [run]  what each key does, by the event's `key`
 */

/** @typedef {"stone" | "capture" | "pass" | "tile"} SoundKind */

export {};
