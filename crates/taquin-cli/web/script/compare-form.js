// The form for comparisons and races: the entered board or random ones, the list of searches, which of them race, and
// the fields for adding a search.

import { announce, toast } from "./announce.js";
import { Configurations } from "./compare-configuration.js";
import { byId, fillSelect, make, showText } from "./dom.js";
import { grouped } from "./format.js";
import { icon } from "./icons.js";
import { AUTO, OPTIONS, WATCHED } from "./options.js";
import { hasOption, parseNumber } from "./search-form.js";

/** The least and the greatest number of searches in a race. */
export const RACERS = { least: 2, most: 4 };

export class CompareForm {
  constructor(app) {
    this.app = app;
    /** What is wrong, by the name of the field. */
    this.errors = new Map();
    byId("compare-form").addEventListener("submit", (event) => event.preventDefault());
    for (const input of byId("compare-form").elements.boards) {
      input.addEventListener("change", () => {
        app.settings.boards = input.value;
        byId("random-fields").hidden = input.value !== "random";
        app.changed();
      });
    }
    byId("compare-count").addEventListener("input", () => this.readNumber("count", "How many"));
    byId("compare-seed").addEventListener("input", () => this.readNumber("seed", "Seed"));
    byId("add-algorithm").addEventListener("change", () => this.fit());
  }

  described(list) {
    this.list = list;
    this.configurations = new Configurations(list);
    byId("add-fields").replaceChildren(...OPTIONS.map(optionField));
    const algorithms = list.algorithms.filter((each) => each.id !== AUTO);
    fillSelect(byId("add-algorithm"), algorithms, WATCHED.algorithm);
    this.fit();
  }

  /** Whether the form describes a comparison that can be run. */
  get complete() {
    const { machine, settings } = this.app;
    const hasBoards =
      settings.boards === "random" || ["ready", "solved", "unsolved", "failed"].includes(machine.state);
    return hasBoards && settings.configurations.length > 0 && this.errors.size === 0;
  }

  /** Shows the settings as they are. */
  restore() {
    const { settings } = this.app;
    byId("compare-form").elements.boards.value = settings.boards;
    byId("random-fields").hidden = settings.boards !== "random";
    for (const key of ["count", "seed"]) byId(`compare-${key}`).value = settings[key];
    // Only searches on the list can race; a link to a race adds its searches to the list.
    const linked = settings.view === "race" ? settings.racing : [];
    settings.configurations = [...new Set([...settings.configurations, ...linked])];
    settings.racing = settings.racing.filter((word) => settings.configurations.includes(word));
    this.showConfigurations();
  }

  get algorithm() {
    return this.list.algorithms.find((each) => each.id === byId("add-algorithm").value);
  }

  /** Shows only the fields that the algorithm has, with its defaults. */
  fit() {
    const { algorithm } = this;
    const select = byId("add-heuristic");
    select.parentElement.hidden = !algorithm.informed;
    if (algorithm.informed) {
      const chosen = algorithm.heuristics.includes(select.value) ? select.value : algorithm.heuristic;
      const taken = this.list.heuristics.filter(({ id }) => algorithm.heuristics.includes(id));
      fillSelect(select, taken, chosen);
    }
    for (const option of OPTIONS) {
      const input = byId(`add-${option.name}`);
      input.parentElement.hidden = !hasOption(algorithm, option);
      const standard = algorithm[option.name];
      if (option.menu) {
        const others = option.menu.filter(({ id }) => id !== standard);
        const entries = others.map(({ id, summary }) => ({ id, title: summary ? `${id}: ${summary}` : id }));
        fillSelect(input, [{ id: "", title: `default: ${standard}` }, ...entries]);
      } else input.placeholder = `default: ${standard ? grouped(standard) : "none"}`;
    }
  }

  readNumber(key, label) {
    const input = byId(`compare-${key}`);
    const value = parseNumber(input.value.trim(), "count");
    const wrong = Number.isNaN(value) || (key === "count" && value < 1);
    mark(input, wrong);
    if (wrong) this.errors.set(key, `${label}: enter a whole number, such as 100.`);
    else {
      this.errors.delete(key);
      this.app.settings[key] = value;
    }
    this.showError([...this.errors.values()].join(" "));
    this.app.changed();
  }

