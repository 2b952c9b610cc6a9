// A configuration: a search with its settings, written as one word, such as `astar:manhattan:LRUD:board` or
// `weighted-astar:manhattan:weight=1.5`. Links and the server use the word; the page shows its name.

import { OPTIONS } from "./options.js";
import { searchName } from "./run-name.js";

/** An option as a word spells it; numbers follow it. */
const spelled = ({ name }) => name.replaceAll("_", "-");

/** Returns the option that a part of a word sets. */
function optionOf(key, isNumber) {
  return OPTIONS.find((option) => (isNumber ? spelled(option) === key : option.menu?.some(({ id }) => id === key)));
}

export class Configurations {
  /** `list` is the server's description of what it offers. */
  constructor(list) {
    this.list = list;
  }

  /** Parses a word into fields of a request. Parts that are no option form the heuristic, which may contain a colon. */
  read(word) {
    const [algorithm, ...parts] = word.split(":");
    const fields = { algorithm };
    for (const part of parts) {
      const [key, value] = part.split("=");
      const option = optionOf(key, value !== undefined);
      if (option) fields[option.name] = value === undefined ? key : Number(value);
      else fields.heuristic = fields.heuristic ? `${fields.heuristic}:${part}` : part;
    }
    return fields;
  }

  /** Formats fields as a word; those that are null or missing keep their default. */
  write(fields) {
    const options = OPTIONS.filter(({ name }) => fields[name] !== null && fields[name] !== undefined);
    const parts = options.map((option) =>
      option.menu ? fields[option.name] : `${spelled(option)}=${fields[option.name]}`,
    );
    return [fields.algorithm, fields.heuristic, ...parts].filter(Boolean).join(":");
  }

  /** Returns the display name: `A* with Manhattan distance, ties board`. */
  name(word) {
    return searchName(this.list, this.read(word));
  }
}
