// Library: collections with thumbnails, lists with filters, imports, changes with undo.

import { get, post } from "../../api.js";
import { toast, toastAction } from "../../page/toasts.js";
import { sentence } from "../../words.js";
import { PageMode } from "../pagemode.js";
import { importDialog, nameDialog, positionDialog } from "./dialogs.js";
import { importFiles } from "./imports.js";
import { libraryPanel } from "./panel.js";
import { importText } from "./phrases.js";
import { openProblem, remember } from "./queue.js";

const PAGE = 60; // problems on one page

/**
 * @typedef {object} LibraryState
 * @property {any} shelf  collections, tags and faults
 * @property {Record<string, string>} query  of the address
 * @property {{ count: number, problems: any[] } | null} list  null while only collections are shown
 * @property {string[] | null} chosen  ids of chosen problems; null unless problems are being chosen
 * @property {import("./imports.js").ImportState | null} importing
 * @property {any[] | null} matches  of a position that was looked up
 */

/** @extends {PageMode<LibraryState>} */
export default class Library extends PageMode {
  constructor(app) {
    super(app, { shelf: null, query: {}, list: null, chosen: null, importing: null, matches: null });
  }

  async enter(_id, query) {
    this.take();
    const { state } = this;
    state.query = query;
    state.chosen = null;
    state.matches = null;
    if (state.importing?.read === state.importing?.files) state.importing = null;
    await this.load();
    document.querySelector("main").scrollTop = 0;
  }

  /** Reads what the address asks for. */
  async load() {
    const { state } = this;
    const asked = new URLSearchParams(state.query);
    const [shelf, list] = await Promise.all([
      get("/api/library/collections"),
      this.isList ? get(`/api/library/problems?${this.parameters(asked)}`) : null,
    ]);
    state.shelf = shelf;
    state.list = list;
    this.draw();
  }

  /** @param {URLSearchParams} asked  with a page number instead of an offset */
  parameters(asked) {
    const page = Number(asked.get("page")) || 0;
    asked.delete("page");
    asked.set("offset", String(page * PAGE));
    asked.set("limit", String(PAGE));
    return asked;
  }

  get pages() {
    return Math.ceil((this.state.list?.count ?? 0) / PAGE);
  }

  /** Whether problems are listed, and not collections. */
  get isList() {
    return Object.keys(this.state.query).length > 0;
  }

  get isReady() {
    return this.state.shelf !== null;
  }

  panel() {
    return libraryPanel(this);
  }

  /** The collection that is shown. */
  get collection() {
    return this.state.shelf.collections.find((each) => each.folder === this.state.query.collection);
  }

  // Filters

  /**
   * Changes filters: the address changes with them, so that Back leads back.
   * @param {Record<string, string>} changes  an empty value takes the filter away
   */
  filter(changes) {
    const next = { ...this.state.query, ...changes };
    if (!("page" in changes)) delete next.page;
    const kept = Object.entries(next).filter(([, value]) => value !== "");
    const text = new URLSearchParams(kept).toString();
    return this.app.go(`/library${text ? `?${text}` : ""}`);
  }

  // Problems

  /** @param {string} id */
  async open(id) {
    const { state } = this;
    if (state.chosen) {
      const isChosen = state.chosen.includes(id);
      state.chosen = isChosen ? state.chosen.filter((each) => each !== id) : [...state.chosen, id];
      this.draw();
      return;
    }
    await this.app.guard(async () => {
      const asked = new URLSearchParams(state.query);
      asked.delete("page");
      const ids = await get(`/api/library/ids?${asked}`);
      remember(ids, location.pathname + location.search, this.collection?.title);
      await openProblem(this.app, id);
    });
  }

  /** Begins or ends choosing problems. */
  toggleChoosing() {
    this.state.chosen = this.state.chosen ? null : [];
    this.draw();
  }

  /**
   * Makes a change, shows it, and offers to undo it.
   * @param {string} path
   * @param {object} body
   * @param {string} text  what was done
   */
  async change(path, body, text) {
    await this.app.guard(async () => {
      const { undo } = await post(`/api/library/${path}`, body);
      this.state.chosen = null;
      await this.afterChange();
      toastAction(text, "Undo", () => this.undo(undo));
    });
  }

  /** @param {string} token */
  async undo(token) {
    await this.app.guard(async () => {
      const { undone } = await post("/api/library/undo", { token });
      await this.afterChange();
      toast(sentence(`undone: ${undone}`));
    });
  }

  /** Shows the library as it is now; a collection that is gone leads to all collections. */
  async afterChange() {
    await this.load();
    if (this.state.query.collection && !this.collection) await this.app.go("/library");
  }

  async renameCollection() {
    const { folder, title } = this.collection;
    const name = await nameDialog("Rename the collection", "Name", title);
    if (!name || name === title) return;
    await this.app.guard(async () => {
      const { undo } = await post("/api/library/rename", { collection: folder, name });
      await this.filter({ collection: name });
      toastAction(`${title} is ${name}.`, "Undo", async () => {
        await this.undo(undo);
        await this.app.go("/library");
      });
    });
  }

  async moveChosen() {
    const ids = this.state.chosen;
    const names = this.state.shelf.collections.filter((each) => !each.shipped).map((each) => each.folder);
    const name = await nameDialog("Move to a collection", "Collection, old or new", "", names);
    if (name) await this.change("move", { ids, collection: name }, `Moved to ${name}.`);
  }

  async renameChosen() {
    const [id] = this.state.chosen;
    const { title } = this.state.list.problems.find((each) => each.id === id);
    const name = await nameDialog("Rename the problem", "Title", title);
    if (name) await this.change(`problems/${id}/edit`, { title: name }, "Renamed.");
  }

  async tagChosen() {
    const [id] = this.state.chosen;
    const { tags } = this.state.list.problems.find((each) => each.id === id);
    const text = await nameDialog(
      "Tags of the problem",
      "Tags, with commas between them",
      tags.join(", "),
      [],
      true,
    );
    if (text === undefined) return;
    const wanted = text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    await this.change(`problems/${id}/edit`, { tags: wanted }, "The tags are saved.");
  }

  // Imports and positions

  async chooseImport() {
    const chosen = await importDialog(this.state.query.collection ?? "");
    if (chosen) await this.importFiles(chosen.files, chosen.collection);
  }

  /**
   * Saves the problems of files; called by the page for files that are dropped, too.
   * @param {File[]} files
   * @param {string} [collection]  by default the one that is shown, or the name of the folder or file
   */
  async importFiles(files, collection = this.ownCollection) {
    const { app, state } = this;
    const nameOf = (file) => collection || folderOf(file) || file.name.replace(/\.[^.]*$/, "");
    await app.guard(async () => {
      const done = await importFiles(files, nameOf, (now) => {
        state.importing = { ...now };
        this.draw();
      });
      state.importing = done;
      await this.load();
      toast(sentence(importText(done)));
    });
  }

  async importText(text, name) {
    await this.importFiles([new File([text], name || "pasted.sgf")], this.ownCollection || "Imported");
  }

  /** The folder of the collection that is shown, if it may be changed. */
  get ownCollection() {
    return this.collection && !this.collection.shipped ? this.collection.folder : "";
  }

  async lookUp() {
    const text = await positionDialog();
    if (!text?.trim()) return;
    await this.app.guard(async () => {
      this.state.matches = await post("/api/library/which", { text });
      this.draw();
    });
  }
}

/** The folder that a file was chosen in; empty for a single file. */
const folderOf = (file) => (file.webkitRelativePath ?? "").split("/").slice(0, -1).join("/");
