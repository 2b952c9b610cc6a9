// What a search with a heuristic of the user may send to the page. It ran beside the user's code, so nothing about it is
// taken on trust: a message has one of the shapes below, or it ends the search.

const isWhole = (value) => Number.isSafeInteger(value) && value >= 0;
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isAmount = (value) => isNumber(value) && value >= 0;
const isNull = (value) => value === null;
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
  has_tree: isFlag,
  stores_nodes: isFlag,
  places: isWhole,
  start: isColumn,
  goal_tiles: isColumn,
  nodes: columnsOf({
    parent: isColumn,
    move: isLetters(MOVES),
    g: isColumn,
    h: orNull(listOf(orNull(isAmount))),
    disposition: isLetters(/^[eidp]*$/),
  }),
  steps: columnsOf({
    node: isColumn,
    generated_before: isColumn,
    expanded: orNull(isColumn),
    frontier: orNull(isColumn),
    max_frontier: orNull(isColumn),
    max_depth: orNull(isColumn),
    priority: orNull(listOf(orNull(isAmount))),
  }),
  frontier: orNull(
    objectOf({
      from: orNull(isColumn),
      waiting: columnsOf({ node: isColumn, from: orNull(isColumn), dropped_at: orNull(listOf(orNull(isWhole))) }),
    }),
  ),
  rounds: listOf(
    objectOf({
      bound: orNull(isAmount),
      first_step: isWhole,
      end_step: isWhole,
      first_node: isWhole,
      end_node: isWhole,
      roots: isColumn,
    }),
  ),
  bounded: oneOf("f", "depth"),
  solution: orNull(
    objectOf({ goal: isWhole, path: isColumn, meeting: isNull, known_from: isWhole }),
  ),
  narration: objectOf({
    templates: listOf(objectOf({ sentence: isText, line: orNull(isWhole), lines: isColumn })),
    places: isColumn,
  }),
});

/**
 * A recording whose numbers are of its own nodes and steps. Each node has an earlier parent or a root above it, and no
 * root has one: paths end.
 */
const isRecording = (value) => {
  if (!isRecordingOfColumns(value)) return false;
  const { frontier, has_tree, narration, nodes, places, rounds, solution, steps } = value;
  const [nodeCount, stepCount] = [nodes.parent.length, steps.node.length];
  const roots = rounds.flatMap((round) => round.roots);
  const isRoot = (root, at) => root === (at === 0 ? 0 : nodeCount + at);
  const isNode = (number) => number < nodeCount + roots.length;
  const isAbove = (parent, at) => parent <= at || (parent > nodeCount && isNode(parent));
  const isRound = (round) =>
    round.roots.length > 0 && round.first_step < stepCount && round.end_step <= stepCount && round.end_node <= nodeCount + 1;
  return (
    has_tree === stepCount > 0 &&
    has_tree === rounds.length > 0 &&
    (places === stepCount || (has_tree && places === stepCount + 1)) &&
    roots.every(isRoot) &&
    nodes.parent.every(isAbove) &&
    rounds.every(isRound) &&
    [steps.node, frontier?.waiting.node ?? [], solution?.path ?? [], [solution?.goal ?? 0]].every((column) => column.every(isNode)) &&
    steps.generated_before.every((number) => number <= nodeCount) &&
    narration.places.length === Math.max(places, 1) &&
    narration.places.every((number) => number < narration.templates.length)
  );
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
