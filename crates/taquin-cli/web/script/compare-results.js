// What came of a comparison: a table with the best marked, bars, and a plot by depth over many boards. What is
// best, every number and every plot by depth come from the server.

import { bars } from "./bars.js";
import { byId, fillSelect, make } from "./dom.js";
import { bytes, counted, grouped, seconds, sentence } from "./format.js";

/** Titles as the head of a column. */
const SHORT = {
  "Length of the solution": "Length",
  "Frontier at the peak": "Max frontier",
  "Greatest depth": "Max depth",
  "Effective branching factor": "b*",
  "Memory at the peak": "Memory",
};
const shortTitle = (measure) => SHORT[measure.title] ?? measure.title;
const WRITE = { seconds, peak_bytes: bytes };
const write = (measure, value) => (value === null ? "–" : (WRITE[measure] ?? grouped)(value));

/** What is said before anything was compared. */
export const BEFORE = "Choose searches and compare them: the table is here, the plots are with it.";

export class CompareResults {
  constructor() {
    this.answer = null;
    this.measure = "explored";
    this.statistic = "mean";
    this.say(BEFORE);
  }

  described({ measures }) {
    this.measures = measures;
  }

  /** Says something instead of a table. */
  say(text, className = "tree-empty") {
    byId("compare-table").replaceChildren(make("p", { className, textContent: text }));
    byId("compare-plots").replaceChildren();
  }

  /** Shows an answer; `end` says why it is not all of it. */
  show(answer, end = "") {
    this.answer = answer;
    this.end = end;
    this.names = answer.configurations.map((each) => each.id);
    const single = answer.summary.every((summary) => summary.boards === 1);
    this.single = single;
    const notes = [
      single ? "One run of each." : `${counted(answer.summary[0]?.boards ?? 0, "board")}, over those solved.`,
      "★ marks the least of each column; times are of this machine.",
      ...answer.left_out,
      answer.complete ? "" : end || "Time or room ran out before all runs were done.",
    ];
    byId("compare-table").replaceChildren(
      ...(single ? [] : [this.statisticChoice()]),
      make(
        "div",
        { className: "table-scroll", tabIndex: 0, role: "region", "aria-labelledby": "compare-title" },
        this.table(),
      ),
      make("p", { className: "field-note", textContent: notes.filter(Boolean).map(sentence).join(" ") }),
    );
    byId("compare-plots").replaceChildren(this.measureChoice(), make("div", { id: "plot-place" }));
    this.plot();
  }

  statisticChoice() {
    const select = make("select", { id: "statistic" });
    fillSelect(
      select,
      ["mean", "median", "q95", "max"].map((id) => ({
        id,
        title: { q95: "95 % quantile", max: "greatest" }[id] ?? id,
      })),
      this.statistic,
    );
    select.addEventListener("change", () => {
      this.statistic = select.value;
      this.show(this.answer, this.end);
      byId("statistic").focus();
    });
    return make(
      "div",
      { className: "field field-row" },
      make("label", { for: "statistic", textContent: "Shown is the" }),
      select,
    );
  }

  /** The value of a search: of its one run, whether it was stopped or not; else over the boards it solved. */
  valueOf(at, measure) {
    if (!this.single) return this.answer.summary[at].measures[measure]?.[this.statistic] ?? null;
    const run = this.answer.rows.find((row) => row.configuration === this.names[at]);
    return run?.stats?.[measure] ?? run?.[measure] ?? null;
  }

  isBest(at, measure) {
    return (this.answer.best[measure] ?? []).includes(at) && (this.single || this.statistic === "mean");
  }

  /** How the one run of a configuration ended, or how many were solved. */
  ending(at) {
    const summary = this.answer.summary[at];
    if (!this.single) return `${grouped(summary.solved)} of ${grouped(summary.boards)}`;
    if (summary.solved) return summary.optimal ? "proven shortest" : "solved";
    const ends = {
      stopped: "stopped",
      exhausted: "nothing found",
      refused: "refused",
      unsolvable: "unsolvable",
    };
    return ends[Object.keys(ends).find((end) => summary[end] > 0)] ?? "not run";
  }

  table() {
    const shown = this.measures.filter((measure) => measure.id !== "cost");
    const head = make(
      "tr",
      {},
      make("th", { scope: "col", textContent: "Search" }),
      make("th", { scope: "col", textContent: this.single ? "Outcome" : "Solved" }),
      ...shown.map((measure) =>
        make("th", {
          scope: "col",
          className: "num",
          title: measure.summary ?? "",
          textContent: shortTitle(measure),
        }),
      ),
    );
    const rows = this.names.map((name, at) =>
      make(
        "tr",
        {},
        make("th", { scope: "row", textContent: name }),
        make("td", { textContent: this.ending(at) }),
        ...shown.map((measure) => {
          const best = this.isBest(at, measure.id);
          const cell = make("td", {
            className: best ? "num best" : "num",
            textContent: write(measure.id, this.valueOf(at, measure.id)),
            "data-measure": measure.id,
          });
          if (best) cell.append(make("span", { className: "star", textContent: " ★", title: "least" }));
          return cell;
        }),
      ),
    );
    return make("table", { className: "compare" }, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  measureChoice() {
    const select = make("select", { id: "measure" });
    const depth = this.answer.pictures.depth;
    const entries = depth ? this.measures.filter((measure) => depth[measure.id]) : this.measures;
    fillSelect(
      select,
      entries,
      entries.some((each) => each.id === this.measure) ? this.measure : entries[0]?.id,
    );
    this.measure = select.value;
    select.addEventListener("change", () => {
      this.measure = select.value;
      this.plot();
    });
    return make(
      "div",
      { className: "field field-row" },
      make("label", { for: "measure", textContent: "Plotted" }),
      select,
    );
  }

  plot() {
    const { measure } = this;
    const title = this.measures.find((each) => each.id === measure)?.title ?? measure;
    const entries = this.names.map((name, at) => ({
      name,
      value: this.valueOf(at, measure),
      text: write(measure, this.valueOf(at, measure)),
      best: this.isBest(at, measure),
      stopped: this.single && this.answer.summary[at].stopped > 0,
    }));
    const parts = [
      make(
        "figure",
        { className: "figure" },
        make("figcaption", { textContent: `${title}, logarithmic scale` }),
        bars(entries),
      ),
    ];
    const picture = this.answer.pictures.depth?.[measure];
    if (picture) parts.unshift(this.depthFigure(title, picture));
    byId("plot-place").replaceChildren(...parts);
  }

  depthFigure(title, picture) {
    const address = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    const image = make("img", {
      src: address,
      alt: `${title} by the length of a shortest solution, one line for each search`,
      className: "depth-plot",
    });
    image.addEventListener("load", () => URL.revokeObjectURL(address));
    return make(
      "figure",
      { className: "figure" },
      make("figcaption", { textContent: `${title} by depth` }),
      image,
    );
  }
}
