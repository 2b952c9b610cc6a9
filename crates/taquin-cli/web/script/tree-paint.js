// How nodes of the search tree are drawn, near and far: a card with its board, a label with its costs, or a
// small shape. Each kind of node has a shape and a colour of its own, here and in the legend.

import { cost } from "./format.js";

const INKS = [
  "ink",
  "ink-2",
  "ink-3",
  "line",
  "line-strong",
  "panel",
  "sunk",
  "accent",
  "open",
  "open-soft",
  "closed",
  "path",
  "path-soft",
  "tile",
  "tile-ink",
];

/** The colours of the page, read once for each theme: canvas does not know CSS variables. */
export function readInks() {
  const probe = document.createElement("span");
  document.body.append(probe);
  const read = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const inks = Object.fromEntries(INKS.map((name) => [name, read(name)]));
  probe.remove();
  return inks;
}

/** The outline of a kind of node around a centre: open is a pill, the path a hexagon, all else a box. */
export function outline(pen, kind, x, y, width, height) {
  const [w, h] = [width / 2, height / 2];
  pen.beginPath();
  if (kind === "open") {
    pen.roundRect(x - w, y - h, width, height, Math.min(h, 14));
  } else if (kind === "path" || kind === "goal") {
    const cut = Math.min(h, w * 0.28, 12);
    pen.moveTo(x - w, y);
    pen.lineTo(x - w + cut, y - h);
    pen.lineTo(x + w - cut, y - h);
    pen.lineTo(x + w, y);
    pen.lineTo(x + w - cut, y + h);
    pen.lineTo(x - w + cut, y + h);
    pen.closePath();
  } else {
    pen.rect(x - w, y - h, width, height);
  }
}

/** The colour of a kind of node. */
export function kindInk(inks, kind) {
  return { open: inks.open, closed: inks.closed, path: inks.path, goal: inks.path, cut: inks["ink-3"] }[kind];
}

/** Fills and frames a node. */
export function frame(pen, inks, kind, x, y, width, height) {
  outline(pen, kind, x, y, width, height);
  pen.fillStyle = {
    open: inks.panel,
    closed: inks.sunk,
    path: inks["path-soft"],
    goal: inks["path-soft"],
    cut: inks.panel,
  }[kind];
  pen.fill();
  pen.setLineDash(kind === "open" ? [4, 3] : kind === "cut" ? [1.5, 3] : []);
  pen.lineWidth = kind === "path" || kind === "goal" ? 2.5 : 1.5;
  pen.strokeStyle = kindInk(inks, kind);
  pen.stroke();
  pen.setLineDash([]);
  if (kind === "goal") {
    outline(pen, kind, x, y, width + 8, height + 8);
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}

/** The ring around the node that the search is at. */
export function ring(pen, inks, x, y, width, height) {
  pen.beginPath();
  pen.roundRect(x - width / 2 - 6, y - height / 2 - 6, width + 12, height + 12, 8);
  pen.lineWidth = 3;
  pen.strokeStyle = inks.accent;
  pen.stroke();
}

/** `3+5=8`, or `g 3` where nothing is estimated; the f or g alone where there is no room. */
export function costText({ g, h, f }, roomy) {
  if (h === null) return roomy ? `g ${cost(g)}` : cost(g);
  return roomy ? `${cost(g)}+${cost(h)}=${cost(f)}` : cost(f);
}

/** A node as a small shape. */
export function dot(pen, kind, x, y, size) {
  if (kind === "open") {
    pen.moveTo(x + size, y);
    pen.arc(x, y, size, 0, 7);
  } else if (kind === "cut") {
    pen.moveTo(x - size, y - size);
    pen.lineTo(x + size, y + size);
    pen.moveTo(x + size, y - size);
    pen.lineTo(x - size, y + size);
  } else if (kind === "closed") {
    pen.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
  } else {
    pen.moveTo(x - size * 1.5, y);
    pen.lineTo(x, y - size * 1.5);
    pen.lineTo(x + size * 1.5, y);
    pen.lineTo(x, y + size * 1.5);
    pen.closePath();
  }
}

/** A board in a square of a card. */
export function smallBoard(pen, inks, tiles, rows, columns, x, y, side) {
  const cell = side / Math.max(rows, columns);
  pen.font = `600 ${Math.round(cell * 0.56)}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let at = 0; at < tiles.length; at += 1) {
    if (tiles[at] === 0) continue;
    const left = x - (cell * columns) / 2 + (at % columns) * cell;
    const top = y - (cell * rows) / 2 + Math.floor(at / columns) * cell;
    pen.fillStyle = inks.tile;
    pen.fillRect(left + 0.5, top + 0.5, cell - 1, cell - 1);
    pen.fillStyle = inks["tile-ink"];
    pen.fillText(tiles[at], left + cell / 2, top + cell / 2 + 0.5);
  }
}

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
