// The results of a comparison: the verdict, a sortable table, bars, and a plot by depth over many boards. Every number
// and every plot by depth comes from the server.

import { refreshControls } from "./actions.js";
import { bars, barsPicture } from "./bars.js";
import { Comparison } from "./compare-answer.js";
import { plotButtons, saveButton, saveCsv, saveJson } from "./compare-export.js";
import { byId, fillSelect, make } from "./dom.js";
import { bytes, counted, grouped, seconds, sentence } from "./format.js";
import { icon } from "./icons.js";

/** Short titles for column headers. */
const SHORT = {
  "Length of the solution": "Length",
  "Frontier at the peak": "Max frontier",
  "Greatest depth": "Max depth",
  "Effective branching factor": "b*",
  "States stored at the peak": "States stored",
  "Memory at the peak": "Memory",
};
const shortTitle = (measure) => SHORT[measure.title] ?? measure.title;
const WRITE = { seconds, peak_bytes: bytes };
const STATISTICS = [
  { id: "mean", title: "mean" },
  { id: "median", title: "median" },
  { id: "q95", title: "95 % quantile" },
  { id: "max", title: "maximum" },
];

/** Shown before the first comparison. */
export const BEFORE = "Choose searches and press Compare to see a table and plots of the results.";

export class CompareResults {
  constructor(form) {
    this.form = form;
    this.comparison = null;
    this.measure = "explored";
    this.statistic = "mean";
    /** The column that rows are sorted by, or null for the order of the request, and whether it is descending. */
    this.sorted = { by: null, down: false };
    this.say(BEFORE);
  }

  described(list) {
    this.list = list;
    this.measures = list.measures;
  }

  /** Shows a message instead of a table. */
  say(text, className = "tree-empty") {
    byId("compare-table").replaceChildren(make("p", { className, textContent: text }));
    byId("compare-plots").replaceChildren();
  }

  /** Shows an answer; `end` is the reason why it is incomplete. */
  show(answer, end = "") {
    this.end = end;
    this.comparison = new Comparison(answer, this.list);
    this.sorted = { by: null, down: false };
    this.refresh();
  }

  refresh() {
    const { comparison, end } = this;
    const { answer, single } = comparison;
    const notes = [
      single ? "One run of each search." : `${counted(comparison.boards, "board")}; values are over those solved.`,
      "★ marks the lowest value of each column but memory, – a value that a search does not have; times are of this machine.",
      answer.fixed_memory,
      ...answer.left_out,
      answer.complete ? "" : end || "The limit on time or size was reached before all runs were finished.",
    ];
    byId("compare-table").replaceChildren(
      make("p", { className: "verdict", id: "verdict", textContent: comparison.verdict() }),
      this.tools(),
      make(
        "div",
        { className: "table-scroll", tabIndex: 0, role: "region", "aria-labelledby": "compare-title" },
        this.table(),
      ),
      make("p", { className: "field-note", textContent: notes.filter(Boolean).map(sentence).join(" ") }),
    );
    byId("compare-plots").replaceChildren(this.measureChoice(), make("div", { id: "plot-place" }));
    this.plot();
    refreshControls(byId("compare-table"));
  }

  /** Returns the controls for the whole table. */
  tools() {
    const { comparison } = this;
    const statistic = choice("statistic", "Show the", STATISTICS, this.statistic, (chosen) => {
      this.statistic = chosen;
      this.refresh();
      byId("statistic").focus();
    });
    return make(
      "div",
      { className: "inline wrap" },
      comparison.single ? null : statistic,
      make("button", { type: "button", "data-action": "race", textContent: "Race the selected" }),
      saveButton("CSV", "The rows", () => saveCsv(comparison)),
      saveButton("JSON", "The rows", () => saveJson(comparison)),
    );
  }

  /** Returns a cell's value and text, or a dash and the reason for it, and whether it is the lowest of its column. */
  cell(at, measure) {
    const { comparison, statistic } = this;
    const value = comparison.value(at, measure, statistic);
    return {
      value,
      text: value === null ? "–" : (WRITE[measure] ?? grouped)(value),
      why: comparison.why(at, measure),
      best: comparison.least(measure, statistic).includes(at),
    };
  }

