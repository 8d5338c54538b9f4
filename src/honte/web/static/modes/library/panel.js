// What the library shows: collections, or a list of problems with filters.

import { h, input, narrow } from "../../dom.js";
import { button, downloadLink, field, select } from "../../parts/controls.js";
import { heading, sub } from "../../parts/panel.js";
import { counted } from "../../words.js";
import { STATES, importText, levelRange, levelText, questionText } from "./phrases.js";

/** @typedef {import("./mode.js").default} Library */

const RANKS = [
  "30k",
  "25k",
  "20k",
  "15k",
  "12k",
  "10k",
  "8k",
  "6k",
  "4k",
  "2k",
  "1k",
  "1d",
  "2d",
  "3d",
  "5d",
  "9d",
];
const AIMS = [
  ["", "any aim"],
  ["live", "live"],
  ["kill", "kill"],
];
const PLACES = [
  ["", "anywhere"],
  ["corner", "corner"],
  ["side", "side"],
  ["middle", "middle"],
];
const HISTORY = [
  ["", "all"],
  ["new", "not tried"],
  ["solved", "solved"],
  ["helped", "solved with help"],
  ["failed", "not solved yet"],
  ["mistakes", "last time with a mistake"],
];
const SORTS = [
  ["", "as in the file"],
  ["level", "easiest first"],
  ["hardest", "hardest first"],
  ["recent", "last tried first"],
  ["title", "by title"],
];

/**
 * The whole page of the library.
 * @param {Library} mode
 * @returns {import("../../types/page.js").Child[]}
 */
export function libraryPanel(mode) {
  const { state } = mode;
  return [
    top(mode),
    state.importing && importing(state.importing),
    searchRow(mode),
    state.matches && matches(mode),
    mode.isList ? problemList(mode) : collections(mode),
    faults(state.shelf),
  ];
}

function top(mode) {
  const { app, collection, state } = mode;
  const total = state.shelf.collections.reduce((sum, each) => sum + each.count, 0);
  const tools = [
    button("Import…", () => mode.chooseImport(), { iconName: "open", small: true }),
    button("Which problem is this?", () => mode.lookUp(), { iconName: "hint", small: true }),
    mode.isList && downloadLink("Export SGF", `/api/library/export?${exported(state.query)}`, "problems.sgf"),
    mode.isList && downloadLink("Print (PDF)", `/api/library/sheet?${printed(mode)}`, "sheet.pdf"),
  ];
  const own = collection &&
    !collection.shipped &&
    collection.folder !== "." && [
      button("Rename", () => app.guard(() => mode.renameCollection()), { small: true }),
      button(
        "Delete",
        () => mode.change("delete", { collection: collection.folder }, `${collection.title} is deleted.`),
        { iconName: "trash", small: true },
      ),
    ];
  return h(
    "div",
    { class: "stack", "data-key": "top" },
    mode.isList && h("a", { class: "crumb", href: "/library" }, "All collections"),
    heading(
      collection?.title ?? (mode.isList ? "Problems" : "Library"),
      h("div", { class: "row" }, tools, own),
    ),
    sub(
      collection
        ? `${collection.note} ${collection.solved} of ${counted(collection.count, "problem")} solved.`.trim()
        : `${counted(total, "problem")} in ${counted(state.shelf.collections.length, "collection")}`,
    ),
  );
}

const exported = (query) => {
  const asked = new URLSearchParams(query);
  asked.delete("page");
  return asked;
};

/** What a sheet to print asks for: the list as it is shown, under the name of the collection. */
const printed = ({ collection, state }) => {
  const asked = exported(state.query);
  asked.set("title", collection?.title ?? "Problems");
  return asked;
};

// Filters

function searchRow(mode) {
  const { query, shelf } = mode.state;
  const choose = (name) => (event) => mode.filter({ [name]: input(event).value });
  const choice = (label, name, options) =>
    field(label, select(options, query[name] ?? "", { onchange: choose(name) }), { "data-key": name });
  const ranks = (text) => [["", text], ...RANKS.map((rank) => [rank, rank])];
  const tags = Object.keys(shelf.tags);
  const isNarrowed = Object.keys(query).some((name) => !["text", "collection", "page"].includes(name));
  return h(
    "form",
    {
      class: "stack",
      role: "search",
      "data-key": "filters",
      onsubmit: (event) => {
        event.preventDefault();
        const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
        mode.filter({
          text: String(form.get("text")).trim(),
          shape: String(form.get("shape") ?? "").trimEnd(),
        });
      },
    },
    field(
      "Words in the title, the lesson or the tags",
      h("input", { type: "search", name: "text", value: query.text ?? "", onchange: choose("text") }),
    ),
    h(
      "details",
      { "data-key": "more", open: isNarrowed || !narrow() },
      h("summary", {}, "Filters"),
      h(
        "div",
        { class: "filters" },
        choice("Aim", "aim", AIMS),
        choice("Place", "place", PLACES),
        choice("Level from", "lowest", ranks("easiest")),
        choice("Level to", "highest", ranks("hardest")),
        choice("History", "state", HISTORY),
        tags.length > 0 &&
          choice("Tag", "tag", [["", "any tag"], ...tags.map((tag) => [tag, `${tag} (${shelf.tags[tag]})`])]),
        choice("Order", "sort", SORTS),
      ),
    ),
    shapeField(query),
  );
}

function shapeField(query) {
  return h(
    "details",
    { "data-key": "shape", open: Boolean(query.shape) },
    h("summary", {}, "Search by shape"),
    h(
      "p",
      { class: "sub" },
      "X and O are stones, . is empty, ? may be anything; | and --- are edges. Turned, mirrored and with exchanged colors it is found, too.",
    ),
    h(
      "textarea",
      {
        class: "short",
        name: "shape",
        "aria-label": "Shape",
        value: query.shape ?? "",
        placeholder: "-----------\n| . . . O X\n| O O O O X",
      },
      query.shape ?? "",
    ),
    h("button", { class: "btn small", type: "submit" }, "Find the shape"),
  );
}

