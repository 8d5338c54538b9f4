// A training under way: notes every try that Problems reports, and shows a bar with the time and the way on.

import { post } from "../../api.js";
import { h, morph } from "../../dom.js";
import { toastError } from "../../page/toasts.js";
import { button } from "../../parts/controls.js";
import { openProblem, placeInQueue, remember } from "../library/queue.js";

/** @typedef {import("../../page/shell.js").Shell} Shell */

const KEY = "honte.timer"; // seconds for a problem; 0 for no limit
const BACK = "/train";

/**
 * What is known of the problem on the board.
 * @type {{ id: string, since: number, noted: any | null, solved: boolean }}
 */
const now = { id: "", since: 0, noted: null, solved: false };

/**
 * Starts a training: the first of these problems comes onto the board.
 * @param {Shell} app
 * @param {string[]} ids  of the library
 * @param {number} timer  seconds for a problem; 0 for no limit
 */
export async function startTraining(app, ids, timer) {
  sessionStorage.setItem(KEY, String(timer));
  remember(ids, BACK);
  await openProblem(app, ids[0]);
}

/**
 * Listens to Problems for as long as the page lives.
 * @param {Shell} app
 */
export function watchTraining(app) {
  const bar = h("section", { class: "training", "aria-label": "Training", hidden: true });
  document.body.append(bar);
  document.addEventListener("honte:solved", (event) =>
    note(app, bar, /** @type {CustomEvent} */ (event).detail),
  );
  setInterval(() => drawBar(app, bar), 500);
}

/** Notes a try on the server; a solution after the time is up is one more mistake. */
async function note(app, bar, { id, solved, helped, seconds, mistakes }) {
  const isLate = isTrained(id) && limit() > 0 && seconds > limit();
  try {
    const body = { id, solved, helped, seconds, mistakes: mistakes + (isLate ? 1 : 0) };
    const noted = await post("/api/train/reviews", body);
    document.dispatchEvent(new CustomEvent("honte:noted", { detail: noted }));
    if (now.id === id) Object.assign(now, { noted, solved });
    drawBar(app, bar);
  } catch (error) {
    toastError(error);
  }
}

const limit = () => Number(sessionStorage.getItem(KEY)) || 0;
const isTrained = (id) => placeInQueue(id)?.back === BACK;

/** The problem on the board, if it belongs to a training. */
function trained() {
  const [, mode, id] = location.pathname.split("/");
  return mode === "problems" && id && isTrained(id) ? id : "";
}

function drawBar(app, bar) {
  const id = trained();
  bar.hidden = !id;
  document.body.classList.toggle("in-training", Boolean(id));
  if (!id) return;
  if (now.id !== id) Object.assign(now, { id, since: performance.now(), noted: null, solved: false });
  const place = placeInQueue(id);
  const spent = (performance.now() - now.since) / 1000;
  const left = limit() ? limit() - spent : spent;
  const next = place.next ? () => openProblem(app, place.next) : () => app.go(BACK);
  morph(
    bar,
    h("span", {}, `Problem ${place.number} of ${place.count}`),
    now.noted
      ? h("span", {}, now.solved ? `Saved. Again ${now.noted.again}.` : "Saved as not solved.")
      : h("span", { class: `time${left < 0 ? " late" : ""}` }, clock(left)),
    button(place.next ? "Next" : "End", () => app.guard(next), {
      small: true,
      kind: now.noted ? "primary" : "",
    }),
  );
}

/** Minutes and seconds; a minus sign when the time is up. */
const clock = (seconds) => {
  const whole = Math.floor(Math.abs(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
