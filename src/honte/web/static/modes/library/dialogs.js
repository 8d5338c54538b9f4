// The dialogs of the library: names, files to import, a position to look up.

import { h } from "../../dom.js";
import { dialog } from "../../page/dialogs.js";
import { button, field } from "../../parts/controls.js";

/**
 * Asks for a name. Resolves with it; undefined when it is dismissed.
 * @param {string} title
 * @param {string} label
 * @param {string} value
 * @param {string[]} [known]  names to choose from
 * @param {boolean} [mayBeEmpty]
 * @returns {Promise<string | undefined>}
 */
export function nameDialog(title, label, value, known = [], mayBeEmpty = false) {
  const box = h("input", { value, list: known.length ? "known-names" : undefined, required: !mayBeEmpty });
  return dialog(title, (close) =>
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          close(box.value.trim());
        },
      },
      field(label, box),
      known.length > 0 &&
        h(
          "datalist",
          { id: "known-names" },
          known.map((name) => h("option", { value: name })),
        ),
      h("div", { class: "row" }, h("button", { class: "btn primary", type: "submit" }, "Save")),
    ),
  );
}

/**
 * Asks for files and a collection.
 * @param {string} collection
 * @returns {Promise<{ files: File[], collection: string } | undefined>}
 */
export function importDialog(collection) {
  const name = h("input", { value: collection.startsWith("shipped/") ? "" : collection });
  return dialog("Import problems", (close) => {
    const choose = (props) => {
      const chooser = h("input", { type: "file", multiple: true, ...props });
      chooser.addEventListener("change", () => {
        if (chooser.files.length) close({ files: [...chooser.files], collection: name.value.trim() });
      });
      chooser.click();
    };
    return [
      h(
        "p",
        { class: "sub" },
        "SGF files, whole collections, JSON lines or text diagrams. Nothing is overwritten, and a problem that the collection has already is left out.",
      ),
      field("Collection (empty: the name of the folder or file)", name),
      h(
        "div",
        { class: "row" },
        button("Choose files", () => choose({ accept: ".sgf,.txt,.json,.jsonl" }), {
          kind: "primary",
          iconName: "open",
        }),
        button("Choose a folder", () => choose({ webkitdirectory: true })),
      ),
    ];
  });
}

/**
 * Asks for a position.
 * @returns {Promise<string | undefined>}
 */
export function positionDialog() {
  const area = h("textarea", {
    "aria-label": "SGF or text board",
    placeholder: "(;SZ[9]AB[aa]...)   or rows of . X O",
  });
  return dialog("Which problem is this?", (close) => [
    h(
      "p",
      { class: "sub" },
      "Paste a position. It is recognized turned, mirrored, with exchanged colors, and as a part of a larger board.",
    ),
    area,
    h(
      "div",
      { class: "row" },
      button("Look it up", () => close(area.value), { kind: "primary" }),
    ),
  ]);
}
