// The icons: one path each, drawn as lines in a box of 24 by 24.

import { s } from "../dom.js";

const ICONS = {
  play: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5l-5 5M20 12H10a6 6 0 0 0-6 6",
  pass: "M5 12h14M13 6l6 6l-6 6",
  rotate: "M20 5v5h-5M19.5 10A8 8 0 1 0 20 14",
  flip: "M12 3v18M8 7L3 17h5zM16 7l5 10h-5z",
  coords: "M4 9h16M4 15h16M9 4v16M15 4v16",
  sound: "M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4",
  light:
    "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4A8.5 8.5 0 1 0 20 14.5z",
  auto: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 3v18M12 7l5-2M12 12h8M12 17l6 1",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 0 0 0-19z",
  open: "M4 19V6h6l2 2h8v11zM12 11v5M9.5 13.5L12 11l2.5 2.5",
  save: "M12 4v10M8 10l4 4l4-4M4 17v3h16v-3",
  stop: "M7 7h10v10H7z",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.7.5 1 1.2 1 2.1h5c0-.9.3-1.6 1-2.1A6 6 0 0 0 12 3z",
  count: "M4 4h16v16H4zM4 12h16M12 4v16",
  review: "M4 6h5M4 12h8M4 18h5M14 4v6a4 4 0 0 0 4 4h2M17 11l3 3l-3 3",
  home: "M4 11l8-7l8 7M6 10v10h12V10M10 20v-6h4v6",
  estimate: "M4 18c4 0 4-10 8-10s4 6 8 6M4 21h16",
  small: "M5 5h14v14H5zM5 12h14M12 5v14M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  problems: "M4 5h7v14H4zM13 5h7v14h-7zM6 9h3M6 12h3M15 9h3M15 12h3",
  library: "M5 4v16M9 4v16M5 4h4M5 20h4M12.5 4.6l3.9-1l4.2 15.6l-3.9 1zM5 8h4",
  train: "M3 9v6M6 7v10M18 7v10M21 9v6M6 12h12",
  editor: "M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4",
  samegame: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  first: "M6 5v14M18 5l-9 7l9 7z",
  last: "M18 5v14M6 5l9 7l-9 7z",
  prev: "M15 5l-8 7l8 7z",
  next: "M9 5l8 7l-8 7z",
  swap: "M7 4L3 8l4 4M3 8h14M17 12l4 4l-4 4M21 16H7",
  reset: "M4 5v5h5M4.5 10A8 8 0 1 1 4 14",
  check: "M4 12l5 6L20 6",
  close: "M6 6l12 12M18 6L6 18",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
};

/**
 * An icon of the table above.
 * @param {string} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: ICONS[name] }),
  );
}
