// Where the nodes of a search tree go: children below their parent in the order in which they are visited,
// no two in the same place, as narrow as one pass can make it (after Wetherell and Shannon). Places are whole
// units; the view turns them into pixels. Nothing here recurses: depth-first trees are thousands deep.

import { FATE } from "./trace.js";

/** In trees deeper than this a node stands above its largest subtree, for else they would drift aside. */
const STRAIGHT_BEYOND = 60;

/** The layout of one group of a trace: places by node, and the nodes of each level from left to right. */
export function layoutTree(trace, group) {
  const { total } = trace;
  const order = trace.answer.order ?? "UDLR";
  const firstChild = new Int32Array(total).fill(-1);
  const lastChild = new Int32Array(total).fill(-1);
  const nextBrother = new Int32Array(total).fill(-1);
  const visit = (id) => order.indexOf(trace.by[id - 1]);

  const drawn = [];
  for (let id = 1; id <= trace.made; id += 1) {
    const inside = trace.bornAt[id] >= group.first - 1 && trace.bornAt[id] < group.end;
    if (!inside || trace.fate[id] === FATE.duplicate) continue;
    drawn.push(id);
    insertChild(trace.parent[id], id);
  }

  function insertChild(parent, id) {
    let before = -1;
    let at = firstChild[parent];
    // Brothers made again after a return, as in recursive best-first search, stay behind the older ones.
    while (at >= 0 && visit(at) <= visit(id)) {
      before = at;
      at = nextBrother[at];
    }
    nextBrother[id] = at;
    if (before < 0) firstChild[parent] = id;
    else nextBrother[before] = id;
    if (at < 0) lastChild[parent] = id;
  }

  let deepest = 0;
  for (const id of drawn) deepest = Math.max(deepest, trace.depth[id]);
  const straight = deepest > STRAIGHT_BEYOND;

  // Children come after their parents, so one pass backwards adds them up.
  const below = new Int32Array(total);
  for (const id of drawn.toReversed()) below[trace.parent[id]] += below[id] + 1;

  const x = new Float32Array(total);
  const shift = new Float32Array(total);
  const nextFree = new Float32Array(deepest + 1);
  const levelShift = new Float32Array(deepest + 1);
  const roots = group.roots.length > 0 ? group.roots.map((root) => root.node) : [0];
  const preorder = [];

  // Children before parents, left before right.
  for (const root of roots) {
    const stack = [[root, firstChild[root]]];
    preorder.push(root);
    while (stack.length > 0) {
      const top = stack.at(-1);
      const [node, child] = top;
      if (child >= 0) {
        top[1] = nextBrother[child];
        preorder.push(child);
        stack.push([child, firstChild[child]]);
        continue;
      }
      stack.pop();
      place(node);
    }
    // The trees of a search from both ends stand side by side.
    const widest = nextFree.reduce((most, free) => Math.max(most, free), 0);
    if (roots.length > 1) nextFree.fill(widest + 1);
  }

  function largest(first) {
    let most = first;
    for (let child = first; child >= 0; child = nextBrother[child])
      if (below[child] > below[most]) most = child;
    return most;
  }

  function place(node) {
    const level = trace.depth[node];
    const first = firstChild[node];
    if (first < 0) {
      x[node] = nextFree[level];
    } else {
      const above = straight ? x[largest(first)] : (x[first] + x[lastChild[node]]) / 2;
      levelShift[level] = Math.max(levelShift[level], nextFree[level] - above);
      x[node] = above + levelShift[level];
      shift[node] = levelShift[level];
    }
    nextFree[level] = x[node] + 1;
  }

  // What was shifted takes all below it along.
  const carried = new Float32Array(total);
  let [least, most] = [Infinity, -Infinity];
  for (const node of preorder) {
    const parent = trace.parent[node];
    carried[node] = parent >= 0 ? carried[parent] + shift[parent] : 0;
    x[node] += carried[node];
    least = Math.min(least, x[node]);
    most = Math.max(most, x[node]);
  }
  const levels = Array.from({ length: deepest + 1 }, () => []);
  for (const node of preorder) {
    x[node] -= least;
    levels[trace.depth[node]].push(node);
  }
  for (const level of levels) level.sort((one, other) => x[one] - x[other]);
  return { x, levels, firstChild, nextBrother, width: most - least, height: deepest, count: preorder.length };
}
