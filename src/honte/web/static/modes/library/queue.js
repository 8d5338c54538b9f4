// The problems that were listed when one of them was opened: Next in Problems goes through them. Each tab has
// its own list; a new tab, or the next day, goes on with the last one.

import { get, post } from "../../api.js";

/** @typedef {import("../../page/shell.js").Shell} Shell */
/**
 * @typedef {object} Queue
 * @property {string[]} ids  of the library, in the order of the list
 * @property {Record<string, string>} opened  the library's id by the id on the board
 * @property {string} back  the address of the list
 * @property {string} [title]  of the list
 */

const KEY = "honte.queue";

/** @returns {Queue} */
function read() {
  try {
    const kept = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    return JSON.parse(kept) ?? { ids: [], opened: {}, back: "/library" };
  } catch {
    return { ids: [], opened: {}, back: "/library" };
  }
}

/** @param {Queue} queue */
const write = (queue) => [sessionStorage, localStorage].forEach((each) => each.setItem(KEY, JSON.stringify(queue)));

/**
 * Remembers a list.
 * @param {string[]} ids
 * @param {string} [back]
 * @param {string} [title]
 */
export const remember = (ids, back = "/library", title = "") => write({ ids, opened: {}, back, title });

/**
 * Opens the first problem of the first collection, for somebody who has not opened any.
 * @param {Shell} app
 */
export async function openFirst(app) {
  const [{ folder, title }] = (await get("/api/library/collections")).collections;
  const asked = new URLSearchParams({ collection: folder });
  const ids = await get(`/api/library/ids?${asked}`);
  remember(ids, `/library?${asked}`, title);
  await openProblem(app, ids[0]);
}

/**
 * Goes on with the first problem of the library that was never tried, for somebody who came from no list.
 * @param {Shell} app
 * @returns {Promise<boolean>}  false when every problem was tried
 */
export async function openNew(app) {
  const ids = await get("/api/library/ids?state=new");
  if (!ids.length) return false;
  remember(ids, "/library?state=new", "New problems");
  await openProblem(app, ids[0]);
  return true;
}

/**
 * Opens a problem of the library in Problems.
 * @param {Shell} app
 * @param {string} id
 */
export async function openProblem(app, id) {
  const opened = await post(`/api/library/problems/${id}/open`);
  const queue = read();
  queue.opened[opened.id] = id;
  write(queue);
  await app.go(`/problems/${opened.id}`);
}

/**
 * The place of the problem on the board in the list it came from; null when it came from none.
 * @param {string} boardId
 * @returns {{ number: number, count: number, next: string | null, previous: string | null, back: string,
 *   title?: string } | null}
 */
export function placeInQueue(boardId) {
  const { ids, opened, back, title } = read();
  const at = ids.indexOf(opened[boardId]);
  if (at < 0) return null;
  return {
    number: at + 1,
    count: ids.length,
    next: ids[at + 1] ?? null,
    previous: ids[at - 1] ?? null,
    back,
    title,
  };
}
