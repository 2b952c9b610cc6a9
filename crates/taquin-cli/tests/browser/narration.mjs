// Narrates recorded searches as the page does: for each `{answer, pseudocode}` of the file, the narration, the frontier
// and the board at every step. A test compares this with the narration of the terminal.

import { readFileSync } from "node:fs";
import { narrate, narrateEnd } from "./narration.js";
import { shortText } from "./board.js";
import { Trace } from "./trace.js";

/** The number of rows of the frontier that are compared. */
const ROWS = 5;

const narrations = JSON.parse(readFileSync(process.argv[2], "utf8")).map(({ answer, pseudocode }) => {
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
process.stdout.write(JSON.stringify(narrations));
