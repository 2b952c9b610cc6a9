// The form of a search. Its menus are filled from the server's list and the library's options, so that a new algorithm
// or option appears by itself.

import * as api from "./api.js";
import { byId, fillSelect, make, showText } from "./dom.js";
import { bytes, counted, grouped, roughly, sentence } from "./format.js";
import { OPTIONS } from "./options.js";
import { OWN, OWN_ENTRY, OWN_FOR, OwnHeuristic } from "./own-heuristic.js";
import { defaultSettings } from "./share.js";
import { term, termMark } from "./terms.js";

const OPTIMAL = {
  always: "the cheapest",
  "fewest-moves": "fewest moves",
  "if-admissible": "if the heuristic is admissible",
  "where-proven": "where it can be proven",
  never: "not promised",
};
const MEBI = 1024 * 1024;

/** Costs, options and limits. The default of a limit is the server's (`limit`), that of an option the algorithm's. */
const FIELDS = [
  { name: "cost", label: "Cost of a move", term: "cost", list: "costs" },
  ...OPTIONS,
  {
    name: "max_nodes",
    label: "Node limit",
    number: "count",
    limit: (limits) => limits.max_nodes && roughly(limits.max_nodes),
  },
  { name: "max_seconds", label: "Time limit, seconds", number: "decimal", limit: (limits) => limits.max_seconds },
  {
    name: "max_bytes",
    label: "Memory limit, MiB",
    number: "mebibytes",
    limit: (limits) => limits.max_bytes && bytes(limits.max_bytes),
  },
  {
    name: "capacity",
    label: "Entries recorded for the tree",
    number: "count",
    limit: (limits) => limits.trace_capacity && roughly(limits.trace_capacity),
  },
];

const DEFAULTS = defaultSettings();
/** The length from which a title is shown in smaller letters. */
const LONG_TITLE = 26;

export class SearchForm {
  constructor(app) {
    this.app = app;
    /** What is wrong, by the name of the field. */
    this.errors = new Map();
    /** Why the last search failed, until something changes. */
    this.failure = null;
    byId("search-form").addEventListener("submit", (event) => {
      event.preventDefault();
      app.perform("start");
    });
    byId("algorithm").addEventListener("change", () => {
      app.settings.algorithm = byId("algorithm").value;
      app.machine.send("changed");
      this.restore();
    });
    byId("heuristic").addEventListener("change", () => {
      app.settings.heuristic = byId("heuristic").value;
      app.machine.send("changed");
      this.restore();
    });
  }

  /** Fills the form from the server's description, and adds the user's own heuristic. */
  described(list) {
    this.own = new OwnHeuristic(this.app);
    this.list = {
      ...list,
      heuristics: [...list.heuristics, OWN_ENTRY],
      algorithms: list.algorithms.map((each) =>
        OWN_FOR.includes(each.id) ? { ...each, heuristics: [...each.heuristics, OWN] } : each,
      ),
    };
    fillSelect(byId("algorithm"), list.algorithms);
    byId("option-fields").replaceChildren(...FIELDS.map((field) => this.buildField(field)));
    showText(byId("no-server"), api.hasServer ? null : withoutServer(list.limits));
  }

  buildField(field) {
    const id = `option-${field.name}`;
    let input;
    if (field.number) {
      input = make("input", { id, type: "text", inputMode: "decimal", autocomplete: "off" });
    } else {
      input = make("select", { id });
    }
    input.addEventListener(field.number ? "input" : "change", () => this.read(field, input));
    return make(
      "div",
      { className: "field", "data-field": field.name },
      make(
        "div",
        { className: "label-line" },
        make("label", { for: id, textContent: field.label }),
        termMark(field.term ?? field.label),
      ),
      input,
    );
  }

  /** Returns the entries of a menu, with the default marked. */
  entries(field) {
    const standard = DEFAULTS[field.name];
    const entries = (field.menu ?? this.list[field.list]).map(({ id, summary }) => ({
      id,
      title: `${id}${id === standard ? " (default)" : ""}${summary ? `: ${summary}` : ""}`,
    }));
    return field.menu ? [{ id: "", title: `default: ${this.algorithm[field.name]}` }, ...entries] : entries;
  }

  /** Returns the default of a number field as text. */
  standard(field) {
    const own = this.algorithm[field.name];
    return (own && grouped(own)) || field.limit?.(this.list.limits ?? {}) || "none";
  }

  read(field, input) {
    const text = input.value.trim();
    const value = text === "" ? null : field.number ? parseNumber(text, field.number) : text;
    if (Number.isNaN(value)) {
      input.setAttribute("aria-invalid", "true");
      this.errors.set(field.name, `${field.label}: “${text}” is not a number. Examples: 1000, 10k, 2.5M.`);
    } else {
      input.removeAttribute("aria-invalid");
      this.errors.delete(field.name);
      this.app.settings[field.name] = value;
    }
    this.showErrors();
    this.app.changed();
  }

  get algorithm() {
    return this.list.algorithms.find((each) => each.id === this.app.settings.algorithm);
  }

  /** The chosen heuristic, or the algorithm's default if it does not take the chosen one. */
  get heuristic() {
    const { algorithm } = this;
    const chosen = this.app.settings.heuristic;
    const id = algorithm.heuristics.includes(chosen) ? chosen : algorithm.heuristic;
    return this.list.heuristics.find((each) => each.id === id);
  }

