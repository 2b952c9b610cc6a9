// The menus of a search, fed by the server's own list: an algorithm added there is here the same day.

import { byId, fillSelect, make, showText } from "./dom.js";
import { bytes, grouped, sentence } from "./format.js";

const OPTIMAL = {
  always: "the cheapest",
  "fewest-moves": "fewest moves",
  "if-admissible": "if the heuristic is admissible",
  never: "not promised",
};
const MEBI = 1024 * 1024;

/** Options and limits: `for` names the algorithm's option it belongs to; without one it is always there. */
const FIELDS = [
  { name: "cost", label: "Cost of a move", list: "costs" },
  { name: "order", label: "Order of children", list: "orders" },
  { name: "ties", label: "Ties", list: "ties", for: "--ties", usual: true },
  { name: "goal_test", label: "Goal test", list: "goal_tests", for: "--goal-test", usual: true },
  { name: "weight", label: "Weight", number: "decimal", for: "--weight", placeholder: "usual" },
  { name: "width", label: "Width of the beam", number: "count", for: "--width", placeholder: "usual" },
  { name: "max_depth", label: "Depth limit", number: "count", for: "--max-depth", placeholder: "none" },
  {
    name: "max_nodes",
    label: "Nodes at most",
    number: "count",
    limit: (limits) => limits.max_nodes && grouped(limits.max_nodes),
  },
  { name: "max_seconds", label: "Seconds at most", number: "decimal", limit: (limits) => limits.max_seconds },
  {
    name: "max_bytes",
    label: "Memory at most, MiB",
    number: "mebibytes",
    limit: (limits) => limits.max_bytes && bytes(limits.max_bytes),
  },
  { name: "room", label: "Entries recorded for the tree", number: "count", placeholder: "20,000" },
];

export const ORDERS = permutations("UDLR");

export class SearchForm {
  constructor(app) {
    this.app = app;
    this.wrong = null;
    byId("search-form").addEventListener("submit", (event) => {
      event.preventDefault();
      app.perform("start");
    });
    byId("algorithm").addEventListener("change", () => {
      app.settings.algorithm = byId("algorithm").value;
      this.restore();
    });
    byId("heuristic").addEventListener("change", () => {
      app.settings.heuristic = byId("heuristic").value;
      this.restore();
    });
  }

  /** Takes over what the server can do. */
  described(list) {
    this.list = { ...list, orders: ORDERS.map((id) => ({ id, title: id })) };
    fillSelect(byId("algorithm"), list.algorithms);
    byId("option-fields").replaceChildren(...FIELDS.map((field) => this.buildField(field)));
  }

  buildField(field) {
    const id = `option-${field.name}`;
    let input;
    if (field.list) {
      const entries = this.list[field.list].map((entry) => ({ id: entry.id, title: entry.title ?? entry.id }));
      input = make("select", { id });
      fillSelect(input, field.usual ? [{ id: "", title: "usual" }, ...entries] : entries);
    } else {
      const placeholder = field.limit?.(this.list.limits ?? {}) || field.placeholder || "none";
      input = make("input", {
        id,
        type: "text",
        inputMode: "decimal",
        autocomplete: "off",
        placeholder: String(placeholder),
      });
    }
    input.addEventListener(field.list ? "change" : "input", () => this.read(field, input));
    return make(
      "div",
      { className: "field", "data-field": field.name },
      make("label", { for: id, textContent: field.label }),
      input,
    );
  }

  read(field, input) {
    const text = input.value.trim();
    const value = text === "" ? null : field.number ? parseNumber(text, field.number) : text;
    const wrong = Number.isNaN(value);
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    this.wrong = wrong ? `${field.label}: “${text}” is not a number; 1000, 10k and 2.5M are.` : null;
    this.showError(this.wrong);
    if (!wrong) this.app.settings[field.name] = value;
    this.app.changed();
  }

  get algorithm() {
    return this.list.algorithms.find((each) => each.id === this.app.settings.algorithm);
  }

  /** The heuristic that was chosen, or the algorithm's own where it does not take that one. */
  get heuristic() {
    const { algorithm } = this;
    const chosen = this.app.settings.heuristic;
    const id = algorithm.heuristics.includes(chosen) ? chosen : algorithm.heuristic;
    return this.list.heuristics.find((each) => each.id === id);
  }

