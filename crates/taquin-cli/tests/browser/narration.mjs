// Tells recorded searches as the page does: for each `{answer, pseudocode}` of the file, every step as narration, the
// frontier and the board. A test compares that with what the terminal tells.

import { readFileSync } from "node:fs";
import { narrate, narrateEnd } from "./narration.js";
import { shortText } from "./board.js";
import { Trace } from "./trace.js";

/** Rows of the frontier that are compared. */
const ROWS = 5;

const told = JSON.parse(readFileSync(process.argv[2], "utf8")).map(({ answer, pseudocode }) => {
  if (!Trace.hasTree(answer)) return [{ ...narrateEnd(answer, pseudocode), state: null, open: [] }];
  const trace = new Trace(answer);
  const places = [];
  for (let place = trace.first; place <= trace.last; place += 1) {
    trace.seek(place);
    const state = shortText(trace.boardOf(trace.focus), trace.columns);
    const rows = trace.keepsLists ? Math.min(ROWS, trace.openCount) : 0;
    const open = Array.from({ length: rows }, (_, row) => trace.openAt(row));
    places.push({ ...narrate(trace, pseudocode), state, open });
  }
  return places;
});
process.stdout.write(JSON.stringify(told));
