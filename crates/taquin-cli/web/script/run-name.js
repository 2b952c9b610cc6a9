// The display name of a search, which labels its results: the algorithm, its heuristic, and every setting that is not
// the default.

import { bytes, grouped } from "./format.js";
import { OPTIONS } from "./options.js";

/** How settings are written after the algorithm. */
const SETTINGS = [
  ["cost", (id) => `cost ${id}`],
  ...OPTIONS.map(({ name, number }) => [
    name,
    (value) => `${name.replaceAll("_", " ")} ${number ? grouped(value) : value}`,
  ]),
  ["max_nodes", (number) => `at most ${grouped(number)} nodes`],
  ["max_seconds", (number) => `at most ${grouped(number)} seconds`],
  ["max_bytes", (number) => `at most ${bytes(number)}`],
];

const titleOf = (list, id) => list.find((each) => each.id === id)?.title ?? id;

/** Names an algorithm with its heuristic: `A* with Manhattan distance`. */
export function algorithmName(list, { algorithm, heuristic }) {
  const title = titleOf(list.algorithms, algorithm);
  return heuristic ? `${title} with ${titleOf(list.heuristics, heuristic)}` : title;
}

/** Names an algorithm with its heuristic and all settings that are not the default. */
export function searchName(list, request) {
  const own = list.algorithms.find((each) => each.id === request.algorithm);
  const defaults = { ...own, cost: "unit" };
  const changed = SETTINGS.filter(([name]) => ![null, undefined, defaults[name]].includes(request[name]));
  return [algorithmName(list, request), ...changed.map(([name, write]) => write(request[name]))].join(", ");
}
