// What lies on a point besides its stone: paint, territory, tiles, heat and marks. Each function gives
// its shapes to `put(layer, node)`; (cx, cy) is the point's center, U the spacing of the lines.

import { s } from "./dom.js";

export const U = 40;

// paint: a number -1..1 (whole cell), or {owner, small} for a small square of territory
export function drawPaint(cx, cy, paint, put) {
  if (typeof paint === "number") {
    const cls = paint > 0 ? "paint black" : "paint white";
    put(
      "paint",
      s("rect", {
        class: cls,
        x: cx - U / 2,
        y: cy - U / 2,
        width: U,
        height: U,
        opacity: Math.min(1, Math.abs(paint)).toFixed(2),
      }),
    );
  } else {
    if (paint.owner === "dame") {
      put("marks", s("circle", { class: "territory dame", cx, cy, r: U * 0.07 }));
      return;
    }
    const side = U * 0.36;
    put(
      "marks",
      s("rect", {
        class: `territory ${paint.owner}`,
        x: cx - side / 2,
        y: cy - side / 2,
        width: side,
        height: side,
        rx: 2,
      }),
    );
  }
}

export function drawTile(cx, cy, tile, dim, put) {
  const g = put(
    "stones",
    s(
      "g",
      { class: `tile tile-${tile}${dim ? " chosen-tile" : ""}` },
      s("rect", { x: cx - U * 0.46, y: cy - U * 0.46, width: U * 0.92, height: U * 0.92, rx: 8 }),
    ),
  );
  g.append(
    s(
      "text",
      { x: cx, y: cy, class: "tile-sign" },
      ["", "●", "▲", "■", "◆", "★", "✚", "♥", "♣", "◗"][tile] ?? tile,
    ),
  );
}

// heat: {strength 0..9, text, tone}
export function drawHeat(cx, cy, heat, put) {
  put("heat", s("circle", { class: `heat ${heat.tone ?? ""} s${heat.strength ?? 5}`, cx, cy, r: U * 0.42 }));
  if (heat.text)
    put(
      "heat",
      s(
        "text",
        {
          class: `heat-text ${heat.tone ?? ""}${String(heat.text).length > 3 ? " long" : ""}`,
          x: cx,
          y: cy,
        },
        heat.text,
      ),
    );
}

export function drawMarker(cx, cy, marker, sign, put) {
  const on = sign > 0 ? "on-black" : sign < 0 ? "on-white" : "on-wood",
    r = U * 0.2;
  const cls = `mark ${marker.type} ${on} ${marker.tone ?? ""}`;
  const shapes = {
    circle: () => s("circle", { class: cls, cx, cy, r: U * 0.23 }),
    point: () => s("circle", { class: cls, cx, cy, r: U * 0.1 }),
    square: () =>
      s("rect", { class: cls, x: cx - r * 0.9, y: cy - r * 0.9, width: r * 1.8, height: r * 1.8 }),
    triangle: () =>
      s("path", {
        class: cls,
        d: `M${cx} ${cy - r * 1.25}L${cx + r * 1.15} ${cy + r * 0.75}H${cx - r * 1.15}Z`,
      }),
    cross: () =>
      s("path", {
        class: cls,
        d: `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx + r} ${cy - r}L${cx - r} ${cy + r}`,
      }),
    star: () => s("path", { class: cls, d: starPath(cx, cy, U * 0.3) }),
    label: () =>
      s(
        "text",
        { class: `${cls}${String(marker.label).length > 2 ? " long" : ""}`, x: cx, y: cy },
        marker.label,
      ),
  };
  if (marker.type === "label" && !sign && (!marker.tone || marker.tone === "picked"))
    put("marks", s("circle", { class: `label-ground ${marker.tone ?? ""}`, cx, cy, r: U * 0.36 }));
  put("marks", shapes[marker.type]());
}

function starPath(cx, cy, r) {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const a = (Math.PI / 5) * i - Math.PI / 2,
      q = i % 2 ? r * 0.45 : r;
    d += `${i ? "L" : "M"}${(cx + q * Math.cos(a)).toFixed(1)} ${(cy + q * Math.sin(a)).toFixed(1)}`;
  }
  return d + "Z";
}
