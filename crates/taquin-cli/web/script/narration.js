// What a search did at a step, in words: the sentences of the algorithm's description with their values filled in, a
// count of the children, and the lines of pseudo-code that were executed.

import { shortText } from "./board.js";
import { cost, grouped } from "./format.js";

/** What happened to a child: the letter in a trace, the event in a description, and the words for it. */
const FATES = [
  { letter: "k", event: "new", text: "new" },
  { letter: "b", event: "better", text: "reached by a cheaper path" },
  { letter: "d", event: "known", text: "known" },
  { letter: "c", event: "pruned", text: "beyond the bound" },
];

const NO_CHILDREN = { text: "", lines: [] };

/** Fills in the values of a sentence. */
const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "?").replace(/\b1 moves\b/g, "1 move");

const number = (value) => (value === null || value === undefined ? null : cost(value));

/**
 * Narrates the current step of a trace in the words of its algorithm's description: `{sentence, line, lines}`, where
 * `line` is the main line of pseudo-code and `lines` are all that were executed.
 */
export function narrate(trace, { events }) {
  const { answer, current, group } = trace;
  const shared = { round: group.number, bound: number(group.bound), cost: number(answer.cost) };
  const sentences = [];
  const add = (event, values) => {
    const { line, sentence } = events[event] ?? {};
    if (sentence) sentences.push({ line, text: fill(sentence, { ...shared, ...values }) });
  };
  if (current >= 0 && trace.step === group.first) add("round", {});
  if (current >= 0) add("taken", { ...valuesOf(trace, current), priority: priorityAt(trace) });
  const main = sentences.at(-1);
  const children = current >= 0 ? childrenAt(trace, events) : NO_CHILDREN;
  if (main && children.text) main.text = `${main.text.replace(/\.$/, "")}; ${children.text}.`;
  const atEnd = trace.complete && trace.step >= trace.last - 1 && answer.outcome === "solved";
  const before = sentences.length;
  if (atEnd) {
    const { goal_tiles: tiles, meeting } = answer.trace;
    if (meeting) add("meeting", valuesOf(trace, meeting[0]));
    add("goal", { state: shortText(tiles, trace.columns) });
  }
  return {
    sentence: sentences.map(({ text }) => text).join(" "),
    line: (sentences[before] ?? main)?.line,
    lines: [...sentences.map(({ line }) => line), ...children.lines],
  };
}

/** Narrates the end of a search without a tree. */
export function narrateEnd({ cost: paid, outcome, size, trace }, { events }) {
  if (outcome !== "solved" || !events.goal) return { sentence: "", lines: [] };
  const state = shortText(trace.goal_tiles, Number(size.split("x")[1]));
  const { line, sentence } = events.goal;
  return { sentence: fill(sentence, { state, cost: number(paid) }), line, lines: [line] };
}

/** Returns the values of a node that sentences may contain. */
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

/** Returns the priority of the current node. */
function priorityAt(trace) {
  return number(trace.steps.priority?.[trace.step] ?? trace.costsOf(trace.current).f);
}

/** Counts the children generated in the current step by what happened to them; returns text and executed lines. */
function childrenAt(trace, events) {
  const { step, stepCount } = trace;
  const { made_before } = trace.steps;
  const isLast = step + 1 >= stepCount;
  // If the recording ends here, more children may have followed.
  if (isLast && !trace.complete) return NO_CHILDREN;
  const end = isLast ? trace.nodeCount : made_before[step + 1];
  const [own, others] = [new Map(), new Map()];
  for (let id = made_before[step] + 1; id <= end; id += 1) {
    const letter = trace.answer.trace.nodes.fate[id - 1];
    const counts = trace.parent[id] === trace.current ? own : others;
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const parts = [];
  if (own.size > 0) parts.push(`made ${countChildren(own, events, [" child", " children"])}`);
  else if (!isLast) parts.push("made no children");
  // A search that backtracks along its path generates children of earlier states.
  if (others.size > 0) parts.push(`went back and made ${countChildren(others, events, [" more", " more"])}`);
  const fates = FATES.filter(({ letter }) => own.has(letter) || others.has(letter));
  return { text: parts.join("; "), lines: fates.flatMap(({ event }) => events[event]?.line ?? []) };
}

/** Formats counts: `3 children: 2 new, 1 known`, or only the total for a search in which all have the same fate. */
function countChildren(counts, events, [one, many]) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const head = grouped(total) + (total === 1 ? one : many);
  if (!events.known && !events.pruned) return head;
  const parts = FATES.filter(({ letter }) => counts.has(letter)).map(({ letter, text }) => {
    // A search that remembers no states cannot call any of them new.
    const word = letter === "k" && !events.known ? "within the bound" : text;
    return `${grouped(counts.get(letter))} ${word}`;
  });
  return `${head}: ${parts.join(", ")}`;
}
