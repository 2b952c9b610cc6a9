// The table of counts: live while a search runs, at the current step, and in total.

import { byId, make } from "./dom.js";
import { bytes, counted, grouped, rate, seconds, sentence } from "./format.js";
import { pageWords } from "./search-form.js";

/** The rows, by their names in progress events, steps and statistics. */
const ROWS = [
  { id: "explored", title: "Explored", doc: "states taken off the frontier" },
  { id: "expanded", title: "Expanded", doc: "explored states whose children were generated" },
  { id: "generated", title: "Generated", doc: "children generated, including known states" },
  { id: "frontier", title: "Frontier", doc: "states on the frontier now" },
  { id: "max_frontier", title: "Max frontier", doc: "largest size of the frontier" },
  { id: "max_depth", title: "Max depth", doc: "deepest node put on the frontier" },
  { id: "peak_bytes", title: "Memory", doc: "peak memory accounted for in this recorded run", write: bytes },
  { id: "seconds", title: "Time", doc: "time of this recorded run", write: seconds },
];

const RECORDED =
  "Time and memory are those of this run, which was recorded; without recording, a search needs less.";

export class Numbers {
  constructor() {
    this.cells = {};
    /** The latest progress of a search that has no answer yet. */
    this.latest = null;
    const table = byId("numbers");
    const heads = ["", "At this step", "Total"].map((text) => make("th", { scope: "col", textContent: text }));
    heads[0].append(make("span", { className: "visually-hidden", textContent: "What" }));
    this.head = heads[2];
    table.append(
      make("caption", { textContent: RECORDED }),
      make("thead", {}, make("tr", {}, ...heads)),
      make("tbody", {}, ...ROWS.map((row) => this.row(row))),
    );
  }

  row({ id, title, doc }) {
    const step = make("td", { id: `step-${id}`, textContent: "–" });
    const all = make("td", { id: `all-${id}`, textContent: "–" });
    this.cells[id] = { step, all };
    return make("tr", {}, make("th", { scope: "row", title: doc, textContent: title }), step, all);
  }

  write(column, numbers) {
    for (const { id, write = grouped } of ROWS) {
      const text = write(numbers?.[id]);
      const cell = this.cells[id][column];
      if (cell.textContent !== text) cell.textContent = text;
    }
  }

  /** Shows the progress of a search. */
  progress(numbers) {
    this.head.textContent = "So far";
    this.latest = { ...numbers, peak_bytes: numbers.bytes };
    this.write("all", this.latest);
    const where =
      numbers.bound === null || numbers.bound === undefined
        ? `depth ${grouped(numbers.depth)}`
        : `bound ${grouped(numbers.bound)}`;
    const best = improvements(numbers);
    this.say("busy", best ? `Best so far: ${best}` : "Searching", `${rate(numbers.rate)}, ${where}`);
  }

  /** Shows how a search ended, with remarks about it. */
  result(result, state, reason, remarks = []) {
    this.head.textContent = "Total";
    const stats = result?.stats ?? this.latest;
    this.write("all", stats);
    const [tone, title, text] = outcome(result, state, reason, stats !== null);
    // The sentence already states why it was stopped.
    const notices = state === "cancelled" ? [] : (result?.notices ?? []);
    this.say(tone, title, text, [...remarks, ...notices]);
  }

  /** Shows the counts at a step of the trace, or none. */
  step(numbers) {
    this.write("step", numbers);
  }

  say(tone, title, text = "", notices = []) {
    const box = byId("outcome");
    box.dataset.tone = tone;
    box.replaceChildren(
      make("p", { className: "outcome-line", textContent: title }),
      make("p", { className: "outcome-text", textContent: text }),
      ...notices.map((notice) => make("p", { className: "outcome-text", textContent: sentence(pageWords(notice)) })),
    );
  }

  clear() {
    this.latest = null;
    this.write("all", null);
    this.write("step", null);
    this.say("calm", "No search yet.");
  }
}

/** Formats the latest solutions, each shorter than the one before: `130 ... 126 ... 124, at least 108`. */
function improvements({ improvements: costs = [], lower_bound: bound }) {
  return costs.length > 0 && `${costs.map(grouped).join(" ... ")}, at least ${grouped(bound)}`;
}

const LIMITS = {
  nodes: "the limit on nodes",
  time: "the limit on time",
  memory: "the limit on memory",
  interrupt: "you",
};

/** Describes how a search ended: tone, title, sentence. It may have counts without a result. */
export function outcome(result, state, reason, hasCounts) {
  if (state !== "done") {
    const far = hasCounts ? "The numbers cover the search up to that point." : "It had not started.";
    if (reason === "shutdown") return ["warn", "Stopped by the server", `The server is shutting down. ${far}`];
    return state === "stopped" ? ["warn", "Stopped", `${reason} ${far}`] : ["warn", "Cancelled", far];
  }
  if (result.outcome === "solved") {
    const solved = `Solved in ${counted(result.length, "move")}`;
    const { lower_bound: bound, optimal } = result;
    if (result.cost_model === "unit") {
      const unproven = `Not proven to be the shortest; any solution takes at least ${counted(bound, "move")}.`;
      return ["good", solved, optimal ? "Proven: none is shorter." : unproven];
    }
    const unproven = `Not proven to be the cheapest; any solution costs at least ${grouped(bound)}.`;
    return ["good", `${solved}, cost ${grouped(result.cost)}`, optimal ? "Proven: none is cheaper." : unproven];
  }
  if (result.outcome === "unsolvable") return ["bad", "No solution", result.unsolvable?.explanation ?? ""];
  if (result.outcome === "exhausted")
    return ["warn", "Nothing found", "The search ended within its depth limit or its beam, without a solution."];
  const limit = LIMITS[result.stopped_by] ?? "a limit";
  return ["warn", "Stopped", `By ${limit}. The numbers cover the search up to that point.`];
}
