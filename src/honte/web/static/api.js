// Talking to the server: JSON in and out, errors as exceptions, searches as event streams.

import { toast } from "./page/toasts.js";

/** @typedef {import("./types/api.js").Job} Job */

const SILENT = { code: "offline", message: "The server does not answer. Is honte still running?" };

/** A request that the server refused, or that did not reach it. */
export class ApiError extends Error {
  /**
   * @param {number} status  of the answer; 0 when there was none
   * @param {{ message: string, code?: string, details?: string[], reason?: string } | undefined} error
   */
  constructor(status, error) {
    super(error?.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = error?.code;
    this.details = error?.details;
    this.reason = error?.reason;
  }
}

/**
 * Sends a request; an `ApiError` is thrown when it is refused.
 * @param {string} method
 * @param {string} path
 * @param {object | undefined} body
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  const response = await send(method, path, body);
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, data?.error);
  return data;
}

async function send(method, path, body) {
  try {
    return await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, SILENT);
  }
}

/**
 * Asks for something; an `ApiError` is thrown when it is refused.
 * @param {string} path
 * @returns {Promise<any>}
 */
export const get = (path) => call("GET", path, undefined);

/**
 * Changes or makes something; an `ApiError` is thrown when it is refused.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export const post = (path, body = {}) => call("POST", path, body);

/**
 * Keeps something; an `ApiError` is thrown when it is refused.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export const put = (path, body) => call("PUT", path, body);

const stop = (id) => call("DELETE", `/api/jobs/${id}`, undefined).catch(() => {});

/**
 * Watches a search. Leaving the page or calling `stop` ends the search on the server.
 * @param {Job} job
 * @param {(job: Job) => void} show  called with every snapshot
 * @returns {{ id: string, done: Promise<Job>, stop: () => Promise<any>, close: () => void }}
 *     `done` gives the last snapshot; `close` stops the search and listens no more
 */
export function watch({ id }, show) {
  const source = new EventSource(`/api/jobs/${id}/events`);
  let finish;
  const done = new Promise((resolve) => {
    finish = resolve;
  });
  source.onmessage = (event) => show(JSON.parse(event.data));
  source.addEventListener("end", (event) => {
    source.close();
    const last = JSON.parse(event.data);
    show(last);
    if (last.note) toast(last.note);
    finish(last);
  });
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED)
      finish({ state: "failed", error: { message: "the server does not answer" } });
  };
  const close = () => {
    source.close();
    finish({ state: "stopped" });
    stop(id);
  };
  return { id, done, stop: () => stop(id), close };
}
