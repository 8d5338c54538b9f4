// Talking to the server: JSON in and out, errors as exceptions, searches as event streams.

export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = error?.code;
    this.details = error?.details;
    this.reason = error?.reason;
  }
}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, {
      code: "offline",
      message: "The server does not answer. Is honte still running?",
    });
  }
  if (response.status === 204) return null;
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, data?.error);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body) => call("PUT", path, body);
export const del = (path) => call("DELETE", path);

// Watches a search. `show(job)` is called with every snapshot; the promise ends with the last one.
// Leaving the page or calling `stop` ends the search on the server.
export function watch(job, show) {
  const source = new EventSource(`/api/jobs/${job.id}/events`);
  let finish;
  const done = new Promise((resolve) => {
    finish = resolve;
    source.onmessage = (event) => show?.(JSON.parse(event.data));
    source.addEventListener("end", (event) => {
      source.close();
      const last = JSON.parse(event.data);
      show?.(last);
      resolve(last);
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED)
        resolve({ state: "failed", error: { message: "the server does not answer" } });
    };
  });
  return {
    id: job.id,
    done,
    stop: () => del(`/api/jobs/${job.id}`).catch(() => {}),
    close: () => {
      source.close();
      finish({ state: "stopped" });
      del(`/api/jobs/${job.id}`).catch(() => {});
    },
  };
}
