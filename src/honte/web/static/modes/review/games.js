// The list of games: opened, renamed, deleted.

import { call, get } from "../../api.js";
import { h } from "../../dom.js";
import { ask, dialog } from "../../page/dialogs.js";
import { button, field } from "../../parts/controls.js";
import { counted, listed, sizeText } from "../../words.js";

/** @typedef {import("./mode.js").default} Review */
/** @typedef {import("../../types/api.js").GameSummary} GameSummary */

const LISTED = 60;

/** @param {Review} mode */
export async function refreshGames(mode) {
  const all = await get(`/api/games?limit=${LISTED}`).catch(() => mode.state.games);
  mode.state.games = all.filter(({ moves, title, id }) => moves || title || id === mode.state.game?.id);
  mode.draw();
}

/**
 * A game in a list: its title or its players.
 * @param {GameSummary} game
 * @returns {string}
 */
export const gameName = ({ title, players, moves, ...size }) =>
  title || listed(players.B, players.W) || `${sizeText(size)}, ${counted(moves, "move")}`;

/**
 * All games.
 * @param {Review} mode
 * @returns {HTMLElement}
 */
export function gameList(mode) {
  const { games, game } = mode.state;
  const { app } = mode;
  const row = (each) =>
    h(
      "li",
      { "data-key": each.id },
      h(
        "a",
        { href: `/review/${each.id}`, "aria-current": each.id === game.id ? "true" : undefined },
        h("span", {}, gameName(each)),
        h("span", { class: "sub" }, each.result ?? counted(each.moves, "move")),
      ),
      button("", () => app.guard(() => rename(mode, each)), {
        iconName: "editor",
        kind: "quiet",
        small: true,
        title: `Rename ${gameName(each)}`,
      }),
      button("", () => app.guard(() => remove(mode, each)), {
        iconName: "trash",
        kind: "quiet",
        small: true,
        title: `Delete ${gameName(each)}`,
      }),
    );
  return h(
    "details",
    { "data-key": "games" },
    h("summary", {}, `All games (${games.length})`),
    h("ul", { class: "list tall" }, games.map(row)),
  );
}

async function rename(mode, each) {
  const title = await dialog("Rename this game", (close) => {
    const onsubmit = (event) => {
      event.preventDefault();
      close(event.target.elements.namedItem("title").value);
    };
    return h(
      "form",
      { method: "dialog", onsubmit },
      field("Title", h("input", { name: "title", value: each.title, maxlength: 200 })),
      h("div", { class: "row" }, h("button", { class: "btn primary", type: "submit" }, "Save")),
    );
  });
  if (title === undefined) return;
  const game = await call("PUT", `/api/games/${each.id}/facts`, { title });
  if (each.id === mode.id) mode.state.game = game;
  await refreshGames(mode);
}

async function remove(mode, each) {
  const sure = await ask("Delete this game?", `${gameName(each)} and its variations are removed for good.`, [
    ["Delete", true, "primary"],
    ["Keep", false],
  ]);
  if (!sure) return;
  await call("DELETE", `/api/games/${each.id}`, undefined);
  mode.state.games = mode.state.games.filter((other) => other.id !== each.id);
  const [next] = mode.state.games;
  if (each.id === mode.id) await mode.app.go(next ? `/review/${next.id}` : "/");
  else mode.draw();
}