  showConfigurations() {
    const { settings } = this.app;
    byId("configurations").replaceChildren(
      ...settings.configurations.map((word) => {
        const name = this.configurations.name(word);
        const remove = make(
          "button",
          { type: "button", className: "quiet icon-only", "aria-label": `Remove ${name}` },
          icon("close"),
        );
        remove.addEventListener("click", () => {
          for (const list of ["configurations", "racing"])
            settings[list] = settings[list].filter((each) => each !== word);
          this.showConfigurations();
          byId("configurations").querySelector("button")?.focus();
        });
        return make(
          "li",
          { className: "search-item" },
          make("label", { className: "choice", "data-only": "race" }, this.racingBox(word, null), name),
          make("span", { "data-only": "compare", textContent: name }),
          remove,
        );
      }),
    );
    this.showRacing();
    this.app.changed();
  }

  /** Creates a checkbox for whether a search races; `name` labels a box without text beside it. */
  racingBox(word, name) {
    const box = make("input", {
      type: "checkbox",
      checked: this.app.settings.racing.includes(word),
      "data-racing": word,
      "aria-label": name,
    });
    box.addEventListener("change", () => this.race(word, box.checked));
    return box;
  }

  /** Adds a search to the race or removes it, within the greatest number of searches. */
  race(word, wanted) {
    const { settings } = this.app;
    const others = settings.racing.filter((each) => each !== word);
    if (wanted && others.length === RACERS.most) toast(`A race has at most ${RACERS.most} searches.`);
    else settings.racing = wanted ? [...others, word] : others;
    this.showRacing();
    this.app.changed();
  }

  /** Updates the checkboxes of all searches, here and in the table. */
  showRacing() {
    const { racing } = this.app.settings;
    for (const box of document.querySelectorAll("[data-racing]"))
      box.checked = racing.includes(box.dataset.racing);
    const { least, most } = RACERS;
    byId("race-count").textContent = `Select ${least} to ${most} searches for the race. Selected: ${racing.length}.`;
  }

  add() {
    const { settings } = this.app;
    const fields = { algorithm: this.algorithm.id };
    if (this.algorithm.informed) fields.heuristic = byId("add-heuristic").value;
    for (const option of OPTIONS) {
      const input = byId(`add-${option.name}`);
      const text = input.value.trim();
      if (input.parentElement.hidden || text === "") continue;
      fields[option.name] = option.menu ? text : parseNumber(text, option.number);
      const wrong = Number.isNaN(fields[option.name]);
      mark(input, wrong);
      if (wrong) {
        this.showError(`${option.label}: “${text}” is not a number.`);
        return;
      }
    }
    const word = this.configurations.write(fields);
    const name = this.configurations.name(word);
    const isListed = settings.configurations.includes(word);
    this.showError(isListed ? `${name} is already on the list.` : null);
    if (isListed) return;
    settings.configurations.push(word);
    if (settings.view === "race" && settings.racing.length < RACERS.most) settings.racing.push(word);
    this.showConfigurations();
    announce(`${name} added.`);
  }

  /** Returns the comparison as a request to the server. */
  request() {
    const { settings, puzzle } = this.app;
    const common = { configurations: settings.configurations, goal: settings.goal };
    if (settings.boards === "this") return { ...common, boards: [puzzle.board] };
    const size = puzzle ? `${puzzle.rows}x${puzzle.columns}` : `${byId("rows").value}x${byId("columns").value}`;
    return { ...common, random: { count: settings.count, seed: settings.seed, size } };
  }

  /** Returns whether the form still describes this request; never if it is incomplete. */
  matches(request) {
    return this.complete && JSON.stringify(this.request()) === request;
  }

  /** Returns a search as settings of the search form; what it does not set has its default. */
  asSettings(word) {
    const none = Object.fromEntries(OPTIONS.map(({ name }) => [name, null]));
    return { ...none, cost: "unit", ...this.configurations.read(word) };
  }

  /** Returns a copy of this form's settings, to be written into a link later. */
  snapshot() {
    const { board, size, goal, boards, count, seed, configurations } = this.app.settings;
    const copy = { board, size, goal, boards, count, seed, configurations: configurations.slice() };
    return { ...copy, compared: true };
  }

  showError(text) {
    showText(byId("compare-error"), text);
  }
}

function optionField({ name, label, menu }) {
  const id = `add-${name}`;
  const input = make(menu ? "select" : "input", { id, autocomplete: "off", inputMode: "decimal" });
  return make("div", { className: "field" }, make("label", { for: id, textContent: label }), input);
}

function mark(input, wrong) {
  if (wrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}
