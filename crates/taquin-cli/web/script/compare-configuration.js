// A configuration: a search with its settings, written as one word, such as `astar:manhattan:LRUD:board` or
// `weighted-astar:manhattan:weight=1.5`. Links and the server use the word; the page shows its name.

import { searchName } from "./run-name.js";
import { ORDERS } from "./search-form.js";

/** The options besides the heuristic, in the order they have in the word; numbers follow their option's name. */
export const OPTIONS = [
  { name: "order", label: "Order of children", list: "orders" },
  { name: "ties", label: "Ties", list: "ties" },
  { name: "goal_test", label: "Goal test", list: "goal_tests" },
  { name: "weight", label: "Weight", number: "decimal" },
  { name: "width", label: "Width of the beam", number: "count" },
  { name: "max_depth", label: "Depth limit", number: "count" },
];
const spelled = ({ name }) => name.replace("_", "-");

export class Configurations {
  /** `list` is the server's description of what it offers. */
  constructor(list) {
    this.list = { ...list, orders: ORDERS.map((id) => ({ id })) };
  }

  /** Returns whether an algorithm has an option; all have the order of children. */
  has(algorithm, option) {
    return option.name === "order" || algorithm.options.includes(`--${spelled(option)}`);
  }

  /** Returns the option that a part of the word sets. */
  optionOf(key, isNumber) {
    const names = ({ list }) => this.list[list].some(({ id }) => id === key);
    return OPTIONS.find((option) => (isNumber ? spelled(option) === key : option.list && names(option)));
  }

  /** Parses a word into fields of a request. Parts that are no option form the heuristic, which may contain a colon. */
  read(word) {
    const [algorithm, ...parts] = word.split(":");
    const fields = { algorithm };
    for (const part of parts) {
      const [key, value] = part.split("=");
      const option = this.optionOf(key, value !== undefined);
      if (option) fields[option.name] = value === undefined ? key : Number(value);
      else fields.heuristic = fields.heuristic ? `${fields.heuristic}:${part}` : part;
    }
    return fields;
  }

  /** Formats fields as a word; those that are null or missing keep their default. */
  write(fields) {
    const options = OPTIONS.filter(({ name }) => fields[name] !== null && fields[name] !== undefined);
    const parts = options.map((option) =>
      option.list ? fields[option.name] : `${spelled(option)}=${fields[option.name]}`,
    );
    return [fields.algorithm, fields.heuristic, ...parts].filter(Boolean).join(":");
  }

  /** Returns the display name: `A* with Manhattan distance, ties board`. */
  name(word) {
    return searchName(this.list, this.read(word));
  }
}
