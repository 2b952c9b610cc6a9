// The search tree from far away, where nodes are closer together than pixels. The visible nodes are sorted into small
// cells once for each position of the camera; a step then only reads the cells and writes pixels.

import { DISPOSITION } from "./trace.js";

/** The size of a cell in pixels. */
const CELL = 2;
const NEVER = 0x7fffffff;

export class TreePixels {
  constructor() {
    this.canvas = document.createElement("canvas");
    this.pen = this.canvas.getContext("2d", { willReadFrequently: true });
  }

  /** Sets the colours. */
  setInks(inks) {
    const bytes = (ink, alpha) => {
      this.canvas.width = this.canvas.height = 1;
      this.pen.fillStyle = ink;
      this.pen.fillRect(0, 0, 1, 1);
      const { data } = this.pen.getImageData(0, 0, 1, 1);
      data[3] = alpha;
      return new Uint32Array(data.buffer)[0];
    };
    this.edge = bytes(inks.edge, 150);
    this.inks = { open: bytes(inks.open, 255), closed: bytes(inks.closed, 255), pruned: bytes(inks.pruned, 255) };
    this.image = null;
  }

  /** Sorts the visible nodes into cells. */
  gather(trace, tree, sight) {
    const { height, origin, ranges, scale, width } = sight;
    Object.assign(this, { trace, tree, sight });
    const across = Math.ceil(width / CELL) + 1;
    const count = across * (Math.ceil(height / CELL) + 1);
    // The step in which a cell's first node was generated, and which node it is; the step in which its first node is
    // explored, and that in which its last one leaves the frontier.
    this.generated = new Int32Array(count).fill(NEVER);
    this.node = new Int32Array(count);
    this.first = new Int32Array(count).fill(NEVER);
    this.last = new Int32Array(count).fill(-1);
    this.lastGenerated = new Int32Array(count);
    const { generated, node, first, last, lastGenerated } = this;
    const { disposition, droppedAt, exploredAt, generatedAt } = trace;
    const { rowNodes, x } = tree;
    const used = new Int32Array(Math.min(count, sight.count));
    let cells = 0;
    for (const { row, begin, end } of ranges) {
      const py = row * scale.y + origin.y;
      if (py < 0 || py >= height) continue;
      const line = Math.floor(py / CELL) * across;
      for (let at = begin; at < end; at += 1) {
        const id = rowNodes[at];
        const px = x[id] * scale.x + origin.x;
        if (px < 0 || px >= width) continue;
        const cell = line + Math.floor(px / CELL);
        if (generated[cell] === NEVER) used[cells++] = cell;
        if (generatedAt[id] < generated[cell]) {
          generated[cell] = generatedAt[id];
          node[cell] = id;
        }
        const explored = exploredAt[id];
        if (explored < first[cell]) first[cell] = explored;
        const left = droppedAt ? Math.min(explored, droppedAt[id]) : explored;
        if (disposition[id] !== DISPOSITION.pruned && left > last[cell]) {
          last[cell] = left;
          lastGenerated[cell] = generatedAt[id];
        }
      }
    }
    this.used = used.subarray(0, cells);
    this.across = across;
  }

  /** Draws the current step. */
  draw(pen) {
    const { first, generated, last, lastGenerated, node, sight, trace, tree, used } = this;
    const { height, origin, scale, width } = sight;
    if (this.image?.width !== width || this.image.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.image = new ImageData(width, height);
      this.dots = new Uint32Array(this.image.data.buffer);
    }
    const { step } = trace;
    const { x, y } = tree;
    this.dots.fill(0);
    for (const cell of used) {
      const above = generated[cell] < step ? trace.parent[node[cell]] : -1;
      if (above < 0) continue;
      const id = node[cell];
      this.line(
        x[above] * scale.x + origin.x,
        y[above] * scale.y + origin.y,
        x[id] * scale.x + origin.x,
        y[id] * scale.y + origin.y,
      );
    }
    const { closed, open, pruned } = this.inks;
    const tall = Math.round(Math.max(CELL, Math.min(6, scale.y * 0.3)));
    for (const cell of used) {
      if (generated[cell] >= step) continue;
      const isOpen = lastGenerated[cell] < step && last[cell] > step;
      this.block(cell, tall, isOpen ? open : first[cell] <= step ? closed : pruned);
    }
    this.pen.putImageData(this.image, 0, 0);
    pen.drawImage(this.canvas, 0, 0, width, height);
  }

  block(cell, tall, ink) {
    const { width, height } = this.sight;
    const left = (cell % this.across) * CELL;
    const top = Math.floor(cell / this.across) * CELL - (tall >> 1) + 1;
    for (let py = Math.max(0, top); py < top + tall && py < height; py += 1) {
      for (let px = left; px < left + CELL && px < width; px += 1) this.dots[py * width + px] = ink;
    }
  }

  line(x1, y1, x2, y2) {
    const { width, height } = this.sight;
    const count = Math.ceil(Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1), 1));
    const dx = (x2 - x1) / count;
    const dy = (y2 - y1) / count;
    for (let at = 0; at <= count; at += 1) {
      const px = Math.floor(x1 + at * dx);
      const py = Math.floor(y1 + at * dy);
      if (px >= 0 && px < width && py >= 0 && py < height) this.dots[py * width + px] = this.edge;
    }
  }
}
