// The WebAssembly module of the page without a server, by itself: its answers and counts match the command line.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { tries } from "./bench.mjs";

/** The greatest size of the compressed module. */
const MAX_BYTES = 700_000;
/** Statistics that depend on the machine. */
const VARIABLE = ["seconds", "peak_bytes", "fixed_bytes"];

/** Loads the module as the worker does. */
async function load(session) {
  const response = await fetch(`${session.bench.address}assets/taquin.wasm.gz`);
  const packed = Buffer.from(await response.arrayBuffer());
  assert.ok(packed.length <= MAX_BYTES, `${packed.length} bytes`);
  const events = [];
  const decoder = new TextDecoder();
  const host = {
    now: () => performance.now(),
    hear: (kind, at, length) =>
      events.push([kind, decoder.decode(new Uint8Array(exports.memory.buffer, at, length))]),
    // The number of misplaced tiles.
    estimate: (at, length) =>
      new Uint16Array(exports.memory.buffer, at, length).reduce(
        (sum, tile, cell) => sum + (tile !== 0 && tile !== cell + 1 ? 1 : 0),
        0,
      ),
  };
  const { instance } = await WebAssembly.instantiate(gunzipSync(packed), { host });
  const { exports } = instance;
  const ask = (name, body) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const request = Buffer.concat([Buffer.from(`${name}\n`), Buffer.isBuffer(body) ? body : Buffer.from(text)]);
    // Reserving memory may replace the module's buffer.
    const at = exports.reserve(request.length);
    new Uint8Array(exports.memory.buffer, at, request.length).set(request);
    const status = exports.ask();
    const answer = new Uint8Array(exports.memory.buffer, exports.answer_at(), exports.answer_length());
    return { status, text: decoder.decode(answer), events };
  };
  return { ask, bytes: packed.length };
}

/** Returns the learnt score for boards of a size, as the site has it. */
async function network(session, size) {
  const folder = await mkdtemp(join(tmpdir(), "taquin-networks-"));
  try {
    await session.taquin("site", folder);
    return await readFile(join(folder, "assets", `${size}.network`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns an answer without the fields that may differ. */
function fixed({ stats, limits, notices, notice_codes, source, table, improvements, ...rest }) {
  const found = improvements.map(({ seconds, ...each }) => each);
  return { ...rest, found, table: table && table.entries, stats: Object.fromEntries(Object.entries(stats).filter(([name]) => !VARIABLE.includes(name))) };
}

export default {
  "every algorithm gives the answers of the command line": async (session) => {
    const { ask, bytes } = await load(session);
    const { algorithms } = JSON.parse(ask("describe").text);
    assert.equal(ask("network", await network(session, "6x6")).status, 0);
    const boards = [
      ["152746038", 3],
      ["5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12", 2],
    ];
    let compared = 0;
    for (const [board, least] of boards) {
      for (const { id } of algorithms.filter((_, at) => at % tries(least, 1) === 0)) {
        const { status, text } = ask("solve", { board, algorithm: id, max_nodes: 300_000 });
        // The 4x4 state space is too large for a table, on the command line as well.
        const { stdout } = await session.taquin("solve", board, "-a", id, "--max-nodes", "300000", "--json");
        const ours = JSON.parse(stdout);
        if (ours.error) assert.equal(status, 1, id);
        else assert.deepEqual(fixed(JSON.parse(text)), fixed(ours), `${id} on ${board}`);
        compared += 1;
      }
    }
    return `${compared} answers, ${bytes} bytes`;
  },

  "a user's heuristic gives the same counts as the built-in one": async (session) => {
    const { ask } = await load(session);
    const { text } = ask("trace", { board: "152746038", algorithm: "astar", heuristic: "own" });
    const own = JSON.parse(text);
    const ours = await session.solve("152746038", "-a", "astar", "-H", "misplaced");
    assert.equal(own.stats.explored, ours.stats.explored);
    assert.equal(own.length, ours.length);
    assert.equal(own.trace.steps.node.length, own.stats.explored);
    const checked = JSON.parse(ask("check-heuristic", { size: "3x3" }).text);
    assert.deepEqual(
      [checked.boards, checked.admissible, checked.consistent, checked.counterexample],
      [181_440, true, true, null],
    );
  },

  "bad requests are refused, and the module keeps working": async (session) => {
    const { ask } = await load(session);
    const damaged = await network(session, "6x6");
    damaged[1000] ^= 1;
    for (const [name, body] of [
      ["network", damaged],
      ["solve", { board: "1234" }],
      ["solve", { board: "123456780", algorithm: "magic" }],
      ["solve", { nonsense: 1 }],
      ["nothing", {}],
    ]) {
      const { status, text } = ask(name, body);
      assert.equal(status, 1, name);
      assert.ok(JSON.parse(text).error.message.length > 5, text);
    }
    assert.equal(JSON.parse(ask("solve", { board: "123456708" }).text).length, 1);
  },
};
