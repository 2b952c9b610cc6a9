// What a search did at a step, in words. The recording has the words; only the values of the node are filled in here.

import { shortText } from "./board.js";
import { cost, counted } from "./format.js";

const number = (value) => (value === null || value === undefined ? null : cost(value));

/** Narrates the current step of a trace: `{sentence, line, lines}`, of which the last are lines of pseudo-code. */
export function narrate(trace) {
  const { narration, steps } = trace.answer.trace;
  const { sentence, line, lines } = narration.templates[narration.places[trace.step]];
  const { focus: node } = trace;
  const { g, h, f } = trace.costsOf(node);
  const values = {
    state: shortText(trace.boardOf(node), trace.columns),
    g: number(g),
    h: number(h),
    f: number(f),
    priority: number(steps.priority?.[trace.step]),
    moves: counted(trace.depth[node], "move"),
  };
  return { sentence: sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "?"), line, lines };
}

/** Narrates the end of a search without a tree. */
export const narrateEnd = ({ trace: { narration } }) => narration.templates[narration.places[0]];
