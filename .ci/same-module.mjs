#!/usr/bin/env node
// Checks that two builds of the WebAssembly module give the same answers to every request, and have the same interface:
// `node .ci/same-module.mjs COMMITTED FRESH`. Only sentences may differ, so that the committed module need not be
// replaced whenever one is reworded. Its clock stands still, so that no answer depends on the machine.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Boards at 16 and 31 moves, one of the 15-puzzle, an unsolvable one, and no board. */
const BOARDS = ["412587063", "647850321", "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12", "123456870", "1234"];
const SMALL = "123460758";

/** Requests besides those of every algorithm, by name. */
const OTHERS = [
  ...BOARDS.map((board) => ["check", { board }]),
  ["check-heuristic", { size: "2x3" }],
  ["compare", { boards: BOARDS.slice(0, 2), max_nodes: 20_000 }],
  ["compare", { random: { count: 3, size: "2x4" }, configurations: ["bfs", "dfs", "astar:gaschnig", "beam:width=5"] }],
  ["generate", { count: 3, depth: 12 }],
  ["generate", { count: 2, size: "4x4", seed: 7 }],
  ["hint", { board: BOARDS[0] }],
  ["gap", { board: "123456708", moves: "LRR" }],
  ["game", { size: "3x3", level: "medium" }],
  ["game", { size: "4x4", day: "2026-11-18" }],
  ["scores", { stored: "half of a te" }],
  ["scores", { game: { board: "123456078", moves: "RR", difficulty: "depth 2" } }],
  ["picture", { kind: "svg", board: SMALL }],
  ["picture", { kind: "png", board: SMALL }],
  ["solve", { board: BOARDS[0], algorithm: "bfs", heuristic: "manhattan" }],
  ["solve", { nonsense: 1 }],
  ["trace", { board: SMALL, algorithm: "astar", heuristic: "own" }],
  ["network", {}],
  ["nothing", {}],
];

/** Loads a module; `step` is how many milliseconds its clock advances whenever it is read. */
async function load(path, step = 0) {
  let [now, events] = [0, []];
  const decoder = new TextDecoder();
  const read = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  const host = {
    now: () => (now += step),
    hear: (kind, at, length) => events.push([kind, read(at, length)]),
    estimate: (at, length) =>
      new Uint16Array(exports.memory.buffer, at, length).reduce((sum, tile, cell) => sum + (tile !== 0 && tile !== cell + 1), 0),
  };
  const module = await WebAssembly.compile(gunzipSync(readFileSync(path)));
  const { exports } = await WebAssembly.instantiate(module, { host });
  const ask = (name, body) => {
    events = [];
    const request = Buffer.from(`${name}\n${body === undefined ? "" : JSON.stringify(body)}`);
    const at = exports.reserve(request.length);
    new Uint8Array(exports.memory.buffer, at, request.length).set(request);
    const status = exports.ask();
    return { status, text: read(exports.answer_at(), exports.answer_length()), events };
  };
  const names = (list) => list.map(({ module: from, name, kind }) => [from, name, kind].join(" ")).sort();
  const symbols = { imports: names(WebAssembly.Module.imports(module)), exports: names(WebAssembly.Module.exports(module)) };
  return { ask, symbols };
}

/** Returns a text, or the same for every sentence: whatever has two words or more in small letters. */
const plain = (text) => (text.split(" ").filter((word) => /[a-z]{2}/.test(word)).length > 1 ? "(a sentence)" : text);

/** Returns a document without its sentences, and drawings without those in their texts. */
function fixed(value) {
  if (Array.isArray(value)) return value.map(fixed);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fixed(each)]));
  if (typeof value !== "string") return value;
  return value.startsWith("<svg") ? value.replace(/>([^<]+)</g, (_, text) => `>${plain(text)}<`) : plain(value);
}

/** Returns the names and types of a document. */
function shape(value) {
  if (Array.isArray(value)) return value.slice(0, 1).map(shape);
  if (value === null || typeof value !== "object") return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shape(each)]));
}

/** Returns a document; other answers, such as a drawing or the score that is missing, are texts. */
const parsed = (text) => (/^[[{"]/.test(text) ? JSON.parse(text) : text);

process.on("uncaughtException", (error) => {
  console.error(`error: ${error.message.slice(0, 1000)}`);
  process.exit(1);
});

const paths = process.argv.slice(2);
assert.equal(paths.length, 2, "usage: node .ci/same-module.mjs COMMITTED FRESH");
const [committed, fresh] = await Promise.all(paths.map((path) => load(path)));
const advice = "the committed module differs from its sources: run .ci/wasm";
assert.deepEqual(committed.symbols, fresh.symbols, `${advice} (its interface)`);

const { algorithms } = JSON.parse(fresh.ask("describe").text);
const ofAll = algorithms.flatMap(({ id }) => [
  ...BOARDS.slice(0, 3).map((board) => ["solve", { board, algorithm: id, max_nodes: 20_000, steps: true }]),
  ["trace", { board: SMALL, algorithm: id, max_nodes: 20_000 }],
]);
const requests = [["describe"], ...ofAll, ...OTHERS];

// Everything that can be asked is tried.
const tasks = new URL("../crates/taquin-api/src/tasks/", import.meta.url);
const sources = readdirSync(tasks).map((file) => readFileSync(new URL(file, tasks), "utf8"));
const known = sources.flatMap((source) => Array.from(source.matchAll(/= task_info!\(\s*"([a-z-]+)"/g), ([, name]) => name));
assert.ok(known.length > 5, "the names of requests were not found in taquin-api/src/tasks");
for (const name of known) assert.ok(requests.some(([tried]) => tried === name), `no request tries "${name}"`);

for (const [name, body] of requests) {
  const [ours, theirs] = [fresh, committed].map(({ ask }) => ask(name, body));
  const about = `${advice} (its answer to ${name} ${JSON.stringify(body) ?? ""})`;
  assert.equal(theirs.status, ours.status, about);
  const documents = [theirs, ours].map(({ text }) => JSON.stringify(fixed(parsed(text))));
  // Long documents are not printed.
  assert.ok(documents[0] === documents[1], about);
}

// With a clock that runs, messages come while a search works; when, depends on the machine.
const messages = await Promise.all(
  paths.map(async (path) => {
    const { ask } = await load(path, 50);
    const { events } = ask("trace", { board: BOARDS[1], algorithm: "bfs", max_nodes: 100_000 });
    return Object.fromEntries(events.map(([kind, text]) => [kind, shape(JSON.parse(text))]));
  }),
);
assert.ok(Object.keys(messages[1]).length > 1, "no messages came");
assert.deepEqual(messages[0], messages[1], `${advice} (its messages)`);
console.log(`the committed module gives the answers of its sources to ${requests.length} requests`);
