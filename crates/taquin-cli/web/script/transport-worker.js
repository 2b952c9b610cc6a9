// Requests to taquin's WebAssembly module in a worker, for a page without a server.
//
// A worker handles one request at a time and receives no messages meanwhile, so a search is cancelled by terminating
// its worker. Another one is always ready. Short requests have a worker of their own, as a search may take long.

import { ApiError } from "./api-error.js";
import { load, loadModule } from "./page-files.js";
import { startWorkerJob } from "./worker-job.js";

/** The requests that may search. */
const SEARCHES = new Set(["trace", "compare", "hint", "game", "scores"]);
/** Automatic search uses a learnt score on boards with more cells than this. */
const CELLS_WITHOUT_SCORE = 16;

/** Returns the learnt score that a request uses: the one for the smallest square that holds its board, or null. */
function scoreFor(name, body) {
  if (!SEARCHES.has(name)) return null;
  const chosen = [body.algorithm, ...(body.configurations ?? [])].filter(Boolean).map((word) => word.split(":")[0]);
  const rows = (body.board ?? body.boards?.[0] ?? body.game?.board ?? "").split("/");
  const size = body.random?.size ?? body.size ?? `${rows.length}x${rows[0].trim().split(/\s+/).length}`;
  const [height, width] = size.split("x").map(Number);
  const isAutomatic = chosen.length === 0 || chosen.includes("auto");
  if (!chosen.includes("near-optimal") && !(isAutomatic && height * width > CELLS_WITHOUT_SCORE)) return null;
  return Math.max(height, width) <= 6 ? "6x6" : "7x7";
}

/** Sends a worker the learnt score that a request uses, unless it has it already. */
async function sendScore(worker, name, body) {
  const score = scoreFor(name, body);
  if (score === null || worker.scores.has(score)) return;
  const network = await (await load(`network-${score}`, `${score}.network`)).arrayBuffer();
  worker.scores.add(score);
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
  worker.scores = new Set();
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
async function send(worker, request, onEvent) {
  await sendScore(worker, request.name, request.body);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { event, data } }) => {
      if (event === "done") resolve(data);
      else if (event === "file") resolve(new Blob([data], { type: "image/svg+xml" }));
      else if (event === "refused") reject(new ApiError(422, data));
      else if (event === "failed") reject(new ApiError(500, { message: `The search failed: ${data}.` }));
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
  return startWorkerJob(kind, request, onEvent, async () => {
    const worker = await take();
    return {
      ask: (hear) => send(worker, { name: kind, body: request }, hear),
      end: () => worker.terminate(),
    };
  });
}
