// Controls that every panel is made of: buttons, labelled fields, choices, tables, links.

import { h, input } from "../dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../types/page.js").Child} Child */
/** @typedef {import("../types/page.js").Props} Props */

/**
 * @typedef {object} ButtonLook
 * @property {string} [iconName]
 * @property {string} [kind]  primary, quiet
 * @property {boolean} [disabled]
 * @property {boolean} [pressed]  for a button that stays pressed
 * @property {string} [title]
 * @property {string} [key]  its name among its neighbors, for `morph`
 * @property {boolean} [small]
 */

/**
 * A button with an icon, a label or both.
 * @param {string} label
 * @param {(event: Event) => unknown} onclick
 * @param {ButtonLook} [look]
 * @returns {HTMLButtonElement}
 */
export function button(label, onclick, { iconName, kind = "", disabled, pressed, title, key, small } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: ["btn", kind, small && "small", iconName && !label && "only"].filter(Boolean).join(" "),
      onclick,
      disabled,
      title,
      "aria-label": label ? undefined : title,
      "data-key": key,
      "aria-pressed": pressed === undefined ? undefined : String(pressed),
    },
    iconName && icon(iconName),
    label && h("span", {}, label),
  );
}

/**
 * A small stone in a line of text.
 * @param {string} color  "B" or "W"
 * @returns {HTMLElement}
 */
export function stoneIcon(color) {
  return h("span", { class: `stone-icon ${color === "B" ? "black" : "white"}`, "aria-hidden": "true" });
}

/**
 * A control under its label.
 * @param {string} label
 * @param {Node} control
 * @param {Props} [props]
 * @returns {HTMLLabelElement}
 */
export function field(label, control, props = {}) {
  return h("label", { class: "field", ...props }, h("span", {}, label), control);
}

/**
 * A choice among options.
 * @param {[value: string | number, text: string][]} options
 * @param {string | number} value  the one chosen
 * @param {Props} [props]
 * @returns {HTMLSelectElement}
 */
export function select(options, value, props = {}) {
  return h(
    "select",
    props,
    options.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) }, text)),
  );
}

/**
 * A box to tick, before its label.
 * @param {string} label
 * @param {boolean} checked
 * @param {(event: Event) => void} onchange
 * @returns {HTMLLabelElement}
 */
export function checkbox(label, checked, onchange) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked, onchange }), label);
}

/**
 * A time limit kept among the settings.
 * @param {import("../page/shell.js").Shell} app
 * @param {string} setting
 * @param {number} seconds
 * @param {number} max
 * @param {(seconds: number) => string} text  its label
 * @param {() => void} redraw
 * @returns {HTMLLabelElement}
 */
export function timeLimit(app, setting, seconds, max, text, redraw) {
  const onchange = (event) => {
    app.keep(setting, Number(input(event).value));
    redraw();
  };
  return field(text(seconds), h("input", { type: "range", min: 1, max, value: seconds, onchange }), {
    "data-key": setting,
  });
}

/**
 * A link to a file that the server makes.
 * @param {string} text
 * @param {string} href
 * @param {string} name  of the file
 * @param {string} [look]
 * @returns {HTMLAnchorElement}
 */
export const downloadLink = (text, href, name, look = "btn small") =>
  h("a", { class: look, href, download: name }, text);

/**
 * A group of controls under a legend.
 * @param {string} legend
 * @param {string} key
 * @param {...Child} children
 * @returns {HTMLFieldSetElement}
 */
export const group = (legend, key, ...children) =>
  h("fieldset", { "data-key": key }, h("legend", {}, legend), ...children);

/**
 * A table: heads of its columns, where there are any, and rows made by `tableRow`.
 * @param {Child[]} heads
 * @param {Child} rows
 * @param {Props} [props]
 * @param {Child} [caption]
 * @returns {HTMLTableElement}
 */
export function table(heads, rows, props = {}, caption = null) {
  const head = h(
    "thead",
    {},
    h(
      "tr",
      {},
      heads.map((each) => h("th", { scope: "col" }, each)),
    ),
  );
  return h("table", props, caption, heads.length > 0 && head, h("tbody", {}, rows));
}

/**
 * A row of a table, with its head.
 * @param {Child} head
 * @param {Child[]} cells  texts, or whole cells
 * @param {Props} [props]
 * @returns {HTMLTableRowElement}
 */
export function tableRow(head, cells, props = {}) {
  const cell = (content) => (content instanceof HTMLTableCellElement ? content : h("td", {}, content));
  return h("tr", props, h("th", { scope: "row" }, head), cells.map(cell));
}

/** @typedef {{ id: string, href: string, text: string, note: string, current?: boolean }} LinkItem */

/**
 * A folded list of links.
 * @param {string} key
 * @param {string} title
 * @param {string} look  its class
 * @param {LinkItem[]} items
 * @returns {HTMLDetailsElement}
 */
export function linkList(key, title, look, items) {
  /** @param {LinkItem} item */
  const row = ({ id, href, text, note, current }) =>
    h(
      "li",
      { "data-key": id },
      h(
        "a",
        { href, "aria-current": current ? "true" : undefined },
        h("span", {}, text),
        h("span", { class: "sub" }, note),
      ),
    );
  return h("details", { "data-key": key }, h("summary", {}, title), h("ul", { class: look }, items.map(row)));
}
