// Drawing nodes of the search tree and their boards at every zoom: a card with its board, a label with its costs, or a
// small shape. Each kind of node has its own shape and colour, here and in the legend.

import { ROW_TINTS } from "./board.js";
import { cost } from "./format.js";

const TOKENS = [
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
  "moved",
  "moved-ink",
];

/** Reads the colours of the page, once for each theme, as a canvas does not know CSS variables. */
export function readInks() {
  const probe = document.createElement("span");
  document.body.append(probe);
  const read = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const inks = Object.fromEntries(TOKENS.map((name) => [name, read(name)]));
  inks.rows = Array.from({ length: ROW_TINTS }, (_, row) => read(`row-${row}`));
  probe.remove();
  inks.edge = inks["line-strong"];
  inks.pruned = inks.dropped = inks["ink-3"];
  inks.improved = inks.open;
  inks.goal = inks.meeting = inks.path;
  return inks;
}

/** Returns whether a kind is on the path to the goal. */
const isLit = (kind) => kind === "path" || kind === "goal" || kind === "meeting";
/** Returns whether a kind is on the frontier: a pill when near, a circle when far away. */
const isRound = (kind) => kind === "open" || kind === "improved";

/** Returns whether a kind is never explored: dotted when near, a cross when far away. */
const isOut = (kind) => kind === "pruned" || kind === "dropped";

/** Traces the outline of a node around a centre: a pill on the frontier, a hexagon on the path, otherwise a box. */
export function outline(pen, kind, x, y, width, height) {
  const [w, h] = [width / 2, height / 2];
  pen.beginPath();
  if (isRound(kind)) {
    pen.roundRect(x - w, y - h, width, height, Math.min(h, 14));
  } else if (isLit(kind)) {
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

/** Draws the background and border of a node. */
export function frame(pen, inks, kind, x, y, width, height) {
  outline(pen, kind, x, y, width, height);
  pen.fillStyle = isLit(kind) ? inks["path-soft"] : kind === "closed" ? inks.sunk : inks.panel;
  pen.fill();
  pen.setLineDash(kind === "open" ? [4, 3] : isOut(kind) ? [1.5, 3] : []);
  pen.lineWidth = isLit(kind) ? 2.5 : 1.5;
  pen.strokeStyle = inks[kind];
  pen.stroke();
  pen.setLineDash([]);
  if (kind === "goal" || kind === "meeting") {
    outline(pen, kind, x, y, width + 8, height + 8);
    pen.lineWidth = 1.5;
    if (kind === "meeting") pen.setLineDash([4, 3]);
    pen.stroke();
    pen.setLineDash([]);
  }
}

/** Draws the ring around the current node. */
export function ring(pen, inks, x, y, width, height) {
  pen.beginPath();
  pen.roundRect(x - width / 2 - 6, y - height / 2 - 6, width + 12, height + 12, 8);
  pen.lineWidth = 3;
  pen.strokeStyle = inks.accent;
  pen.stroke();
}

/** Formats costs as `3+5=8`, or `g 3` without a heuristic; only f or g if there is no room. */
export function costText({ g, h, f }, roomy) {
  if (h === null) return roomy ? `g ${cost(g)}` : cost(g);
  return roomy ? `${cost(g)}+${cost(h)}=${cost(f)}` : cost(f);
}

/**
 * Draws small shapes of one kind: circles on the frontier, crosses beyond the bound or dropped, diamonds on the path, the largest
 * for the goal, and a disc where two searches meet.
 */
export function dots(pen, inks, kind, size, places) {
  const radius = isLit(kind) ? Math.max(size, 2.4) : size;
  pen.beginPath();
  for (const [x, y] of places) dot(pen, kind, x, y, radius);
  const hollow = isRound(kind) && size > 2;
  pen.fillStyle = hollow && kind === "open" ? inks.panel : inks[kind];
  if (!isOut(kind)) pen.fill();
  if (!hollow && !isOut(kind)) return;
  pen.strokeStyle = inks[kind];
  pen.lineWidth = Math.min(1.5, size / 2);
  pen.stroke();
}

function dot(pen, kind, x, y, size) {
  if (isRound(kind) || kind === "meeting") {
    const reach = size * (kind === "meeting" ? 1.6 : 1);
    pen.moveTo(x + reach, y);
    pen.arc(x, y, reach, 0, 7);
  } else if (isOut(kind)) {
    pen.moveTo(x - size, y - size);
    pen.lineTo(x + size, y + size);
    pen.moveTo(x + size, y - size);
    pen.lineTo(x - size, y + size);
  } else if (kind === "closed") {
    pen.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
  } else {
    const reach = size * (kind === "path" ? 1.5 : 2.2);
    pen.moveTo(x - reach, y);
    pen.lineTo(x, y - reach);
    pen.lineTo(x + reach, y);
    pen.lineTo(x, y + reach);
    pen.closePath();
  }
}

/** The smallest cell in pixels that shows its number; smaller ones show only the colour. */
const MIN_CELL = 8;

/** Draws a small board around a centre: tiles in the colours of their rows, the one that moved marked, no blank. */
export function smallBoard(pen, inks, { tiles, rows, columns, tints, moved }, x, y, cell) {
  const left = x - (cell * columns) / 2;
  const top = y - (cell * rows) / 2;
  const gap = cell < MIN_CELL ? 0 : 0.5;
  const digits = String(tiles.length - 1).length;
  const written = cell >= MIN_CELL;
  pen.font = `600 ${Math.floor(Math.min(cell * 0.62, (cell * 1.5) / digits))}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let at = 0; at < tiles.length; at += 1) {
    const tile = tiles[at];
    if (tile === 0) continue;
    const cellX = left + (at % columns) * cell;
    const cellY = top + Math.floor(at / columns) * cell;
    pen.fillStyle = tile === moved ? inks.moved : inks.rows[tints[tile]];
    pen.fillRect(cellX + gap, cellY + gap, cell - 2 * gap, cell - 2 * gap);
    if (tile === moved) {
      pen.strokeStyle = inks.ink;
      pen.lineWidth = Math.max(1, cell / 14);
      pen.strokeRect(cellX + 1, cellY + 1, cell - 2, cell - 2);
    }
    if (!written) continue;
    pen.fillStyle = tile === moved ? inks["moved-ink"] : inks["tile-ink"];
    pen.fillText(tile, cellX + cell / 2, cellY + cell / 2 + 0.5);
  }
  pen.strokeStyle = inks["line-strong"];
  pen.lineWidth = 1;
  pen.strokeRect(left - 0.5, top - 0.5, cell * columns + 1, cell * rows + 1);
}

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
