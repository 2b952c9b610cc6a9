// Details of one node of the tree: its board, its costs, its state at this step, and the path to it.

import { BoardView } from "./board-view.js";
import { byId, make } from "./dom.js";
import { cost, grouped } from "./format.js";
import { STATUS } from "./trace.js";

const STATUS_TEXT = {
  [STATUS.absent]: "not generated yet",
  [STATUS.open]: "open: on the frontier",
  [STATUS.improved]: "open again: reached by a cheaper path",
  [STATUS.closed]: "closed: explored",
  [STATUS.duplicate]: "already known",
  [STATUS.pruned]: "beyond the bound",
  [STATUS.dropped]: "dropped from the frontier",
};

/** The number of moves of the path that are shown, counted from its end. */
const MAX_MOVES = 48;

export class Inspector {
  constructor(closed) {
    this.host = byId("inspector");
    this.title = make("h3");
    this.board = make("div", { className: "board-small" });
    this.view = new BoardView(this.board, "Board of the node");
    this.costs = make("p", { className: "inspector-costs" });
    this.state = make("p");
    this.path = make("p", { className: "inspector-way" });
    const close = make("button", {
      type: "button",
      className: "quiet icon-only",
      "data-icon": "close",
      "aria-label": "Back to the current node",
    });
    close.addEventListener("click", closed);
    this.close = close;
    this.host.replaceChildren(
      make("div", { className: "inspector-head" }, this.title, close),
      this.board,
      make("div", { className: "inspector-text" }, this.costs, this.state, this.path),
    );
  }

  /** Shows a node; a node that the user picked stays until it is closed. */
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
    const moves = trace.movesTo(node, MAX_MOVES);
    const length = trace.depth[node];
    const shown = length > MAX_MOVES ? `… ${moves}` : moves;
    const { goalRoot } = trace;
    const from = goalRoot !== undefined && trace.pathTo(node)[0] === goalRoot ? "the goal" : "the start";
    this.path.textContent = length === 0 ? from : `${shown} (${grouped(length)})`;
    this.path.title = `The path from ${from}, as moves of the blank`;
  }

  stateOf(trace, node) {
    const status = trace.statusOf(node);
    const onPath = trace.isFound && trace.onPath[node];
    if (onPath && trace.meeting?.includes(node)) return "both searches meet here";
    if (onPath && node === trace.goal) return "the goal";
    const order = trace.orderOf(node);
    const now = node === trace.current ? "explored now" : describeStatus(trace, status);
    return [order === null ? now : `${now}, #${grouped(order)}`, onPath ? ", on the path" : ""].join("");
  }
}

/** Describes the status of a node; some searches have no open list, or no closed list. */
function describeStatus(trace, status) {
  if (status === STATUS.open && !trace.frontier) return "not visited yet";
  if (status === STATUS.closed && !trace.storesNodes) return "visited";
  return STATUS_TEXT[status];
}
