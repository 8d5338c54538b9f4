// A mode that uses the whole page instead of the board: lists, thumbnails, tables.

import { sub } from "../parts/panel.js";
import { Mode } from "./mode.js";

const MOMENT = 400; // milliseconds without anything to show until the page says that it is reading

/**
 * @template {import("./mode.js").ModeState & Record<string, any>} State
 * @extends {Mode<State>}
 */
export class PageMode extends Mode {
  /** Takes the page; a subclass calls this first in `enter`. */
  take() {
    document.body.dataset.layout = "page";
    setTimeout(() => {
      if (this.isShown && !this.isReady) this.app.panel(sub("Reading the problems…"));
    }, MOMENT);
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
