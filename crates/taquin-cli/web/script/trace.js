// A recorded search at any of its steps: the frontier, the explored nodes, and the path to each node.
//
// Steps are numbered from 1 in the order in which nodes are explored. At a step its node has just been taken off the
// frontier and its children are not generated yet. The command line counts at the same moment, so the numbers agree. If
// nodes were generated after the last step, one more place, the end, shows them.
//
// Two facts about each node never change: the step in which it was generated and the step in which it was explored. So
// the status of a node at any step needs no history. Only the frontier needs more, as any row of it must be found
// quickly. It is a Fenwick tree over all nodes that are ever on the frontier, in the order in which they are taken off;
// a step updates it for the nodes that changed, and a long jump rebuilds it.
//
// A trace may have a million nodes: everything about them is in columns, and boards are computed when first needed.

import { cellBeyond, goalRows } from "./board.js";

const NEVER = 0x7fffffff;

/** What happened to a node when it was generated: new, known but by a cheaper path, known, or beyond the bound. */
export const FATE = { kept: 0, better: 1, duplicate: 2, cut: 3 };
const FATE_LETTERS = "kbdc";
/** The counts of each step. */
const COUNTS = ["explored", "expanded", "generated", "frontier", "max_frontier", "max_depth"];
/** Searches that drop nodes without recording it; searches that deepen also remember only their path. */
const FORGETFUL = ["rbfs", "beam"];
/** The status of a node at a step; until it is explored, this is its fate plus one. */
export const STATUS = { absent: 0, open: 1, better: 2, duplicate: 3, cut: 4, closed: 5 };

export class Trace {
  /** Reads the answer to a `trace` request. */
  constructor(answer) {
    const { nodes, steps, rounds, path, meeting, start, goal_tiles, complete } = answer.trace;
    [this.rows, this.columns] = answer.size.split("x").map(Number);
    this.answer = answer;
    this.steps = steps;
    this.complete = complete;
    this.stepCount = steps.node.length;
    this.nodeCount = nodes.parent.length;
    this.hasEnd = complete && this.nodeCount > (steps.made_before[this.stepCount - 1] ?? 0);
    const isCounted = (column) => this.stepCount < 2 || steps[column].some((value) => value > 0);
    this.counted = Object.fromEntries(COUNTS.map((column) => [column, isCounted(column)]));
    /** Whether the search keeps an open and a closed list, so that they can be shown. */
    this.keepsLists = this.counted.frontier && !rounds?.length && !FORGETFUL.includes(answer.algorithm);
    this.tints = goalRows(goal_tiles, this.columns);
    this.findRoots(rounds ?? [], start, goal_tiles);
    this.readNodes(nodes);
    this.allocateBoards();
    this.onPath = new Uint8Array(this.total);
    this.path = [];
    this.foundAt = NEVER;
    this.readPath(path ?? [], meeting);
    this.isOpen = new Uint8Array(this.total);
    this.openCount = 0;
    this.group = null;
    this.step = -1;
    if (this.keepsLists) this.rankNodes();
    this.seek(this.first);
  }

  /** The first place; `last` is the last one. */
  get first() {
    return 1;
  }

  get last() {
    return this.stepCount + (this.hasEnd ? 1 : 0);
  }

  /**
   * Returns whether an answer has a tree. Searches that look up or construct solutions have none, and those that run
   * several searches one after the other have no single one; a search from both ends has two, which are separated
   * here.
   */
  static hasTree({ algorithm, trace }) {
    return trace.steps.node.length > 0 && (trace.single_tree || algorithm === "bidirectional");
  }

