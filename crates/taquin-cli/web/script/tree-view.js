// The search tree on a canvas. It is laid out once; each drawing considers only the visible nodes, so that a step is as
// fast in a large tree as in a small one. The camera follows the search until the user pans.

import { DISPOSITION, STATUS } from "./trace.js";
import { Camera, UNIT } from "./tree-camera.js";
import { TreeLayout } from "./tree-layout.js";
import { FONT, costText, dots, frame, outline, readInks, ring, smallBoard } from "./tree-paint.js";
import { TreePixels } from "./tree-pixels.js";
import { listenToPointers } from "./tree-pointers.js";

/** The least zoom at which nodes show their boards. */
const BOARDS_FROM = 1;
/** The least pixels between neighbours and levels at which nodes show their costs. */
const LABELS_FROM = { x: 46, y: 36 };
/** The most visible nodes that are drawn as dots; more are drawn as pixels. */
const MAX_DOTS = 2500;
/** How nodes that are not on the path are drawn. */
const KINDS = {
  [STATUS.open]: "open",
  [STATUS.improved]: "improved",
  [STATUS.closed]: "closed",
  [STATUS.pruned]: "pruned",
  [STATUS.dropped]: "dropped",
};
/** The texts of the legend. */
const WORDS = {
  current: "current",
  closed: "closed: explored",
  open: "open: frontier",
  improved: "open again: cheaper path",
  pruned: "beyond the bound",
  dropped: "dropped",
  path: "path",
  meeting: "searches meet",
  goal: "goal",
};
/** The words on cards, as in the pictures of the command line. */
const TAGS = {
  open: "open",
  improved: "open",
  pruned: "cut",
  dropped: "dropped",
  goal: "goal",
  meeting: "meets",
};