  table() {
    const { comparison } = this;
    this.columns = [
      { id: "name", title: "Search", of: (at) => comparison.names[at] },
      {
        id: "ending",
        title: comparison.single ? "Outcome" : "Solved",
        of: (at) => (comparison.single ? comparison.ending(at) : comparison.summary[at].solved),
      },
      ...this.measures
        .filter((measure) => measure.id !== "cost")
        .map((measure) => ({
          id: measure.id,
          title: shortTitle(measure),
          doc: measure.summary,
          measure: measure.id,
          of: (at) => comparison.value(at, measure.id, this.statistic),
        })),
    ];
    const [name, ...others] = this.columns.map((column) => this.head(column));
    const tools = ["Watch", "Race"].map((title) => make("th", { scope: "col", textContent: title }));
    this.rows = comparison.places.map((at) => this.row(at));
    this.body = make("tbody", {});
    const table = make(
      "table",
      { className: "compare" },
      make("thead", {}, make("tr", {}, name, ...tools, ...others)),
      this.body,
    );
    this.sort();
    return table;
  }

  head(column) {
    const button = make("button", { type: "button", className: "quiet sort", textContent: column.title });
    button.addEventListener("click", () => {
      const { by, down } = this.sorted;
      this.sorted = { by: column.id, down: by === column.id && !down };
      this.sort();
    });
    const className = column.measure ? "num" : "";
    column.head = make("th", { scope: "col", className, title: column.doc ?? "" }, button);
    return column.head;
  }

  row(at) {
    const { comparison } = this;
    const [name, word] = [comparison.names[at], comparison.words[at]];
    const watch = make(
      "button",
      {
        type: "button",
        className: "quiet icon-only",
        "data-action": "watch",
        "data-value": word,
        "aria-label": `Watch ${name}`,
      },
      icon("play"),
    );
    const measured = this.columns.filter(({ measure }) => measure);
    return make(
      "tr",
      {},
      make("th", { scope: "row", textContent: name }),
      make("td", {}, watch),
      make("td", {}, this.form.racingBox(word, `Race ${name}`)),
      make("td", { className: "ending", textContent: comparison.ending(at) }),
      ...measured.map(({ measure }) => this.measured(at, measure)),
    );
  }

  measured(at, measure) {
    const { text, why, best } = this.cell(at, measure);
    const className = best ? "num best" : "num";
    const cell = make("td", { className, textContent: text, "data-measure": measure });
    if (best) cell.append(make("span", { className: "star", textContent: " ★", title: "lowest" }));
    if (why) {
      cell.title = why;
      cell.append(make("span", { className: "visually-hidden", textContent: ` ${why}` }));
    }
    return cell;
  }

  /** Sorts the rows; those without a value come last in either direction. */
  sort() {
    const { by, down } = this.sorted;
    const column = this.columns.find(({ id }) => id === by);
    const compare = (one, other) => {
      const [a, b] = [column.of(one), column.of(other)];
      if (a === null || b === null) return (a === null) - (b === null);
      return (down ? -1 : 1) * (typeof a === "string" ? a.localeCompare(b) : a - b);
    };
    const places = column ? this.comparison.places.toSorted(compare) : this.comparison.places;
    this.body.replaceChildren(...places.map((at) => this.rows[at]));
    for (const { id, head } of this.columns) {
      if (id === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  }

  measureChoice() {
    const { depth } = this.comparison.answer.pictures;
    const entries = depth ? this.measures.filter((measure) => depth[measure.id]) : this.measures;
    if (!entries.some((each) => each.id === this.measure)) this.measure = entries[0]?.id;
    return choice("measure", "Plot", entries, this.measure, (chosen) => {
      this.measure = chosen;
      this.plot();
    });
  }

  plot() {
    const { comparison, measure } = this;
    const title = this.measures.find((each) => each.id === measure)?.title ?? measure;
    const entries = comparison.places.map((at) => ({
      name: comparison.names[at],
      ...this.cell(at, measure),
      stopped: comparison.single && comparison.summary[at].stopped > 0,
    }));
    const caption = `${title}, logarithmic scale`;
    const parts = [
      figure(caption, plotButtons(measure, title, () => barsPicture(caption, entries)), bars(entries)),
    ];
    const picture = comparison.answer.pictures.depth?.[measure];
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
    const caption = `${title} by depth`;
    const { names, words } = this.comparison;
    const key = words.map((word, at) => `${word}: ${names[at]}`).join("; ");
    return figure(
      caption,
      plotButtons(`${this.measure}-by-depth`, caption, () => picture),
      image,
      make("p", { className: "field-hint", textContent: `${key}.` }),
    );
  }
}

function choice(id, label, entries, chosen, changed) {
  const select = make("select", { id });
  fillSelect(select, entries, chosen);
  select.addEventListener("change", () => changed(select.value));
  return make(
    "div",
    { className: "field field-row" },
    make("label", { for: id, textContent: label }),
    select,
  );
}

function figure(caption, tools, ...children) {
  return make(
    "figure",
    { className: "figure" },
    make("figcaption", {}, make("span", { textContent: caption }), tools),
    ...children,
  );
}
