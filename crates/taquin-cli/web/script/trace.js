// A recorded search at any of its steps. The recording says what the search did: here its columns are only indexed, so
// that a step is quick, and nothing is known about any search.
//
// Steps are numbered from 1 in the order in which nodes are explored. At a step its node has just been taken off the
// frontier and its children are not generated yet. The command line counts at the same moment, so the numbers agree. If
// nodes were generated after the last step, one more place, the end, shows them.
//
// Two facts about each node never change: the step in which it was generated and the step in which it was explored. So
// the status of a node at any step needs no history.
//
// A trace may have a million nodes: everything about them is in columns, and boards are computed when first needed.

import { cellBeyond, goalRows } from "./board.js";
import { Frontier } from "./frontier.js";

const NEVER = 0x7fffffff;

/** What happened to a node when it was generated, and its letter in a recording. */
export const DISPOSITION = { enqueued: 0, improved: 1, duplicate: 2, pruned: 3 };
const LETTERS = { e: DISPOSITION.enqueued, i: DISPOSITION.improved, d: DISPOSITION.duplicate, p: DISPOSITION.pruned };
/** The status of a node at a step; until it is explored or dropped, this is its disposition plus one. */
export const STATUS = { absent: 0, open: 1, improved: 2, duplicate: 3, pruned: 4, closed: 5, dropped: 6 };

export class Trace {
  /** Reads the answer to a `trace` request. */
  constructor(answer) {
    const { nodes, steps, rounds, frontier, solution, goal_tiles, complete, places } = answer.trace;
    [this.rows, this.columns] = answer.size.split("x").map(Number);
    this.answer = answer;
    this.steps = steps;
    this.complete = complete;
    /** Whether explored nodes are stored, so that there is a closed list. */
    this.storesNodes = answer.trace.stores_nodes;
    this.stepCount = steps.node.length;
    this.nodeCount = nodes.parent.length;
    /** The first place; `last` is the last one. */
    this.first = 1;
    this.last = places;
    this.tints = goalRows(goal_tiles, this.columns);
    this.rounds = rounds;
    this.total = this.nodeCount + rounds.reduce((sum, { roots }) => sum + roots.length, 0);
    this.nodeOf = Int32Array.from(steps.node);
    this.readNodes(nodes);
    this.allocateBoards();
    this.frontier =
      frontier && new Frontier(frontier, this.nodeOf, places, (node) => this.generatedAt[node] + 1);
    this.readDropped(frontier?.waiting);
    this.goal = solution?.goal;
    this.meeting = solution?.meeting ?? null;
    this.path = solution?.path ?? [];
    this.foundAt = solution?.known_from ?? NEVER;
    this.onPath = new Uint8Array(this.total);
    for (const id of this.path) this.onPath[id] = 1;
    this.seek(this.first);
  }

  /** Returns whether an answer has a tree. */
  static hasTree({ trace }) {
    return trace.has_tree;
  }

  readNodes(nodes) {
    const { nodeCount, nodeOf, rounds, stepCount, total } = this;
    const { generated_before } = this.steps;
    this.parent = new Int32Array(total).fill(-1);
    /** The step that generated each node: of a root, the one before its round. */
    this.generatedAt = new Int32Array(total);
    this.exploredAt = new Int32Array(total).fill(NEVER);
    this.disposition = new Uint8Array(total);
    this.depth = new Int32Array(total);
    const { depth, disposition, exploredAt, generatedAt, parent } = this;
    this.parent.set(nodes.parent, 1);
    const codes = new Uint8Array(128);
    for (const [letter, code] of Object.entries(LETTERS)) codes[letter.charCodeAt(0)] = code;
    let step = -1;
    for (let id = 1; id <= nodeCount; id += 1) {
      while (step + 1 < stepCount && generated_before[step + 1] < id) step += 1;
      generatedAt[id] = step;
      disposition[id] = codes[nodes.disposition.charCodeAt(id - 1)];
      depth[id] = depth[parent[id]] + 1;
    }
    for (const { first_step, roots } of rounds) for (const root of roots) generatedAt[root] = first_step - 1;
    for (let at = stepCount - 1; at >= 0; at -= 1) exploredAt[nodeOf[at]] = at;
    this.by = nodes.move;
    this.costs = nodes;
  }

