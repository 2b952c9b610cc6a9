// The server's answer to a comparison, prepared for display: names, the value of each cell or why it has none, the
// lowest values, and a verdict in words.

import { counted, grouped } from "./format.js";
import { SEARCHES } from "./options.js";
import { searchName } from "./run-name.js";

/** Outcomes of runs that found no solution. */
const ENDS = {
  stopped: "stopped",
  exhausted: "nothing found",
  refused: "refused",
  unsolvable: "unsolvable",
};
/** What stopped a run. */
export const STOPS = { nodes: "the limit on nodes", time: "the limit on time", memory: "the limit on memory" };

export class Comparison {
  /** `list` is the server's description of what it offers. */
  constructor(answer, list) {
    this.answer = answer;
    this.measures = list.measures;
    this.summary = answer.summary;
    this.words = answer.configurations.map(({ id }) => id);
    this.names = answer.configurations.map((each) => searchName(list, { ...each, cost: each.cost_model }));
    this.boards = Math.max(0, ...this.summary.map((each) => each.boards));
    this.single = this.boards <= 1;
  }

  /** Returns the only run of a search in a comparison on one board. */
  run(at) {
    return this.answer.rows.find((row) => row.configuration === this.words[at]);
  }

  /** Returns a measure as reported: of the only run, even if it was stopped, or over all boards that were solved. */
  reported(at, measure, statistic) {
    if (!this.single) return this.summary[at].measures[measure]?.[statistic] ?? null;
    const run = this.run(at);
    return run?.stats?.[measure] ?? run?.[measure] ?? null;
  }

  /** Returns why a search has no value for a measure, or null if it has one. */
  why(at, measure) {
    return this.summary[at].missing[measure] ?? null;
  }

  /** Returns the value of a cell, or null if it has none. */
  value(at, measure, statistic) {
    return this.why(at, measure) === null ? this.reported(at, measure, statistic) : null;
  }

  /** Returns whether a search solved every board. */
  solvedAll(at) {
    const { boards, solved } = this.summary[at];
    return solved > 0 && solved === boards && boards === this.boards;
  }

  /**
   * Returns the searches with the lowest value, among those that solved every board; none if only one has a value, or if
   * the measure is not ranked.
   */
  least(measure, statistic) {
    if (!this.measures.find(({ id }) => id === measure).ranked) return [];
    const places = this.places.filter(
      (at) => this.solvedAll(at) && this.value(at, measure, statistic) !== null,
    );
    const least = Math.min(...places.map((at) => this.value(at, measure, statistic)));
    return places.length < 2 ? [] : places.filter((at) => this.value(at, measure, statistic) === least);
  }

  get places() {
    return this.words.map((_, at) => at);
  }

  /** Describes how the only run of a search ended, or how many boards it solved. */
  ending(at) {
    const summary = this.summary[at];
    if (!this.single) return `${grouped(summary.solved)} of ${grouped(summary.boards)}`;
    if (summary.solved) return summary.optimal ? "proven shortest" : "solved";
    const end = Object.keys(ENDS).find((each) => summary[each] > 0);
    const stop = STOPS[this.run(at)?.stopped_by];
    return end === "stopped" && stop ? `stopped by ${stop}` : (ENDS[end] ?? "not run");
  }

  /** Sums up the comparison in a few words. */
  verdict() {
    return [this.fewest(), this.shortest()].filter(Boolean).join(" ");
  }

  /** Names the search that explored the fewest states, compared with breadth-first search or, without it, the last. */
  fewest() {
    const all = this.single ? "the board" : `all ${counted(this.boards, "board")}`;
    const solved = this.places.filter((at) => this.solvedAll(at));
    if (solved.length === 0) return `No search solved ${all}.`;
    const explored = (at) => this.value(at, "explored", "mean");
    const order = solved.filter((at) => explored(at) !== null).sort((a, b) => explored(a) - explored(b));
    if (order.length === 0) return "";
    const count = `${grouped(explored(order[0]))}${this.single ? "" : " on average"}`;
    if (order.length === 1) {
      const only = solved.length === 1 && this.words.length > 1 ? "Only " : "";
      return `${only}${this.names[order[0]]} solved ${all}; states explored: ${count}.`;
    }
    const best = order.filter((at) => explored(at) === explored(order[0]));
    const isLonger = this.known === this.boards && best.every((at) => !this.alwaysShortest(at));
    const longer = this.single ? "its solution is not the shortest" : "its solutions are not all the shortest";
    const names = best.map((at) => this.names[at]).join(" and ");
    const summary = `${names} explored the fewest states: ${count}${isLonger ? `, but ${longer}` : ""}.`;
    const other = order.find((at) => this.words[at] === SEARCHES[0]) ?? order.at(-1);
    const times = explored(other) / explored(best[0]);
    if (times === 1) return summary;
    const rounded = times < 10 ? Math.round(times * 10) / 10 : Math.round(times);
    const more = times < 1.95 ? `${Math.round((times - 1) * 100)} % more` : `${grouped(rounded)} times as many`;
    return `${summary} ${this.names[other]} explored ${more}.`;
  }

  /** The number of boards whose shortest solution is known. */
  get known() {
    return new Set(this.answer.rows.filter((row) => row.optimal).map((row) => row.number)).size;
  }

  alwaysShortest(at) {
    const { boards, cheapest } = this.summary[at];
    return boards > 0 && cheapest === boards;
  }

  /** Describes how many searches found shortest solutions, as far as is known. */
  shortest() {
    const { known } = this;
    if (known === 0) return "No search proved its solution to be the shortest.";
    if (known < this.boards)
      return `A shortest solution was proven for ${grouped(known)} of ${counted(this.boards, "board")}.`;
    const able = this.places.filter((at) => this.alwaysShortest(at)).length;
    const of = this.words.length;
    const count = able < of ? `${able} of ${of}` : of === 1 ? "It" : of === 2 ? "Both" : `All ${of}`;
    if (!this.single) return `${count} always found a shortest solution.`;
    const { length } = this.answer.rows.find((row) => row.optimal);
    return `${count} found a shortest solution, ${counted(length, "move")}.`;
  }
}
