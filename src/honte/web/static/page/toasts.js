// Messages: toasts that come and go, and the announcer that screen readers read out.

import { byId, h, narrow } from "../dom.js";
import { sentence } from "../words.js";

const SHOWN = 3; // toasts at a time
const STAY = 4500; // milliseconds that a toast stays

/**
 * Shows a message for a few seconds.
 * @param {string} text
 */
export function toast(text) {
  const node = h("div", { class: "toast" }, text);
  const host = byId("toasts");
  host.append(node);
  while (host.children.length > SHOWN) host.firstChild.remove();
  setTimeout(() => node.remove(), STAY);
}

/**
 * Shows a message with one thing to do about it, for twice as long.
 * @param {string} text
 * @param {string} label  of the button
 * @param {() => unknown} action
 */
export function toastAction(text, label, action) {
  const run = () => {
    node.remove();
    action();
  };
  const node = h(
    "div",
    { class: "toast action" },
    h("span", {}, text),
    h("button", { type: "button", onclick: run }, label),
  );
  const host = byId("toasts");
  host.append(node);
  while (host.children.length > SHOWN) host.firstChild.remove();
  setTimeout(() => node.remove(), 2 * STAY);
}

/**
 * Says something to screen readers. Phones also show that a second tap is wanted.
 * @param {string} text
 */
export function say(text) {
  byId("announcer").textContent = text;
  if (narrow() && text.includes("tap again")) toast(text);
}

/**
 * Shows what went wrong; an error of the page itself also goes to the console.
 * @param {Error & { status?: number, code?: string }} error
 */
export function toastError(error) {
  toast(sentence(error.message));
  if (!error.status && error.code !== "offline") console.error(error);
}
