// A recorded search at any of its steps: what waits, what is done, and the way to each node.
//
// Steps are numbered as nodes are explored, from 1. At a step its node has just been taken off the frontier
// and its children are not yet made, which is when the command line counts, so the numbers are the same. If
// something was made after the last step, one more place, the end, shows it.
//
// Two facts are known of each node once and for all: the step in which it was made and the step in which it
// was explored. So what a node is at some step needs no history. Only the list of what waits must be able to
// give its hundredth row at once; it is a tree of sums over all nodes, in the order in which they are taken
// off, that is changed by the few nodes between two neighbouring steps and built anew for a long jump.

import { cellBeyond } from "./board.js";

const NEVER = 0x7fffffff;

/** What became of a node when it was made. */
export const FATE = { kept: 0, duplicate: 1, cut: 2 };
const FATE_LETTERS = "kdc";
/** What is counted at each step. */
const COUNTS = ["explored", "expanded", "generated", "frontier", "max_frontier", "max_depth"];
/** What a node is at a step. */
export const STATUS = { absent: 0, open: 1, closed: 2, duplicate: 3, cut: 4 };

export class Trace {
  /** Reads the answer of `/trace`. */
  constructor(answer) {
    const { nodes, steps, rounds, path, start, goal_tiles, complete } = answer.trace;
    [this.rows, this.columns] = answer.size.split("x").map(Number);
    this.answer = answer;
    this.steps = steps;
    this.complete = complete;
    this.stepCount = steps.node.length;
    this.made = nodes.parent.length;
    this.hasEnd = complete && this.made > (steps.made_before[this.stepCount - 1] ?? 0);
    const isCounted = (column) => this.stepCount < 2 || steps[column].some((value) => value > 0);
    this.counted = Object.fromEntries(COUNTS.map((column) => [column, isCounted(column)]));
    this.findRoots(rounds ?? [], start, goal_tiles);
    this.readNodes(nodes);
    this.findBoards(nodes);
    this.rankNodes();
    this.onPath = new Uint8Array(this.total);
    this.path = path ?? [];
    this.readPath();
    this.sums = new Int32Array(this.total + 1);
    this.isOpen = new Uint8Array(this.total);
    this.openCount = 0;
    this.group = null;
    this.step = -1;
    this.seek(this.first);
  }

  /** The places there are. */
  get first() {
    return 1;
  }

  get last() {
    return this.stepCount + (this.hasEnd ? 1 : 0);
  }

  /**
   * Whether it has a tree. Searches that look up or construct have none, and those that are several searches
   * one after the other have no single one; a search from both ends has two, which are told apart here.
   */
  static hasTree({ algorithm, trace }) {
    return trace.steps.node.length > 0 && (trace.single_tree || algorithm === "bidirectional");
  }

  /**
   * Each time node 0 is explored a tree begins: the start of a new round, or, within a round, the other end
   * of a search from both ends. The first is node 0; the others get numbers beyond all that were made.
   */
  findRoots(rounds, start, goal) {
    const begins = rounds.map((round) => round.first_step).filter((step) => step < this.stepCount);
    if (begins[0] !== 0) begins.unshift(0);
    this.groups = begins.map((first, at) => ({
      first,
      end: begins[at + 1] ?? this.stepCount,
      bound: rounds[at - (begins.length - rounds.length)]?.bound ?? null,
      number: at + 1,
      roots: [],
    }));
    this.groups = this.groups.filter((group) => group.end > group.first || this.stepCount === 0);
    /** The node of each step, with roots told apart. */
    this.nodeOf = Int32Array.from(this.steps.node);
    this.rootBoards = [];
    let extra = this.made;
    for (const group of this.groups) {
      for (let step = group.first; step < group.end; step += 1) {
        if (this.nodeOf[step] !== 0) continue;
        const isFirst = this.rootBoards.length === 0;
        const root = isFirst ? 0 : (extra += 1);
        const other = group.roots.length > 0;
        group.roots.push({ node: root, step: other ? group.first : step, at: step });
        this.rootBoards.push({ node: root, tiles: other ? goal : start, born: group.first - 1 });
        this.nodeOf[step] = root;
      }
    }
    if (this.rootBoards.length === 0) this.rootBoards.push({ node: 0, tiles: start, born: -1 });
    this.total = extra + 1;
  }

