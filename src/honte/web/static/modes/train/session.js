// A training under way: notes every try that Problems reports, and shows a bar with the time and the way on.
// When every variation is asked for, the opponent's other replies come after the main line, and the try is
// noted when all of them are answered.

import { post, watch } from "../../api.js";
import { h, morph } from "../../dom.js";
import { toastError } from "../../page/toasts.js";
import { button } from "../../parts/controls.js";
import { openProblem, placeInQueue, remember } from "../library/queue.js";

/** @typedef {import("../../page/shell.js").Shell} Shell */
/** @typedef {{ timer: number, every: boolean }} Options  seconds for a problem, 0 for no limit; variations */
/** @typedef {{ id: string, solved: boolean, helped: boolean, seconds: number, mistakes: number }} Try */

/**
 * The other replies to a problem: its try so far, and the positions still to be answered.
 * @typedef {{ whole: Try, all: string[], left: string[] }} Variations
 */

const OPTIONS = "honte.training";
const VARIATIONS = "honte.variations";
const BACK = "/train";

/**
 * What is known of the problem on the board.
 * @type {{ id: string, since: number, noted: any | null, solved: boolean, busy: boolean }}
 */
const now = { id: "", since: 0, noted: null, solved: false, busy: false };

const read = (key) => JSON.parse(sessionStorage.getItem(key) ?? "null");
const write = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));

/** @returns {Options} */
const options = () => read(OPTIONS) ?? { timer: 0, every: false };

/** @returns {Variations | null} */
const variations = () => read(VARIATIONS);

/**
 * Starts a training: the first of these problems comes onto the board.
 * @param {Shell} app
 * @param {string[]} ids  of the library
 * @param {Options} chosen
 */
export async function startTraining(app, ids, chosen) {
  write(OPTIONS, chosen);
  write(VARIATIONS, null);
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
  document.addEventListener("honte:solved", async (event) => {
    try {
      await hear(app, /** @type {CustomEvent} */ (event).detail);
    } catch (error) {
      toastError(error);
    }
    now.busy = false;
    drawBar(app, bar);
  });
  setInterval(() => drawBar(app, bar), 500);
}

/**
 * A try has ended: of a problem, or of one of its variations.
 * @param {Shell} app
 * @param {Try} tried
 */
async function hear(app, tried) {
  const under = variations();
  if (under?.all.includes(tried.id)) return hearVariation(app, under, tried);
  if (tried.solved && isTrained(tried.id) && options().every) {
    now.busy = true;
    const { ids } = await otherReplies(tried.id);
    if (ids.length) return goOn(app, { whole: tried, all: ids, left: ids });
  }
  return note(tried);
}

/** Adds a variation to its problem; the last one, or a failed one, ends the try. */
async function hearVariation(app, under, tried) {
  const { whole } = under;
  whole.seconds += tried.seconds;
  whole.mistakes += tried.mistakes;
  whole.helped ||= tried.helped;
  whole.solved = tried.solved;
  const left = under.left.filter((id) => id !== tried.id);
  if (left.length && tried.solved) return goOn(app, { ...under, whole, left });
  write(VARIATIONS, { ...under, whole, left: [] });
  return note(whole);
}

/** Brings the next variation onto the board. */
async function goOn(app, under) {
  write(VARIATIONS, under);
  await app.go(`/problems/${under.left[0]}`);
}

/** The opponent's other replies, as problems on the server. */
async function otherReplies(id) {
  const job = watch(await post(`/api/train/variations/${id}`), () => {});
  return (await job.done).answer ?? { ids: [] };
}

/** Notes a try on the server; a solution after the time is up is one more mistake. */
async function note({ id, solved, helped, seconds, mistakes }) {
  const { timer } = options();
  const isLate = isTrained(id) && timer > 0 && seconds > timer;
  const body = { id, solved, helped, seconds, mistakes: mistakes + (isLate ? 1 : 0) };
  const noted = await post("/api/train/reviews", body);
  if (now.id === id) Object.assign(now, { noted, solved });
}

const isTrained = (id) => placeInQueue(id)?.back === BACK;

/** The problem of the training that is on the board, itself or by one of its variations; "" for none. */
function trained() {
  const [, mode, id] = location.pathname.split("/");
  if (mode !== "problems" || !id) return "";
  const under = variations();
  const main = under?.all.includes(id) ? under.whole.id : id;
  return isTrained(main) ? main : "";
}

// The bar

function drawBar(app, bar) {
  const id = trained();
  bar.hidden = !id;
  document.body.classList.toggle("in-training", Boolean(id));
  if (!id) return;
  if (now.id !== id)
    Object.assign(now, { id, since: performance.now(), noted: null, solved: false, busy: false });
  const place = placeInQueue(id);
  const next = place.next ? () => openProblem(app, place.next) : () => app.go(BACK);
  morph(
    bar,
    h("span", {}, `Problem ${place.number} of ${place.count}`),
    standing(),
    button(place.next ? "Next" : "End", () => app.guard(next), {
      small: true,
      kind: now.noted ? "primary" : "",
    }),
  );
}

/** How the try stands: saved, a variation, or the time. */
function standing() {
  if (now.noted)
    return h("span", {}, now.solved ? `Saved. Again ${now.noted.again}.` : "Saved as not solved.");
  if (now.busy) return h("span", {}, "Looking for other replies…");
  const { timer } = options();
  const spent = (performance.now() - now.since) / 1000;
  const left = timer ? timer - spent : spent;
  const under = variations();
  const replies = under?.whole.id === now.id && under.left.length;
  return h(
    "span",
    { class: `time${left < 0 ? " late" : ""}` },
    clock(left),
    replies ? ` · variation ${under.all.length - replies + 1} of ${under.all.length}` : "",
  );
}

/** Minutes and seconds; a minus sign when the time is up. */
const clock = (seconds) => {
  const whole = Math.floor(Math.abs(seconds));
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