  /**
   * Finds the roots. A tree starts each time that node 0 is explored: the start of a new round or, within a round, the
   * other end of a search from both ends. The first root is node 0; the others get numbers beyond all generated
   * nodes.
   */
  findRoots(rounds, start, goal) {
    const begins = rounds.map((round) => round.first_step).filter((step) => step < this.stepCount);
    const early = begins[0] === 0 ? 0 : 1;
    if (early) begins.unshift(0);
    const { made_before } = this.steps;
    this.groups = begins.map((first, at) => {
      const end = begins[at + 1] ?? this.stepCount;
      const bound = rounds[at - early]?.bound ?? null;
      // Its nodes are those after number `low` up to `high`.
      const [low, high] = [made_before[first] ?? 0, end < this.stepCount ? made_before[end] : this.nodeCount];
      return { first, end, low, high, bound, number: at + 1, roots: [] };
    });
    this.groups = this.groups.filter((group) => group.end > group.first || this.stepCount === 0);
    /** The node of each step, with separate numbers for roots. */
    this.nodeOf = new Int32Array(this.steps.node);
    this.rootBoards = [];
    let extra = this.nodeCount;
    const addRoot = (group, step) => {
      const root = this.rootBoards.length === 0 ? 0 : (extra += 1);
      const isOther = group.roots.length > 0;
      group.roots.push({ node: root, at: step });
      this.rootBoards.push({ node: root, tiles: isOther ? goal : start, born: group.first - 1 });
      return root;
    };
    for (const group of this.groups) {
      for (let step = group.first; step < group.end; step += 1) {
        if (this.nodeOf[step] === 0) this.nodeOf[step] = addRoot(group, step);
      }
    }
    const [group] = this.groups;
    if (group.roots.length === 0) addRoot(group, 0);
    // The goal is on the frontier of its side even if the first step from the start finds it.
    if (this.answer.algorithm === "bidirectional" && group.roots.length === 1) addRoot(group, NEVER);
    this.total = extra + 1;
  }

  /** Returns the root that a child of node 0 belongs to: the one explored last before the child was generated. */
  rootAt(step) {
    let found = 0;
    for (const group of this.groups) {
      for (const { node, at } of group.roots) if (at <= step) found = node;
    }
    return found;
  }

  readNodes(nodes) {
    const { total, nodeCount, stepCount } = this;
    const { made_before } = this.steps;
    this.parent = new Int32Array(total).fill(-1);
    this.bornAt = new Int32Array(total).fill(-1);
    this.exploredAt = new Int32Array(total).fill(NEVER);
    this.fate = new Uint8Array(total);
    this.depth = new Int32Array(total);
    const { bornAt, depth, exploredAt, fate, nodeOf, parent } = this;
    const fates = new Uint8Array(128);
    Array.from(FATE_LETTERS, (letter, at) => {
      fates[letter.charCodeAt(0)] = at;
    });
    const from = nodes.parent;
    const letters = nodes.fate;
    let step = -1;
    for (let id = 1; id <= nodeCount; id += 1) {
      while (step + 1 < stepCount && made_before[step + 1] < id) step += 1;
      const above = from[id - 1] === 0 ? this.rootAt(step) : from[id - 1];
      parent[id] = above;
      bornAt[id] = step;
      fate[id] = fates[letters.charCodeAt(id - 1)];
      depth[id] = depth[above] + 1;
    }
    for (const { node, born } of this.rootBoards) bornAt[node] = born;
    for (let at = stepCount - 1; at >= 0; at -= 1) exploredAt[nodeOf[at]] = at;
    // A goal that is recognised when it is generated ends the search and is never on the frontier.
    if (this.hasEnd && this.answer.outcome === "solved") exploredAt[nodeCount] = stepCount;
    this.by = nodes.move;
    this.costs = nodes;
  }

  /** Allocates the boards, which are computed when first needed; memory that is not written takes no space. */
  allocateBoards() {
    this.cells = this.rows * this.columns;
    const Cells = this.cells <= 256 ? Uint8Array : Uint16Array;
    this.boards = new Cells(this.total * this.cells);
    /** The cell of each board's blank plus one; 0 if the board is not computed yet. */
    this.blanks = new Uint32Array(this.total);
    for (const { node, tiles } of this.rootBoards) {
      this.boards.set(tiles, node * this.cells);
      this.blanks[node] = tiles.indexOf(0) + 1;
    }
  }

  /** Returns the tiles of a node, computed from its parent's by one move. */
  boardOf(id) {
    const missing = [];
    for (let at = id; this.blanks[at] === 0; at = this.parent[at]) missing.push(at);
    const { blanks, boards, cells } = this;
    while (missing.length > 0) {
      const node = missing.pop();
      const above = this.parent[node];
      const blank = blanks[above] - 1;
      const cell = cellBeyond(blank, this.by[node - 1], this.rows, this.columns);
      boards.copyWithin(node * cells, above * cells, (above + 1) * cells);
      boards[node * cells + blank] = boards[node * cells + cell];
      boards[node * cells + cell] = 0;
      blanks[node] = cell + 1;
    }
    return boards.subarray(id * cells, (id + 1) * cells);
  }

  /** Returns what is needed to draw a node's board; `moved` is the tile that moved, 0 at a root. */
  pictureOf(id) {
    const tiles = this.boardOf(id);
    const above = this.parent[id];
    const moved = above < 0 ? 0 : tiles[this.blanks[above] - 1];
    return { key: id, tiles, moved, rows: this.rows, columns: this.columns, tints: this.tints };
  }

