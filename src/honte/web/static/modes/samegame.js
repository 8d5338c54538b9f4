// SameGame: take groups of equal tiles; alone, or in turns with the computer.

import { get, post } from "../api.js";
import { button, h } from "../dom.js";
import { emptyMap, mapOf, parseVertex } from "../geometry.js";
import { sentence } from "../shell.js";
import { Search, heading, noteLine, sub, timeLimit, undoRedo } from "./parts.js";

const VARIANTS = {
  highest: [
    "Highest score",
    "Take groups of two or more. A group of n tiles is worth (n−2)² points, a cleared board 1000 more.",
  ],
  lowest: ["Lowest score", "The same board, but every point hurts: end with as few as you can."],
  "max-min": ["You raise, it lowers", "Turns on one score: you want it high, the computer wants it low."],
  more: ["More points wins", "Turns with separate scores: more wins."],
  fewer: ["Fewer points wins", "Turns with separate scores: fewer wins."],
};
const SIZES = [
  [6, 6, 3],
  [8, 8, 3],
  [10, 10, 4],
  [15, 15, 5],
];

export default function samegame(app) {
  let game = null,
    chosen = [],
    note = "",
    tone = "",
    found = null,
    show = null,
    busy = false,
    timer = null;

  const search = new Search(() => draw());

  const mode = {
    keys: { u: () => step("undo"), r: () => step("redo"), h: () => hint() },
    help: [["h", "hint"]],

    async enter(id) {
      search.close();
      stopShow();
      if (!id) {
        await start({ cols: 8, rows: 8, colors: 3 });
        return;
      }
      game = await get(`/api/samegame/${id}`);
      found = null;
      note = "";
      chosen = [];
      app.at(game.id);
      draw();
      computer();
    },

    leave() {
      search.close();
      stopShow();
    },

    onVertex(vertex, event) {
      if (show) {
        stopShow();
        draw();
        return undefined;
      }
      const group = groupAt(vertex);
      if (!group) {
        if (tileAt(vertex)) {
          say("A single tile: a move takes two or more.", "warn");
          draw();
        }
        return undefined;
      }
      if (event?.pointerType === "touch" && app.settings.confirm_touch && !chosen.includes(vertex)) {
        chosen = group.points;
        say(`${group.points.length} tiles, ${group.worth} points: tap again to take them.`);
        draw();
        return undefined;
      }
      return play(vertex);
    },

    onError(error) {
      if (error.code === "stale") mode.enter(game.id);
      if (error.code === "illegal_move") {
        say(sentence(error.message), "warn");
        draw();
        return true;
      }
      return false;
    },

    async importText(text) {
      await start({ text });
    },
    describe(vertex) {
      const group = groupAt(vertex);
      return group ? `group of ${group.points.length}, ${group.worth} points` : "";
    },
  };

  const groupAt = (vertex) => game?.groups.find((group) => group.points.includes(vertex));
  const tileAt = (vertex) => {
    const [x, y] = parseVertex(vertex, game.rows);
    return game.tiles[y][x] !== ".";
  };
  function say(text, kind = "") {
    note = text;
    tone = kind;
    app.say(text);
  }
  const duel = () => !["highest", "lowest"].includes(game.variant);

  async function start(settings) {
    const made = await post("/api/samegame", { variant: game?.variant ?? "highest", ...settings });
    await app.go(`/samegame/${made.id}`, { replace: location.pathname === "/samegame" });
  }

  async function play(vertex) {
    if (busy || search.job || (duel() && game.to_play === 1)) return;
    busy = true;
    try {
      game = await post(`/api/samegame/${game.id}/play`, { vertex, version: game.version });
    } finally {
      busy = false;
    }
    app.sound("tile");
    chosen = [];
    found = null;
    say(`${game.taken} tiles taken.`);
    if (game.over) ended();
    draw();
    computer();
  }

  function ended() {
    const [mine, theirs] = game.scores;
    if (theirs === undefined)
      say(
        game.left === 0
          ? `Cleared, with ${mine} points.`
          : `No group is left: ${mine} points, ${game.left} tiles remain.`,
        game.left === 0 ? "good" : "",
      );
    else {
      const win = game.variant === "more" ? mine > theirs : mine < theirs;
      say(
        mine === theirs
          ? "A tie."
          : win
            ? `You win ${mine} to ${theirs}.`
            : `The computer wins ${theirs} to ${mine}.`,
        win ? "good" : "",
      );
    }
  }

  async function run(starting) {
    const last = await search.run(starting);
    if (last.error) say(sentence(last.error.message), "warn");
    return last.answer;
  }

  async function computer() {
    if (!duel() || game.to_play !== 1 || game.over || search.job) return;
    await app.guard(async () => {
      const answer = await run(
        post(`/api/samegame/${game.id}/reply`, { version: game.version, seconds: Math.min(limit(), 20) }),
      );
      game = await get(`/api/samegame/${game.id}`);
      if (answer) {
        app.sound("tile");
        say(
          `The computer takes ${answer.size} tiles at ${answer.move}${answer.proved ? ", proved best" : ""}.`,
        );
      }
      if (game.over) ended();
      draw();
    });
  }

  async function best() {
    found ??= await run(post(`/api/samegame/${game.id}/best`, { seconds: limit() }));
    return found;
  }

  async function hint() {
    if (search.job || game.over) return;
    await app.guard(async () => {
      const answer = await best();
      if (!answer?.frames.length) return;
      chosen = answer.frames[0].group;
      say(`Take the ${answer.frames[0].size} tiles at ${answer.frames[0].move}.`);
      draw();
    });
  }

  async function showBest() {
    if (show) {
      stopShow();
      draw();
      return;
    }
    if (search.job) {
      search.job.stop();
      return;
    }
    await app.guard(async () => {
      const answer = await best();
      if (!answer?.frames.length) return;
      say(
        duel()
          ? `Best play${answer.proved ? ", proved" : " found so far"}.`
          : `${answer.score} points${answer.proved ? ", proved best" : ", the best found"}${answer.cleared ? ", cleared" : ""}.`,
        "good",
      );
      let at = 0,
        lit = true,
        tiles = game.tiles;
      const tick = () => {
        if (at >= answer.frames.length) {
          show = { tiles, lit: [] };
          timer = setTimeout(() => {
            stopShow();
            draw();
          }, 1500);
          draw();
          return;
        }
        const frame = answer.frames[at];
        if (lit) show = { tiles, lit: frame.group, at };
        else {
          tiles = frame.tiles;
          show = { tiles, lit: [], at };
          at++;
          app.sound("tile");
        }
        lit = !lit;
        draw();
        timer = setTimeout(tick, lit ? 130 : 380);
      };
      tick();
    });
  }

  function stopShow() {
    clearTimeout(timer);
    timer = null;
    show = null;
  }

  async function playBest() {
    const answer = await best();
    stopShow();
    for (const frame of answer?.frames ?? []) {
      game = await post(`/api/samegame/${game.id}/play`, { vertex: frame.move, version: game.version });
      draw();
    }
    found = null;
    if (game.over) ended();
    draw();
  }

  async function step(what) {
    search.close();
    stopShow();
    game = await post(`/api/samegame/${game.id}/${what}`, { version: game.version });
    found = null;
    note = "";
    chosen = [];
    draw();
  }

  const limit = () => Number(app.settings["samegame.seconds"] ?? 5);

  function hover(vertex) {
    if (show) return;
    const group = vertex ? (groupAt(vertex)?.points ?? []) : [];
    if (group.join() === chosen.join()) return;
    chosen = group;
    drawBoard();
  }

  function drawBoard() {
    const { cols, rows } = game,
      tiles = emptyMap(cols, rows);
    (show?.tiles ?? game.tiles).forEach((row, y) =>
      [...row].forEach((ch, x) => {
        tiles[y][x] = ch === "." ? null : Number(ch);
      }),
    );
    app.show({
      cols,
      rows,
      signMap: emptyMap(cols, rows, 0),
      tiles,
      clickable: true,
      confirmTouch: false,
      onHover: hover,
      dimmedVertices: mapOf(cols, rows, show?.lit ?? chosen, true),
    });
  }

  function draw() {
    if (app.mode !== mode || !game) return;
    drawBoard();
    app.toolbar(() => undoRedo(app, game, step, { blocked: Boolean(show) }));
    const hovered = chosen.length && groupAt(chosen[0]);
    app.panel(
      heading("SameGame", sub(VARIANTS[game.variant][0])),
      game.scores.length === 1
        ? h("p", { class: "big" }, `${game.scores[0]} points`)
        : h(
            "table",
            {},
            h(
              "tbody",
              {},
              h("tr", {}, h("th", { scope: "row" }, "You"), h("td", {}, game.scores[0])),
              h("tr", {}, h("th", { scope: "row" }, "Computer"), h("td", {}, game.scores[1])),
            ),
          ),
      noteLine(search.job && !note ? "Thinking…" : note || VARIANTS[game.variant][1], tone),
      h(
        "p",
        { class: "sub", "data-key": "left" },
        `${game.left} tiles left, ${game.groups.length} moves${hovered ? ` · this group: ${hovered.points.length} tiles, ${hovered.worth} points` : ""}`,
      ),
      h(
        "div",
        { class: "row fill", "data-key": "acts" },
        button("Hint", hint, {
          iconName: "hint",
          disabled: Boolean(search.job) || game.over || Boolean(show),
        }),
        button(
          show ? "Stop" : search.job ? "Stop search" : duel() ? "Best play" : "Best sequence",
          showBest,
          {
            disabled: game.over && !show && !search.job,
            iconName: show || search.job ? "stop" : undefined,
          },
        ),
      ),
      search.job &&
        h(
          "p",
          { class: "sub", "data-key": "live" },
          `${search.live?.progress?.score !== undefined ? `best so far ${search.live.progress.score} · ` : ""}${(search.live?.seconds ?? 0).toFixed(1)} s`,
        ),
      found &&
        !duel() &&
        !game.over &&
        h(
          "div",
          { class: "row", "data-key": "found" },
          button("Play it", () => app.guard(playBest), { small: true }),
          h(
            "span",
            { class: `tag ${found.proved ? "good" : "open"}` },
            found.proved ? "proved best" : "best found",
          ),
          h("span", { class: "sub" }, `${found.score} points`),
        ),
      h(
        "fieldset",
        { "data-key": "new" },
        h("legend", {}, "New board"),
        h(
          "div",
          { class: "segments" },
          SIZES.map(([cols, rows, colors]) =>
            button(`${cols}×${rows}`, () => app.guard(() => start({ cols, rows, colors })), {
              small: true,
              key: String(cols),
              title: `${colors} colors`,
            }),
          ),
        ),
      ),
      h(
        "label",
        { class: "field", "data-key": "variant" },
        h("span", {}, "Variant"),
        h(
          "select",
          {
            onchange: (event) =>
              app.guard(async () => {
                const made = await post("/api/samegame", {
                  variant: event.target.value,
                  cols: game.cols,
                  rows: game.rows,
                  colors: Math.max(...game.tiles.join("").replaceAll(".", "1").split("").map(Number), 2),
                });
                await app.go(`/samegame/${made.id}`);
              }),
          },
          Object.entries(VARIANTS).map(([name, [label]]) =>
            h("option", { value: name, selected: name === game.variant }, label),
          ),
        ),
      ),
      timeLimit(app, "samegame.seconds", limit(), 60, (s) => `Thinking time: ${s} s`, draw),
    );
  }

  return mode;
}
