// Small board: play against perfect play, see what every move is worth, be quizzed.

import { get, post } from "../api.js";
import { button, colorName, h, stoneIcon } from "../dom.js";
import { mapOf, signMap } from "../geometry.js";
import { sentence } from "../shell.js";
import {
  Search,
  heading,
  markLast,
  moveSound,
  noteLine,
  passButton,
  refusal,
  sides,
  sub,
  timeLimit,
  undoRedo,
} from "./parts.js";
import { resultText } from "./play.js";

const SIZES = [
  [2, 2],
  [3, 3],
  [3, 4],
  [4, 4],
  [5, 4],
  [5, 5],
];

export default function small(app) {
  let game = null,
    found = null,
    note = "",
    tone = "",
    values = false,
    busy = false,
    quiz = null;

  const search = new Search(() => draw());

  const mode = {
    keys: { u: () => step("undo"), r: () => step("redo"), p: () => play("pass"), v: () => showValues() },
    help: [["v", "value of every move"]],

    async enter(id) {
      search.close();
      if (!id) {
        await start(3, 3, "B");
        return;
      }
      game = await get(`/api/games/${id}`);
      found = null;
      note = "";
      values = false;
      if (quiz?.id !== id) quiz = null;
      app.at(game.id);
      draw();
      answerIfDue();
    },

    leave: () => search.close(),
    onVertex: (vertex) => play(vertex),

    onError(error) {
      if (error.code === "illegal_move") {
        say(refusal(error), "warn");
        draw();
        return true;
      }
      if (error.code === "stale") mode.enter(game.id);
      return false;
    },

    describe(vertex) {
      const value = values && found?.moves?.[vertex];
      return [vertex === game?.last && "last move", value && `worth ${span(value)}`]
        .filter(Boolean)
        .join(", ");
    },
  };

  function say(text, kind = "") {
    note = text;
    tone = kind;
    app.say(text);
  }
  const human = () => (game.opponent?.color === "B" ? "W" : "B");

  async function start(cols, rows, color) {
    quiz = null;
    const made = await post("/api/games", {
      cols,
      rows,
      rules: "chinese",
      komi: 0,
      title: `${cols}×${rows} against perfect play`,
      opponent: { color: color === "B" ? "W" : "B" },
    });
    await app.go(`/small/${made.id}`);
  }

  async function run(starting) {
    const last = await search.run(starting);
    if (last.error) say(sentence(last.error.message), "warn");
    return last.answer;
  }

  async function play(vertex) {
    if (busy || search.job || game.phase !== "play") return;
    busy = true;
    try {
      if (quiz && !quiz.done) {
        answerQuiz(vertex);
        return;
      }
      game = await post(`/api/games/${game.id}/play`, { vertex, version: game.version });
      app.sound(moveSound(vertex, game));
      found = null;
      note = "";
      values = false;
    } finally {
      busy = false;
      draw();
    }
    await answerIfDue();
  }

  async function answerIfDue() {
    if (!game.opponent || game.phase !== "play" || game.to_play !== game.opponent.color || search.job) {
      if (game.phase === "counting") draw();
      return;
    }
    await app.guard(async () => {
      const mine = game.move_number ? game.moves[game.move_number - 1].slice(1) : null;
      const answer = await run(
        post(`/api/games/${game.id}/perfect-reply`, { version: game.version, seconds: limit() }),
      );
      game = await get(`/api/games/${game.id}`);
      if (answer) {
        app.sound(moveSound(answer.reply, game));
        judge(answer, mine);
      }
      draw();
    });
  }

  function judge({ before, after, reply }, mine) {
    const said = `The computer ${reply === "pass" ? "passes" : `plays ${reply}`}.`;
    if (!before || !mine) {
      say(said);
      return;
    }
    const sign = human() === "B" ? 1 : -1;
    if (!before.proved || !after.proved) {
      say(`${said} Not all is proved in the time given.`);
      return;
    }
    const loss = (before.low - after.low) * sign;
    if (loss > 0)
      say(
        `${mine} gives away ${loss} point${loss > 1 ? "s" : ""}: ${before.best.slice(0, 3).join(", ")} ${before.best.length > 1 ? "keep" : "keeps"} ${lead(before.low)}. ${said}${after.line.length ? ` It goes ${after.line.slice(0, 6).join(" ")}.` : ""}`,
        "warn",
      );
    else say(`Perfect: ${lead(after.low)} with best play. ${said}`, "good");
  }

  const lead = (value) =>
    value === 0 ? "an even board" : `${value > 0 ? "Black" : "White"} ahead by ${Math.abs(value)}`;
  const span = ([low, high]) => (low === high ? signed(low) : `${signed(low)}…${signed(high)}`);
  const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));
  const limit = () => Number(app.settings["small.seconds"] ?? 10);

  async function showValues() {
    if (search.job) {
      search.job.stop();
      return;
    }
    if (values) {
      values = false;
      draw();
      return;
    }
    await app.guard(async () => {
      values = true;
      const answer = await run(post(`/api/games/${game.id}/perfect`, { seconds: limit(), every_move: true }));
      if (answer) {
        found = answer;
        say(sentence(verdictText(answer)));
      }
      draw();
    });
  }

  function verdictText(answer) {
    if (answer.proved) return `proved: ${lead(answer.low)} with best play`;
    if (answer.repetition)
      return `between ${signed(answer.low)} and ${signed(answer.high)}: the ko rule decides`;
    return `between ${signed(answer.low)} and ${signed(answer.high)} so far; more time may settle it`;
  }

  async function startQuiz() {
    await app.guard(async () => {
      const { cols, rows } =
        game.cols * game.rows <= 16 && game.cols <= 5 && game.rows <= 5 ? game : { cols: 4, rows: 4 };
      say("Looking for a good question…");
      const answer = await run(post("/api/small/quiz", { cols: Math.max(2, cols), rows: Math.max(2, rows) }));
      if (!answer) return;
      quiz = { id: answer.id, solution: answer.solution, done: false };
      await app.go(`/small/${answer.id}`);
      say("Find a best move.");
      draw();
    });
  }

  function answerQuiz(vertex) {
    const { best, moves, low } = quiz.solution,
      right = best.includes(vertex);
    quiz.done = true;
    found = quiz.solution;
    values = true;
    if (right) say(`Right: ${vertex} keeps ${lead(low)}.`, "good");
    else
      say(
        `${vertex} ${moves[vertex] ? `is worth ${span(moves[vertex])}` : "is not a move here"}; ${best.join(" or ")} ${best.length > 1 ? "are" : "is"} worth ${signed(low)}.`,
        "warn",
      );
    app.sound(right ? "stone" : "pass");
    draw();
  }

  async function step(what) {
    search.close();
    game = await post(`/api/games/${game.id}/${what}`, { version: game.version });
    found = null;
    values = false;
    note = "";
    draw();
  }

  function draw() {
    if (app.mode !== mode || !game) return;
    const { cols, rows } = game,
      heat = {},
      marks = {};
    if (values && found)
      for (const [vertex, value] of Object.entries(found.moves))
        if (vertex !== "pass")
          heat[vertex] = {
            tone: found.best.includes(vertex) ? "best" : "",
            text:
              value[0] === value[1]
                ? signed(value[0])
                : value[1] - value[0] >= 2 * cols * rows
                  ? "?"
                  : span(value),
          };
    markLast(marks, game.last);
    const open = Object.values(heat).some(({ text }) => text === "?");
    const mine = !game.opponent || game.to_play !== game.opponent.color;
    app.show({
      cols,
      rows,
      signMap: signMap(game.stones),
      heatMap: mapOf(cols, rows, heat),
      markerMap: mapOf(cols, rows, marks),
      hoverSign: game.phase === "play" && mine ? (game.to_play === "B" ? 1 : -1) : 0,
      forbidden: game.illegal,
    });
    app.toolbar(() => [
      ...undoRedo(app, game, step),
      passButton(app, play, game.phase !== "play" || !mine || Boolean(search.job)),
    ]);
    app.panel(
      heading(quiz ? "Quiz" : "Small board", sub(`${cols}×${rows}, komi ${game.rules.komi}`)),
      h(
        "p",
        { class: "turn" },
        game.phase === "play"
          ? [
              stoneIcon(game.to_play),
              search.job && !mine ? "Perfect play is thinking…" : `${colorName(game.to_play)} to play`,
            ]
          : game.result
            ? resultText(game.result)
            : "Play has ended",
      ),
      noteLine(note || "Every move is answered with proved best play, as far as the time allows.", tone),
      h(
        "div",
        { class: "row fill", "data-key": "acts" },
        button(search.job && values ? "Stop" : values ? "Hide values" : "Value of every move", showValues, {
          disabled: game.phase !== "play" || (Boolean(quiz) && !quiz.done),
          iconName: search.job && values ? "stop" : undefined,
        }),
        quiz?.done
          ? button("Next question", startQuiz, { kind: "primary" })
          : button("Quiz me", startQuiz, { disabled: Boolean(search.job) }),
      ),
      search.job &&
        h(
          "p",
          { class: "sub", "data-key": "live" },
          `${(search.live?.progress?.nodes ?? 0).toLocaleString()} nodes · ${(search.live?.seconds ?? 0).toFixed(1)} s`,
        ),
      values &&
        found &&
        h(
          "div",
          { class: "stack", "data-key": "found" },
          h(
            "p",
            { class: "sub" },
            `Each point shows Black’s margin if it is played${open ? "; ? is not settled yet" : ""}. `,
            found.moves.pass && `Passing is worth ${span(found.moves.pass)}. `,
            found.line.length > 0 && `Best play: ${found.line.slice(0, 10).join(" ")}.`,
          ),
        ),
      h(
        "fieldset",
        { "data-key": "new" },
        h("legend", {}, "New board"),
        h(
          "div",
          { class: "segments" },
          SIZES.map(([c, r]) =>
            button(`${c}×${r}`, () => app.guard(() => start(c, r, human())), {
              small: true,
              key: `${c}x${r}`,
            }),
          ),
        ),
      ),
      sides(
        "You play",
        game.opponent && human(),
        (color) => app.guard(() => start(cols, rows, color)),
        "side",
      ),
      timeLimit(app, "small.seconds", limit(), 60, (s) => `Thinking time: up to ${s} s a move`, draw),
      game.phase === "counting" &&
        button("Count the board", () => app.go(`/count/${game.id}`), { kind: "primary" }),
    );
  }

  return mode;
}