  /** Which root a child of node 0 belongs to: the one explored last before it was made. */
  rootAt(step) {
    let found = 0;
    for (const group of this.groups) {
      for (const { node, at } of group.roots) if (at <= step) found = node;
    }
    return found;
  }

  readNodes(nodes) {
    const { total, made, steps } = this;
    this.parent = new Int32Array(total).fill(-1);
    this.bornAt = new Int32Array(total).fill(-1);
    this.exploredAt = new Int32Array(total).fill(NEVER);
    this.fate = new Uint8Array(total);
    this.depth = new Int32Array(total);
    let step = -1;
    for (let id = 1; id <= made; id += 1) {
      while (step + 1 < this.stepCount && steps.made_before[step + 1] < id) step += 1;
      const parent = nodes.parent[id - 1];
      this.parent[id] = parent === 0 ? this.rootAt(step) : parent;
      this.bornAt[id] = step;
      this.fate[id] = FATE_LETTERS.indexOf(nodes.fate[id - 1]);
      this.depth[id] = this.depth[this.parent[id]] + 1;
    }
    for (const { node, born } of this.rootBoards) this.bornAt[node] = born;
    this.nodeOf.forEach((node, at) => {
      if (this.exploredAt[node] === NEVER) this.exploredAt[node] = at;
    });
    // A goal that is known when it is made ends the search and never waits.
    if (this.hasEnd && this.answer.outcome === "solved") this.exploredAt[made] = this.stepCount;
    this.by = nodes.move;
    this.costs = nodes;
  }

  /** The board of each node is its parent's after one move, and parents come first. */
  findBoards(nodes) {
    const cells = this.rows * this.columns;
    this.cells = cells;
    this.boards = cells <= 256 ? new Uint8Array(this.total * cells) : new Uint16Array(this.total * cells);
    const blanks = new Int32Array(this.total);
    for (const { node, tiles } of this.rootBoards) {
      this.boards.set(tiles, node * cells);
      blanks[node] = tiles.indexOf(0);
    }
    for (let id = 1; id <= this.made; id += 1) {
      const parent = this.parent[id];
      this.boards.copyWithin(id * cells, parent * cells, (parent + 1) * cells);
      const blank = blanks[parent];
      const cell = cellBeyond(blank, nodes.move[id - 1], this.rows, this.columns);
      if (cell < 0) continue;
      this.boards[id * cells + blank] = this.boards[id * cells + cell];
      this.boards[id * cells + cell] = 0;
      blanks[id] = cell;
    }
  }

  /** All nodes in the order in which they leave the frontier; those that never do, by f and age. */
  rankNodes() {
    const f = (id) => this.costsOf(id).f ?? 0;
    this.byRank = Int32Array.from({ length: this.total }, (_, id) => id);
    this.byRank.sort(
      (one, other) => this.exploredAt[one] - this.exploredAt[other] || f(one) - f(other) || one - other,
    );
    this.rank = new Int32Array(this.total);
    this.byRank.forEach((id, rank) => {
      this.rank[id] = rank;
    });
  }

  /** Marks the way to the goal; in the last round, its root is not node 0. */
  readPath() {
    if (this.path.length === 0) return;
    const goal = this.path.at(-1);
    this.path = goal === 0 ? [this.rootAt(this.stepCount)] : this.wayTo(goal);
    for (const id of this.path) this.onPath[id] = 1;
    this.goal = this.path.at(-1);
  }

  /** g, h and f of a node; h and f are null where nothing is estimated. */
  costsOf(id) {
    if (id === 0 || id > this.made) {
      const h = this.answer.trace.start_h ?? null;
      return { g: 0, h, f: h };
    }
    const { g, h, f } = this.costs;
    return { g: g[id - 1], h: h ? h[id - 1] : null, f: f ? f[id - 1] : null };
  }

  /** The tiles of a node. */
  boardOf(id) {
    return this.boards.subarray(id * this.cells, (id + 1) * this.cells);
  }

