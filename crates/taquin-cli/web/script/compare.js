// Several searches side by side: on the board that was entered, or over many random boards. What is best, and
// every number and every plot by depth, comes from the server.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { refreshControls } from "./actions.js";
import { bars } from "./bars.js";
import { byId, fillSelect, make, showText } from "./dom.js";
import { bytes, counted, grouped, seconds, sentence } from "./format.js";
import { icon, placeIcons } from "./icons.js";
import { ORDERS, parseNumber } from "./search-form.js";

export const USUAL = ["bfs", "dfs", "bidirectional", "greedy:manhattan", "astar:manhattan", "ida:manhattan"];
const WRITE = { seconds, peak_bytes: bytes };
const write = (measure, value) => (value === null || value === undefined ? "–" : (WRITE[measure] ?? grouped)(value));

export class Compare {
  constructor(app) {
    this.app = app;
    this.job = null;
    this.answer = null;
    this.measure = "explored";
    this.statistic = "mean";
    this.emptyPlaces();
  }

  get running() {
    return this.job !== null;
  }

  get possible() {
    const { settings, machine } = this.app;
    const board = settings.boards === "random" || ["ready", "solved", "unsolved", "failed"].includes(machine.state);
    return !this.running && board && settings.configurations.length > 0 && !this.wrong;
  }

  described(list) {
    this.list = list;
    this.measures = list.measures ?? [];
    this.build();
  }

  build() {
    const { settings } = this.app;
    const radio = (value, title) => {
      const input = make("input", { type: "radio", name: "boards", value, checked: settings.boards === value, id: `boards-${value}` });
      input.addEventListener("change", () => {
        settings.boards = value;
        byId("random-fields").hidden = value !== "random";
        this.app.changed();
      });
      return make("label", { className: "choice" }, input, title);
    };
    const number = (id, label, key) => {
      const input = make("input", { id, type: "text", inputMode: "numeric", autocomplete: "off", value: settings[key] });
      input.addEventListener("input", () => this.readNumber(input, label, key));
      return make("div", { className: "field" }, make("label", { for: id, textContent: label }), input);
    };
    const select = (id, label, entries) => {
      const field = make("select", { id });
      fillSelect(field, entries);
      return make("div", { className: "field" }, make("label", { for: id, textContent: label }), field);
    };
    const add = make("button", { type: "button", "data-action": "add-configuration", "data-icon": "plus" }, make("span", { textContent: "Add" }));
    byId("compare-form").replaceChildren(
      make("fieldset", {}, make("legend", { textContent: "Boards" }),
        make("div", { className: "inline" }, radio("this", "This board"), radio("random", "Random boards"))),
      make("div", { className: "grid-2", id: "random-fields", hidden: settings.boards !== "random" },
        number("compare-count", "How many", "count"), number("compare-seed", "Seed", "seed")),
      make("h3", { className: "label", textContent: "Searches" }),
      make("ul", { className: "chips", id: "configurations", "aria-label": "Searches to compare" }),
      make("div", { className: "grid-2" },
        select("add-algorithm", "Algorithm", this.list.algorithms.filter((each) => each.id !== "auto")),
        select("add-heuristic", "Heuristic", this.list.heuristics),
        select("add-order", "Order", ORDERS.map((id) => ({ id, title: id }))),
        make("div", { className: "field field-end" }, add)),
      make("p", { className: "field-error", id: "compare-error", role: "alert", hidden: true }),
    );
    byId("add-heuristic").value = "manhattan";
    byId("add-algorithm").value = "astar";
    byId("add-algorithm").addEventListener("change", () => this.fitHeuristic());
    placeIcons(byId("compare-form"));
    this.showConfigurations();
  }

  fitHeuristic() {
    const algorithm = this.list.algorithms.find((each) => each.id === byId("add-algorithm").value);
    byId("add-heuristic").parentElement.hidden = !algorithm.informed;
  }