export class TreeView {
  /**
   * `picked(node)` is called with the node that was clicked, or -1; `moved()` when following starts or ends. A `legend`
   * is updated with what is drawn.
   */
  constructor(canvas, { picked, moved, legend = null }) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.moved = moved;
    this.legend = legend;
    this.camera = new Camera();
    this.pixels = new TreePixels();
    this.trace = null;
    this.tree = null;
    this.selected = -1;
    this.follow = true;
    this.readInks();
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
      this.readInks();
      this.draw();
    });
  }

  readInks() {
    this.inks = readInks();
    this.pixels.setInks(this.inks);
  }

  /** Shows a trace, or nothing if it is null. */
  load(trace) {
    this.trace = trace;
    this.layout = trace && new TreeLayout(trace);
    this.tree = null;
    this.round = null;
    this.sight = null;
    this.occurring = new Set(trace?.disposition);
    this.selected = -1;
    this.setFollow(true);
    this.update();
  }

  /** Shows the trace's current step. */
  update() {
    const { trace } = this;
    if (trace && this.round !== trace.round) this.enterRound();
    if (trace && this.follow) this.keepInView(trace.focus);
    this.draw();
  }

  /** Switches to the tree of the current round. */
  enterRound() {
    const isFirst = this.tree === null;
    this.round = this.trace.round;
    this.tree = this.layout.of(this.round);
    this.camera.mostZoom = Math.max(2, Math.max(this.trace.rows, this.trace.columns) / 2);
    if (isFirst || this.follow) this.camera.lookAt(this.tree);
    else this.camera.tree = this.tree;
  }

  setFollow(follow) {
    this.follow = follow;
    this.moved();
  }

  select(node) {
    this.selected = node;
    this.keepInView(node);
    this.draw();
  }

  fit() {
    this.change(() => this.camera.showAll());
  }

  /** Zooms around the centre or, while following, around the current node. */
  zoomBy(factor) {
    const node = this.selected >= 0 ? this.selected : this.trace.current;
    const around = this.follow && node >= 0 ? this.camera.pixel(this.placeOf(node)) : [];
    this.camera.zoomBy(factor, ...around);
    this.keepInView(node);
    this.draw();
  }

  /** Changes the camera and redraws at most once per frame, as pointers move more often. */
  change(move) {
    if (!this.tree) return;
    move();
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.draw();
    });
  }

  placeOf(node) {
    return { x: this.tree.x[node], y: this.tree.y[node] };
  }

  keepInView(node) {
    if (node >= 0 && this.tree && this.trace.isHere(node)) this.camera.keepInView(this.placeOf(node));
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
    if (!this.tree) this.legend?.show([], "dots", this.inks);
    if (!this.tree || !camera.width || !camera.height) return;
    const sight = this.look();
    this.legend?.show(this.meanings(sight.style), sight.style, this.inks);
    if (sight.style === "pixels") {
      this.pixels.draw(pen);
      this.drawPaths(sight);
      this.drawLitDots(sight);
      this.drawMarks(sight, 4, 4);
      return;
    }
    const seen = this.nodesIn(sight);
    this.drawEdges(seen, sight);
    this.drawPaths(sight);
    if (sight.style === "cards") this.drawCards(seen, sight);
    else this.drawDots(seen, sight);
  }

  /** Returns what is visible: its style and the nodes of each row, updated only when the camera has moved. */
  look() {
    const { camera, tree } = this;
    const { centre, height, width, zoom } = camera;
    const at = [zoom, centre.x, centre.y, width, height].join();
    if (this.sight?.at === at && this.sight.tree === tree) return this.sight;
    const { scale } = camera;
    const origin = { x: width / 2 - centre.x * scale.x, y: height / 2 - centre.y * scale.y };
    const from = camera.placeAt(0, 0);
    const to = camera.placeAt(width, height);
    const ranges = [];
    let count = 0;
    const bottom = Math.min(tree.height, Math.ceil(to.y + 1));
    for (let row = Math.max(0, Math.floor(from.y - 1)); row <= bottom; row += 1) {
      const begin = this.firstFrom(row, from.x - 1);
      const end = this.firstFrom(row, to.x + 1);
      if (end > begin) ranges.push({ row, begin, end });
      count += end - begin;
    }
    const labelled = scale.x >= LABELS_FROM.x && scale.y >= LABELS_FROM.y;
    const style = labelled ? "cards" : count <= MAX_DOTS ? "dots" : "pixels";
    this.sight = { at, tree, scale, origin, width, height, ranges, count, style };
    if (style === "pixels") this.pixels.gather(this.trace, tree, this.sight);
    return this.sight;
  }

  /** Returns the first index in a row at or right of an x. */
  firstFrom(row, least) {
    const { rowNodes, rowStart, x } = this.tree;
    let [low, high] = [rowStart[row], rowStart[row + 1]];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (x[rowNodes[middle]] < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the visible nodes that exist at the current step. */
  nodesIn({ ranges }) {
    const { rowNodes } = this.tree;
    const seen = [];
    for (const { begin, end } of ranges) {
      for (let at = begin; at < end; at += 1) {
        if (this.trace.statusOf(rowNodes[at]) !== STATUS.absent) seen.push(rowNodes[at]);
      }
    }
    return seen;
  }

  /** Returns how a node is drawn. The path is not shown before it is found. */
  kindOf(node) {
    const { trace } = this;
    // The second root of a search from both ends is the goal, which is known from the start.
    if (node === trace.goalRoot) return "goal";
    if (trace.isFound && trace.onPath[node]) {
      if (node === trace.goal) return "goal";
      return trace.meeting?.includes(node) ? "meeting" : "path";
    }
    return KINDS[trace.statusOf(node)];
  }

  /** Returns the kinds of nodes that this search has, and their texts. */
  meanings(style) {
    const { occurring, trace } = this;
    const words = {
      ...WORDS,
      ...(!trace.storesNodes && { closed: "visited" }),
      ...(!trace.frontier && { open: "not visited yet" }),
    };
    const occurs = {
      open: trace.nodeCount > 0,
      improved: style !== "pixels" && occurring.has(DISPOSITION.improved),
      pruned: occurring.has(DISPOSITION.pruned),
      dropped: trace.droppedAt !== null,
      path: trace.path.length > 0,
      meeting: trace.meeting !== null,
      goal: trace.goal !== undefined || trace.goalRoot !== undefined,
    };
    return Object.entries(words).filter(([kind]) => occurs[kind] ?? true);
  }

  drawEdges(seen, sight) {
    const { inks, pen, trace } = this;
    const { firstChild, nextSibling } = this.tree;
    const curved = sight.style === "cards";
    pen.lineWidth = curved ? 1.5 : 1;
    pen.strokeStyle = inks.edge;
    pen.beginPath();
    for (const node of seen) if (trace.parent[node] >= 0) this.edge(node, sight);
    // When near, a child outside the view still has a visible edge.
    for (const node of curved ? seen : []) {
      for (let child = firstChild[node]; child >= 0; child = nextSibling[child]) {
        const [x] = this.pixel(child, sight);
        if ((x < 0 || x > sight.width) && trace.isHere(child)) this.edge(child, sight);
      }
    }
    pen.stroke();
  }

  /** Adds the edge from a node's parent. */
  edge(node, sight) {
    const { pen } = this;
    const [x1, y1] = this.pixel(this.trace.parent[node], sight);
    const [x2, y2] = this.pixel(node, sight);
    pen.moveTo(x1, y1);
    if (sight.style === "cards") pen.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
    else pen.lineTo(x2, y2);
  }

  /** Draws the path that was found and the path to the picked node over all other edges. */
  drawPaths(sight) {
    const { inks, selected, trace } = this;
    const near = sight.style === "cards";
    if (trace.isFound && trace.isHere(trace.path.at(-1))) {
      this.drawPath(trace.path, inks.path, near ? 3 : 2, sight);
      if (trace.meeting) this.drawMeeting(sight);
    }
    if (selected >= 0 && trace.isHere(selected)) this.drawPath(trace.pathTo(selected), inks.ink, 1.5, sight);
  }

  drawPath(nodes, ink, width, sight) {
    const { pen, trace } = this;
    pen.lineWidth = width;
    pen.strokeStyle = ink;
    pen.beginPath();
    let [lastX, lastY] = [NaN, NaN];
    for (const node of nodes) {
      const [x, y] = this.pixel(node, sight);
      const isRoot = trace.parent[node] < 0;
      if (sight.style === "cards") {
        if (!isRoot && y > -2 * sight.scale.y && y < sight.height + 2 * sight.scale.y) this.edge(node, sight);
        continue;
      }
      // For a path through thousands of rows, one line per pixel is enough.
      if (!isRoot && node !== nodes.at(-1) && Math.abs(x - lastX) + Math.abs(y - lastY) < 1) continue;
      [lastX, lastY] = [x, y];
      if (isRoot) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    pen.stroke();
  }

  /** Connects the same board on both sides, where the two searches meet. */
  drawMeeting(sight) {
    const { inks, pen, trace } = this;
    const [[x1, y1], [x2, y2]] = trace.meeting.map((node) => this.pixel(node, sight));
    pen.lineWidth = sight.style === "cards" ? 5 : 3;
    pen.strokeStyle = inks.path;
    pen.setLineDash([2, 3]);
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
    pen.setLineDash([]);
  }

  /** Returns the pixel of a node. */
  pixel(node, { origin, scale }) {
    return [this.tree.x[node] * scale.x + origin.x, this.tree.y[node] * scale.y + origin.y];
  }

  drawDots(seen, sight) {
    const size = Math.max(1.2, Math.min(6, Math.min(sight.scale.x, sight.scale.y) * 0.3));
    const byKind = Map.groupBy(seen, (node) => this.kindOf(node));
    for (const kind of ["closed", "pruned", "dropped", "open", "improved", "path", "meeting", "goal"]) {
      const places = (byKind.get(kind) ?? []).map((node) => this.pixel(node, sight));
      if (places.length > 0) dots(this.pen, this.inks, kind, size, places);
    }
    this.drawMarks(sight, size * 2, size * 2);
  }

  /** Draws the goal and the meeting point, so that they are visible from far away. */
  drawLitDots(sight) {
    const { inks, pen, trace } = this;
    const found = trace.isFound ? [...(trace.meeting ?? []), trace.goal] : [];
    for (const node of new Set([...found, trace.goalRoot])) {
      if (node === undefined || !trace.isHere(node)) continue;
      dots(pen, inks, this.kindOf(node), 2.4, [this.pixel(node, sight)]);
    }
  }

  drawCards(seen, sight) {
    const { scale } = sight;
    const near = Math.min(scale.x / UNIT.x, scale.y / UNIT.y);
    const boards = near >= BOARDS_FROM;
    const letters = Math.round(Math.max(10, Math.min(14, 12 * near)));
    const width = Math.min(scale.x - 10, 84 * Math.max(near, 0.5));
    const height = boards ? scale.y - 30 : Math.min(scale.y - 14, 34 * Math.max(0.7, Math.min(near, 1.2)));
    const card = { width, height, letters, boards, roomy: width >= 54, letter: scale.y - height >= 24 };
    for (const node of seen) this.drawCard(node, this.pixel(node, sight), card);
    this.drawMarks(sight, width, height);
  }

  /** Draws a node with its number in the order, its board, its costs, and the letter of its move at its edge. */
  drawCard(node, [x, y], { width, height, letters, boards, roomy, letter }) {
    const { inks, pen, trace } = this;
    const kind = this.kindOf(node);
    const { rows, columns } = trace;
    frame(pen, inks, kind, x, y, width, height);
    const line = letters * 1.25;
    const order = trace.orderOf(node);
    const number = order === null ? "" : `#${order}`;
    const twoLines = boards || height >= 2.2 * letters;
    if (boards) {
      const cell = Math.min((width - 26) / columns, (height - 2 * line - 4) / rows);
      smallBoard(pen, inks, trace.pictureOf(node), x, y, cell);
    }
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = kind === "pruned" || kind === "dropped" ? inks["ink-3"] : inks.ink;
    const away = boards ? height / 2 - line / 2 - 1 : line / 2;
    const top = roomy ? [number, TAGS[kind]].filter(Boolean).join(" ") : number;
    const both = twoLines && top !== "";
    if (both) {
      pen.font = `650 ${letters - 1}px ${FONT}`;
      pen.fillText(top, x, y - away);
    }
    pen.font = `500 ${letters}px ${FONT}`;
    pen.fillText(costText(trace.costsOf(node), roomy), x, both || boards ? y + away : y + 0.5);
    if (!letter || trace.parent[node] < 0) return;
    pen.font = `700 ${letters}px ${FONT}`;
    pen.textAlign = "left";
    pen.fillStyle = inks["ink-2"];
    // The edge comes from above, or on the goal's side from below.
    const above = this.tree.y[trace.parent[node]] < this.tree.y[node];
    pen.fillText(trace.letterOf(node), x + 5, above ? y - height / 2 - 14 : y + height / 2 + 15);
  }

  /** Draws rings around the current node and the picked one. */
  drawMarks(sight, width, height) {
    const { inks, pen, selected, trace } = this;
    if (trace.current >= 0) ring(pen, inks, ...this.pixel(trace.current, sight), width, height);
    if (selected < 0 || selected === trace.current || !trace.isHere(selected)) return;
    outline(pen, "open", ...this.pixel(selected, sight), width + 10, height + 10);
    pen.lineWidth = 2;
    pen.strokeStyle = inks.ink;
    pen.stroke();
  }

  /** Returns the node at a point of the canvas, or -1. */
  nodeAt(x, y) {
    if (!this.tree) return -1;
    const sight = this.look();
    const { scale, ranges } = sight;
    const [reachX, reachY] = [Math.max(scale.x / 2, 10), Math.max(scale.y / 2, 10)];
    const left = this.camera.placeAt(x - reachX, y).x;
    let [best, least] = [-1, Infinity];
    for (const { row, end } of ranges) {
      if (Math.abs(row * scale.y + sight.origin.y - y) > reachY) continue;
      for (let at = this.firstFrom(row, left); at < end; at += 1) {
        const node = this.tree.rowNodes[at];
        const [nodeX, nodeY] = this.pixel(node, sight);
        if (nodeX > x + reachX) break;
        const away = Math.abs(nodeX - x) + Math.abs(nodeY - y);
        if (away < least && this.trace.statusOf(node) !== STATUS.absent) [best, least] = [node, away];
      }
    }
    return best;
  }
}
