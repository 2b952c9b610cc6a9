// Icons as paths on a 24 x 24 grid, in the colour of the surrounding text.

import { make } from "./dom.js";

const PATHS = {
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10",
  contrast: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 8l7-2M12 12h9M12 16l7 2",
  shuffle: "M4 7h3l10 10h3M4 17h3L17 7h3M18 4l3 3-3 3M18 14l3 3-3 3",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20",
  bars: "M5 20V10M12 20V4M19 20v-7",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  close: "M6 6l12 12M18 6L6 18",
  arrow: "M12 20V5M5 12l7-7 7 7",
  undo: "M9 14L4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.7.8 1 1.500 1 2.500h6c0-1 .3-1.700 1-2.500A6 6 0 0 0 12 3z",
};
const FILLED = new Set(["play", "first", "last"]);

/** Creates an icon by its name. It is hidden from screen readers, as the button around it has a label. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", FILLED.has(name) ? "icon icon-filled" : "icon");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** Creates a button that shows an icon, with a label. */
export function iconButton(name, title, pressed) {
  const button = make(
    "button",
    { type: "button", className: "quiet icon-only", "aria-label": title, title },
    icon(name),
  );
  button.addEventListener("click", pressed);
  return button;
}

/** Adds icons to all elements with `data-icon`. */
export function placeIcons(root = document) {
  for (const element of root.querySelectorAll("[data-icon]")) {
    element.querySelector("svg.icon")?.remove();
    element.prepend(icon(element.dataset.icon));
  }
}
