// What is compared: the board that was entered or random ones, and the searches, each with its name as on the
// command line.

import { announce } from "./announce.js";
import { byId, fillSelect, make, showText } from "./dom.js";
import { icon, placeIcons } from "./icons.js";
import { ORDERS, parseNumber } from "./search-form.js";

export class CompareForm {
  constructor(app) {
    this.app = app;
    this.wrong = false;
  }

  described(list) {
    this.list = list;
  }

  /** Whether there is something to compare. */
  get complete() {
    const { machine, settings } = this.app;
    const hasBoards =
      settings.boards === "random" || ["ready", "solved", "unsolved", "failed"].includes(machine.state);
    return hasBoards && settings.configurations.length > 0 && !this.wrong;
  }

  /** Builds the form with the settings as they are. */
  restore() {
    const { settings } = this.app;
    const radio = (value, title) => {
      const input = make("input", {
        type: "radio",
        name: "boards",
        value,
        checked: settings.boards === value,
        id: `boards-${value}`,
      });
      input.addEventListener("change", () => {
        settings.boards = value;
        byId("random-fields").hidden = value !== "random";
        this.app.changed();
      });
      return make("label", { className: "choice" }, input, title);
    };
    const number = (id, label, key) => {
      const input = make("input", {
        id,
        type: "text",
        inputMode: "numeric",
        autocomplete: "off",
        value: settings[key],
      });
      input.addEventListener("input", () => this.readNumber(input, label, key));
      return make("div", { className: "field" }, make("label", { for: id, textContent: label }), input);
    };
    const select = (id, label, entries) => {
      const field = make("select", { id });
      fillSelect(field, entries);
      return make("div", { className: "field" }, make("label", { for: id, textContent: label }), field);
    };
    const add = make(
      "button",
      { type: "button", "data-action": "add-configuration", "data-icon": "plus" },
      make("span", { textContent: "Add" }),
    );
    byId("compare-form").replaceChildren(
      make(
        "fieldset",
        {},
        make("legend", { textContent: "Boards" }),
        make("div", { className: "inline" }, radio("this", "This board"), radio("random", "Random boards")),
      ),
      make(
        "div",
        { className: "grid-2", id: "random-fields", hidden: settings.boards !== "random" },
        number("compare-count", "How many", "count"),
        number("compare-seed", "Seed", "seed"),
      ),
      make("h3", { className: "label", textContent: "Searches" }),
      make("ul", { className: "chips", id: "configurations", "aria-label": "Searches to compare" }),
      make(
        "div",
        { className: "grid-2" },
        select(
          "add-algorithm",
          "Algorithm",
          this.list.algorithms.filter((each) => each.id !== "auto"),
        ),
        select("add-heuristic", "Heuristic", this.list.heuristics),
        select(
          "add-order",
          "Order",
          ORDERS.map((id) => ({ id, title: id })),
        ),
        make("div", { className: "field field-end" }, add),
      ),
      make("p", { className: "field-error", id: "compare-error", role: "alert", hidden: true }),
    );
    byId("add-heuristic").value = "manhattan";
    byId("add-algorithm").value = "astar";
    byId("add-algorithm").addEventListener("change", () => this.fitHeuristic());
    placeIcons(byId("compare-form"));
    this.fitHeuristic();
    this.showConfigurations();
  }

  /** A heuristic is asked for only where the algorithm takes one, and only one that it takes. */
  fitHeuristic() {
    const algorithm = this.list.algorithms.find((each) => each.id === byId("add-algorithm").value);
    const select = byId("add-heuristic");
    select.parentElement.hidden = !algorithm.informed;
    if (!algorithm.informed) return;
    const chosen = algorithm.heuristics.includes(select.value) ? select.value : algorithm.heuristic;
    const taken = this.list.heuristics.filter(({ id }) => algorithm.heuristics.includes(id));
    fillSelect(select, taken, chosen);
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

  showConfigurations() {
    const { settings } = this.app;
    byId("configurations").replaceChildren(
      ...settings.configurations.map((name) => {
        const remove = make(
          "button",
          { type: "button", className: "quiet icon-only", "aria-label": `Remove ${name}` },
          icon("close"),
        );
        remove.addEventListener("click", () => {
          settings.configurations = settings.configurations.filter((each) => each !== name);
          this.showConfigurations();
          byId("configurations").querySelector("button")?.focus();
        });
        return make("li", { className: "chip-item" }, make("span", { textContent: name }), remove);
      }),
    );
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

  /** The comparison as the server takes it. */
  request() {
    const { settings, puzzle } = this.app;
    const common = { configurations: settings.configurations, goal: settings.goal };
    if (settings.boards === "this") return { ...common, boards: [puzzle.board] };
    const size = puzzle ? `${puzzle.rows}x${puzzle.columns}` : `${byId("rows").value}x${byId("columns").value}`;
    return { ...common, random: { count: settings.count, seed: settings.seed, size } };
  }

  /** Whether the form asks for exactly this; one without a board asks for nothing. */
  asks(request) {
    return this.complete && JSON.stringify(this.request()) === request;
  }

  /** Settings of this form as they are, to be written into a link later. */
  snapshot() {
    const { board, size, goal, boards, count, seed, configurations } = this.app.settings;
    const kept = { board, size, goal, boards, count, seed, configurations: configurations.slice() };
    return { ...kept, compared: true };
  }

  showError(text) {
    showText(byId("compare-error"), text);
  }
}
