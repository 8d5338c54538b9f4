// Modal dialogs.

import { h } from "../dom.js";
import { button } from "../parts/controls.js";

/** @typedef {import("../types/page.js").Child} Child */

/**
 * Opens a dialog. Resolves with what `close` is called with; undefined when it is dismissed.
 * @param {string} title
 * @param {(close: (value?: any) => void) => Child} build  gives its contents
 * @returns {Promise<any>}
 */
export function dialog(title, build) {
  return new Promise((resolve) => {
    const box = h("dialog", { "aria-labelledby": "dialog-title" });
    const close = (value) => {
      box.close();
      resolve(value);
    };
    box.append(h("div", { class: "stack" }, head(title, close), build(close)));
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

const head = (title, close) =>
  h(
    "div",
    { class: "head" },
    h("h2", { id: "dialog-title" }, title),
    button("", () => close(), { iconName: "close", kind: "quiet", small: true, title: "Close" }),
  );

/**
 * Asks a question. Resolves with the value of the choice; undefined when it is dismissed.
 * @param {string} title
 * @param {string} text
 * @param {[label: string, value: any, kind?: string][]} choices
 * @returns {Promise<any>}
 */
export function ask(title, text, choices) {
  return dialog(title, (close) => [
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      choices.map(([label, value, kind]) => button(label, () => close(value), { kind })),
    ),
  ]);
}