  readNumber(input, label, key) {
    const value = parseNumber(input.value.trim(), "count");
    const wrong = Number.isNaN(value) || (key === "count" && value < 1);
    this.wrong = wrong;
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    showText(byId("compare-error"), wrong ? `${label}: a whole number is needed, such as 100.` : null);
    if (!wrong) this.app.settings[key] = value;
    this.app.changed();
  }

  /** Shows the settings as they are. */
  restore() {
    this.build();
    this.fitHeuristic();
  }

  showConfigurations() {
    const { settings } = this.app;
    byId("configurations").replaceChildren(...settings.configurations.map((name) => {
      const remove = make("button", { type: "button", className: "quiet icon-only", "aria-label": `Remove ${name}` }, icon("close"));
      remove.addEventListener("click", () => {
        settings.configurations = settings.configurations.filter((each) => each !== name);
        this.showConfigurations();
        byId("configurations").querySelector("button")?.focus();
      });
      return make("li", { className: "chip-item" }, make("span", { textContent: name }), remove);
    }));
    this.app.changed();
  }

  add() {
    const { settings } = this.app;
    const algorithm = this.list.algorithms.find((each) => each.id === byId("add-algorithm").value);
    const parts = [algorithm.id];
    if (algorithm.informed) parts.push(byId("add-heuristic").value);
    if (byId("add-order").value !== "UDLR") parts.push(byId("add-order").value);
    const name = parts.join(":");
    const there = settings.configurations.includes(name);
    showText(byId("compare-error"), there ? `${name} is on the list already.` : null);
    if (there) return;
    settings.configurations.push(name);
    this.showConfigurations();
    announce(`${name} added.`);
  }

  request() {
    const { settings, puzzle } = this.app;
    const common = { configurations: settings.configurations, goal: settings.goal };
    if (settings.boards === "this") return { ...common, boards: [puzzle.board] };
    const size = puzzle ? `${puzzle.rows}x${puzzle.columns}` : `${byId("rows").value}x${byId("columns").value}`;
    return { ...common, random: { count: settings.count, seed: settings.seed, size } };
  }

  async start() {
    showText(byId("compare-error"), null);
    byId("compare-table").replaceChildren(make("p", { className: "busy-line", textContent: "Comparing …" }));
    byId("compare-plots").replaceChildren();
    announce("Comparing.");
    this.app.settings.compared = true;
    this.job = api.startJob("compare", this.request(), (event, data) => this.heard(event, data));
    this.app.changed();
    try {
      const { state, result } = await this.job.ended;
      this.job = null;
      if (result?.rows) this.show(result);
      else this.emptyPlaces(state === "cancelled" ? "Cancelled." : undefined);
      announce(state === "cancelled" ? "Cancelled." : "Compared.");
    } catch (error) {
      this.job = null;
      this.emptyPlaces();
      this.app.settings.compared = false;
      showText(byId("compare-error"), [error.message, error.help].filter(Boolean).join(" "));
    }
    this.app.changed();
  }

  cancel() {
    this.job?.cancel();
  }

  heard(event, data) {
    const line = byId("compare-table").querySelector(".busy-line");
    if (!line || event === "running") return;
    line.textContent = event === "queued" ? "Queued …" : `Run ${grouped(data.run)} of ${grouped(data.runs)}, ${grouped(data.explored)} explored …`;
  }

  emptyPlaces(text = "Choose searches and compare them: the table is here, plots are beside it.") {
    byId("compare-table").replaceChildren(make("p", { className: "tree-empty", textContent: text }));
    byId("compare-plots").replaceChildren();
  }

  show(answer) {
    this.answer = answer;
    this.names = answer.configurations.map((each) => each.id ?? each);
    const single = answer.summary.every((summary) => summary.boards === 1);
    this.single = single;
    const notes = [...(answer.left_out ?? []), ...(answer.complete === false ? ["Time or room ran out before all runs were done."] : [])];
    byId("compare-table").replaceChildren(
      ...(single ? [] : [this.statisticChoice()]),
      make("div", { className: "table-scroll", tabIndex: 0, role: "region", "aria-labelledby": "compare-title" }, this.table()),
      make("p", { className: "field-note", textContent: `${single ? "One run of each." : `${counted(answer.summary[0]?.boards ?? 0, "board")}, over those solved.`} ★ marks the least of each column; times are of this machine.` }),
      ...notes.map((note) => make("p", { className: "field-note", textContent: sentence(note) })),
    );
    byId("compare-plots").replaceChildren(this.measureChoice(), make("div", { id: "plot-place" }));
    this.plot();
    refreshControls();
  }

