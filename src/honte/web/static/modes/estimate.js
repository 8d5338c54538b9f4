// Estimate: who will own what, by which model, along the game; moyo overlays; guess the score.

import { get, post, watch } from "../api.js";
import { button, h, s } from "../dom.js";
import { emptyMap, mapOf, parseVertex, signMap, vertexText } from "../geometry.js";
import { heading, markLast, sub } from "./parts.js";
import { resultText } from "./play.js";
import { variations } from "./variations.js";

const VIEWS = { paint: "Paint", numbers: "Numbers", off: "Board only" };
const OVERLAYS = {
  none: "no overlay",
  regions: "regions",
  atsumi: "atsumi",
  pairs: "cutoff pairs",
  enclosed: "enclosed size",
};

export default function estimate(app) {
  let game = null,
    at = null,
    found = null,
    moyo = null,
    models = null,
    curve = [],
    job = null,
    guess = null,
    asked = 0;

  const branches = variations(app, take);

  const mode = {
    get keys() {
      return {
        ArrowLeft: () => go(at.move - 1),
        ArrowRight: forward,
        u: () => go(at.move - 1),
        r: forward,
        Home: () => go(0),
        End: () => go(game.moves.length),
        ...branches.keys(draw),
      };
    },
    help: [["← →", "one move back or forward (when the board has no focus)"], ...branches.help],

    async enter(id, query) {
      if (!id) id = (await post("/api/games", { cols: 19 })).id;
      [game, models] = await Promise.all([get(`/api/games/${id}`), models ?? get("/api/models")]);
      curve = [];
      guess = null;
      found = null;
      moyo = null;
      await go(query.move === undefined ? game.move_number : Number(query.move), true);
      drawCurve();
    },

    leave() {
      job?.close();
      job = null;
    },

    describe(vertex) {
      if (!found || guess) return "";
      const value = ownership()[vertex];
      return value === undefined
        ? ""
        : Math.abs(value) < 0.1
          ? "undecided"
          : `${value > 0 ? "Black" : "White"} ${Math.round(Math.abs(value) * 100)} percent`;
    },
  };

  const model = () =>
    models.models[app.settings["estimate.model"]] === undefined
      ? models.default
      : app.settings["estimate.model"];
  const view = () => app.settings["estimate.view"] ?? "paint";
  const overlay = () => app.settings["estimate.overlay"] ?? "none";

  async function go(move, first = false) {
    move = Math.max(0, Math.min(move, game.moves.length));
    const turn = ++asked;
    at = await get(`/api/games/${game.id}/at?move=${move}`);
    app.at(game.id, move === game.moves.length ? "" : `?move=${move}`);
    if (!first) found = found && { ...found, stale: true };
    draw();
    await app.guard(async () => {
      const [next, frame] = await Promise.all([
        get(`/api/games/${game.id}/estimate?move=${move}&model=${encodeURIComponent(model())}`),
        overlay() === "none" ? null : get(`/api/games/${game.id}/moyo?move=${move}`),
      ]);
      if (turn !== asked) return;
      found = next;
      moyo = frame;
      draw();
    });
  }

  // Goes into a variation (null: back to the main line); the curve is that of the new line.
  async function take(choice) {
    game = await post(`/api/games/${game.id}/branch`, { move: at.move, choice });
    curve = [];
    await go(game.move_number);
    drawCurve();
  }

  const forward = () => {
    const choice = branches.other();
    return choice === null ? go(at.move + 1) : take(choice);
  };

  async function drawCurve() {
    if (game.moves.length < 4) return;
    job?.close();
    await app.guard(async () => {
      job = watch(await post(`/api/games/${game.id}/curve`, { model: model() }), (snapshot) => {
        curve = snapshot.answer?.points ?? snapshot.progress.points ?? curve;
        draw();
      });
      await job.done;
      job = null;
    });
  }

  function ownership() {
    const values = {};
    if (found)
      found.ownership.forEach((row, y) =>
        row.forEach((value, x) => {
          values[name(x, y)] = value;
        }),
      );
    return values;
  }
  const name = (x, y) => vertexText(x, y, game.rows);

  function draw() {
    if (app.mode !== mode || !at) return;
    const { cols, rows } = game,
      signs = signMap(at.stones);
    let paint = emptyMap(cols, rows),
      marks = {},
      chosen = null;
    markLast(marks, at.last);
    branches.show(at.record, `${game.id} ${game.moves.slice(0, at.move)}`);
    if (!guess) branches.mark(marks);
    if (!guess && overlay() !== "none" && moyo) [paint, marks, chosen] = overlaid(paint, marks, signs);
    else if (!guess && found && view() === "paint")
      found.ownership.forEach((row, y) =>
        row.forEach((value, x) => {
          if (Math.abs(value) >= 0.08) paint[y][x] = Number((value * 0.85).toFixed(2));
        }),
      );
    else if (!guess && found && view() === "numbers")
      found.ownership.forEach((row, y) =>
        row.forEach((value, x) => {
          marks[name(x, y)] ??= { type: "label", label: short(value), tone: "tiny" };
        }),
      );
    const dead =
      !guess && found?.dead
        ? found.dead.filter((vertex) => {
            const [x, y] = parseVertex(vertex, rows);
            return signs[y][x];
          })
        : [];
    app.show({
      cols,
      rows,
      signMap: signs,
      paintMap: paint,
      markerMap: mapOf(cols, rows, marks),
      selectedVertices: chosen,
      dimmedVertices: mapOf(cols, rows, dead, true),
    });
    const move = (label, iconName, to, kind = "") =>
      button("", () => app.guard(() => go(to)), {
        iconName,
        title: label,
        disabled: to < 0 || to > game.moves.length || to === at.move,
        kind: `quiet ${kind}`,
      });
    app.toolbar(() => [
      move("First move", "first", 0),
      move("Ten moves back", "undo", Math.max(0, at.move - 10), "wide-only"),
      move("One move back", "prev", at.move - 1),
      button("", () => app.guard(forward), {
        iconName: "next",
        title: "One move forward",
        disabled: at.move >= game.moves.length && branches.other() === null,
        kind: "quiet",
      }),
      move("Ten moves forward", "redo", Math.min(game.moves.length, at.move + 10), "wide-only"),
      move("Last move", "last", game.moves.length),
    ]);
    app.panel(
      heading(game.title || "Estimate", sub(`move ${at.move} of ${game.moves.length}`)),
      guess ? guessing() : verdict(),
      !guess && branches.panel(),
      slider(),
      !guess && chart(),
      !guess && controls(),
      files(),
    );
  }

  const short = (value) => {
    const tenths = Math.round(value * 10);
    return tenths === 0 ? "·" : String(tenths).replace("-", "−");
  };

  function overlaid(paint, marks, signs) {
    const { cols, rows } = game;
    let chosen = null;
    if (overlay() === "regions")
      for (const region of moyo.regions)
        for (const vertex of region.points) {
          const [x, y] = parseVertex(vertex, rows);
          paint[y][x] = region.color === "B" ? 0.55 : -0.6;
        }
    else if (overlay() === "pairs")
      for (const [vertex, pair] of Object.entries(moyo.pairs))
        marks[vertex] = { type: "label", label: pair, tone: "tiny" };
    else {
      const values = moyo[overlay()];
      for (const [vertex, value] of Object.entries(values)) {
        const [x, y] = parseVertex(vertex, rows);
        if (signs[y][x] || !value) continue;
        paint[y][x] = Math.max(-1, Math.min(1, value * 0.8));
        marks[vertex] = {
          type: "label",
          label: short(value),
          tone: Math.abs(value) > 0.45 ? (value > 0 ? "ghost-black tiny" : "ghost-white tiny") : "tiny",
        };
      }
    }
    return [paint, marks, chosen];
  }

  function verdict() {
    if (!found) return h("p", { class: "big", "data-key": "big" }, "…");
    const value = found.margin,
      chance = Math.round(found.black_chance * 100);
    return h(
      "div",
      { class: "stack", "data-key": "verdict" },
      h(
        "p",
        { class: `big${found.stale ? " stale" : ""}` },
        Math.abs(value) < 0.5
          ? "About even"
          : `${value > 0 ? "Black" : "White"} by ${Math.abs(value).toFixed(1)}`,
        found.error === null ? null : h("span", { class: "error-bar" }, ` ± ${found.error.toFixed(1)}`),
      ),
      h("div", { class: "chance", role: "img", "aria-label": `Black wins ${chance} percent` }, share(chance)),
      h(
        "p",
        { class: "sub" },
        `Black wins ${chance} % · ${overlay() !== "none" && moyo ? `S ${signed(moyo.totals.s)}, S′ ${signed(moyo.totals.s_dropped)}` : `area ${Math.round(found.black_area)} to ${Math.round(found.white_area)}`}${game.result ? ` · the game: ${game.result}` : ""}`,
      ),
    );
  }

  const share = (chance) => {
    const bar = h("span", {});
    bar.style.width = `${chance}%`;
    return bar;
  };
  const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

  function slider() {
    const total = game.moves.length;
    if (!total)
      return h("p", { class: "sub" }, "Play or open a game first, then come back: this board is empty.");
    return h(
      "label",
      { class: "field", "data-key": "slider" },
      h("span", { class: "unseen" }, "Move"),
      h("input", {
        type: "range",
        min: 0,
        max: total,
        value: at.move,
        "aria-label": `Move ${at.move} of ${total}`,
        oninput: (event) => app.guard(() => go(Number(event.target.value))),
      }),
    );
  }

  function chart() {
    if (curve.length < 2) return null;
    const [W, H] = [320, 110],
      total = game.moves.length || 1;
    const top = Math.max(
      10,
      ...curve.map(([, margin, error]) => Math.abs(margin) + Math.min(error ?? 0, 15)),
    );
    const X = (move) => (move / total) * W,
      Y = (margin) => H / 2 - (Math.max(-top, Math.min(top, margin)) / top) * (H / 2 - 8);
    const line = curve
      .map(([move, margin], i) => `${i ? "L" : "M"}${X(move).toFixed(1)} ${Y(margin).toFixed(1)}`)
      .join("");
    const band = curve.every((point) => point[2] !== null)
      ? `${curve.map(([move, margin, error], i) => `${i ? "L" : "M"}${X(move).toFixed(1)} ${Y(margin + error).toFixed(1)}`).join("")}${[
          ...curve,
        ]
          .reverse()
          .map(([move, margin, error]) => `L${X(move).toFixed(1)} ${Y(margin - error).toFixed(1)}`)
          .join("")}Z`
      : "";
    const svg = s(
      "svg",
      { class: "chart", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "Estimate along the game" },
      s("line", { class: "zero", x1: 0, x2: W, y1: H / 2, y2: H / 2 }),
      band && s("path", { class: "band", d: band }),
      s("path", { class: "curve", d: line }),
      s("line", { class: "cursor", x1: X(at.move), x2: X(at.move), y1: 0, y2: H }),
      s("text", { x: 2, y: 11 }, `Black +${Math.round(top)}`),
      s("text", { x: 2, y: H - 3 }, `White +${Math.round(top)}`),
    );
    return h("div", { "data-key": "chart" }, svg);
  }

  function controls() {
    const pick = (setting, options, value, label, after) =>
      h(
        "label",
        { class: "field" },
        h("span", {}, label),
        h(
          "select",
          {
            "aria-label": label,
            onchange: (event) => {
              app.keep(setting, event.target.value);
              after();
            },
          },
          Object.entries(options).map(([key, text]) =>
            h("option", { value: key, selected: key === value }, text),
          ),
        ),
      );
    const again = () => app.guard(() => go(at.move));
    return h(
      "div",
      { class: "stack", "data-key": "controls" },
      pick(
        "estimate.model",
        Object.fromEntries(Object.keys(models.models).map((key) => [key, key])),
        model(),
        "Model",
        () => {
          again();
          drawCurve();
        },
      ),
      h("p", { class: "sub" }, models.models[model()]),
      h(
        "div",
        { class: "two" },
        pick("estimate.view", VIEWS, view(), "Ownership as", draw),
        pick("estimate.overlay", OVERLAYS, overlay(), "Moyo overlay", again),
      ),
    );
  }

  function guessing() {
    if (guess.done) {
      const actual = guess.actual,
        miss = Math.abs(guess.value - actual);
      return h(
        "div",
        { class: "stack", "data-key": "guess" },
        h("p", { class: "big" }, miss < 1.5 ? "Spot on" : `Off by ${miss.toFixed(1)}`),
        h("p", { class: "sub" }, `You said ${lead(guess.value)}. ${guess.source}: ${lead(actual)}.`),
        h(
          "div",
          { class: "row" },
          button("Another", startGuess, { kind: "primary" }),
          button("Done", () => {
            guess = null;
            draw();
          }),
        ),
      );
    }
    const input = h("input", { type: "number", step: 0.5, "aria-label": "Points", value: guess.value || "" });
    return h(
      "form",
      {
        class: "stack",
        "data-key": "guess",
        onsubmit: (event) => {
          event.preventDefault();
          const points = Math.abs(Number(event.target.elements[0].value));
          finishGuess(event.submitter?.value === "W" ? -points : points);
        },
      },
      h("p", { class: "turn" }, "Who leads here, and by how much?"),
      input,
      h(
        "div",
        { class: "row fill" },
        h("button", { class: "btn", type: "submit", value: "B" }, "Black leads"),
        h("button", { class: "btn", type: "submit", value: "W" }, "White leads"),
        button("Cancel", () => {
          guess = null;
          draw();
        }),
      ),
    );
  }

  const lead = (value) =>
    value === 0 ? "even" : `${value > 0 ? "Black" : "White"} by ${Math.abs(value).toFixed(1)}`;

  async function startGuess() {
    const total = game.moves.length;
    guess = { done: false, value: 0 };
    await app.guard(() => go(total > 20 ? Math.floor(total * (0.3 + 0.65 * Math.random())) : total));
  }

  function finishGuess(value) {
    const counted = /^[BW]\+[\d.]+$/.test(game.result ?? "");
    const result = counted
      ? (game.result[0] === "B" ? 1 : -1) * Number(game.result.slice(2))
      : (found?.margin ?? 0);
    guess = { done: true, value, actual: result, source: counted ? "The game ended" : "The model says" };
    draw();
  }

  const files = () =>
    h(
      "div",
      { class: "row", "data-key": "files" },
      !guess &&
        button("Guess the score", startGuess, {
          small: true,
          disabled: !game.moves.length && !game.stones.join("").match(/[XO]/),
        }),
      button("Open…", () => app.pasteDialog(), { iconName: "open", small: true }),
      game.result && h("span", { class: "sub" }, resultText(game.result)),
    );

  return mode;
}