  /**
   * Ranks the nodes that are ever on the frontier in the order in which they leave it, then those that stay, by f and
   * age; in depth-first search the newest first.
   */
  rankNodes() {
    const { exploredAt, fate, nodeCount, nodeOf, stepCount, total } = this;
    this.rank = new Int32Array(total).fill(-1);
    let ranked = 0;
    for (let at = 0; at < stepCount; at += 1) {
      if (exploredAt[nodeOf[at]] === at) this.rank[nodeOf[at]] = ranked++;
    }
    const { f } = this.costs;
    const keyOf = (id) => (f && id > 0 && id <= nodeCount ? f[id - 1] : 0);
    const stays = (id) => this.rank[id] < 0 && fate[id] <= FATE.better;
    const places = new Map();
    for (let id = 0; id < total; id += 1) {
      if (stays(id)) places.set(keyOf(id), (places.get(keyOf(id)) ?? 0) + 1);
    }
    for (const key of Array.from(places.keys()).sort((one, other) => one - other)) {
      const count = places.get(key);
      places.set(key, ranked);
      ranked += count;
    }
    const newestFirst = this.answer.algorithm === "dfs";
    for (let at = 0; at < total; at += 1) {
      const id = newestFirst ? total - 1 - at : at;
      if (!stays(id)) continue;
      const place = places.get(keyOf(id));
      places.set(keyOf(id), place + 1);
      this.rank[id] = place;
    }
    this.ranked = ranked;
    this.byRank = new Int32Array(ranked);
    for (let id = 0; id < total; id += 1) if (this.rank[id] >= 0) this.byRank[this.rank[id]] = id;
    this.sums = new Int32Array(ranked + 1);
  }

  /** Marks the path to the goal, and the step in which it was found; in a later round its root is not node 0. */
  readPath(path, meeting) {
    const [ahead, behind] = meeting ?? [];
    if (meeting && Math.max(ahead, behind) <= this.nodeCount) {
      const [, other] = this.groups[0].roots;
      this.meeting = [ahead, behind === 0 ? other.node : behind];
      this.foundAt = Math.max(...this.meeting.map((node) => this.bornAt[node])) + 1;
      this.path = this.meeting.flatMap((node) => this.pathTo(node));
      this.goal = other.node;
    } else if (path.length > 0 && path.at(-1) <= this.nodeCount) {
      this.goal = path.at(-1) === 0 ? this.rootAt(this.stepCount) : path.at(-1);
      this.path = this.pathTo(this.goal);
      this.foundAt = Math.min(this.exploredAt[this.goal], this.last - 1);
    }
    for (const id of this.path) this.onPath[id] = 1;
  }

  /** Whether the path to the goal is known at the current step. */
  get isFound() {
    return this.foundAt <= this.step;
  }

  /** The node to show: the one taken off at the current step or, at the end, the one found or explored last. */
  get focus() {
    if (this.step < this.stepCount) return this.nodeOf[this.step];
    return this.meeting?.[0] ?? this.goal ?? this.nodeOf[this.stepCount - 1] ?? 0;
  }

  /** Returns g, h and f of a node; h and f are null without a heuristic. */
  costsOf(id) {
    if (id === 0 || id > this.nodeCount) {
      const h = this.answer.trace.start_h ?? null;
      return { g: 0, h, f: h };
    }
    const { g, h, f } = this.costs;
    return { g: g[id - 1], h: h ? h[id - 1] : null, f: f ? f[id - 1] : null };
  }

  /** Returns the nodes from the root to a node, both included. */
  pathTo(id) {
    const path = [];
    for (let at = id; at >= 0; at = this.parent[at]) path.push(at);
    return path.reverse();
  }

  /** Returns the letter of the move that generated a node; none for a root. */
  letterOf(id) {
    return this.parent[id] < 0 ? "" : this.by[id - 1];
  }

  /** Returns the last moves of the path to a node, at most `max` of them. */
  movesTo(id, max = Infinity) {
    let moves = "";
    for (let at = id; this.parent[at] >= 0 && moves.length < max; at = this.parent[at]) {
      moves = this.by[at - 1] + moves;
    }
    return moves;
  }

  /** Returns the status of a node at the current step. */
  statusOf(id) {
    if (this.bornAt[id] >= this.step) return STATUS.absent;
    return this.exploredAt[id] <= this.step ? STATUS.closed : this.fate[id] + 1;
  }

