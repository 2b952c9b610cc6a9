// What a search did at a step, in words: the sentences of the algorithm's own description with their values
// filled in, what became of the children, and the lines of its pseudo-code that were at work.

import { shortText } from "./board.js";
import { cost, grouped } from "./format.js";

/** What became of a child: the letter in a trace, the event in a description, and how they are counted. */
const FATES = [
  { letter: "k", event: "new", says: "new" },
  { letter: "b", event: "better", says: "reached by a cheaper path" },
  { letter: "d", event: "known", says: "known" },
  { letter: "c", event: "pruned", says: "beyond the bound" },
];

const NO_CHILDREN = { says: "", lines: [] };

/** A sentence of a description with its values filled in. */
const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "?").replace(/\b1 moves\b/g, "1 move");

const number = (value) => (value === null || value === undefined ? null : cost(value));

/**
 * The present step of a trace in words, as its algorithm's description has them: `{sentence, line, lines}`, where
 * `line` is the one that the step is about and `lines` are all that were at work.
 */
export function narrate(trace, { events }) {
  const { answer, current, group } = trace;
  const shared = { round: group.number, bound: number(group.bound), cost: number(answer.cost) };
  const told = [];
  const tell = (event, values) => {
    const { line, sentence } = events[event] ?? {};
    if (sentence) told.push({ line, says: fill(sentence, { ...shared, ...values }) });
  };
  if (current >= 0 && trace.step === group.first) tell("round", {});
  if (current >= 0) tell("taken", { ...valuesOf(trace, current), priority: priorityAt(trace) });
  const about = told.at(-1);
  const made = current >= 0 ? childrenAt(trace, events) : NO_CHILDREN;
  if (about && made.says) about.says = `${about.says.replace(/\.$/, "")}; ${made.says}.`;
  const atEnd = trace.complete && trace.step >= trace.last - 1 && answer.outcome === "solved";
  const before = told.length;
  if (atEnd) {
    const { goal_tiles: tiles, meeting } = answer.trace;
    if (meeting) tell("meeting", valuesOf(trace, meeting[0]));
    tell("goal", { state: shortText(tiles, trace.columns) });
  }
  return {
    sentence: told.map(({ says }) => says).join(" "),
    line: (told[before] ?? about)?.line,
    lines: [...told.map(({ line }) => line), ...made.lines],
  };
}

/** How a search without a tree ended, in words. */
export function narrateEnd({ cost: paid, outcome, size, trace }, { events }) {
  if (outcome !== "solved" || !events.goal) return { sentence: "", lines: [] };
  const state = shortText(trace.goal_tiles, Number(size.split("x")[1]));
  const { line, sentence } = events.goal;
  return { sentence: fill(sentence, { state, cost: number(paid) }), line, lines: [line] };
}

/** What sentences may say of a node. */
function valuesOf(trace, node) {
  const { g, h, f } = trace.costsOf(node);
  return {
    state: shortText(trace.boardOf(node), trace.columns),
    g: number(g),
    h: number(h),
    f: number(f),
    depth: grouped(trace.depth[node]),
  };
}

/** What the present node was sorted by. */
function priorityAt(trace) {
  return number(trace.steps.priority?.[trace.step] ?? trace.costsOf(trace.current).f);
}

/** The children made in the present step, counted by what became of them, with the lines that did it. */
function childrenAt(trace, events) {
  const { step, stepCount } = trace;
  const { made_before } = trace.steps;
  const isLast = step + 1 >= stepCount;
  // Where the recording ended, nobody knows whether these were all.
  if (isLast && !trace.complete) return NO_CHILDREN;
  const end = isLast ? trace.made : made_before[step + 1];
  const [own, others] = [new Map(), new Map()];
  for (let id = made_before[step] + 1; id <= end; id += 1) {
    const letter = trace.answer.trace.nodes.fate[id - 1];
    const counts = trace.parent[id] === trace.current ? own : others;
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const says = [];
  if (own.size > 0) says.push(`made ${countChildren(own, events, [" child", " children"])}`);
  else if (!isLast) says.push("made no children");
  // A search that goes back along its path makes children of earlier states there.
  if (others.size > 0) says.push(`went back and made ${countChildren(others, events, [" more", " more"])}`);
  const fates = FATES.filter(({ letter }) => own.has(letter) || others.has(letter));
  return { says: says.join("; "), lines: fates.flatMap(({ event }) => events[event]?.line ?? []) };
}

/** `3 children: 2 new, 1 known`; of a search in which all have the same fate, only how many. */
function countChildren(counts, events, [one, many]) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const head = grouped(total) + (total === 1 ? one : many);
  if (!events.known && !events.pruned) return head;
  const parts = FATES.filter(({ letter }) => counts.has(letter)).map(({ letter, says }) => {
    // A search that remembers no states calls none of them new.
    const word = letter === "k" && !events.known ? "within the bound" : says;
    return `${grouped(counts.get(letter))} ${word}`;
  });
  return `${head}: ${parts.join(", ")}`;
}
