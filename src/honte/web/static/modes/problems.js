// Problems, play mode: try a problem, be refuted or accepted, watch the search, ask for hints.

import { get, post } from "../api.js";
import { button, colorName, h, stoneIcon } from "../dom.js";
import { areaMap, mapOf, parseVertex, signMap, vertexText } from "../geometry.js";
import { sentence } from "../shell.js";
import { Search, heading, markLast, noteLine, passButton, refusal, undoRedo } from "./parts.js";
import { NAMES, searchBox } from "./searchbox.js";

const LETTER = { win: "✓", lose: "✗", ko: "ko", open: "?" };

export default function problems(app) {
  let problem = null,
    list = [],
    note = "",
    tone = "",
    found = null,
    hint = 0,
    shown = null,
    busy = false,
    explore = false;

  const search = new Search(() => draw());

  const mode = {
    keys: {
      u: () => step("undo"),
      r: () => step("redo"),
      p: () => play("pass"),
      h: () => giveHint(),
      s: () => toggleSearch(),
      x: () => step("reset"),
    },
    help: [
      ["h", "hint"],
      ["s", "start or stop the search"],
      ["x", "reset the problem"],
    ],

    async enter(id) {
      search.close();
      list = await get("/api/problems");
      if (!id) {
        if (!list.length) {
          await app.go("/editor");
          return;
        }
        id = list[0].id;
      }
      problem = await get(`/api/problems/${id}`);
      forget();
      explore = false;
      list = await get("/api/problems");
      app.at(problem.id);
      draw();
    },

    leave: () => search.close(),
    onVertex: (vertex) => play(vertex),

    async leaving(target) {
      if (target !== "editor" || !problem) return null;
      const answer = await app.ask(
        "Edit this problem?",
        "The editor can open this problem, or go back to what you were making.",
        [
          ["Edit this one", "take", "primary"],
          ["What I was making", "leave"],
        ],
      );
      if (answer === undefined) return location.pathname;
      return answer === "take" ? `/editor/${(await post("/api/edits", { problem: problem.id })).id}` : null;
    },

    async importText(text, name) {
      const { ids, refused } = await post("/api/problems", { text, name: name.replace(/\.\w+$/, "") });
      if (refused.length) app.toast(`${refused.length} of the file’s problems were refused: ${refused[0]}.`);
      if (ids.length) {
        app.toast(ids.length > 1 ? `${ids.length} problems added.` : "Problem added.");
        await app.go(`/problems/${ids[0]}`);
      }
    },

    onError(error) {
      if (error.code === "illegal_move" || error.code === "outside") {
        say(refusal(error), "warn");
        draw();
        return true;
      }
      if (error.code === "stale") mode.enter(problem.id);
      return false;
    },

    describe(vertex) {
      if (!problem) return "";
      const verdict = verdicts()[vertex];
      return [
        problem.keystones.includes(vertex) && "keystone",
        vertex === problem.last && "last move",
        verdict && NAMES[verdict],
        problem.area && !problem.area.includes(vertex) && "out of play",
      ]
        .filter(Boolean)
        .join(", ");
    },
  };

  function forget() {
    note = "";
    tone = "";
    found = null;
    hint = 0;
    shown = null;
  }
  function say(text, kind = "") {
    note = text;
    tone = kind;
    app.say(text);
  }

  async function play(vertex) {
    if (busy || !problem || problem.taken) return;
    busy = true;
    try {
      problem = await post(`/api/problems/${problem.id}/play`, { vertex, version: problem.version });
      app.sound(problem.captured.length ? "capture" : "stone");
      const mover = problem.moves[problem.move_number - 1][0];
      forget();
      draw();
      if (app.settings.problem_reply !== false && !explore && mover === problem.first) await reply();
      else if (problem.taken) say("The keystones are captured.", "good");
    } finally {
      busy = false;
    }
    draw();
  }

  async function reply() {
    say("Thinking of an answer…");
    const last = await search.run(post(`/api/problems/${problem.id}/answer`, { version: problem.version }));
    problem = await get(`/api/problems/${problem.id}`);
    if (!last.answer) {
      say(sentence(last.error?.message ?? "stopped"));
      return;
    }
    const { judged, reply: move, ends, aim } = last.answer;
    if (move) app.sound("stone");
    const mine = problem.first,
      goal = problem.roles?.goal;
    if (judged === "wrong")
      say(
        `Not this one: ${colorName(mine === "B" ? "W" : "B")} ${move ?? "needs no answer"}${move ? " refutes it" : ""}. Undo and try again, or play on.`,
        "warn",
      );
    else if (ends) {
      say(
        `Solved. ${ends === "captured" ? "The stones are captured." : ends === "seki" ? "They live in seki." : "They live."}`,
        judged === "right" ? "good" : "",
      );
      explore = true;
      list = await get("/api/problems");
    } else if (judged === "right")
      say(aim === "ko" ? "Right: this makes ko, the best there is. Play on." : "Right. Play on.", "good");
    else if (judged === "hopeless") say(`${colorName(mine)} cannot ${goal} here any more. Undo, or explore.`);
    else say("Not decided in the time given. Play on, or search longer.");
  }

  async function toggleSearch() {
    if (search.job) {
      await search.job.stop();
      return;
    }
    await app.guard(async () => {
      const last = await search.run(post(`/api/problems/${problem.id}/solve`, options()));
      found = last.answer;
      if (found)
        app.say(sentence(found.text)); // the search box shows it
      else say(sentence(last.error?.message ?? "Stopped before anything was proved"));
      draw();
    });
  }

  function options() {
    const engine = app.settings["solve.engine"] ?? "proof";
    return {
      engine,
      seconds: Number(app.settings["solve.seconds"] ?? 20),
      ...(engine === "gold"
        ? {
            depth:
              app.settings["gold.limit_depth"] === false ? null : Number(app.settings["gold.depth"] ?? 6),
            breadth: app.settings["gold.limit_breadth"] ? Number(app.settings["gold.breadth"] ?? 8) : null,
          }
        : {}),
    };
  }

  async function solved() {
    if (found) return found;
    const last = await search.run(
      post(`/api/problems/${problem.id}/solve`, { engine: "proof", seconds: options().seconds }),
    );
    found = last.answer;
    if (!found) say(sentence(last.error?.message ?? "no answer in the time given"));
    return found;
  }

  async function giveHint() {
    if (search.job) return;
    await app.guard(async () => {
      const answer = await solved();
      if (!answer) return;
      hint = Math.min(hint + 1, 2);
      shown = null;
      const move = answer.best[0] ?? answer.move;
      if (!answer.best.length) say(`No move works here: ${answer.text}.`);
      else say(hint === 1 ? "Look in the marked region." : `The first move is ${move}.`);
      draw();
    });
  }

  async function showLine() {
    if (search.job) return;
    await app.guard(async () => {
      const answer = await solved();
      if (!answer) return;
      shown = shown ? null : answer.line;
      say(
        shown
          ? shown.length
            ? `${sentence(answer.text)} The moves are numbered on the board.`
            : sentence(answer.text)
          : "",
      );
      draw();
    });
  }

  async function step(what) {
    search.job?.stop();
    problem = await post(`/api/problems/${problem.id}/${what}`, { version: problem.version });
    forget();
    if (what === "reset") explore = false;
    draw();
  }

  function verdicts() {
    if (search.live?.progress?.considered)
      return Object.fromEntries(
        search.live.progress.considered.map(([vertex, verdict]) => [vertex, verdict]),
      );
    return found && hint === 0 && !shown ? found.moves : {};
  }

  function draw() {
    if (app.mode !== mode) return;
    const { cols, rows } = problem;
    const chosen = areaMap(cols, rows, problem.area),
      heat = {},
      marks = {};
    for (const [vertex, verdict] of Object.entries(verdicts()))
      if (vertex !== "pass")
        heat[vertex] = {
          tone: found?.best?.includes(vertex) && verdict === "win" ? "best" : verdict,
          text: LETTER[verdict],
        };
    for (const vertex of problem.keystones) marks[vertex] = { type: "star" };
    markLast(marks, problem.last);
    const ghosts = {};
    if (shown)
      shown.forEach((vertex, index) => {
        if (vertex !== "pass" && !marks[vertex]) {
          marks[vertex] = { type: "label", label: String(index + 1) };
          ghosts[vertex] = { sign: (index % 2 === 0) === (problem.to_play === "B") ? 1 : -1 };
        }
      });
    const target = found?.best?.[0] ?? found?.move;
    if (hint === 1 && target && target !== "pass")
      around(parseVertex(target, rows), 2).forEach(([x, y]) => {
        if (chosen[y]?.[x] !== undefined) chosen[y][x] = "area";
      });
    if (hint === 2 && target && target !== "pass") heat[target] = { tone: "best", text: "1" };
    const signs = signMap(problem.stones);
    app.show({
      cols,
      rows,
      signMap: signs,
      selectedVertices: chosen,
      heatMap: mapOf(cols, rows, heat),
      markerMap: markerMap(marks, ghosts, signs),
      ghostStoneMap: mapOf(cols, rows, ghosts),
      hoverSign: problem.taken ? 0 : problem.to_play === "B" ? 1 : -1,
      forbidden: { ...outside(), ...problem.illegal },
    });
    app.toolbar(() => [...undoRedo(app, problem, step), passButton(app, play, problem.taken)]);
    app.panel(
      title(),
      h("p", { class: "turn" }, stoneIcon(problem.to_play), turnText()),
      noteLine(
        note ||
          problem.comment ||
          (problem.tries ? "" : "Play the first move. Wrong moves are refuted, every right one is accepted."),
        tone,
      ),
      h(
        "div",
        { class: "row fill", "data-key": "help" },
        button("Hint", giveHint, { iconName: "hint", disabled: Boolean(search.job) || problem.taken }),
        button(shown ? "Hide solution" : "Solution", showLine, {
          disabled: Boolean(search.job) || problem.taken,
        }),
      ),
      h(
        "div",
        { class: "row", "data-key": "turns" },
        button("Reset", () => app.guard(() => step("reset")), {
          iconName: "reset",
          small: true,
          disabled: !problem.move_number,
        }),
        button("Switch turns", () => app.guard(() => step("switch")), { iconName: "swap", small: true }),
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: app.settings.problem_reply !== false,
            onchange: (event) => {
              app.keep("problem_reply", event.target.checked);
              draw();
            },
          }),
          "The computer answers",
        ),
      ),
      searchBox(app, {
        problem,
        job: search.job,
        live: search.live,
        found,
        redraw: draw,
        toggle: toggleSearch,
      }),
      files(),
      problemList(),
    );
  }

  // Numbers of the solution stand on ghost stones: dark ones need light text.
  function markerMap(marks, ghosts, signs) {
    const { cols, rows } = problem;
    const map = mapOf(cols, rows, marks);
    for (const [vertex, ghost] of Object.entries(ghosts)) {
      const [x, y] = parseVertex(vertex, rows);
      if (!signs[y][x]) map[y][x] = { ...map[y][x], tone: ghost.sign > 0 ? "ghost-black" : "ghost-white" };
    }
    return map;
  }

  const outside = () => {
    const all = {};
    if (problem.area)
      signMap(problem.stones).forEach((row, y) =>
        row.forEach((_, x) => {
          const vertex = vertexAt(x, y);
          if (!problem.area.includes(vertex)) all[vertex] = "is outside the problem";
        }),
      );
    return all;
  };
  const vertexAt = (x, y) => vertexText(x, y, problem.rows);
  const around = ([x, y], r) => {
    const points = [];
    for (let dy = -r; dy <= r; dy++)
      for (let dx = -r; dx <= r; dx++) if (Math.abs(dx) + Math.abs(dy) <= r) points.push([x + dx, y + dy]);
    return points;
  };
  const turnText = () =>
    problem.taken
      ? "The keystones are captured"
      : `${colorName(problem.to_play)} to play${problem.move_number === 0 && problem.roles ? ` and ${problem.roles.goal}` : ""}`;

  function title() {
    const at = list.findIndex((each) => each.id === problem.id);
    const go = (offset) => () => app.go(`/problems/${list[at + offset].id}`);
    return heading(
      problem.name || "Problem",
      h(
        "div",
        { class: "row tight" },
        problem.solved && h("span", { class: "tag good" }, "solved"),
        button("", go(-1), {
          iconName: "prev",
          kind: "quiet",
          small: true,
          title: "Previous problem",
          disabled: at <= 0,
        }),
        button("", go(1), {
          iconName: "next",
          kind: "quiet",
          small: true,
          title: "Next problem",
          disabled: at < 0 || at + 1 >= list.length,
        }),
      ),
    );
  }

  const files = () =>
    h(
      "div",
      { class: "row", "data-key": "files" },
      button("Open…", () => app.pasteDialog(), { iconName: "open", small: true }),
      h(
        "a",
        {
          class: "btn small",
          href: `/api/problems/${problem.id}/sgf`,
          download: `problem-${problem.id}.sgf`,
        },
        "SGF",
      ),
      button(
        "Edit",
        () =>
          app.guard(async () => app.go(`/editor/${(await post("/api/edits", { problem: problem.id })).id}`)),
        { iconName: "editor", small: true },
      ),
    );

  function problemList() {
    if (list.length < 2) return null;
    return h(
      "details",
      { "data-key": "list" },
      h("summary", {}, `Problems (${list.filter((each) => each.solved).length} of ${list.length} solved)`),
      h(
        "ul",
        { class: "list tall" },
        list
          .slice(0, 300)
          .map((each, index) =>
            h(
              "li",
              { "data-key": each.id },
              h(
                "a",
                { href: `/problems/${each.id}`, "aria-current": each.id === problem.id ? "true" : undefined },
                h("span", {}, each.name || `Problem ${index + 1}`),
                h("span", { class: "sub" }, each.solved ? "solved" : each.tries ? `${each.tries} tries` : ""),
              ),
            ),
          ),
      ),
    );
  }

  return mode;
}
