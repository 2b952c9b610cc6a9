// One node of the tree looked at closely: its board, its costs, what it is at this step, and the way to it.

import { BoardView } from "./board-view.js";
import { byId, make } from "./dom.js";
import { cost, grouped } from "./format.js";
import { FATE, STATUS } from "./trace.js";

const SAID = {
  [STATUS.absent]: "not made yet",
  [STATUS.open]: "open: waits on the frontier",
  [STATUS.closed]: "closed: explored",
  [STATUS.duplicate]: "known already",
  [STATUS.cut]: "beyond the bound",
};

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
    const tiles = trace.boardOf(node);
    this.view.show(Array.from(tiles), trace.rows, trace.columns, { goal: trace.answer.trace.goal_tiles });
    const { g, h, f } = trace.costsOf(node);
    this.title.textContent = `Node ${grouped(trace.label(node))}`;
    this.close.hidden = !isPicked;
    this.costs.textContent = h === null ? `g ${cost(g)}` : `g ${cost(g)} + h ${cost(h)} = f ${cost(f)}`;
    const status = trace.statusOf(node);
    const found = node === trace.goal && status === STATUS.closed;
    const now = found ? "the goal" : node === trace.current ? "explored now" : SAID[status];
    const onPath = trace.onPath[node] && !found ? ", on the path" : "";
    this.state.textContent =
      trace.fate[node] === FATE.duplicate && status !== STATUS.absent ? "known already" : now + onPath;
    const moves = trace.movesTo(node);
    const shown = moves.length > 48 ? `… ${moves.slice(-48)}` : moves;
    this.way.textContent = moves === "" ? "the start" : `${shown} (${grouped(moves.length)})`;
    this.way.title = "The way from the start: where the blank goes";
  }
}