  statisticChoice() {
    const select = make("select", { id: "statistic" });
    fillSelect(select, ["mean", "median", "q95", "max"].map((id) => ({ id, title: { q95: "95 % quantile", max: "greatest" }[id] ?? id })), this.statistic);
    select.addEventListener("change", () => {
      this.statistic = select.value;
      this.show(this.answer);
      byId("statistic").focus();
    });
    return make("div", { className: "field field-row" }, make("label", { for: "statistic", textContent: "Shown is the" }), select);
  }

  valueOf(at, measure) {
    const statistic = this.single ? "mean" : this.statistic;
    return this.answer.summary[at].measures[measure]?.[statistic] ?? null;
  }

  isBest(at, measure) {
    return (this.answer.best?.[measure] ?? []).includes(at) && (this.single || this.statistic === "mean");
  }

  /** How the one run of a configuration ended, or how many were solved. */
  ending(at) {
    const summary = this.answer.summary[at];
    if (!this.single) return `${grouped(summary.solved)} of ${grouped(summary.boards)}`;
    if (summary.solved) return summary.optimal ? "proven shortest" : "solved";
    return summary.stopped ? "stopped" : summary.exhausted ? "nothing found" : summary.refused ? "refused" : "unsolvable";
  }

  table() {
    const shown = this.measures.filter((measure) => measure.id !== "cost");
    const head = make("tr", {}, make("th", { scope: "col", textContent: "Search" }), make("th", { scope: "col", textContent: this.single ? "Outcome" : "Solved" }),
      ...shown.map((measure) => make("th", { scope: "col", className: "num", title: measure.summary ?? "", textContent: shortTitle(measure) })));
    const rows = this.names.map((name, at) => make("tr", {}, make("th", { scope: "row", textContent: name }), make("td", { textContent: this.ending(at) }),
      ...shown.map((measure) => {
        const best = this.isBest(at, measure.id);
        const cell = make("td", { className: best ? "num best" : "num", textContent: write(measure.id, this.valueOf(at, measure.id)), "data-measure": measure.id });
        if (best) cell.append(make("span", { className: "star", textContent: " ★", title: "least" }));
        return cell;
      })));
    return make("table", { className: "compare" }, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  measureChoice() {
    const select = make("select", { id: "measure" });
    const depth = this.answer.pictures?.depth;
    const entries = depth ? this.measures.filter((measure) => depth[measure.id]) : this.measures;
    fillSelect(select, entries, entries.some((each) => each.id === this.measure) ? this.measure : entries[0]?.id);
    this.measure = select.value;
    select.addEventListener("change", () => {
      this.measure = select.value;
      this.plot();
    });
    return make("div", { className: "field field-row" }, make("label", { for: "measure", textContent: "Plotted" }), select);
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
    const parts = [make("figure", { className: "figure" }, make("figcaption", { textContent: `${title}, logarithmic scale` }), bars(entries))];
    const picture = this.answer.pictures?.depth?.[measure];
    if (picture) parts.unshift(this.depthFigure(title, picture));
    byId("plot-place").replaceChildren(...parts);
  }

  depthFigure(title, picture) {
    const address = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
    const image = make("img", { src: address, alt: `${title} by the length of a shortest solution, one line for each search`, className: "depth-plot" });
    image.addEventListener("load", () => URL.revokeObjectURL(address));
    return make("figure", { className: "figure" }, make("figcaption", { textContent: `${title} by depth` }), image);
  }
}

const SHORT = { "Length of the solution": "Length", "Frontier at the peak": "Max frontier", "Greatest depth": "Max depth", "Effective branching factor": "b*", "Memory at the peak": "Memory" };
const shortTitle = (measure) => SHORT[measure.title] ?? measure.title;