  /** Notes the step at which each node is dropped, if any is. */
  readDropped(waiting) {
    this.droppedAt = waiting?.dropped_at ? new Int32Array(this.total).fill(NEVER) : null;
    waiting?.dropped_at?.forEach((step, at) => {
      if (step !== null) this.droppedAt[waiting.node[at]] = step;
    });
  }

  /** Allocates the boards, which are computed when first needed; memory that is not written takes no space. */
  allocateBoards() {
    const { start, goal_tiles } = this.answer.trace;
    this.cells = this.rows * this.columns;
    const Cells = this.cells <= 256 ? Uint8Array : Uint16Array;
    this.boards = new Cells(this.total * this.cells);
    /** The cell of each board's blank plus one; 0 if the board is not computed yet. */
    this.blanks = new Uint32Array(this.total);
    for (const { roots } of this.rounds) {
      roots.forEach((root, at) => {
        const tiles = at === 0 ? start : goal_tiles;
        this.boards.set(tiles, root * this.cells);
        this.blanks[root] = tiles.indexOf(0) + 1;
      });
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
    const isRoot = this.parent[id] < 0;
    const g = isRoot ? 0 : this.costs.g[id - 1];
    const h = isRoot ? this.answer.trace.start_h : (this.costs.h?.[id - 1] ?? null);
    return { g, h, f: h === null ? null : g + h };
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
    if (this.generatedAt[id] >= this.step) return STATUS.absent;
    if (this.exploredAt[id] <= this.step) return STATUS.closed;
    return this.droppedAt?.[id] <= this.step ? STATUS.dropped : this.disposition[id] + 1;
  }

  /** Returns a node's number in the order of its round, from 1; null if it is not explored at the current step. */
  orderOf(id) {
    return this.statusOf(id) === STATUS.closed ? this.exploredAt[id] - this.round.first_step + 1 : null;
  }

  /** Returns whether a node belongs to the current round and exists at the current step. */
  isHere(id) {
    const { end_node, first_node, roots } = this.round;
    const inside = (id >= first_node && id < end_node) || roots.includes(id);
    return inside && this.statusOf(id) !== STATUS.absent;
  }

  /** Returns the number to display; roots of later rounds are shown as the start. */
  label(id) {
    return id > this.nodeCount ? 0 : id;
  }

  /** The root of the goal's tree in a search from both ends, else undefined. */
  get goalRoot() {
    return this.round.roots[1];
  }

  /** The node taken off the frontier at the current step, or -1 at the end. */
  get current() {
    return this.step < this.stepCount ? this.nodeOf[this.step] : -1;
  }

  /** Goes to a place. */
  seek(place) {
    this.step = Math.max(this.first, Math.min(this.last, place)) - 1;
    const within = Math.min(this.step, this.stepCount - 1);
    this.round = this.rounds.findLast((each) => each.first_step <= within) ?? this.rounds[0];
    this.frontier?.seek(this.step);
  }

  /** The number of nodes explored in this round. */
  get closedCount() {
    return Math.min(this.step + 1, this.stepCount) - this.round.first_step;
  }

  /** Returns the node in a row of the closed list, with the newest first. */
  closedAt(row) {
    return this.nodeOf[Math.min(this.step, this.stepCount - 1) - row];
  }

  /** The counts of the search at the current step; null for those that it does not keep step by step. */
  get numbers() {
    const { steps, step, stepCount } = this;
    if (step >= stepCount) return this.answer.stats;
    const { expanded, frontier, generated_before, max_depth, max_frontier } = steps;
    return {
      explored: step + 1,
      generated: generated_before[step],
      expanded: expanded?.[step] ?? null,
      frontier: frontier?.[step] ?? null,
      max_frontier: max_frontier?.[step] ?? null,
      max_depth: max_depth?.[step] ?? null,
    };
  }
}