// Collections

function collections(mode) {
  return h(
    "ul",
    { class: "cards collections", "data-key": "collections" },
    mode.state.shelf.collections.map(collectionCard),
  );
}

function collectionCard(each) {
  const href = `/library?${new URLSearchParams({ collection: each.folder })}`;
  return h(
    "li",
    { "data-key": each.folder },
    h(
      "a",
      { class: "card", href },
      h("span", { class: "mosaic", "aria-hidden": "true" }, each.first.map(thumbnail)),
      h("span", { class: "name" }, each.title),
      h(
        "span",
        { class: "facts" },
        h("span", {}, `${each.solved} of ${each.count} solved`),
        h("span", {}, levelRange(each)),
        each.broken > 0 && h("span", { class: "bad" }, `${counted(each.broken, "file")} cannot be read`),
      ),
      h("progress", { class: "meter", max: each.count || 1, value: each.solved, "aria-hidden": "true" }),
    ),
  );
}

const thumbnail = (id) =>
  h("img", { src: `/api/library/problems/${id}/picture`, alt: "", loading: "lazy", width: 120, height: 120 });

// Problems

function problemList(mode) {
  const { list, chosen } = mode.state;
  return h(
    "div",
    { class: "stack", "data-key": "problems" },
    h(
      "div",
      { class: "row" },
      h("h2", { class: "grow" }, counted(list.count, "problem")),
      list.count > 0 &&
        button(chosen ? "Done" : "Choose", () => mode.toggleChoosing(), {
          small: true,
          pressed: Boolean(chosen),
        }),
    ),
    chosen && chosenRow(mode),
    h(
      "ul",
      { class: "cards" },
      list.problems.map((each) => problemCard(mode, each)),
    ),
    list.count === 0 &&
      h("p", {}, "No problem matches. ", h("a", { href: "/library" }, "Show all collections")),
    pager(mode),
  );
}

function chosenRow(mode) {
  const { chosen, list } = mode.state;
  const own = list.problems.filter((each) => chosen.includes(each.id) && !each.shipped).length;
  const none = chosen.length === 0;
  return h(
    "div",
    { class: "row", "data-key": "chosen" },
    sub(none ? "Click problems to choose them." : `${chosen.length} chosen`),
    button("Move…", () => mode.moveChosen(), {
      small: true,
      disabled: none,
      title: "Shipped problems are copied",
    }),
    button("Rename…", () => mode.renameChosen(), { small: true, disabled: chosen.length !== 1 || !own }),
    button("Tags…", () => mode.tagChosen(), { small: true, disabled: chosen.length !== 1 || !own }),
    button(
      "Delete",
      () => mode.change("delete", { ids: chosen }, `${counted(chosen.length, "problem")} deleted.`),
      { iconName: "trash", small: true, disabled: none || own !== chosen.length },
    ),
  );
}

function problemCard(mode, each) {
  const { chosen } = mode.state;
  const [word, tone] = STATES[each.state] ?? ["", ""];
  return h(
    "li",
    { "data-key": each.id },
    h(
      "button",
      {
        class: "card",
        type: "button",
        onclick: () => mode.open(each.id),
        "aria-pressed": chosen ? String(chosen.includes(each.id)) : undefined,
      },
      thumbnail(each.id),
      h("span", { class: "name" }, each.title),
      h(
        "span",
        { class: "facts" },
        h("span", {}, questionText(each)),
        h("span", {}, levelText(each)),
        word && h("span", { class: tone }, word),
        each.tags.map((tag) => h("span", {}, `#${tag}`)),
      ),
    ),
  );
}

function pager(mode) {
  if (mode.pages < 2) return null;
  const page = Number(mode.state.query.page) || 0;
  const go = (to) => () => mode.filter({ page: to ? String(to) : "" });
  return h(
    "div",
    { class: "pager", role: "group", "aria-label": "Pages", "data-key": "pager" },
    button("", go(page - 1), { iconName: "prev", title: "Page before", disabled: page <= 0 }),
    sub(`page ${page + 1} of ${mode.pages}`),
    button("", go(page + 1), { iconName: "next", title: "Next page", disabled: page + 1 >= mode.pages }),
  );
}

// Imports, positions, faults

function importing(state) {
  const isDone = state.read >= state.files;
  return h(
    "div",
    { class: "stack", "data-key": "importing", role: "status" },
    !isDone && h("progress", { max: state.files, value: state.read, "aria-label": "Import" }),
    h("p", {}, `${isDone ? "" : `${state.read} of ${counted(state.files, "file")}: `}${importText(state)}.`),
    state.lines.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, `${state.failed} cannot be used`),
        h(
          "ul",
          { class: "reasons" },
          state.lines.map((line) => h("li", {}, line)),
        ),
      ),
  );
}

function matches(mode) {
  const found = mode.state.matches;
  return h(
    "div",
    { class: "stack", "data-key": "matches" },
    h("h2", {}, found.length ? "This position is" : "No known problem shows this position."),
    found.length > 0 &&
      h(
        "ul",
        { class: "cards" },
        found.map((each) => problemCard(mode, each)),
      ),
  );
}

function faults({ broken, faults: lines }) {
  if (!broken) return null;
  return h(
    "details",
    { "data-key": "faults" },
    h("summary", {}, `${counted(broken, "file")} cannot be read`),
    h(
      "ul",
      { class: "reasons" },
      lines.map((line) => h("li", {}, line)),
    ),
  );
}
