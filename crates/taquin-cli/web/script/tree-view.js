// The search tree on a canvas. It is laid out once; each drawing looks only at what is in sight, so that a
// step is as quick in a large tree as in a small one. The camera follows the search unless the person has
// taken it away.

import { STATUS } from "./trace.js";
import { Camera, UNIT } from "./tree-camera.js";
import { layoutTree } from "./tree-layout.js";
import { FONT, costText, dot, frame, kindInk, outline, readInks, ring, smallBoard } from "./tree-paint.js";
import { listenToPointers } from "./tree-pointers.js";

/** The zoom from which nodes show their boards. */
const BOARDS_FROM = 1.2;
/** Pixels between neighbours and levels from which nodes show their costs. */
const LABELS_FROM = { x: 46, y: 36 };

export class TreeView {
  /** `picked(node)` is called with the node that was clicked, or -1; `moved()` when following began or ended. */
  constructor(canvas, { picked, moved }) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.moved = moved;
    this.camera = new Camera();
    this.trace = null;
    this.layout = null;
    this.layouts = new Map();
    this.selected = -1;
    this.follow = true;
    this.inks = readInks();
    listenToPointers(canvas, {
      pan: (x, y) => {
        this.setFollow(false);
        this.change(() => this.camera.panBy(x, y));
      },
      zoom: (factor, x, y) => this.change(() => this.camera.zoomBy(factor, x, y)),
      open: (x, y) => this.change(() => this.camera.zoomBy(Math.max(2, BOARDS_FROM / this.camera.zoom), x, y)),
      pick: (x, y) => picked(this.nodeAt(x, y)),
    });
    new ResizeObserver(() => this.resize()).observe(canvas);
    document.addEventListener("themechange", () => {
      this.inks = readInks();
      this.draw();
    });
  }

  /** Shows a trace, or nothing. */
  load(trace) {
    this.trace = trace;
    this.layout = null;
    this.group = null;
    this.layouts.clear();
    this.selected = -1;
    this.setFollow(true);
    this.update();
  }

  /** Takes over the trace's present step. */
  update() {
    const { trace } = this;
    if (trace && this.group !== trace.group) this.enterGroup();
    if (trace && this.follow) this.keepInSight(trace.current >= 0 ? trace.current : (trace.goal ?? -1));
    this.draw();
  }

  /** Another round is another tree. */
  enterGroup() {
    const isFirst = this.layout === null;
    this.group = this.trace.group;
    if (!this.layouts.has(this.group)) this.layouts.set(this.group, layoutTree(this.trace, this.group));
    this.layout = this.layouts.get(this.group);
    if (isFirst || this.follow) this.camera.lookAt(this.layout);
    else this.camera.tree = this.layout;
  }

  setFollow(follow) {
    this.follow = follow;
    this.moved();
  }

  select(node) {
    this.selected = node;
    this.keepInSight(node);
    this.draw();
  }

  fit() {
    this.change(() => this.camera.showAll());
  }

  /** Zooms around the middle; while it follows, around the present node. */
  zoomBy(factor) {
    const node = this.selected >= 0 ? this.selected : this.trace.current;
    const around = this.follow && node >= 0 ? this.camera.pixel(this.placeOf(node)) : [];
    this.change(() => this.camera.zoomBy(factor, ...around));
    this.keepInSight(node);
    this.draw();
  }

  /** Changes the camera and draws again. */
  change(move) {
    if (!this.layout) return;
    move();
    this.draw();
  }

  placeOf(node) {
    return { x: this.layout.x[node], y: this.trace.depth[node] };
  }

  keepInSight(node) {
    if (node >= 0 && this.layout) this.camera.keepInSight(this.placeOf(node));
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width) return;
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.camera.resize(width, height);
    this.draw();
  }

  draw() {
    const { camera, pen } = this;
    pen.clearRect(0, 0, camera.width, camera.height);
    if (!this.layout || !camera.width) return;
    const { scale } = camera;
    const near = Math.min(scale.x / UNIT.x, scale.y / UNIT.y);
    const labelled = scale.x >= LABELS_FROM.x && scale.y >= LABELS_FROM.y;
    const seen = this.inSight(scale);
    this.drawEdges(seen, scale, labelled);
    if (labelled) this.drawCards(seen, scale, near);
    else this.drawDots(seen, scale);
  }

  /** The nodes in sight that are there by now. Far away, one for each pixel and kind will do. */
  inSight(scale) {
    const { camera, trace } = this;
    const { levels, x } = this.layout;
    const from = camera.placeAt(0, 0);
    const to = camera.placeAt(camera.width, camera.height);
    const seen = [];
    const crowded = scale.x < 2;
    const everyLevel = Math.ceil(2 / Math.min(scale.y, 2));
    const bottom = Math.min(levels.length - 1, Math.ceil(to.y + 1));
    for (let level = Math.max(0, Math.floor(from.y - 1)); level <= bottom; level += 1) {
      const nodes = levels[level];
      let last = -1;
      let lastStatus = STATUS.absent;
      for (let at = lowerBound(nodes, x, from.x - 1); at < nodes.length && x[nodes[at]] <= to.x + 1; at += 1) {
        const node = nodes[at];
        const status = trace.statusOf(node);
        if (status === STATUS.absent) continue;
        if (!trace.onPath[node] && node !== trace.current) {
          if (level % everyLevel !== 0) continue;
          const pixel = Math.floor((x[node] * scale.x) / 2);
          if (crowded && pixel === last && status === lastStatus) continue;
          last = pixel;
          lastStatus = status;
        }
        seen.push(node);
      }
    }
    return seen;
  }

  /** Whether a node is in the tree that is shown, by now. */
  isHere(node) {
    return (
      node >= 0 &&
      this.trace.bornAt[node] >= this.group.first - 1 &&
      this.trace.statusOf(node) !== STATUS.absent
    );
  }

  kindOf(node) {
    if (node === this.trace.goal) return "goal";
    if (this.trace.onPath[node]) return "path";
    const status = this.trace.statusOf(node);
    return status === STATUS.open ? "open" : status === STATUS.cut ? "cut" : "closed";
  }

  drawEdges(seen, scale, curved) {
    const { camera, inks, layout, pen, trace } = this;
    const edge = (node) => {
      const [x1, y1] = camera.pixel(this.placeOf(trace.parent[node]), scale);
      const [x2, y2] = camera.pixel(this.placeOf(node), scale);
      pen.moveTo(x1, y1);
      if (curved) pen.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
      else pen.lineTo(x2, y2);
    };
    pen.lineWidth = 1;
    pen.strokeStyle = curved ? inks["line-strong"] : inks.line;
    pen.beginPath();
    for (const node of seen) if (trace.parent[node] >= 0 && !trace.onPath[node]) edge(node);
    // Near, a child out of sight still has an edge that is seen.
    for (const node of curved ? seen : []) {
      for (let child = layout.firstChild[node]; child >= 0; child = layout.nextBrother[child]) {
        const [x] = camera.pixel(this.placeOf(child), scale);
        if ((x < 0 || x > camera.width) && this.isHere(child)) edge(child);
      }
    }
    pen.stroke();
    const way = (nodes, ink, width) => {
      pen.lineWidth = width;
      pen.strokeStyle = ink;
      pen.beginPath();
      for (const node of nodes) if (trace.parent[node] >= 0 && this.isHere(node)) edge(node);
      pen.stroke();
    };
    way(trace.path, inks.path, curved ? 3 : 2);
    if (this.isHere(this.selected)) way(trace.wayTo(this.selected), inks.ink, 1.5);
  }

  drawDots(seen, scale) {
    const { camera, inks, pen } = this;
    const size = Math.max(1.2, Math.min(6, Math.min(scale.x, scale.y) * 0.3));
    const byKind = Map.groupBy(seen, (node) => this.kindOf(node));
    for (const kind of ["closed", "cut", "open", "path", "goal"]) {
      const ink = kindInk(inks, kind);
      const least = kind === "path" || kind === "goal" ? 2.4 : 0;
      pen.beginPath();
      for (const node of byKind.get(kind) ?? []) {
        const [x, y] = camera.pixel(this.placeOf(node), scale);
        dot(pen, kind, x, y, Math.max(size, least));
      }
      const hollow = kind === "open" && size > 2;
      pen.fillStyle = hollow ? inks.panel : ink;
      if (kind !== "cut") pen.fill();
      if (!hollow && kind !== "cut") continue;
      pen.strokeStyle = ink;
      pen.lineWidth = Math.min(1.5, size / 2);
      pen.stroke();
    }
    this.drawMarks(scale, size * 2, size * 2);
  }

  drawCards(seen, scale, near) {
    const { camera, inks, pen, trace } = this;
    const boards = near >= BOARDS_FROM;
    const width = Math.min(scale.x - 10, 84 * Math.max(near, 0.5));
    const height = boards ? scale.y - 26 : Math.min(scale.y - 14, 34 * Math.max(0.7, Math.min(near, 1.2)));
    const letters = Math.round(Math.max(10, Math.min(14, 12 * near)));
    for (const node of seen) {
      const [x, y] = camera.pixel(this.placeOf(node), scale);
      const kind = this.kindOf(node);
      frame(pen, inks, kind, x, y, width, height);
      if (boards) {
        const side = Math.min(width - 26, height - letters * 2.2);
        smallBoard(pen, inks, trace.boardOf(node), trace.rows, trace.columns, x, y - letters * 0.8, side);
      }
      pen.font = `${kind === "path" || kind === "goal" ? 650 : 500} ${letters}px ${FONT}`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillStyle = kind === "cut" ? inks["ink-3"] : inks.ink;
      pen.fillText(
        costText(trace.costsOf(node), width >= 54),
        x,
        boards ? y + height / 2 - letters * 0.9 : y + 0.5,
      );
    }
    this.drawMarks(scale, width, height);
  }

  /** Rings around the present node and the one that was picked. */
  drawMarks(scale, width, height) {
    const { camera, inks, pen, selected, trace } = this;
    if (this.isHere(trace.current)) {
      ring(pen, inks, ...camera.pixel(this.placeOf(trace.current), scale), width, height);
    }
    if (selected === trace.current || !this.isHere(selected)) return;
    outline(pen, "open", ...camera.pixel(this.placeOf(selected), scale), width + 10, height + 10);
    pen.lineWidth = 2;
    pen.strokeStyle = inks.ink;
    pen.stroke();
  }

  /** The node at a point of the canvas, or -1. */
  nodeAt(x, y) {
    if (!this.layout) return -1;
    const { scale } = this.camera;
    let [best, least] = [-1, Infinity];
    for (const node of this.inSight(scale)) {
      const [nodeX, nodeY] = this.camera.pixel(this.placeOf(node), scale);
      const [dx, dy] = [Math.abs(nodeX - x), Math.abs(nodeY - y)];
      const near = dx <= Math.max(scale.x / 2, 10) && dy <= Math.max(scale.y / 2, 10);
      if (near && dx + dy < least) [best, least] = [node, dx + dy];
    }
    return best;
  }
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
