// One search of a race: its name, its tree and its counts at the current time of the clock, and its place once it has
// finished.

import { make, showText } from "./dom.js";
import { counted, grouped } from "./format.js";
import { Trace } from "./trace.js";
import { TreeView } from "./tree-view.js";

const COUNTERS = [
  { id: "explored", title: "Explored" },
  { id: "generated", title: "Generated" },
  { id: "frontier", title: "Frontier" },
  { id: "max_depth", title: "Depth" },
];
const NOTHING = () => {};

export class Lane {
  /** Builds an empty lane, which is reused for every race. */
  constructor(number) {
    const id = `lane-${number}`;
    this.title = make("h3", { id });
    this.watch = make("button", {
      type: "button",
      className: "quiet",
      "data-action": "watch",
      textContent: "Watch",
    });
    this.canvas = make("canvas", { role: "img" });
    this.empty = make("p", { className: "lane-empty" });
    this.cells = Object.fromEntries(COUNTERS.map((counter) => [counter.id, make("dd")]));
    const counters = COUNTERS.map((counter) =>
      make("div", {}, make("dt", { textContent: counter.title }), this.cells[counter.id]),
    );
    this.end = make("p", { className: "lane-end" });
    this.note = make("p", { className: "field-note" });
    this.element = make(
      "article",
      { className: "lane", "aria-labelledby": id, hidden: true },
      make("header", {}, this.title, this.watch),
      make("div", { className: "lane-tree" }, this.canvas, this.empty),
      make("dl", { className: "lane-counters" }, ...counters),
      this.end,
      this.note,
    );
    this.tree = new TreeView(this.canvas, { picked: NOTHING, moved: NOTHING });
  }

  /** Loads a recorded search; `placing` describes its result. */
  load({ name, word, answer, placing }) {
    Object.assign(this, { name, answer, placing });
    this.explored = answer.stats.explored;
    this.trace = answer.trace && Trace.hasTree(answer) ? new Trace(answer) : null;
    this.shown = null;
    this.element.hidden = false;
    this.title.textContent = name;
    this.watch.dataset.value = word;
    this.watch.setAttribute("aria-label", `Watch ${name}`);
    this.canvas.hidden = this.trace === null;
    showText(this.empty, this.trace ? null : "This search has no tree; only its counters are shown.");
    const recorded = this.trace?.stepCount ?? this.explored;
    const cut = recorded < this.explored ? `Only its first ${counted(recorded, "node")} were recorded.` : null;
    showText(this.note, cut);
    this.tree.load(this.trace);
  }

  unload() {
    this.element.hidden = true;
    this.trace = null;
    this.tree.load(null);
  }

  /** Returns whether it has finished at a time of the clock. */
  finished(nodes) {
    return nodes >= this.explored;
  }

  /** Shows the search at a time of the clock. */
  show(nodes) {
    const { trace } = this;
    const explored = Math.min(nodes, this.explored);
    if (explored === this.shown) return;
    this.shown = explored;
    const finished = this.finished(explored);
    if (trace) {
      trace.seek(finished ? trace.last : explored);
      this.tree.update();
    }
    const known = trace && (finished || explored <= trace.stepCount) ? trace.numbers : {};
    const numbers = finished ? this.answer.stats : { ...known, explored };
    for (const { id } of COUNTERS) {
      const cell = this.cells[id];
      // Some searches keep no frontier, and beyond the recording only the clock's own count is known.
      const value = id === "frontier" && this.answer.stats.max_frontier === 0 ? null : numbers[id];
      cell.textContent = grouped(value);
      cell.title = (value ?? null) === null ? "not counted here" : "";
    }
    this.element.dataset.place = finished ? (this.placing.place ?? "none") : "";
    this.end.textContent = finished ? this.placing.text : "";
    const where = finished ? this.placing.text : `${counted(explored, "node")} explored`;
    this.canvas.setAttribute("aria-label", `Search tree of ${this.name}: ${where}`);
  }
}
