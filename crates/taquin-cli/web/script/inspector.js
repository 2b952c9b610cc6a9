// One node of the tree looked at closely: its board, its costs, what it is at this step, and the way to it.

import { BoardView } from "./board-view.js";
import { byId, make } from "./dom.js";
import { cost, grouped } from "./format.js";
import { STATUS } from "./trace.js";

const SAID = {
  [STATUS.absent]: "not made yet",
  [STATUS.open]: "open: waits on the frontier",
  [STATUS.better]: "open again: this path to it is cheaper",
  [STATUS.closed]: "closed: explored",
  [STATUS.duplicate]: "known already",
  [STATUS.cut]: "beyond the bound",
};

/** Moves of the path that are written, the last ones of it. */
const MOST_MOVES = 48;

export class Inspector {
  constructor(closed) {
    this.host = byId("inspector");
    this.title = make("h3");
    this.board = make("div", { className: "board-small" });
    this.view = new BoardView(this.board, "Board of the node");
    this.costs = make("p", { className: "inspector-costs" });
    this.state = make("p");
    this.way = make("p", { className: "inspector-way" });
    const close = make("button", {
      type: "button",
      className: "quiet icon-only",
      "data-icon": "close",
      "aria-label": "Look at the present node again",
    });
    close.addEventListener("click", closed);
    this.close = close;
    this.host.replaceChildren(
      make("div", { className: "inspector-head" }, this.title, close),
      this.board,
      make("div", { className: "inspector-text" }, this.costs, this.state, this.way),
    );
  }

  /** Shows a node; one that was picked stays until it is closed. */
  show(trace, node, isPicked) {
    this.host.hidden = !trace || node < 0;
    if (this.host.hidden) return;
    const { tiles, moved } = trace.pictureOf(node);
    const goal = trace.answer.trace.goal_tiles;
    this.view.show(Array.from(tiles), trace.rows, trace.columns, { goal, moved });
    const { g, h, f } = trace.costsOf(node);
    this.title.textContent = `Node ${grouped(trace.label(node))}`;
    this.close.hidden = !isPicked;
    this.costs.textContent = h === null ? `g ${cost(g)}` : `g ${cost(g)} + h ${cost(h)} = f ${cost(f)}`;
    this.state.textContent = this.stateOf(trace, node);
    const moves = trace.movesTo(node, MOST_MOVES);
    const length = trace.depth[node];
    const shown = length > MOST_MOVES ? `… ${moves}` : moves;
    const isGoalSide = trace.group.roots.length > 1 && trace.wayTo(node)[0] === trace.group.roots[1].node;
    const from = isGoalSide ? "the goal" : "the start";
    this.way.textContent = length === 0 ? from : `${shown} (${grouped(length)})`;
    this.way.title = `The path from ${from}: where the blank goes`;
  }

  stateOf(trace, node) {
    const status = trace.statusOf(node);
    const onPath = trace.isFound && trace.onPath[node];
    if (onPath && trace.meeting?.includes(node)) return "here both searches meet";
    if (onPath && node === trace.goal) return "the goal";
    const order = trace.orderOf(node);
    const now = node === trace.current ? "explored now" : said(trace, status);
    return [order === null ? now : `${now}, #${grouped(order)}`, onPath ? ", on the path" : ""].join("");
  }
}

/** Searches that remember only their path have no lists. */
function said(trace, status) {
  if (trace.keepsLists) return SAID[status];
  return { [STATUS.open]: "not visited yet", [STATUS.closed]: "visited" }[status] ?? SAID[status];
}