  /** The nodes from the start to a node, both included. */
  wayTo(id) {
    const way = [];
    for (let at = id; at >= 0; at = this.parent[at]) way.push(at);
    return way.reverse();
  }

  /** The moves of the way to a node. */
  movesTo(id) {
    return this.wayTo(id)
      .slice(1)
      .map((node) => this.by[node - 1])
      .join("");
  }

  /** What a node is at the present step. */
  statusOf(id) {
    if (this.bornAt[id] >= this.step) return STATUS.absent;
    if (this.exploredAt[id] <= this.step) return STATUS.closed;
    return [STATUS.open, STATUS.duplicate, STATUS.cut][this.fate[id]];
  }

  /** The number that people see; roots of later rounds are the start, too. */
  label(id) {
    return id > this.made ? 0 : id;
  }

  /** The node taken off at the present step, or -1 at the end. */
  get current() {
    return this.step < this.stepCount ? this.nodeOf[this.step] : -1;
  }

  /** Goes to a place. */
  seek(place) {
    const step = Math.max(this.first, Math.min(this.last, place)) - 1;
    const within = Math.min(step, this.stepCount - 1);
    const group = this.groups.findLast((each) => each.first <= within) ?? this.groups[0];
    const near = group === this.group && Math.abs(step - this.step) <= 64;
    if (!near) {
      this.step = step;
      this.group = group;
      this.rebuild();
      return;
    }
    while (this.step < step) this.pass(this.step, this.step + 1);
    while (this.step > step) this.pass(this.step - 1, this.step - 1);
  }

  /** Crosses the border between a step and the next, and stands at `to` then. */
  pass(lower, to) {
    this.step = to;
    const { made_before } = this.steps;
    const end = lower + 1 < this.stepCount ? made_before[lower + 1] : this.made;
    for (let id = made_before[lower] + 1; id <= end; id += 1) this.touch(id);
    this.touch(this.nodeOf[lower]);
    if (lower + 1 < this.stepCount) this.touch(this.nodeOf[lower + 1]);
  }

  /** Sets whether a node waits, as the present step has it. */
  touch(id) {
    const open = this.statusOf(id) === STATUS.open && this.bornAt[id] >= this.group.first - 1 ? 1 : 0;
    if (open === this.isOpen[id]) return;
    const change = open - this.isOpen[id];
    this.isOpen[id] = open;
    this.openCount += change;
    for (let at = this.rank[id] + 1; at <= this.total; at += at & -at) this.sums[at] += change;
  }

  rebuild() {
    const { sums, total } = this;
    sums.fill(0);
    this.openCount = 0;
    for (let id = 0; id < total; id += 1) {
      const open = this.statusOf(id) === STATUS.open && this.bornAt[id] >= this.group.first - 1 ? 1 : 0;
      this.isOpen[id] = open;
      sums[this.rank[id] + 1] = open;
      this.openCount += open;
    }
    for (let at = 1; at <= total; at += 1) {
      const above = at + (at & -at);
      if (above <= total) sums[above] += sums[at];
    }
  }

  /** The node in a row of the open list, the next to be taken off first. */
  openAt(row) {
    let at = 0;
    let left = row;
    for (let bit = 1 << (31 - Math.clz32(this.total)); bit > 0; bit >>= 1) {
      if (at + bit <= this.total && this.sums[at + bit] <= left) {
        at += bit;
        left -= this.sums[at];
      }
    }
    return this.byRank[at];
  }

  /** How many nodes are done in this round. */
  get closedCount() {
    return Math.min(this.step + 1, this.stepCount) - (this.group?.first ?? 0);
  }

  /** The node in a row of the closed list, the newest first. */
  closedAt(row) {
    return this.nodeOf[Math.min(this.step, this.stepCount - 1) - row];
  }

  /** What the search had counted by the present step. */
  get numbers() {
    const { steps, step, stepCount } = this;
    const atEnd = step >= stepCount;
    // Searches that deepen count some things only between rounds; what is not counted is not shown.
    const at = (column) =>
      atEnd ? this.answer.stats[column] : this.counted[column] ? steps[column][step] : null;
    return Object.fromEntries(COUNTS.map((column) => [column, at(column)]));
  }
}
