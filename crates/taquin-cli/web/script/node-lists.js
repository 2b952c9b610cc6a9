// The lists below the tree: the open and the closed list or, for a search that keeps none, the path and the visited
// nodes; and the bound of each round.

import { byId, make } from "./dom.js";
import { cost, counted, grouped } from "./format.js";
import { VirtualList } from "./lists.js";

const COLUMNS = [
  { title: "Id", className: "num" },
  { title: "Board", board: true },
  { title: "g", className: "num" },
  { title: "h", className: "num" },
  { title: "f", className: "num" },
];
/** The headings of the two lists, and their labels for screen readers. */
const NAMES = {
  open: ["Open", "Open nodes, next first"],
  path: ["Path", "Path from the start to the current node"],
  closed: ["Closed", "Closed nodes, newest first"],
  visits: ["Visits", "Nodes visited, newest first"],
};

export class NodeLists {
  /** `chosen(node)` is called for the row that is clicked or reached by a key, `jumped(place)` for a round. */
  constructor({ chosen, jumped }) {
    this.chosen = chosen;
    this.jumped = jumped;
    this.trace = null;
    this.path = [];
    this.open = this.list("open", (row) => this.trace.frontier?.at(row) ?? this.path[row]);
    this.closed = this.list("closed", (row) => this.trace.closedAt(row));
    this.summary = make("p", { className: "rounds-says" });
    this.bounds = make("div", { className: "rounds", role: "group", "aria-label": "Rounds" });
    this.rounds = make("section", { className: "rounds-card", hidden: true }, this.summary, this.bounds);
    byId("open-list").closest(".lists").before(this.rounds);
    this.load(null);
  }

  list(name, nodeAt) {
    const list = new VirtualList(byId(`${name}-list`), {
      label: "",
      columns: COLUMNS,
      cells: (row) => this.cells(nodeAt(row)),
      chosen: (row) => this.chosen(nodeAt(row)),
    });
    const title = byId(`${name}-title`);
    const output = byId(`${name}-count`);
    const mark = title.querySelector(".mark");
    return {
      rename: ([heading, label]) => {
        title.replaceChildren(mark, `${heading} `, output);
        mark.hidden = heading === "Path";
        list.name(label);
      },
      boards: (...board) => list.showBoards(...board),
      update: (count, current = -1) => {
        list.update(count, current);
        if (current >= 0) list.reveal(current);
        output.textContent = grouped(count);
      },
      clear: () => {
        list.update(0);
        output.textContent = "";
      },
    };
  }

  cells(node) {
    const { g, h, f } = this.trace.costsOf(node);
    const known = (value) => (value === null ? "" : cost(value));
    return [this.trace.label(node), this.trace.pictureOf(node), cost(g), known(h), known(f)];
  }

  /** Shows the lists of a trace, or empty ones without a trace. */
  load(trace) {
    this.trace = trace;
    this.open.clear();
    this.closed.clear();
    this.open.rename(!trace || trace.frontier ? NAMES.open : NAMES.path);
    this.closed.rename(!trace || trace.storesNodes ? NAMES.closed : NAMES.visits);
    const rounds = (trace?.rounds ?? []).filter(({ bound }) => bound !== null);
    this.rounds.hidden = rounds.length === 0;
    this.shown = null;
    this.buttons = rounds.map((round, at) => this.button(round, at + 1));
    this.bounds.replaceChildren(...this.buttons);
    if (!trace) return;
    for (const list of [this.open, this.closed]) list.boards(trace.rows, trace.columns, trace.tints);
    this.rounds.nextElementSibling.classList.toggle("without-estimates", !trace.costs.h);
  }

  /** The name of what is bounded. */
  get bounded() {
    return this.trace.answer.trace.bounded;
  }

  button({ bound, end_step, first_step }, number) {
    const visits = counted(end_step - first_step, "visit");
    const label = `Round ${number}: bound ${cost(bound)}, ${visits}`;
    const button = make(
      "button",
      { type: "button", className: "quiet", "aria-label": label },
      make("b", { textContent: `${this.bounded} ≤ ${cost(bound)}` }),
      make("span", { textContent: visits }),
    );
    button.addEventListener("click", () => this.jumped(first_step + 1));
    return button;
  }

  /** Updates the lists to the trace's current step. */
  update() {
    const { trace } = this;
    if (trace.frontier) {
      this.open.update(trace.frontier.length);
    } else {
      this.path = trace.pathTo(trace.focus);
      this.open.update(this.path.length, this.path.length - 1);
    }
    this.closed.update(trace.closedCount);
    if (this.buttons.length === 0 || this.shown === trace.round) return;
    this.shown = trace.round;
    const number = trace.rounds.indexOf(trace.round) + 1;
    this.summary.textContent =
      `Round ${grouped(number)} of ${grouped(this.buttons.length)}: states with ${this.bounded} above ` +
      `${cost(trace.round.bound)} are beyond the bound and not visited.`;
    this.buttons.forEach((button, at) => {
      if (at + 1 === number) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const button = this.buttons[number - 1];
    this.bounds.scrollLeft = button.offsetLeft - this.bounds.clientWidth / 2;
  }
}
