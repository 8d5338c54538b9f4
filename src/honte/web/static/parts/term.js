// Words that are explained where they stand: a click opens what the glossary says. All meanings come from
// glossary.json, which docs/scripts/glossary.py writes from docs/glossary.md.

import { get } from "../api.js";
import { byId, h } from "../dom.js";

const GAP = 6; // pixels between a word and its explanation
/** @type {Record<string, string> | null} */
let meanings = null;

/**
 * A word with its explanation.
 * @param {string} word  as the glossary has it
 * @param {string} [label]  as the text has it
 * @returns {HTMLButtonElement}
 */
export const term = (word, label = word) =>
  h(
    "button",
    {
      type: "button",
      class: "term",
      title: "What does this mean?",
      onclick: (event) => explain(event.currentTarget, word),
    },
    label,
  );

/** Shows the meaning of a word below it. */
async function explain(anchor, word) {
  meanings ??= await get("/static/glossary.json");
  const box = byId("meaning") ?? document.querySelector("main").appendChild(emptyBox());
  box.replaceChildren(h("b", {}, word), " ", meanings[word] ?? "");
  box.showPopover();
  const { left, bottom, top } = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const isRoom = bottom + GAP + height < innerHeight;
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  box.style.top = `${isRoom ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`;
}

/** A popover: Escape and a click elsewhere close it. */
const emptyBox = () => h("div", { id: "meaning", class: "meaning", popover: "auto", role: "tooltip" });
