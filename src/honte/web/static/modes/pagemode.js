// A mode that uses the whole page instead of the board: lists, thumbnails, tables.

import { Mode } from "./mode.js";

/**
 * @template {import("./mode.js").ModeState & Record<string, any>} State
 * @extends {Mode<State>}
 */
export class PageMode extends Mode {
  /** Takes the page; a subclass calls this first in `enter`. */
  take() {
    document.body.dataset.layout = "page";
  }

  leave() {
    super.leave();
    delete document.body.dataset.layout;
  }

  draw() {
    if (!this.isShown || !this.isReady) return;
    this.app.toolbar(() => []);
    this.app.panel(...this.panel());
  }
}
