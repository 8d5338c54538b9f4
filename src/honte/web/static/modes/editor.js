// Editor: making a life-and-death problem. Every edit is an operation on the server and undoable.

import { get, post } from "../api.js";
import { button, colorName, h, stoneIcon } from "../dom.js";
import { areaMap, mapOf, signMap, vertexText } from "../geometry.js";
import { sentence } from "../shell.js";
import { Search, heading, sides, sub, undoRedo } from "./parts.js";

const BRUSHES = [
  ["B", "Black", "place"],
  ["W", "White", "place"],
  ["keyB", "Keystone", "keystone"],
  ["keyW", "Keystone", "keystone"],
  ["erase", "Erase", "erase"],
  ["area", "Area", "valid"],
  ["fill", "Fill area", "fill"],
];
const TEACH = {
  B: "Click to place a black stone; click again to take it off.",
  W: "Click to place a white stone; click again to take it off.",
  keyB: "Keystones are the stones the problem is about: the defender’s. They carry a star.",
  keyW: "Keystones are the stones the problem is about: the defender’s. They carry a star.",
  erase: "Click to clear a point; drag to clear a rectangle.",
  area: "Click points or drag a rectangle: only there may be played. Doing it again takes them out.",
  fill: "Click an empty point: the whole empty region joins the area.",
};

