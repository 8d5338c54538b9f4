// Count: one click marks one chain, every mark can be undone, the score runs along, both agree.

import { get, post, watch } from "../api.js";
import { button, colorName, h, stoneIcon } from "../dom.js";
import { emptyMap, mapOf, signMap, vertexText } from "../geometry.js";
import { sentence } from "../shell.js";
import { heading, markLast, sub, undoRedo } from "./parts.js";
import { resultText, rulesName } from "./play.js";

const METHODS = { area: "Area", territory: "Territory", "problem-set": "Problem set" };
const PARTS = {
  points: "Territory",
  stones: "Living stones",
  prisoners: "Prisoners",
  dead: "Dead stones",
  lost: "Own stones lost",
  komi: "Komi",
  bonus: "For handicap",
  total: "Total",
};

export default function count(app) {
  let state = null,
    method = null,
    busy = false,
    job = null,
    trouble = "";

  const mode = {
    keys: { u: () => act("undo"), r: () => act("redo"), p: () => {} },
    help: [["Enter", "mark the chain dead or alive"]],

    async enter(id) {
      if (!id) {
        const game = await post("/api/games", { cols: 9 });
        id = game.id;
      }
      state = await get(`/api/games/${id}/count`);
      method = state.own;
      trouble = "";
      app.at(id);
      draw();
      if (state.state === "open" && !state.proposed) propose();
    },

    leave() {
      job?.close();
      job = null;
    },

    async onVertex(vertex) {
      if (state.state === "agreed") {
        app.toast("Both have agreed. Undo takes that back.");
        return;
      }
      if (!dict(state.game)[vertex]) return;
      if (state.state === "play") {
        app.toast("Play has not ended: press “Count now” first.");
        return;
      }
      await act("mark", { vertex });
      const dead = state.dead.includes(vertex);
      app.sound(dead ? "capture" : "stone");
      app.say(`The chain at ${vertex} is ${dead ? "dead" : "alive"}. ${margin(state.scores[state.own])}.`);
    },

    onError(error) {
      if (error.code === "stale") {
        mode.enter(state.game.id);
      }
      return false;
    },

    describe(vertex) {
      if (!state) return "";
      if (state.dead.includes(vertex)) return "dead";
      const { B, W, dame, seki } = state.points;
      return B.includes(vertex)
        ? "black territory"
        : W.includes(vertex)
          ? "white territory"
          : seki.includes(vertex)
            ? "seki"
            : dame.includes(vertex)
              ? "neutral"
              : "";
    },
  };

  // Dead chains are looked for on the server; a click meanwhile wins over the proposal.
  async function propose() {
    if (job) return;
    const id = state.game.id;
    await app.guard(async () => {
      job = watch(await post(`/api/games/${id}/count/propose`, { version: state.game.version }));
      state = await get(`/api/games/${id}/count`);
      draw();
      const last = await job.done;
      job = null;
      if (app.mode !== mode || state.game.id !== id) return;
      trouble = last.error && last.error.code !== "stale" ? sentence(last.error.message) : "";
      state = await get(`/api/games/${id}/count`);
      if (last.answer)
        app.say(`${state.dead.length} dead stones proposed. ${margin(state.scores[state.own])}.`);
    });
    job = null;
    draw();
  }

  async function act(what, body = {}) {
    if (busy || !state) return;
    busy = true;
    try {
      state = await post(`/api/games/${state.game.id}/count${what ? `/${what}` : ""}`, {
        version: state.game.version,
        ...body,
      });
    } finally {
      busy = false;
    }
    draw();
  }

  function draw() {
    if (app.mode !== mode) return;
    const { game, dead, points } = state;
    const paint = emptyMap(game.cols, game.rows);
    const put = (list, value) => {
      const map = mapOf(game.cols, game.rows, list, value);
      map.forEach((row, y) =>
        row.forEach((each, x) => {
          if (each) paint[y][x] = each;
        }),
      );
    };
    put(points.B, { owner: "B" });
    put(points.W, { owner: "W" });
    if (state.state !== "play") {
      put(points.dame, { owner: "dame" });
      put(points.seki, { owner: "dame" });
    }
    app.show({
      cols: game.cols,
      rows: game.rows,
      signMap: signMap(game.stones),
      paintMap: paint,
      clickable: true,
      dimmedVertices: mapOf(game.cols, game.rows, dead, true),
      markerMap: mapOf(game.cols, game.rows, markLast({}, dead.includes(game.last) ? null : game.last)),
    });
    app.toolbar(() => undoRedo(app, state, act));
    const score = state.scores[method] ?? state.scores[state.own];
    app.panel(
      heading("Count", sub(`${game.cols}×${game.rows} · ${rulesName(game.rules.name)}`)),
      h(
        "p",
        { class: "big", "data-key": "margin" },
        state.state === "agreed" ? resultText(game.result) : margin(score),
      ),
      h("p", { class: "note", "data-key": "note" }, explain()),
      h(
        "div",
        { class: "segments", role: "group", "aria-label": "Way of counting", "data-key": "methods" },
        Object.keys(state.scores).map((name) =>
          button(
            METHODS[name],
            () => {
              method = name;
              draw();
            },
            {
              pressed: name === method,
              small: true,
              key: name,
              title: name === state.own ? "this game's rules" : "for comparison",
            },
          ),
        ),
      ),
      table(score),
      state.state === "play" ? endRow() : agreeRow(),
      h(
        "div",
        { class: "row", "data-key": "more" },
        state.state === "open" && button("Propose dead stones", propose, { iconName: "hint", small: true }),
        state.state !== "play" && button("Resume play", resume, { small: true }),
      ),
    );
  }

  function table(score) {
    const used = Object.keys(PARTS).filter(
      (part) => part === "total" || score.black[part] || score.white[part],
    );
    return h(
      "table",
      { "data-key": "score" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, METHODS[score.scoring])),
          h("th", { scope: "col" }, stoneIcon("B"), " Black"),
          h("th", { scope: "col" }, stoneIcon("W"), " White"),
        ),
      ),
      h(
        "tbody",
        {},
        used.map((part) =>
          h(
            "tr",
            { class: part === "total" ? "total" : "" },
            h("th", { scope: "row" }, PARTS[part]),
            h("td", {}, score.black[part]),
            h("td", {}, score.white[part]),
          ),
        ),
      ),
    );
  }

  function explain() {
    if (state.state === "agreed") return "Both agreed. The game is finished.";
    if (state.state === "play")
      return state.game.result
        ? `The record says: ${resultText(state.game.result)}.`
        : "Play has not ended yet. This is the board as it stands.";
    if (trouble) return trouble;
    if (job || !state.proposed) return "Looking for dead stones…";
    const chains = state.dead.length;
    return chains
      ? `${chains} dead stone${chains > 1 ? "s" : ""} marked. Click a chain to change it.`
      : "Click a chain to mark it dead; click again to bring it back.";
  }

  const endRow = () =>
    h(
      "div",
      { class: "row fill", "data-key": "end" },
      button(
        "Count now",
        () =>
          app.guard(async () => {
            await act("");
            propose();
          }),
        { kind: "primary" },
      ),
      button("Back to play", () => app.go(`/play/${state.game.id}`)),
    );

  function agreeRow() {
    const one = (color) =>
      button(
        state.agreed.includes(color) ? `${colorName(color)} agrees` : `${colorName(color)}: agree`,
        () => app.guard(() => act("agree", { color })),
        {
          kind: state.agreed.length === 1 && !state.agreed.includes(color) ? "primary" : "",
          pressed: state.agreed.includes(color),
          disabled: state.state === "agreed",
          iconName: state.agreed.includes(color) ? "check" : undefined,
          key: color,
        },
      );
    return h("div", { class: "row fill", "data-key": "agree" }, one("B"), one("W"));
  }

  async function resume() {
    await app.guard(async () => {
      await post(`/api/games/${state.game.id}/resume`, { version: state.game.version });
      await app.go(`/play/${state.game.id}`);
    });
  }

  return mode;
}

export function margin(score) {
  const value = score.margin;
  return value === 0 ? "Even" : `${value > 0 ? "Black" : "White"} by ${Math.abs(value)}`;
}

const dict = (game) => {
  const found = {};
  game.stones.forEach((row, y) =>
    [...row].forEach((ch, x) => {
      if (ch !== ".") found[vertexText(x, y, game.rows)] = true;
    }),
  );
  return found;
};
