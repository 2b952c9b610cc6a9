// What a search with a heuristic of the user may send to the page. It ran beside the user's code, so nothing about it is
// taken on trust: a message has one of the shapes below, or it ends the search.

const isWhole = (value) => Number.isSafeInteger(value) && value >= 0;
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isAmount = (value) => isNumber(value) && value >= 0;
const isFlag = (value) => typeof value === "boolean";
const textOf = (most) => (value) => typeof value === "string" && value.length <= most;
const isText = textOf(10_000);
const orNull = (test) => (value) => value === null || test(value);
const listOf = (test) => (value) => Array.isArray(value) && value.every(test);
const objectOf = (fields) => (value) =>
  value !== null && typeof value === "object" && Object.entries(fields).every(([name, test]) => test(value[name]));
const oneOf = (...values) => (value) => values.includes(value);

const COUNTS = { explored: isWhole, expanded: isWhole, generated: isWhole, frontier: isWhole };

const isProgress = objectOf({ ...COUNTS, search: isText, depth: isWhole, seconds: isAmount, rate: isAmount, bytes: isWhole });

/** Columns of equal length. */
const columnsOf = (columns) => (value) =>
  objectOf(columns)(value) &&
  Object.keys(columns).every((name) => value[name] === null || value[name].length === Object.values(value)[0].length);

const isColumn = listOf(isWhole);
const isLetters = (letters) => (value) => typeof value === "string" && letters.test(value);

const MOVES = /^[UDLR]*$/;

const isRecordingOfColumns = objectOf({
  complete: isFlag,
  single_tree: isFlag,
  start: isColumn,
  goal_tiles: isColumn,
  nodes: columnsOf({
    parent: isColumn,
    move: isLetters(MOVES),
    g: isColumn,
    h: orNull(listOf(orNull(isAmount))),
    f: orNull(listOf(orNull(isAmount))),
    fate: isLetters(/^[kbdc]*$/),
  }),
  steps: columnsOf({
    node: isColumn,
    made_before: isColumn,
    ...Object.fromEntries(Object.keys(COUNTS).map((name) => [name, isColumn])),
    max_frontier: isColumn,
    max_depth: isColumn,
    priority: orNull(listOf(orNull(isAmount))),
  }),
  rounds: orNull(listOf(objectOf({ bound: orNull(isAmount), first_step: isWhole, made_before: isWhole }))),
  path: orNull(isColumn),
  meeting: orNull(isWhole),
});

/** A recording whose numbers are of its own nodes, each of which has an earlier parent: paths end. */
const isRecording = (value) => {
  if (!isRecordingOfColumns(value)) return false;
  const { nodes, steps, path } = value;
  const isNode = (number) => number <= nodes.parent.length;
  const isEarlier = (parent, at) => parent <= at;
  return nodes.parent.every(isEarlier) && [steps.node, steps.made_before, path ?? []].every((column) => column.every(isNode));
};

/** A recording, or the first part of one. */
const PART = { algorithm: isText, size: isLetters(/^\d{1,3}x\d{1,3}$/), trace: isRecording };

const isTrace = objectOf({
  ...PART,
  request: objectOf({ algorithm: isText }),
  outcome: oneOf("solved", "stopped", "exhausted", "unsolvable"),
  stopped_by: orNull(oneOf("nodes", "time", "memory", "interrupt")),
  optimal: isFlag,
  length: orNull(isWhole),
  cost: orNull(isWhole),
  lower_bound: orNull(isWhole),
  moves_blank: orNull(isLetters(MOVES)),
  moves_tile: orNull(isLetters(MOVES)),
  steps: (value) => value === undefined || orNull(listOf(objectOf({ step: isWhole, board: isText })))(value),
  notices: listOf(isText),
  attempts: (value) => Array.isArray(value) && value.length === 0,
  stats: objectOf({ ...COUNTS, max_frontier: isWhole, max_depth: isWhole, peak_bytes: isWhole, seconds: isAmount }),
});

const isCheck = objectOf({
  boards: isWhole,
  admissible: isFlag,
  consistent: isFlag,
  counterexample: orNull(objectOf({ board: isText, distance: isWhole, estimate: isAmount })),
  inconsistency: orNull((value) => listOf(isText)(value) && value.length === 2),
  mean_error: isNumber,
  max_error: isAmount,
});

const isRefusal = objectOf({ error: objectOf({ message: isText, help: (value) => value === undefined || orNull(isText)(value) }) });

/** The documents of messages, as JSON: by their event, for requests by their name. */
const DOCUMENTS = {
  progress: () => isProgress,
  part: () => objectOf(PART),
  done: (name) => ({ trace: isTrace, "check-heuristic": isCheck })[name],
  refused: () => isRefusal,
};

/** What a message may say of the user's code or of the module, by its event. */
const FAILURES = {
  syntax: objectOf({ message: isText, line: isWhole }),
  threw: objectOf({ board: isText, message: isText, stack: isText }),
  returned: objectOf({ board: isText, value: isText, most: isNumber }),
  breakdown: objectOf({ data: isText }),
};

/** Reads a message of the worker for a request by its name; returns null for what it cannot have sent. */
export function readMessage(name, message) {
  if (message === null || typeof message !== "object") return null;
  const { event } = message;
  if (Object.hasOwn(FAILURES, event)) return FAILURES[event](message) ? message : null;
  if (!Object.hasOwn(DOCUMENTS, event) || typeof message.data !== "string") return null;
  try {
    const data = JSON.parse(message.data);
    return DOCUMENTS[event](name)(data) ? { event, data } : null;
  } catch {
    return null;
  }
}