  /** Returns a node's number in the order of its round, from 1; null if it is not explored at the current step. */
  orderOf(id) {
    return this.statusOf(id) === STATUS.closed && this.exploredAt[id] < this.stepCount
      ? this.exploredAt[id] - this.group.first + 1
      : null;
  }

  /** Returns whether a node belongs to the current round and exists at the current step. */
  isHere(id) {
    const { low, high, roots } = this.group;
    const inside = (id > low && id <= high) || roots.some((root) => root.node === id);
    return inside && this.statusOf(id) !== STATUS.absent;
  }

  /** Returns the number to display; roots of later rounds are shown as the start. */
  label(id) {
    return id > this.nodeCount ? 0 : id;
  }

  /** The node taken off the frontier at the current step, or -1 at the end. */
  get current() {
    return this.step < this.stepCount ? this.nodeOf[this.step] : -1;
  }

  /** Goes to a place. */
  seek(place) {
    const step = Math.max(this.first, Math.min(this.last, place)) - 1;
    const within = Math.min(step, this.stepCount - 1);
    const isFirst = this.group === null;
    this.group = this.groups.findLast((each) => each.first <= within) ?? this.groups[0];
    const far = Math.abs(step - this.step);
    if (!this.keepsLists) {
      this.step = step;
    } else if (isFirst || (far > 64 && far * 32 > this.ranked)) {
      this.step = step;
      this.rebuild();
    } else {
      while (this.step < step) this.pass(this.step, this.step + 1);
      while (this.step > step) this.pass(this.step - 1, this.step - 1);
    }
  }

  /** Goes between step `lower` and the next one, to step `to`. */
  pass(lower, to) {
    this.step = to;
    const { made_before } = this.steps;
    const end = lower + 1 < this.stepCount ? made_before[lower + 1] : this.nodeCount;
    for (let id = made_before[lower] + 1; id <= end; id += 1) this.touch(id);
    this.touch(this.nodeOf[lower]);
    if (lower + 1 < this.stepCount) this.touch(this.nodeOf[lower + 1]);
  }

  /** Returns 1 if a node is on the frontier at the current step, otherwise 0. */
  isOnFrontier(id) {
    const { step } = this;
    return this.bornAt[id] < step && this.exploredAt[id] > step && this.fate[id] <= FATE.better ? 1 : 0;
  }

  /** Updates whether a node is on the frontier at the current step. */
  touch(id) {
    const open = this.isOnFrontier(id);
    if (open === this.isOpen[id]) return;
    const change = open - this.isOpen[id];
    this.isOpen[id] = open;
    this.openCount += change;
    const { ranked, sums } = this;
    for (let at = this.rank[id] + 1; at <= ranked; at += at & -at) sums[at] += change;
  }

  rebuild() {
    const { byRank, isOpen, ranked, sums } = this;
    this.openCount = 0;
    sums.fill(0);
    for (let at = 1; at <= ranked; at += 1) {
      const id = byRank[at - 1];
      const open = this.isOnFrontier(id);
      isOpen[id] = open;
      this.openCount += open;
      sums[at] += open;
      const above = at + (at & -at);
      if (above <= ranked) sums[above] += sums[at];
    }
  }

  /** Returns the node in a row of the open list, with the next to be taken off first. */
  openAt(row) {
    let at = 0;
    let left = row;
    for (let bit = 1 << (31 - Math.clz32(this.ranked)); bit > 0; bit >>= 1) {
      if (at + bit <= this.ranked && this.sums[at + bit] <= left) {
        at += bit;
        left -= this.sums[at];
      }
    }
    return this.byRank[at];
  }

  /** The number of nodes explored in this round. */
  get closedCount() {
    return Math.min(this.step + 1, this.stepCount) - (this.group?.first ?? 0);
  }

  /** Returns the node in a row of the closed list, with the newest first. */
  closedAt(row) {
    return this.nodeOf[Math.min(this.step, this.stepCount - 1) - row];
  }

  /** The counts of the search at the current step. */
  get numbers() {
    const { steps, step, stepCount } = this;
    const atEnd = step >= stepCount;
    // Searches that deepen have some counts only between rounds; missing counts are not shown.
    const at = (column) =>
      atEnd ? this.answer.stats[column] : this.counted[column] ? steps[column][step] : null;
    return Object.fromEntries(COUNTS.map((column) => [column, at(column)]));
  }
}
