// Making and updating elements without a framework: `h` builds, `morph` brings a part of the page
// to a new shape while keeping focus, scroll and typed text.

/** @typedef {import("./types/page.js").Child} Child */
/** @typedef {import("./types/page.js").Props} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(node, props, children) {
  assign(node, props);
  append(node, children);
  return node;
}

/**
 * The form control that an event comes from.
 * @param {Event} event
 * @returns {HTMLInputElement}
 */
export const input = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * Whether the panel stands below the board, as on a phone.
 * @returns {boolean}
 */
export const narrow = () => matchMedia("(max-width: 899px)").matches;

/**
 * The element with an id that index.html has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => document.getElementById(id);

function assign(node, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node[name.toLowerCase()] = value;
    else if (name === "value") {
      node.setAttribute("value", value);
      node.value = value;
    } else if (name === "checked" || name === "selected") {
      node.toggleAttribute(name, true);
      node[name] = true;
    } else node.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
  }
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

const HANDLERS = [
  "onclick",
  "onchange",
  "oninput",
  "onsubmit",
  "onkeydown",
  "ontoggle",
  "onpointerdown",
  "onpointermove",
  "onpointerup",
  "onpointerleave",
];

/**
 * Makes the children of `host` look like `wanted`, reusing what is there.
 * @param {Element} host
 * @param {...Child} wanted
 */
export function morph(host, ...wanted) {
  const fresh = document.createDocumentFragment();
  append(fresh, wanted);
  morphChildren(host, fresh);
}

function morphChildren(old, fresh) {
  const coming = [...fresh.childNodes];
  const keyed = new Map();
  for (const node of old.children) if (node.dataset?.key) keyed.set(node.dataset.key, node);
  let at = old.firstChild;
  for (const next of coming) {
    const key = next.dataset?.key;
    const match = key ? keyed.get(key) : at && !at.dataset?.key && same(at, next) ? at : null;
    if (match) {
      if (match !== at) old.insertBefore(match, at);
      else at = at.nextSibling;
      morphNode(match, next);
    } else old.insertBefore(next, at);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id ?? "") === (b.id ?? "");
}

function morphNode(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (!same(old, fresh)) {
    old.replaceWith(fresh);
    return;
  }
  morphAttributes(old, fresh);
  for (const name of HANDLERS) old[name] = fresh[name] ?? null;
  if (!("own" in (old.dataset ?? {}))) morphChildren(old, fresh); // what has data-own is drawn by its owner
  morphValue(old, fresh);
}

/** Whether a details element is open is the user's choice, once it is on the page. */
const isUsers = (node, name) => node.nodeName === "DETAILS" && name === "open";

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !isUsers(old, name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (name !== "style" && old.getAttribute(name) !== value && !isUsers(old, name))
      old.setAttribute(name, value);
  // The server's content policy forbids style attributes; what scripts set in them is allowed.
  if (old.style && old.style.cssText !== fresh.style.cssText) old.style.cssText = fresh.style.cssText;
}

/**
 * What is being typed stays, and a slider that is being dragged; a button and a list item have a value
 * that nobody changes.
 */
function morphValue(old, fresh) {
  const isUsed = old === document.activeElement && (old.type !== "range" || old.matches(":active"));
  const isKept = isUsed || old.nodeName === "BUTTON" || old.nodeName === "LI";
  if ("value" in fresh && !isKept && old.value !== fresh.value) old.value = fresh.value;
  if ("checked" in fresh && old.checked !== fresh.checked) old.checked = fresh.checked;
}
