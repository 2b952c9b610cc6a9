// The layout of a search tree: children below their parent in the order in which they are visited, no two in the same
// place, as narrow as one pass can make it (after Wetherell and Shannon). Places are in units; the view turns them into
// pixels. In a search from both ends the goal's tree is drawn upside down below the start's, so that they meet in the
// middle. Nothing here recurses or allocates an object per node: trees are thousands of levels deep and have a million
// nodes.

import { DISPOSITION } from "./trace.js";

/** In trees deeper than this a node is placed above its largest subtree, as the tree would drift aside otherwise. */
const STRAIGHT_BEYOND = 60;
/** The row of nodes that are not drawn. */
const NOWHERE = -1;

/** The trees of a trace, one for each round, laid out when first shown; all share the same columns of nodes. */
export class TreeLayout {
  constructor(trace) {
    const { total } = trace;
    this.trace = trace;
    this.x = new Float64Array(total);
    /** The row of each node. */
    this.y = new Int32Array(total);
    this.firstChild = new Int32Array(total).fill(-1);
    this.nextSibling = new Int32Array(total).fill(-1);
    /** How far the subtree of a node is shifted sideways. */
    this.carry = new Float64Array(total);
    this.trees = new Map();
  }

  /** Returns the tree of a round: its size, and the nodes of each row from left to right. */
  of(round) {
    if (!this.trees.has(round)) this.trees.set(round, this.build(round));
    return this.trees.get(round);
  }

  build(round) {
    const { trace } = this;
    const { end_node, first_node, roots } = round;
    const rowsOf = roots.map(() => 0);
    const side = roots.length > 1 ? new Uint8Array(trace.total) : null;
    roots.forEach((root, at) => {
      this.y[root] = 0;
      if (side) side[root] = at;
    });
    const { disposition, parent } = trace;
    let count = roots.length;
    for (let id = first_node; id < end_node; id += 1) {
      const above = this.y[parent[id]];
      this.y[id] = disposition[id] === DISPOSITION.duplicate || above === NOWHERE ? NOWHERE : above + 1;
      if (side) side[id] = side[parent[id]];
      if (this.y[id] === NOWHERE) continue;
      count += 1;
      const at = side ? side[id] : 0;
      if (this.y[id] > rowsOf[at]) rowsOf[at] = this.y[id];
    }
    this.linkChildren(round);
    const below = Math.max(...rowsOf) > STRAIGHT_BEYOND ? this.countBelow(round) : null;
    const height = rowsOf.reduce((sum, rows) => sum + rows + 1);
    const rowStart = this.countRows(round, side, height);
    const rowNodes = new Int32Array(count);
    const free = rowStart.slice();
    const put = (node, row) => {
      rowNodes[free[row]++] = node;
    };
    roots.forEach((root, at) => this.placeTree(root, rowsOf[at], below, put, at === 0 ? null : height));
    const width = this.align(round, side);
    if (side) this.hang(round, side, height);
    const { x, y, firstChild, nextSibling } = this;
    return { x, y, firstChild, nextSibling, rowStart, rowNodes, width, height, count };
  }

  /** Links children in the order of their moves; one generated again, as in recursive best-first search, is last. */
  linkChildren({ first_node, end_node }) {
    const { firstChild, nextSibling, trace, y } = this;
    const { by, parent } = trace;
    for (const letter of Array.from(trace.answer.order ?? "UDLR").reverse()) {
      const code = letter.charCodeAt(0);
      for (let id = end_node - 1; id >= first_node; id -= 1) {
        if (by.charCodeAt(id - 1) !== code || y[id] === NOWHERE) continue;
        nextSibling[id] = firstChild[parent[id]];
        firstChild[parent[id]] = id;
      }
    }
  }

  /** Counts the nodes below each node in one backward pass, as children come after their parents. */
  countBelow({ first_node, end_node }) {
    const below = new Int32Array(this.trace.total);
    for (let id = end_node - 1; id >= first_node; id -= 1) {
      if (this.y[id] !== NOWHERE) below[this.trace.parent[id]] += below[id] + 1;
    }
    return below;
  }

  /** Returns where each row starts in the list of nodes row by row. */
  countRows({ first_node, end_node, roots }, side, height) {
    const starts = new Int32Array(height + 2);
    const count = (id) => {
      starts[(side?.[id] ? height - this.y[id] : this.y[id]) + 1] += 1;
    };
    roots.forEach(count);
    for (let id = first_node; id < end_node; id += 1) if (this.y[id] !== NOWHERE) count(id);
    for (let row = 0; row <= height; row += 1) starts[row + 1] += starts[row];
    return starts;
  }

  /** Places children before parents, left before right; with `bottom`, rows are counted upwards from it. */
  placeTree(root, deepest, below, put, bottom) {
    const { carry, firstChild, nextSibling, trace, x, y } = this;
    const { parent } = trace;
    const nextFree = new Float64Array(deepest + 1);
    const rowShift = new Float64Array(deepest + 1);

    const place = (node) => {
      const row = y[node];
      const first = firstChild[node];
      if (first < 0) {
        x[node] = nextFree[row];
      } else {
        let last = first;
        let largest = first;
        for (let child = first; child >= 0; child = nextSibling[child]) {
          last = child;
          if (below && below[child] > below[largest]) largest = child;
        }
        const above = below ? x[largest] : (x[first] + x[last]) / 2;
        rowShift[row] = Math.max(rowShift[row], nextFree[row] - above);
        x[node] = above + rowShift[row];
        carry[node] = rowShift[row];
      }
      nextFree[row] = x[node] + 1;
      put(node, bottom === null ? row : bottom - row);
    };

    for (let node = root; ; node = nextSibling[node]) {
      while (firstChild[node] >= 0) node = firstChild[node];
      place(node);
      while (node !== root && nextSibling[node] < 0) {
        node = parent[node];
        place(node);
      }
      if (node === root) return;
    }
  }

  /** Applies the shifts to whole subtrees, aligns each tree at 0, and returns the total width. */
  align({ first_node, end_node, roots }, side) {
    const { carry, trace, x, y } = this;
    const { parent } = trace;
    const least = roots.map((root) => x[root]);
    const most = roots.map((root) => x[root]);
    for (let id = first_node; id < end_node; id += 1) {
      if (y[id] === NOWHERE) continue;
      const up = carry[parent[id]];
      x[id] += up;
      carry[id] += up;
      const at = side ? side[id] : 0;
      if (x[id] < least[at]) least[at] = x[id];
      if (x[id] > most[at]) most[at] = x[id];
    }
    const widths = roots.map((_, at) => most[at] - least[at]);
    const offsets = least.map((left) => -left);
    if (side) {
      // The narrower tree is placed so that the nodes where they meet are as close as possible.
      const [wide, narrow] = widths[0] >= widths[1] ? [0, 1] : [1, 0];
      const spare = widths[wide] - widths[narrow];
      const places = trace.meeting?.map((node, at) => x[node] + offsets[at]);
      const wanted = places ? places[wide] - places[narrow] : spare / 2;
      offsets[narrow] += Math.max(0, Math.min(spare, wanted));
    }
    const move = (id) => {
      x[id] += offsets[side ? side[id] : 0];
    };
    roots.forEach(move);
    for (let id = first_node; id < end_node; id += 1) move(id);
    return Math.max(...widths);
  }

  /** Turns the goal's tree upside down. */
  hang({ first_node, end_node, roots }, side, height) {
    this.y[roots[1]] = height;
    for (let id = first_node; id < end_node; id += 1) {
      if (side[id] && this.y[id] !== NOWHERE) this.y[id] = height - this.y[id];
    }
  }
}