  /** Shows the settings as they are, and only what the algorithm has a use for. */
  restore() {
    const { settings } = this.app;
    const { algorithm } = this;
    byId("algorithm").value = settings.algorithm;
    byId("algorithm-summary").replaceChildren(...algorithmFacts(algorithm));
    byId("heuristic-field").hidden = !algorithm.informed;
    const { heuristic } = this;
    if (heuristic) {
      const taken = this.list.heuristics.filter(({ id }) => algorithm.heuristics.includes(id));
      fillSelect(byId("heuristic"), taken, heuristic.id);
      const kinds = [
        heuristic.admissible ? "admissible" : "not admissible",
        heuristic.consistent ? "consistent" : null,
      ];
      byId("heuristic-summary").textContent =
        `${sentence(heuristic.summary)} ${sentence(kinds.filter(Boolean).join(", "))}`;
    }
    for (const field of FIELDS) {
      const input = byId(`option-${field.name}`);
      input.parentElement.hidden = field.for !== undefined && !algorithm.options.includes(field.for);
      const value = settings[field.name];
      const shown =
        value === null || value === undefined ? "" : field.number === "mebibytes" ? value / MEBI : value;
      if (document.activeElement !== input) input.value = String(shown);
    }
    this.app.changed();
  }

  /** The search as the server takes it, without the board; what the algorithm has no use for is left out. */
  request() {
    const { settings } = this.app;
    const { algorithm } = this;
    const request = { algorithm: algorithm.id, heuristic: this.heuristic?.id ?? null };
    for (const field of FIELDS) {
      const fits = field.for === undefined || algorithm.options.includes(field.for);
      if (fits && field.name !== "room" && settings[field.name] !== null)
        request[field.name] = settings[field.name];
    }
    return request;
  }

  /** Everything that a result depends on: the search, and how much of it is recorded. */
  get wanted() {
    return JSON.stringify([this.request(), this.app.settings.room]);
  }

  /** Settings of this form as they are, to be written into a link later. */
  snapshot() {
    const names = ["algorithm", "heuristic", ...FIELDS.map(({ name }) => name)];
    return Object.fromEntries(names.map((name) => [name, this.app.settings[name]]));
  }

  /** The search that an answer names, as a request: after `auto`, the one that it took its answer from. */
  requestOf(answer) {
    const algorithm = this.list.algorithms.find((each) => each.id === answer.algorithm);
    const request = {
      algorithm: answer.algorithm,
      heuristic: answer.heuristic,
      cost: answer.cost_model,
      order: answer.order,
    };
    for (const { name, for: option } of FIELDS)
      if (option !== undefined && algorithm.options.includes(option)) request[name] = answer[name];
    return request;
  }

  showError(text) {
    showText(byId("search-error"), text);
  }
}

/** One line each: what it does; complete, optimal, memory. */
export function algorithmFacts(algorithm) {
  const fact = (name, value) =>
    make("span", { className: "fact" }, make("b", { textContent: `${name} ` }), value);
  return [
    make("p", { textContent: sentence(algorithm.summary) }),
    make(
      "p",
      { className: "fact-line" },
      fact("Complete", algorithm.complete ? "yes" : "no"),
      fact(
        "Optimal",
        algorithm.id === "auto" ? "where it can be proven" : (OPTIMAL[algorithm.optimal] ?? algorithm.optimal),
      ),
      fact("Memory", algorithm.memory),
    ),
  ];
}

/** 1000, 10k, 2.5M; NaN for what is no number. */
export function parseNumber(text, kind) {
  const [, digits, suffix] = text.replaceAll(",", "").match(/^(\d+(?:\.\d+)?)\s*([kKMG]?)$/) ?? [];
  if (digits === undefined) return Number.NaN;
  const value = Number(digits) * { "": 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 }[suffix];
  if (kind === "decimal") return value;
  return Math.round(kind === "mebibytes" ? value * MEBI : value);
}

function permutations(letters) {
  if (letters.length < 2) return [letters];
  return [...letters].flatMap((letter) =>
    permutations(letters.replace(letter, "")).map((rest) => letter + rest),
  );
}
