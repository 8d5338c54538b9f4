// Play: two people at one screen, or one and the computer. The server says what is legal.

import { get, post, watch } from "../api.js";
import { button, colorName, h, stoneIcon } from "../dom.js";
import { mapOf, signMap } from "../geometry.js";
import { newGameDialog } from "./newgame.js";
import { heading, markLast, moveSound, noteLine, passButton, refusal, sub, undoRedo } from "./parts.js";
import { variations } from "./variations.js";

export default function play(app) {
  let game = null,
    made = null,
    note = "",
    noteKind = "",
    recent = [],
    busy = false,
    thinking = null;

  const branches = variations(app, (choice) => step("branch", { choice }));

  const mode = {
    get keys() {
      return {
        u: () => step("undo"),
        r: () => forward(),
        p: () => playAt("pass"),
        n: () => newGame(),
        Home: () => step("goto", { move: 0 }),
        End: () => step("goto", { move: game.moves.length }),
        ...branches.keys(draw),
      };
    },
    help: [["n", "new game"], ["Home End", "start and end of the game"], ...branches.help],

    async enter(id) {
      if (!id) {
        await start({ cols: 9 });
        return;
      }
      // A game just made is shown as it came: a second look could undo a quick first click.
      if (made?.id === id) game = made;
      else game = await get(`/api/games/${id}`);
      made = null;
      note = "";
      app.at(game.id);
      draw();
      refreshRecent();
      computer();
    },

    leave() {
      thinking?.close();
      thinking = null;
    },

    onVertex: (vertex) => playAt(vertex),

    onError(error) {
      if (error.code === "illegal_move") {
        note = refusal(error);
        noteKind = "warn";
        app.say(note);
        draw();
        return true;
      }
      if (error.code === "stale") {
        mode.enter(game.id);
        return false;
      }
      return false;
    },

    describe(vertex) {
      if (!game) return "";
      return [vertex === game.last && "last move", game.illegal[vertex], branches.describe(vertex)]
        .filter(Boolean)
        .join(", ");
    },
  };

  async function start(settings) {
    game = made = await post("/api/games", settings);
    await app.go(`/play/${game.id}`, { replace: location.pathname === "/" || location.pathname === "/play" });
  }

  async function newGame() {
    const settings = await newGameDialog(app, game);
    if (settings) await app.guard(() => start(settings));
  }

  // The computer's turn: it thinks on the server; leaving the page stops it.
  async function computer() {
    if (thinking || !game?.opponent || game.phase !== "play" || game.to_play !== game.opponent.color) return;
    const id = game.id;
    await app.guard(async () => {
      thinking = watch(await post(`/api/games/${id}/opponent`, { version: game.version }));
      draw();
      const last = await thinking.done;
      thinking = null;
      if (app.mode !== mode || game.id !== id) return;
      game = await get(`/api/games/${id}`);
      if (last.answer) {
        app.sound(moveSound(last.answer.move, game));
        note = last.answer.move === "pass" ? "The computer passes." : "";
        noteKind = "";
        app.say(`The computer plays ${last.answer.move}. ${colorName(game.to_play)} to play.`);
      }
    });
    thinking = null;
    draw();
    if (game.phase === "counting") app.go(`/count/${game.id}`);
  }

  async function playAt(vertex) {
    if (busy || thinking || !game) return;
    if (game.phase === "counting") {
      app.go(`/count/${game.id}`);
      return;
    }
    busy = true;
    try {
      const player = game.to_play;
      game = await post(`/api/games/${game.id}/play`, { vertex, version: game.version });
      const taken = game.captured.length;
      app.sound(moveSound(vertex, game));
      note =
        vertex === "pass"
          ? `${colorName(player)} passes.`
          : taken
            ? `${colorName(player)} takes ${taken} stone${taken > 1 ? "s" : ""}.`
            : "";
      noteKind = "";
      app.say(`${colorName(player)} ${vertex}. ${note} ${colorName(game.to_play)} to play.`);
    } finally {
      busy = false;
    }
    draw();
    if (game.phase === "counting") {
      app.toast(`${game.passes} passes: time to count.`);
      app.go(`/count/${game.id}`);
    } else computer();
  }

  async function step(what, body = {}) {
    if (busy || !game) return;
    thinking?.close();
    thinking = null;
    busy = true;
    try {
      game = await post(`/api/games/${game.id}/${what}`, { version: game.version, ...body });
    } finally {
      busy = false;
    }
    note = "";
    draw();
    if (!["undo", "goto", "branch"].includes(what)) computer();
  }

  // Redo, or the variation that is picked.
  const forward = () => {
    const choice = branches.other();
    return choice === null ? step("redo") : step("branch", { choice });
  };

  async function refreshRecent() {
    recent = await get("/api/games?limit=12").catch(() => []);
    draw();
  }

  function draw() {
    if (app.mode !== mode) return;
    const markers = markLast({}, game.last);
    if (game.ko) markers[game.ko] = { type: "square" };
    branches.show(game.record, `${game.id} ${game.moves.slice(0, game.move_number)}`);
    branches.mark(markers);
    app.show({
      cols: game.cols,
      rows: game.rows,
      signMap: signMap(game.stones),
      markerMap: mapOf(game.cols, game.rows, markers),
      hoverSign: game.phase === "play" ? (game.to_play === "B" ? 1 : -1) : 0,
      forbidden: game.illegal,
    });
    app.toolbar(() => [
      ...undoRedo(app, game, (what) => (what === "redo" ? forward() : step(what)), {
        redo: game.can_redo || branches.other() !== null,
      }),
      passButton(app, playAt, game.phase !== "play"),
    ]);
    app.panel(
      heading(game.title || "Play", sub(`${game.cols}×${game.rows} · ${rulesName(game.rules.name)}`)),
      turnLine(),
      (note || hint() || !game.record.comment) && noteLine(note || hint(), noteKind),
      branches.panel(),
      players(),
      h(
        "div",
        { class: "row fill" },
        button("New game", newGame, { kind: game.phase === "finished" ? "primary" : "" }),
        game.phase === "play" && button("Resign", resign, { disabled: game.move_number === 0 }),
        game.phase !== "play" && button("Count", () => app.go(`/count/${game.id}`), { kind: "primary" }),
      ),
      slider(),
      files(),
      recentList(),
    );
  }

  function turnLine() {
    if (game.result) return h("p", { class: "turn" }, resultText(game.result));
    if (game.phase === "counting") return h("p", { class: "turn" }, "Play has ended: count the board");
    return h(
      "p",
      { class: "turn" },
      stoneIcon(game.to_play),
      thinking ? "The computer is thinking…" : `${colorName(game.to_play)} to play`,
    );
  }

  function hint() {
    const limit = game.rules.passes_to_end;
    if (game.phase === "play" && game.passes) return `${game.passes} of ${limit} passes in a row.`;
    if (game.phase === "play" && !game.move_number) return `${limit} passes in a row end the game.`;
    return "";
  }

  function players() {
    const row = (color, lost) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          stoneIcon(color),
          " ",
          game.players[color] || (game.opponent?.color === color ? "Computer" : colorName(color)),
        ),
        h("td", {}, lost),
        h("td", {}, color === "W" ? game.rules.komi : "–"),
      );
    return h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Player"),
          h("th", { scope: "col" }, "Prisoners"),
          h("th", { scope: "col" }, "Komi"),
        ),
      ),
      h("tbody", {}, row("B", game.prisoners.W), row("W", game.prisoners.B)),
    );
  }

  function slider() {
    const total = game.moves.length;
    if (total < 2) return null;
    return h(
      "label",
      { class: "field", "data-key": "slider" },
      h("span", {}, `Move ${game.move_number} of ${total}`),
      h("input", {
        type: "range",
        min: 0,
        max: total,
        value: game.move_number,
        onchange: (event) => app.guard(() => step("goto", { move: Number(event.target.value) })),
      }),
    );
  }

  async function resign() {
    const sure = await app.ask(
      "Resign?",
      `${colorName(game.to_play)} gives up this game. Undo takes it back.`,
      [
        ["Resign", true, "primary"],
        ["Go on playing", false],
      ],
    );
    if (sure) app.guard(() => step("resign"));
  }

  function files() {
    return h(
      "div",
      { class: "row", "data-key": "files" },
      button("Open…", () => app.pasteDialog(), { iconName: "open", small: true }),
      h(
        "a",
        { class: "btn small", href: `/api/games/${game.id}/sgf`, download: `game-${game.id}.sgf` },
        "SGF",
      ),
      h(
        "a",
        { class: "btn small", href: `/api/games/${game.id}/picture.png`, download: `board-${game.id}.png` },
        "Picture",
      ),
    );
  }

  function recentList() {
    if (recent.length < 2) return null;
    return h(
      "details",
      { "data-key": "recent" },
      h("summary", {}, "Other games"),
      h(
        "ul",
        { class: "list" },
        recent
          .filter((each) => each.id !== game.id)
          .map((each) =>
            h(
              "li",
              { "data-key": each.id },
              h(
                "a",
                { href: `/play/${each.id}` },
                h("span", {}, each.title || `${each.cols}×${each.rows}, ${each.moves} moves`),
                h("span", { class: "sub" }, each.result ?? when(each.updated)),
              ),
            ),
          ),
      ),
    );
  }

  return mode;
}

export const rulesName = (name) =>
  ({
    "tromp-taylor": "Tromp-Taylor",
    chinese: "Chinese",
    japanese: "Japanese",
    aga: "AGA",
    "new-zealand": "New Zealand",
    "problem-set": "Problem set",
  })[name] ?? name;

export function resultText(result) {
  if (result === "0") return "A draw";
  if (result === "Void") return "No result";
  const [winner, by] = result.split("+");
  return `${colorName(winner)} wins ${by === "R" ? "by resignation" : by === "T" ? "on time" : by === "F" ? "by forfeit" : by ? `by ${by}` : ""}`.trim();
}

const when = (seconds) =>
  new Date(seconds * 1000).toLocaleDateString(undefined, { month: "short", day: "numeric" });
