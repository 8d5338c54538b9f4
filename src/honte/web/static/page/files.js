// Files and text from outside: dropped, pasted, chosen or typed into a dialog.

import { post } from "../api.js";
import { h } from "../dom.js";
import { button } from "../parts/controls.js";
import { dialog } from "./dialogs.js";
import { toast } from "./toasts.js";

/** @typedef {import("./shell.js").Shell} Shell */

const MOST_BYTES = 900000; // the server takes no longer text
const PICTURE = /\.(png|jpe?g|gif|webp|heic|bmp)$/i;
const ACCEPTED = ".sgf,.txt,.json,text/plain";

/**
 * Opens what is dropped on the page or pasted into it.
 * @param {Shell} app
 */
export function listenForFiles(app) {
  let depth = 0; // how many elements a dragged file has entered and not left
  const over = (on) => document.body.classList.toggle("dragging", on);
  document.addEventListener("dragenter", (event) => {
    event.preventDefault();
    depth++;
    over(true);
  });
  document.addEventListener("dragleave", () => {
    if (--depth <= 0) over(false);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    receive(app, event.dataTransfer);
  });
  document.addEventListener("paste", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest?.("input, textarea")) receive(app, event.clipboardData);
  });
}

/** Opens the first file that a drop or a paste holds, or else its text; some modes take all files. */
function receive(app, data) {
  const file = data?.files?.[0];
  if (file && app.mode?.importFiles) {
    app.mode.importFiles([...data.files]);
    return;
  }
  if (file) openFile(app, file);
  else app.importText(data?.getData("text") ?? "", "");
}

async function openFile(app, file) {
  if (file.size > MOST_BYTES) {
    toast("That file is too large for a board.");
    return;
  }
  const text = await app.guard(async () => textOf(file));
  if (text) await app.importText(text, file.name);
}

/** The text of a file; "" when it is no text, which the page then says. */
async function textOf(file) {
  const data = new Uint8Array(await file.arrayBuffer());
  if (!data.includes(0)) return decoded(data);
  const kind =
    PICTURE.test(file.name) || file.type.startsWith("image/") ? "a picture" : "neither SGF nor text";
  toast(`${file.name} is ${kind}. A board opens from SGF or text.`);
  return "";
}

/**
 * The text of a file: UTF-8, or an older encoding, which the server knows.
 * @param {Uint8Array} data
 * @returns {Promise<string>}
 */
export async function decoded(data) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    const binary = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
    return (await post("/api/games/decode", { data: btoa(binary) })).text;
  }
}

function chooseFile(app) {
  const chooser = h("input", { type: "file", accept: ACCEPTED });
  chooser.addEventListener("change", () => chooser.files[0] && openFile(app, chooser.files[0]));
  chooser.click();
}

/**
 * The dialog that takes SGF or a text board, typed or from a file.
 * @param {Shell} app
 */
export function openDialog(app) {
  const area = h("textarea", {
    "aria-label": "SGF or text board",
    placeholder: "(;SZ[9];B[ee]...)   or rows of . X O",
  });
  dialog("Open a game or a board", (close) => {
    const open = () => {
      const text = area.value;
      close();
      app.importText(text, "");
    };
    const choose = () => {
      close();
      chooseFile(app);
    };
    return [
      h(
        "p",
        { class: "sub" },
        "Paste SGF or a text board here, or choose a file. Dropping a file on the page works too.",
      ),
      area,
      h(
        "div",
        { class: "row" },
        button("Open", open, { kind: "primary" }),
        button("Choose a file", choose, { iconName: "open" }),
      ),
    ];
  });
}
