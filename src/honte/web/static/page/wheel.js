// The mouse wheel over the board: one notch is one step. A touchpad sends many small turns.

const NOTCH = 50; // pixels of turning that make a step

/**
 * Listens for the wheel; a mode that does not step leaves it to the page.
 * @param {HTMLElement} host
 * @param {(step: number) => unknown} turn  1 forward, -1 back
 */
export function listenForWheel(host, turn) {
  let turned = 0;
  host.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || document.body.dataset.steps === undefined) return;
      event.preventDefault();
      if (turned * event.deltaY < 0) turned = 0;
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      turn(Math.sign(turned));
      turned = 0;
    },
    { passive: false },
  );
}
