// What a person may ask about a problem besides playing it: the search, hints, the solution, another target,
// the file's own solution. Each function changes the state of the mode and draws.

import { get, post } from "../../api.js";
import { byId } from "../../dom.js";
import { sentence } from "../../words.js";
import { repeats } from "./board.js";
import { questionOptions, solveOptions } from "./options.js";

/** @typedef {import("./mode.js").default} Problems */

/**
 * Starts a search with the settings of the search box, or stops the one that runs.
 * @param {Problems} mode
 */
export async function toggleSearch(mode) {
  const { app, state } = mode;
  if (mode.search.job) await mode.search.job.stop();
  else if (!state.problem.over)
    await app.guard(async () => {
      const options = { ...solveOptions(app), ...questionOptions(state.asked) };
      state.found = (await mode.think("search", "solve", options)) ?? null;
      if (state.found) mode.say(sentence(state.found.text));
      mode.draw();
    });
}

/**
 * Opens or closes the search box. What a search shows before the problem is solved is help.
 * @param {Problems} mode
 * @param {boolean} isOpen
 */
export async function watch(mode, isOpen) {
  const { state } = mode;
  if (state.watching === isOpen) return;
  state.watching = isOpen;
  const box = byId("panel").querySelector("details[data-key=search]");
  if (box instanceof HTMLDetailsElement) box.open = isOpen;
  mode.draw();
  if (isOpen && mode.search.job && state.purpose !== "search") await post(`/api/problems/${mode.id}/help`);
}

/**
 * Gives the next hint: what can be reached, where, and the move.
 * @param {Problems} mode
 */
export async function giveHint(mode) {
  const { app, state } = mode;
  if (mode.search.job || state.problem.over) return;
  await app.guard(async () => {
    const step = Math.min(3, (state.hint?.step ?? 0) + 1);
    const hint = await mode.think("hint", "hint", { step });
    if (hint) Object.assign(state, { hint, line: null });
    if (hint) mode.say(hint.text);
    mode.draw();
  });
}

/**
 * Shows the solution on the board, or hides it.
 * @param {Problems} mode
 */
export async function toggleLine(mode) {
  const { app, state } = mode;
  if (mode.search.job) return;
  await app.guard(async () => {
    const { seconds } = solveOptions(app);
    const answer = state.line ? null : await mode.think("line", "solve", { engine: "proof", seconds });
    state.line = answer ? answer.line : null;
    const again = repeats(state.line ?? []);
    const numbers = state.line?.length ? "The moves are numbered on the board." : "";
    mode.say(answer ? [sentence(answer.text), numbers, again && `${again}.`].filter(Boolean).join(" ") : "");
    mode.draw();
  });
}

/**
 * Shows other targets to choose from, or hides them.
 * @param {Problems} mode
 */
export async function toggleReadings(mode) {
  const { app, state } = mode;
  await app.guard(async () => {
    state.readings = state.readings ? null : await get(`/api/problems/${mode.id}/readings`);
    mode.draw();
  });
}

/**
 * Makes other stones the target.
 * @param {Problems} mode
 * @param {import("../../types/api.js").Reading} reading
 */
export async function chooseTarget(mode, reading) {
  const { app, state } = mode;
  await app.guard(async () => {
    mode.search.close();
    const { version } = state.problem;
    state.problem = await post(`/api/problems/${mode.id}/target`, { points: reading.target, version });
    mode.forget();
    state.readings = null;
    mode.draw();
    await mode.findTarget();
  });
}

/**
 * Shows the solution that the file brought along.
 * @param {Problems} mode
 */
export async function openBook(mode) {
  const { app, state } = mode;
  await app.guard(async () => {
    state.book = await get(`/api/problems/${mode.id}/book`);
    await mode.refresh();
    mode.draw();
    if (state.book.compared.length || mode.search.job) return;
    const compared = await mode.think("book", "book");
    if (compared) Object.assign(state, { book: compared, note: "" });
    mode.draw();
  });
}
