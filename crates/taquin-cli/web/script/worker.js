// The search in a worker: taquin's module, and a heuristic that the user wrote. One request at a time; whoever wants to
// cancel one ends the worker. What the user wrote can reach nothing but its arguments: the ways to the network are taken
// away before it runs.

const EVENTS = ["progress", "part", "breakdown"];
const decoder = new TextDecoder();
const encoder = new TextEncoder();
let module = null;
let starting = null;
/** The user's heuristic, and what it gets. */
let own = null;

for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts", "Worker", "indexedDB", "caches", "BroadcastChannel"])
  Object.defineProperty(self, name, { value: undefined });

const text = (at, length) => decoder.decode(new Uint8Array(module.memory.buffer, at, length));
const bytes = () => new Uint8Array(module.memory.buffer, module.answer_at(), module.answer_length()).slice();

const host = {
  now: () => performance.now(),
  hear(kind, at, length) {
    const said = text(at, length);
    postMessage({ event: EVENTS[kind], data: EVENTS[kind] === "breakdown" ? said : JSON.parse(said) });
  },
  estimate(at, length) {
    const tiles = Array.from(new Uint16Array(module.memory.buffer, at, length));
    const said = own.estimate(rows(tiles, own.columns), own.goal);
    if (typeof said !== "number" || !(said >= 0)) {
      throw new TypeError(`it must give a number from 0 on, but gave ${String(said)}`);
    }
    return said;
  },
};

/** Tiles row by row. */
function rows(tiles, columns) {
  return Array.from({ length: tiles.length / columns }, (_, row) => tiles.slice(row * columns, (row + 1) * columns));
}

/** Asks the module: the name of the request on the first line, then its body. */
function ask(name, body) {
  const head = encoder.encode(`${name}\n`);
  const length = head.length + body.length;
  // Making room may give the module another memory.
  const at = module.reserve(length);
  const request = new Uint8Array(module.memory.buffer, at, length);
  request.set(head);
  request.set(body, head.length);
  return module.ask();
}

function perform({ name, body, heuristic }) {
  if (heuristic) {
    const { code, goal, columns } = heuristic;
    own = { estimate: new Function("board", "goal", code), goal: rows(goal, columns), columns };
  }
  const status = ask(name, encoder.encode(body === undefined ? "" : JSON.stringify(body)));
  if (status === 2) return { event: "file", data: bytes() };
  const answer = JSON.parse(decoder.decode(bytes()));
  return status === 0 ? { event: "done", data: answer } : { event: "refused", data: answer.error };
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    starting = WebAssembly.instantiate(data.module, { host }).then(({ instance }) => {
      module = instance.exports;
    });
    return;
  }
  try {
    await starting;
    if (data.network) ask("network", new Uint8Array(data.network));
    else postMessage(perform(data));
  } catch (error) {
    postMessage({ event: "failed", data: error instanceof Error ? error.message : String(error) });
  }
};
