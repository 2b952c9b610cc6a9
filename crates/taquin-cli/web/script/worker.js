// A worker that runs taquin's WebAssembly module. It handles one request at a time; a request is cancelled by
// terminating the worker. Requests with a heuristic that the user wrote have another one (own-worker.js).

const EVENTS = ["progress", "part", "breakdown"];
const decoder = new TextDecoder();
const encoder = new TextEncoder();
let module = null;
let starting = null;

const text = (at, length) => decoder.decode(new Uint8Array(module.memory.buffer, at, length));
const bytes = () => new Uint8Array(module.memory.buffer, module.answer_at(), module.answer_length()).slice();

const host = {
  now: () => performance.now(),
  hear(kind, at, length) {
    const message = text(at, length);
    postMessage({ event: EVENTS[kind], data: EVENTS[kind] === "breakdown" ? message : JSON.parse(message) });
  },
  estimate() {
    throw new Error("this worker has no heuristic of the user");
  },
};

/** Asks the module: the name of the request on the first line, then its body. */
function ask(name, body) {
  const head = encoder.encode(`${name}\n`);
  const length = head.length + body.length;
  // Reserving memory may replace the module's buffer.
  const at = module.reserve(length);
  const request = new Uint8Array(module.memory.buffer, at, length);
  request.set(head);
  request.set(body, head.length);
  return module.ask();
}

function perform({ name, body }) {
  const status = ask(name, encoder.encode(body === undefined ? "" : JSON.stringify(body)));
  if (status === 2) return { event: "file", data: bytes() };
  if (status === 3) return { event: "missing", data: decoder.decode(bytes()) };
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
