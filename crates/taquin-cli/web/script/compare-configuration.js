// A configuration: a search with what is set of it, written as one word, such as `astar:manhattan:LRUD:board` or
// `weighted-astar:manhattan:weight=1.5`. Links and the server take that word; people are told its name.

import { searchName } from "./run-name.js";
import { ORDERS } from "./search-form.js";

/** What can be set beside the heuristic, in the order of the word; numbers stand behind their option's name. */
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
  /** Knows what the server can do. */
  constructor(list) {
    this.list = { ...list, orders: ORDERS.map((id) => ({ id })) };
  }

  /** Whether an algorithm has an option; the order of children every one has. */
  has(algorithm, option) {
    return option.name === "order" || algorithm.options.includes(`--${spelled(option)}`);
  }

  /** The option that a part of the word sets. */
  optionOf(key, isNumber) {
    const names = ({ list }) => this.list[list].some(({ id }) => id === key);
    return OPTIONS.find((option) => (isNumber ? spelled(option) === key : option.list && names(option)));
  }

  /** The fields of a request. What is no option is the heuristic, which may have a colon within. */
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

  /** The word of such fields; those that are null or missing stay the default. */
  write(fields) {
    const options = OPTIONS.filter(({ name }) => fields[name] !== null && fields[name] !== undefined);
    const parts = options.map((option) =>
      option.list ? fields[option.name] : `${spelled(option)}=${fields[option.name]}`,
    );
    return [fields.algorithm, fields.heuristic, ...parts].filter(Boolean).join(":");
  }

  /** Its name for people: `A* with Manhattan distance, ties board`. */
  name(word) {
    return searchName(this.list, this.read(word));
  }
}
