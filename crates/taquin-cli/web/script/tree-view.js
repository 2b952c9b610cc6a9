// The search tree on a canvas. It is laid out once; each drawing looks only at what is in sight, so that a
// step is as quick in a large tree as in a small one. Wheel and pinch zoom, dragging pans, a click picks a
// node, and the camera follows the search unless the person has taken it away.

import { STATUS } from "./trace.js";
import { layoutTree } from "./tree-layout.js";
import { FONT, costText, dot, frame, outline, readInks, ring, smallBoard } from "./tree-paint.js";

/** Pixels between neighbours at zoom 1. */
const UNIT_X = 96;
const UNIT_Y = 84;
const MOST_ZOOM = 2;

export class TreeView {
  /** `picked(node)` is called with the node that was clicked, or -1; `moved()` when the camera was. */
  constructor(canvas, { picked, moved }) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.picked = picked;
    this.moved = moved;
    this.trace = null;
    this.selected = -1;
    this.follow = true;
    this.zoom = 1;
    /** Whether the whole tree is in sight, as long as nobody zooms or pans. */
    this.whole = true;
    this.centre = { x: 0, y: 0 };
    this.layouts = new Map();
    this.inks = readInks();
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas);
    document.addEventListener("themechange", () => {
      this.inks = readInks();
      this.draw();
    });
  }

  load(trace) {
    this.trace = trace;
    this.layouts.clear();
    this.selected = -1;
    this.group = null;
    this.setFollow(true);
    if (trace) this.enterGroup(true);
    this.draw();
  }

  /** Takes over the trace's present step. */
  update() {
    if (!this.trace) return;
    if (this.group !== this.trace.group) this.enterGroup(false);
    if (this.follow) this.keepInSight(this.trace.current >= 0 ? this.trace.current : (this.trace.goal ?? -1));
    this.draw();
  }

  /** Another round is another tree. */
  enterGroup(first) {
    this.group = this.trace.group;
    if (!this.layouts.has(this.group)) this.layouts.set(this.group, layoutTree(this.trace, this.group));
    this.layout = this.layouts.get(this.group);
    if (first || this.follow) this.fit();
  }

  setFollow(follow) {
    this.follow = follow;
    this.moved();
  }

  select(node) {
    this.selected = node;
    if (node >= 0 && this.layout) this.keepInSight(node);
    this.draw();
  }

  // The camera.

  /** Free space around the tree. */
  get margin() {
    return this.width < 480 ? 28 : 52;
  }

  /** The zoom at which the whole tree is in sight. */
  fitScale() {
    const { width, height } = this.layout;
    const x = (this.width - 2 * this.margin) / Math.max(width * UNIT_X, 1);
    const y = (this.height - 2 * this.margin) / Math.max(height * UNIT_Y, 1);
    return Math.min(x, y, 1.5);
  }

  /** Pixels a unit, each way. Beyond the edge of the tree there is no use in squeezing it. */
  get scale() {
    const { width, height } = this.layout;
    const least = (size, units, unit) => Math.min(1, (size - 2 * this.margin) / Math.max(units * unit, 1));
    return {
      x: UNIT_X * Math.max(this.zoom, least(this.width, width, UNIT_X)),
      y: UNIT_Y * Math.max(this.zoom, least(this.height, height, UNIT_Y)),
    };
  }

  fit() {
    if (!this.layout || !this.width) return;
    this.whole = true;
    this.zoom = this.fitScale();
    this.centre = { x: this.layout.width / 2, y: this.layout.height / 2 };
    this.draw();
  }

  /** Zooms around the middle; while it follows, around the present node. */
  zoomInOrOut(factor) {
    if (!this.layout) return;
    const node = this.selected >= 0 ? this.selected : this.trace.current;
    const around = this.follow && node >= 0 ? this.pixel(node, this.scale) : [];
    this.zoomBy(factor, ...around);
    this.keepInSight(node);
    this.draw();
  }

  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    if (!this.layout) return;
    const before = this.placeAt(x, y);
    this.whole = false;
    this.zoom = Math.max(this.fitScale(), Math.min(MOST_ZOOM, this.zoom * factor));
    const after = this.placeAt(x, y);
    this.centre.x += before.x - after.x;
    this.centre.y += before.y - after.y;
    this.draw();
  }

  placeAt(x, y) {
    const { scale } = this;
    return { x: this.centre.x + (x - this.width / 2) / scale.x, y: this.centre.y + (y - this.height / 2) / scale.y };
  }

  /** Moves the camera only if a node is about to leave the sight. */
  keepInSight(node) {
    if (node < 0 || !this.layout || this.whole) return;
    const { scale } = this;
    const x = (this.layout.x[node] - this.centre.x) * scale.x;
    const y = (this.trace.depth[node] - this.centre.y) * scale.y;
    const [aside, above] = [Math.max(this.margin, scale.x / 2), Math.max(this.margin, scale.y / 2)];
    if (Math.abs(x) > this.width / 2 - aside) this.centre.x = this.layout.x[node];
    if (Math.abs(y) > this.height / 2 - above) this.centre.y = this.trace.depth[node];
    this.centre.x = within(this.centre.x, this.layout.width, (this.width / 2 - aside) / scale.x);
    this.centre.y = within(this.centre.y, this.layout.height, (this.height / 2 - above) / scale.y);
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    const before = this.width;
    if (!this.canvas.clientWidth) return;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!before && this.trace) this.enterGroup(true);
    if (this.whole && this.layout) this.fit();
    else this.draw();
  }

  // Drawing.

  draw() {
    const { pen } = this;
    if (!this.width) return;
    pen.clearRect(0, 0, this.width, this.height);
    if (!this.trace || !this.layout) return;
    const scale = this.scale;
    const detail = Math.min(scale.x / UNIT_X, scale.y / UNIT_Y) >= 1.45 ? "board" : scale.x >= 46 && scale.y >= 36 ? "label" : "dot";
    const seen = this.inSight(scale);
    this.drawEdges(seen, scale, detail);
    if (detail === "dot") this.drawDots(seen, scale);
    else this.drawCards(seen, scale, detail);
  }

  /** Pixels of a node. */
  pixel(node, scale) {
    return [
      (this.layout.x[node] - this.centre.x) * scale.x + this.width / 2,
      (this.trace.depth[node] - this.centre.y) * scale.y + this.height / 2,
    ];
  }

  /** The nodes in sight that are there by now. Far away, one for each pixel and kind will do. */
  inSight(scale) {
    const { levels, x } = this.layout;
    const top = Math.max(0, Math.floor(this.centre.y - this.height / 2 / scale.y - 1));
    const bottom = Math.min(levels.length - 1, Math.ceil(this.centre.y + this.height / 2 / scale.y + 1));
    const left = this.centre.x - this.width / 2 / scale.x - 1;
    const right = this.centre.x + this.width / 2 / scale.x + 1;
    const seen = [];
    const crowded = scale.x < 2;
    const rowsCrowded = scale.y < 2 ? Math.ceil(2 / scale.y) : 1;
    for (let level = top; level <= bottom; level += 1) {
      const nodes = levels[level];
      let last = -10;
      let lastKind = -1;
      for (let at = lowerBound(nodes, x, left); at < nodes.length && x[nodes[at]] <= right; at += 1) {
        const node = nodes[at];
        const status = this.trace.statusOf(node);
        if (status === STATUS.absent) continue;
        const special = this.trace.onPath[node] || node === this.trace.current;
        if (!special && rowsCrowded > 1 && level % rowsCrowded !== 0) continue;
        if (crowded && !special) {
          const pixel = Math.floor(x[node] * scale.x / 2);
          if (pixel === last && status === lastKind) continue;
          last = pixel;
          lastKind = status;
        }
        seen.push(node);
      }
    }
    return seen;
  }

  kindOf(node) {
    if (node === this.trace.goal) return "goal";
    if (this.trace.onPath[node]) return "path";
    return { [STATUS.open]: "open", [STATUS.closed]: "closed", [STATUS.cut]: "cut" }[this.trace.statusOf(node)] ?? "closed";
  }

  drawEdges(seen, scale, detail) {
    const { pen, trace, inks } = this;
    const curve = (node) => {
      const parent = trace.parent[node];
      const [x1, y1] = this.pixel(parent, scale);
      const [x2, y2] = this.pixel(node, scale);
      pen.moveTo(x1, y1);
      if (detail === "dot") pen.lineTo(x2, y2);
      else pen.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
    };
    pen.lineWidth = 1;
    pen.strokeStyle = detail === "dot" ? inks.line : inks["line-strong"];
    pen.beginPath();
    for (const node of seen) if (trace.parent[node] >= 0 && !trace.onPath[node]) curve(node);
    // Children out of sight still have an edge that comes in.
    if (detail !== "dot") {
      for (const node of seen) {
        for (let child = this.layout.firstChild[node]; child >= 0; child = this.layout.nextBrother[child]) {
          if (Math.abs(this.pixel(child, scale)[0] - this.width / 2) > this.width / 2 && trace.statusOf(child) !== STATUS.absent) curve(child);
        }
      }
    }
    pen.stroke();
    pen.lineWidth = detail === "dot" ? 2 : 3;
    pen.strokeStyle = inks.path;
    pen.beginPath();
    for (const node of trace.path) {
      const parent = trace.parent[node];
      if (parent >= 0 && trace.statusOf(node) !== STATUS.absent && this.layout.levels[trace.depth[node]] && trace.bornAt[node] >= this.group.first - 1) curve(node);
    }
    pen.stroke();
  }

  drawDots(seen, scale) {
    const { pen, inks } = this;
    const size = Math.max(1.2, Math.min(6, Math.min(scale.x, scale.y) * 0.3));
    const kinds = new Map();
    for (const node of seen) {
      const kind = this.kindOf(node);
      if (!kinds.has(kind)) kinds.set(kind, []);
      kinds.get(kind).push(node);
    }
    for (const kind of ["closed", "cut", "open", "path", "goal"]) {
      if (!kinds.has(kind)) continue;
      pen.beginPath();
      for (const node of kinds.get(kind)) {
        const [x, y] = this.pixel(node, scale);
        dot(pen, kind, x, y, kind === "path" || kind === "goal" ? Math.max(size, 2.4) : size);
      }
      const ink = { open: inks.open, closed: inks.closed, path: inks.path, goal: inks.path, cut: inks["ink-3"] }[kind];
      if (kind === "open" && size > 2) {
        pen.fillStyle = inks.panel;
        pen.fill();
      }
      if ((kind === "open" && size > 2) || kind === "cut") {
        pen.strokeStyle = ink;
        pen.lineWidth = Math.min(1.5, size / 2);
        pen.stroke();
      } else {
        pen.fillStyle = ink;
        pen.fill();
      }
    }
    this.drawMarks(scale, size * 2, size * 2);
  }

  drawCards(seen, scale, detail) {
    const { pen, inks, trace } = this;
    const grown = Math.min(scale.x / UNIT_X, scale.y / UNIT_Y);
    const width = Math.min(scale.x - 10, 84 * Math.max(grown, 0.5));
    const height = detail === "board" ? scale.y - 26 : Math.min(scale.y - 14, 34 * Math.max(0.7, Math.min(grown, 1.2)));
    const roomy = width >= 54;
    const size = Math.round(Math.max(10, Math.min(14, 12 * grown)));
    for (const node of seen) {
      const [x, y] = this.pixel(node, scale);
      const kind = this.kindOf(node);
      frame(pen, inks, kind, x, y, width, height);
      const text = costText(trace.costsOf(node), roomy);
      if (detail === "board") {
        smallBoard(pen, inks, trace.boardOf(node), trace.rows, trace.columns, x, y - size * 0.8, Math.min(width - 26, height - size * 2.2));
      }
      pen.font = `${kind === "path" || kind === "goal" ? 650 : 500} ${size}px ${FONT}`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillStyle = kind === "cut" ? inks["ink-3"] : inks.ink;
      pen.fillText(text, x, detail === "board" ? y + height / 2 - size * 0.9 : y + 0.5);
    }
    this.drawMarks(scale, width, height);
  }

  /** Rings around the present node and the one that was picked. */
  drawMarks(scale, width, height) {
    const { pen, inks, trace, selected } = this;
    const here = (node) => node >= 0 && trace.statusOf(node) !== STATUS.absent && trace.bornAt[node] >= this.group.first - 1;
    if (here(trace.current)) ring(pen, inks, ...this.pixel(trace.current, scale), width, height);
    if (selected !== trace.current && here(selected)) {
      const [x, y] = this.pixel(selected, scale);
      outline(pen, "open", x, y, width + 10, height + 10);
      pen.lineWidth = 2;
      pen.strokeStyle = inks.ink;
      pen.stroke();
    }
  }

  /** The node at a point of the canvas, or -1. */
  nodeAt(x, y) {
    if (!this.layout || !this.trace) return -1;
    const scale = this.scale;
    let [best, least] = [-1, Infinity];
    for (const node of this.inSight(scale)) {
      const [nx, ny] = this.pixel(node, scale);
      const [dx, dy] = [Math.abs(nx - x), Math.abs(ny - y)];
      if (dx > Math.max(scale.x / 2, 10) || dy > Math.max(scale.y / 2, 10)) continue;
      if (dx + dy < least) [best, least] = [node, dx + dy];
    }
    return best;
  }

  // Pointers.

  listen() {
    const { canvas } = this;
    const pointers = new Map();
    let spread = 0;
    let travelled = 0;
    const spreadOf = () => {
      const [one, other] = [...pointers.values()];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    const local = (event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { x, y } = local(event);
      this.zoomBy(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), x, y);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, local(event));
      travelled = 0;
      if (pointers.size === 2) spread = spreadOf();
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before || !this.layout) return;
      const now = local(event);
      pointers.set(event.pointerId, now);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      if (travelled < 4) return;
      this.setFollow(false);
      this.whole = false;
      const { scale } = this;
      this.centre.x -= (now.x - before.x) / scale.x / pointers.size;
      this.centre.y -= (now.y - before.y) / scale.y / pointers.size;
      if (pointers.size === 2) {
        const [one, other] = [...pointers.values()];
        const wider = spreadOf();
        this.zoomBy(wider / Math.max(spread, 1), (one.x + other.x) / 2, (one.y + other.y) / 2);
        spread = wider;
      }
      this.draw();
    });
    const up = (event) => {
      if (pointers.delete(event.pointerId) && travelled < 4 && event.type === "pointerup") {
        const { x, y } = local(event);
        this.picked(this.nodeAt(x, y));
      }
    };
    canvas.addEventListener("dblclick", (event) => {
      const { x, y } = local(event);
      this.zoomBy(Math.max(2, 1.5 / this.zoom), x, y);
    });
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
  }
}

/** A centre of the camera that leaves no more free space at an edge of the tree than it must. */
function within(centre, size, half) {
  return size <= 2 * half ? size / 2 : Math.max(half, Math.min(size - half, centre));
}

/** The first place in a level at or right of an x. */
function lowerBound(nodes, x, least) {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[nodes[middle]] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