export default function editor(app) {
  let edit = null,
    brush = "B",
    drag = null,
    busy = false,
    report = null;

  const search = new Search(() => draw());

  const mode = {
    keys: {
      u: () => step("undo"),
      r: () => step("redo"),
      b: () => pick("B"),
      w: () => pick("W"),
      k: () => pick("keyB"),
      e: () => pick("erase"),
      a: () => pick("area"),
    },
    help: [["b w k e a", "brush: black, white, keystone, erase, area"]],

    async enter(id) {
      edit = id ? await get(`/api/edits/${id}`) : await post("/api/edits", { cols: 9 });
      report = null;
      app.at(edit.id);
      draw();
    },

    leave: () => search.close(),

    // Going to Problems: take this board along? The person decides.
    async leaving(target) {
      if (target !== "problems" || !edit || !edit.keystones.length) return null;
      const answer = await app.ask(
        "Take this problem along?",
        "You can try the problem you are making, or go back to the last one you played.",
        [
          ["Take it along", "take", "primary"],
          ["Leave it here", "leave"],
        ],
      );
      if (answer === undefined) return location.pathname;
      return answer === "take" ? carry() : null;
    },

    onVertex(vertex) {
      const op = BRUSHES.find(([name]) => name === brush)[2];
      return apply({
        op,
        points: [vertex],
        ...(brush.endsWith("B") ? { color: "B" } : brush.endsWith("W") ? { color: "W" } : {}),
      });
    },

    onDrag(from, to, done) {
      if (brush !== "area" && brush !== "erase") return;
      drag = done ? null : [from, to];
      if (done)
        app.guard(() =>
          apply({
            op: brush === "area" ? "rectangle" : "erase-area",
            points: [vertexText(...from, edit.rows), vertexText(...to, edit.rows)],
          }),
        );
      else draw();
    },

    async importText(text) {
      edit = await post("/api/edits", { text });
      await app.go(`/editor/${edit.id}`);
    },

    onError(error) {
      if (error.code === "stale") mode.enter(edit.id);
      return false;
    },

    describe(vertex) {
      if (!edit) return "";
      return [
        edit.keystones.includes(vertex) && "keystone",
        edit.area && (edit.area.includes(vertex) ? "playable" : "out of play"),
      ]
        .filter(Boolean)
        .join(", ");
    },
  };

  async function apply(operation) {
    if (busy) return;
    busy = true;
    try {
      edit = await post(`/api/edits/${edit.id}/apply`, { version: edit.version, ...operation });
      report = null;
    } finally {
      busy = false;
    }
    if (["place", "keystone"].includes(operation.op)) app.sound("stone");
    draw();
  }

  async function step(what) {
    edit = await post(`/api/edits/${edit.id}/${what}`, { version: edit.version });
    report = null;
    draw();
  }

  function pick(name) {
    brush = name;
    draw();
  }

  async function carry() {
    const { ids } = await post("/api/problems", { edit: edit.id });
    return `/problems/${ids[0]}`;
  }

  async function save() {
    const { ids } = await post("/api/problems", { edit: edit.id });
    edit = await get(`/api/edits/${edit.id}`);
    app.toast("Saved with your problems.");
    draw();
    return ids[0];
  }

  function draw() {
    if (app.mode !== mode) return;
    const { cols, rows } = edit;
    const chosen = areaMap(cols, rows, edit.area);
    if (drag) {
      const [[ax, ay], [bx, by]] = drag;
      for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++)
        for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++) chosen[y][x] = "area";
    }
    app.show({
      cols,
      rows,
      signMap: signMap(edit.stones),
      selectedVertices: chosen,
      draggable: brush === "area" || brush === "erase",
      clickable: true,
      markerMap: mapOf(cols, rows, edit.keystones, { type: "star" }),
      confirmTouch: false,
      hoverSign: brush.endsWith("B") ? 1 : brush.endsWith("W") ? -1 : 0,
    });
    app.toolbar(() => undoRedo(app, edit, step));
    app.panel(
      heading("Editor", sub(`${edit.cols}×${edit.rows}`)),
      brushes(),
      verdict(),
      files(),
      setup(),
      operations(),
    );
  }

  function brushes() {
    const face = (name) =>
      name === "B" || name === "keyB"
        ? stoneIcon("B")
        : name === "W" || name === "keyW"
          ? stoneIcon("W")
          : null;
    return h(
      "fieldset",
      { "data-key": "brushes" },
      h("legend", {}, "Brush"),
      h(
        "div",
        { class: "brushes" },
        BRUSHES.map(([name, label]) =>
          h(
            "button",
            {
              type: "button",
              class: "btn small",
              "aria-pressed": String(brush === name),
              onclick: () => pick(name),
              "data-key": name,
              "aria-label": name.startsWith("key")
                ? `${name === "keyB" ? "Black" : "White"} keystone`
                : undefined,
            },
            face(name),
            h("span", {}, name.startsWith("key") ? "★" : label),
          ),
        ),
      ),
      h("p", { class: "sub teach" }, TEACH[brush]),
    );
  }

  function verdict() {
    const faults = edit.faults;
    return h(
      "div",
      { "data-key": "verdict", class: "stack" },
      faults.length
        ? [
            h("h2", {}, "Not a problem yet"),
            h(
              "ul",
              { class: "reasons" },
              faults.slice(0, 6).map((fault) => h("li", {}, sentence(fault))),
            ),
          ]
        : [h("h2", { class: "good-text" }, `A valid problem: ${goal()}`), report && checkReport()],
      h(
        "div",
        { class: "row" },
        search.job
          ? button("Stop", () => search.job?.stop(), { iconName: "stop", small: true })
          : button("Check it", () => app.guard(check), {
              small: true,
              iconName: "check",
              disabled: Boolean(faults.length),
            }),
        button("Find the boundary for me", () => app.guard(boundary), {
          small: true,
          disabled: !edit.keystones.length,
        }),
      ),
    );
  }

  const goal = () => (edit.roles ? `${colorName(edit.to_play)} to play and ${edit.roles.goal}` : "");

  async function boundary() {
    edit = await post(`/api/edits/${edit.id}/boundary`, { version: edit.version });
    report = null;
    draw();
  }

  async function check() {
    const last = await search.run(post(`/api/edits/${edit.id}/check`, {}));
    report = last.answer ?? { text: [sentence(last.error?.message ?? "stopped")] };
    draw();
  }

  const checkReport = () =>
    h(
      "ul",
      { class: "reasons" },
      (report.text ?? []).map((line) => h("li", {}, line)),
    );

  function setup() {
    return sides(
      "Plays first",
      edit.to_play,
      (color) => app.guard(() => apply({ op: "to-play", color })),
      "setup",
      h(
        "p",
        { class: "sub roles" },
        edit.roles
          ? `${colorName(edit.roles.attacker)} attacks, ${colorName(edit.roles.defender)} defends.`
          : "Place a keystone: its color defends.",
      ),
    );
  }

  function operations() {
    const act = (label, op, extra = {}) =>
      button(label, () => app.guard(() => apply({ op, ...extra })), {
        small: true,
        key: op + (extra.cols ?? ""),
      });
    return [
      h(
        "fieldset",
        { "data-key": "area" },
        h("legend", {}, edit.area ? `Area: ${edit.area.length} points` : "Area: the whole board"),
        h("div", { class: "row" }, act("Whole board", "whole"), act("Invert", "invert")),
      ),
      h(
        "fieldset",
        { "data-key": "board" },
        h("legend", {}, "Board"),
        h(
          "div",
          { class: "row" },
          act("Rotate", "rotate"),
          act("Flip", "flip"),
          act("Swap colors", "swap"),
          act("Clear", "reset"),
          [9, 13, 19].map((size) => act(`${size}×${size}`, "reset", { cols: size })),
        ),
      ),
      h(
        "details",
        { "data-key": "more" },
        h("summary", {}, "Name, words, ko threats"),
        h(
          "label",
          { class: "field" },
          h("span", {}, "Name"),
          h("input", {
            value: edit.name,
            maxlength: 80,
            onchange: (event) => app.guard(() => apply({ op: "name", text: event.target.value })),
          }),
        ),
        h(
          "label",
          { class: "field" },
          h("span", {}, "Words shown with the problem"),
          h("textarea", {
            class: "short",
            maxlength: 2000,
            value: edit.comment,
            onchange: (event) => app.guard(() => apply({ op: "comment", text: event.target.value })),
          }),
        ),
        h(
          "label",
          { class: "field" },
          h("span", {}, "The attacker must take"),
          h(
            "select",
            { onchange: (event) => app.guard(() => apply({ op: "capture", text: event.target.value })) },
            h("option", { value: "all", selected: edit.capture === "all" }, "all keystones"),
            h("option", { value: "any", selected: edit.capture === "any" }, "any keystone chain"),
          ),
        ),
        h(
          "label",
          { class: "field" },
          h("span", {}, "Outside ko threats"),
          h(
            "select",
            {
              onchange: (event) => {
                const [color, number] = event.target.value.split("");
                app.guard(() => apply({ op: "threats", color, number: Number(number) }));
              },
            },
            [
              ["B0", "none"],
              ["B1", "Black has one"],
              ["B2", "Black has two"],
              ["W1", "White has one"],
              ["W2", "White has two"],
            ].map(([value, text]) =>
              h(
                "option",
                {
                  value,
                  selected:
                    (edit.threats.B ? `B${edit.threats.B}` : edit.threats.W ? `W${edit.threats.W}` : "B0") ===
                    value,
                },
                text,
              ),
            ),
          ),
        ),
      ),
    ];
  }

  function files() {
    const valid = !edit.faults.length;
    return h(
      "div",
      { class: "row", "data-key": "files" },
      button("Try it", () => app.guard(async () => app.go(await carry())), {
        kind: "primary",
        disabled: !valid,
      }),
      button("Save", () => app.guard(save), { disabled: !valid, iconName: "save" }),
      h("a", { class: "btn", href: `/api/edits/${edit.id}/sgf`, download: `problem-${edit.id}.sgf` }, "SGF"),
      button("Open…", () => app.pasteDialog(), { iconName: "open" }),
      button("New", () =>
        app.guard(async () => {
          edit = await post("/api/edits", { cols: edit.cols, rows: edit.rows });
          app.go(`/editor/${edit.id}`);
        }),
      ),
    );
  }

  return mode;
}
