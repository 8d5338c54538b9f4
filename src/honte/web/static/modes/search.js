// One search of a mode at a time.

import { watch } from "../api.js";

/** @typedef {import("../types/api.js").Job} Job */

/** A search on the server, watched while it runs. */
export class Search {
  /** @param {(live: Job | null) => void} heard  called when a search begins, and with every snapshot */
  constructor(heard) {
    this.heard = heard;
    /** @type {ReturnType<typeof watch> | null} */
    this.job = null;
    /** @type {Job | null} */
    this.live = null;
  }

  /**
   * Watches a search to its end, and closes the one before.
   * @param {Job | Promise<Job>} starting  the server's answer to the request that starts it
   * @returns {Promise<Job>}  the last snapshot; an empty one when the search was closed meanwhile
   */
  async run(starting) {
    this.close();
    const job = (this.job = watch(await starting, (snapshot) => {
      if (this.job !== job) return;
      this.live = snapshot;
      this.heard(snapshot);
    }));
    this.heard(null);
    const last = await job.done;
    if (this.job !== job) return {};
    this.job = this.live = null;
    return last;
  }

  /** Ends the search. It belongs to the board it was started on: going elsewhere closes it. */
  close() {
    const job = this.job;
    this.job = this.live = null;
    job?.close();
  }
}