  /** Shows the current settings, and only the fields that the algorithm uses. */
  restore() {
    const { settings } = this.app;
    const { algorithm } = this;
    byId("algorithm").value = settings.algorithm;
    byId("algorithm").classList.toggle("long", algorithm.title.length > LONG_TITLE);
    byId("algorithm-brief").textContent = sentence(algorithm.summary);
    byId("algorithm-summary").replaceChildren(...algorithmFacts(algorithm));
    byId("heuristic-field").hidden = !algorithm.informed;
    const { heuristic } = this;
    byId("heuristic-summary").hidden = !algorithm.informed;
    if (heuristic) {
      const taken = this.list.heuristics.filter(({ id }) => algorithm.heuristics.includes(id));
      fillSelect(byId("heuristic"), taken, heuristic.id);
      byId("heuristic-summary").replaceChildren(...heuristicFacts(heuristic));
    }
    this.own.show(algorithm.informed && heuristic?.id === OWN);
    for (const field of FIELDS) {
      const input = byId(`option-${field.name}`);
      input.parentElement.hidden = !hasOption(algorithm, field);
      if (field.number) input.placeholder = `default: ${this.standard(field)}`;
      else fillSelect(input, this.entries(field));
      const value = settings[field.name];
      const shown =
        value === null || value === undefined ? "" : field.number === "mebibytes" ? value / MEBI : value;
      if (document.activeElement !== input) input.value = String(shown);
    }
    this.app.changed();
  }

  /** Returns the search as a request without the board; settings that the algorithm does not use are left out. */
  request() {
    const { settings } = this.app;
    const { algorithm } = this;
    const request = { algorithm: algorithm.id, heuristic: this.heuristic?.id ?? null };
    if (request.heuristic === OWN) request.heuristicCode = this.own.code;
    for (const field of FIELDS) {
      if (hasOption(algorithm, field) && field.name !== "capacity" && settings[field.name] !== null)
        request[field.name] = settings[field.name];
    }
    return request;
  }

  /** Everything that a result depends on, as text: the search, and how much of it is recorded. */
  get wanted() {
    return JSON.stringify([this.request(), this.app.settings.capacity]);
  }

  /** Returns a copy of this form's settings, to be written into a link later. */
  snapshot() {
    const names = ["algorithm", "heuristic", ...FIELDS.map(({ name }) => name)];
    return Object.fromEntries(names.map((name) => [name, this.app.settings[name]]));
  }

  /** Returns the search of an answer as a request; for `auto`, the search that its answer came from. */
  requestOf(answer) {
    const algorithm = this.list.algorithms.find((each) => each.id === answer.algorithm);
    const options = OPTIONS.filter((option) => hasOption(algorithm, option));
    return {
      algorithm: answer.algorithm,
      heuristic: answer.heuristic,
      cost: answer.cost_model,
      ...Object.fromEntries(options.map(({ name }) => [name, answer[name]])),
    };
  }

  /** Shows why a search failed, once: what is wrong with the user's own code is shown below it. */
  fail(text, isOwn) {
    this.failure = isOwn ? null : text;
    if (isOwn) this.own.fail(text);
    this.showErrors();
  }

  /** Forgets why the last search failed. */
  forgive() {
    this.failure = null;
    this.own?.forgive();
    this.showErrors();
  }

  showErrors() {
    const text = [...this.errors.values(), this.failure].filter(Boolean).join(" ");
    showText(byId("search-error"), text && pageWords(text));
  }
}

/** Returns whether an algorithm has an option. All of them have those that are not special. */
export const hasOption = (algorithm, { name, special }) => !special || algorithm.options.includes(name);

/** Describes what a page without a server can and cannot do. */
function withoutServer({ max_seconds, max_bytes }) {
  const time = counted(max_seconds / 60, "minute");
  return (
    `This page has no server: searches run in your browser, each for up to ${time} and within ${bytes(max_bytes)}. ` +
    "Longer searches, the pattern databases of 7 and 8 tiles (78) and GIF pictures need a server."
  );
}

/** Replaces the names of options in a sentence of the server with the labels of their fields. */
export function pageWords(text) {
  return text.replace(/\b[a-z]+_[a-z_]+\b/g, (found) => {
    const field = FIELDS.find((each) => each.name === found);
    return field ? `“${field.label}”` : found;
  });
}

/** Returns how an algorithm works, and whether it is complete and optimal, and its memory. */
function algorithmFacts(algorithm) {
  const fact = (name, value) => make("span", { className: "fact" }, term(name), ` ${value}`);
  return [
    make("p", { textContent: pageWords(algorithm.explanation) }),
    make(
      "p",
      { className: "fact-line" },
      fact("Complete", algorithm.complete ? "yes" : "no"),
      fact("Optimal", OPTIMAL[algorithm.optimal] ?? algorithm.optimal),
      fact("Memory", algorithm.memory),
    ),
  ];
}

/** Returns what a heuristic estimates, and whether it is admissible and consistent. */
function heuristicFacts({ id, title, explanation, admissible, consistent }) {
  if (id === OWN) return [explanation];
  return [
    make("b", { textContent: `${title}. ` }),
    `${pageWords(explanation)} It is ${admissible ? "" : "not "}`,
    term("admissible"),
    ...(consistent ? [" and ", term("consistent")] : []),
    ".",
  ];
}

/** Parses 1000, 10k or 2.5M; returns NaN if the text is not a number. */
export function parseNumber(text, kind) {
  const [, digits, suffix] = text.replaceAll(",", "").match(/^(\d+(?:\.\d+)?)\s*([kKMG]?)$/) ?? [];
  if (digits === undefined) return Number.NaN;
  const value = Number(digits) * { "": 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9 }[suffix];
  if (kind === "decimal") return value;
  return Math.round(kind === "mebibytes" ? value * MEBI : value);
}
