// Requests to taquin's WebAssembly module in a worker, for a page without a server.
//
// A worker handles one request at a time and receives no messages meanwhile, so a search is cancelled by terminating
// its worker. Another one is always ready. Short requests have a worker of their own, as a search may take long.

import { ApiError } from "./api-error.js";
import { load, loadModule } from "./page-files.js";
import { startWorkerJob } from "./worker-job.js";

/** Sends a worker a learnt score, which it says that a request needs. */
async function sendScore(worker, size) {
  const network = await (await load(`network-${size}`, `${size}.network`)).arrayBuffer();
  worker.postMessage({ network });
}

let unpacking = null;

/** Starts a worker and sends it the module as soon as that is loaded. */
async function startWorker() {
  unpacking ??= loadModule();
  const embedded = document.getElementById("worker");
  const worker = embedded
    ? new Worker(URL.createObjectURL(new Blob([embedded.textContent], { type: "text/javascript" })))
    : new Worker(new URL("./worker.js", import.meta.url));
  worker.postMessage({ module: await unpacking });
  return worker;
}

/** Workers that are ready for use: one in reserve. */
const ready = [];
function take() {
  const worker = ready.shift() ?? startWorker();
  if (ready.length === 0) ready.push(startWorker());
  return worker;
}

/** Sends a request to a worker; `onEvent` receives its messages until it has answered. */
function send(worker, request, onEvent) {
  let sent = null;
  const give = async (size) => {
    // The module had it already, and did not accept it.
    if (size === sent) throw new ApiError(422, { message: `The learnt score for ${size} boards cannot be used.` });
    sent = size;
    await sendScore(worker, size);
    worker.postMessage(request);
  };
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { event, data } }) => {
      if (event === "done") resolve(data);
      else if (event === "file") resolve(new Blob([data], { type: "image/svg+xml" }));
      else if (event === "refused") reject(new ApiError(422, data));
      else if (event === "failed") reject(new ApiError(500, { message: `The search failed: ${data}.` }));
      else if (event === "missing") give(data).catch(reject);
      else if (event === "breakdown") reject(new ApiError(500, { message: "The search crashed.", help: data }));
      else onEvent(event, data);
    };
    worker.onerror = (event) => reject(new ApiError(500, { message: event.message }));
    worker.postMessage(request);
  });
}

/** The worker for short requests, which handles one after the other. */
let shortWorker = null;
let last = Promise.resolve();

/** Returns the answer to a request by its name. */
export function ask(name, body, { signal } = {}) {
  // The module has no source of randomness.
  const isRandom = name === "generate" || (name === "game" && !body.day);
  const wanted = isRandom ? { seed: Math.floor(Math.random() * 2 ** 48), ...body } : body;
  const answer = last.then(async () => {
    signal?.throwIfAborted();
    shortWorker ??= take();
    return send(await shortWorker, { name, body: wanted }, () => {});
  });
  last = answer.catch((error) => {
    // A module that crashed cannot be used again.
    if (error.status === 500) shortWorker = null;
  });
  return answer;
}

/** Starts a search in a worker of its own; see api.js. */
export function startJob(kind, request, onEvent) {
  return startWorkerJob(kind, onEvent, async () => {
    const worker = await take();
    return {
      ask: (hear) => send(worker, { name: kind, body: request }, hear),
      end: () => worker.terminate(),
    };
  });
}
