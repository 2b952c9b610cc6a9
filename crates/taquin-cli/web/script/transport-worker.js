// Requests to taquin's WebAssembly module in a worker, for a page without a server and for heuristics that the user
// writes.
//
// A worker handles one request at a time and receives no messages meanwhile, so a search is cancelled by terminating
// its worker. Another one is always ready. Short requests have a worker of their own, as a search may take long.

import { ApiError } from "./api-error.js";

/** Milliseconds that the user's heuristic may take for all boards of a size, or in a search between two messages. */
const HEURISTIC_TIMEOUT = 10_000;

/** Milliseconds in which a search cancelled at once may still send its first part, so that it has a tree. */
const CANCEL_GRACE = 400;

/** Loads a file of the page, which is embedded in it as the element with this id, or lies beside it. */
async function load(id, name) {
  const embedded = document.getElementById(id);
  if (embedded) return new Blob([Uint8Array.from(atob(embedded.textContent.trim()), (letter) => letter.codePointAt(0))]);
  const response = await fetch(new URL(`../${name}`, import.meta.url)).catch(() => null);
  if (!response?.ok) throw new ApiError(500, { message: `${name}, a file of this page, could not be loaded.` });
  return response.blob();
}

let unpacking = null;

/** Returns the unpacked module. */
async function unpack() {
  const packed = await load("module", "taquin.wasm.gz");
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

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

/** Starts a worker and sends it the module as soon as that is loaded. */
async function startWorker() {
  unpacking ??= unpack();
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
      else if (event === "failed")
        reject(new ApiError(500, { message: `${request.heuristic ? "The heuristic" : "The search"} failed: ${data}.` }));
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
  let settle;
  const ended = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  const latest = { progress: null, part: null };
  let worker = null;
  let wanted = true;
  let timer = 0;
  const end = (result) => {
    clearTimeout(timer);
    worker?.terminate();
    settle.resolve(result);
  };
  const fail = (error) => {
    clearTimeout(timer);
    worker?.terminate();
    settle.reject(error);
  };
  const { heuristicCode, ...body } = request;
  /** Restarts the timeout: a search sends messages all the time, unless the user's heuristic does not return. */
  const restartTimeout = () => {
    clearTimeout(timer);
    if (heuristicCode) timer = setTimeout(() => fail(timeoutError()), HEURISTIC_TIMEOUT);
  };
  const begin = async () => {
    worker = await take();
    if (!wanted) return end({ state: "cancelled", result: null, reason: "client" });
    onEvent("running", {});
    restartTimeout();
    const result = await send(worker, { name: kind, body, heuristic: heuristicCode }, (event, data) => {
      restartTimeout();
      latest[event] = data;
      onEvent(event, data);
      if (!wanted && event === "part") leave();
    });
    return end({ state: "done", result, reason: null });
  };
  begin().catch(fail);
  const leave = () => end({ state: "cancelled", result: partialResult(request, latest), reason: "client" });
  return {
    ended,
    cancel() {
      wanted = false;
      if (!worker) return;
      if (kind !== "trace" || latest.part) leave();
      else setTimeout(leave, CANCEL_GRACE);
    },
  };
}

/** Returns the result of a cancelled search, from its latest messages. */
function partialResult(request, { progress, part }) {
  if (progress === null && part === null) return null;
  const { seconds = null, bytes = 0, ...counts } = progress ?? {};
  return {
    ...part,
    ...request,
    requested: request.algorithm,
    outcome: "stopped",
    stopped_by: "interrupt",
    optimal: false,
    length: null,
    cost: null,
    lower_bound: null,
    improvements: [],
    attempts: [],
    notices: [],
    stats: { reopened: 0, max_frontier: 0, max_depth: 0, iterations: [], ...counts, seconds, peak_bytes: bytes },
  };
}

/** The error for a heuristic that takes too long. */
function timeoutError() {
  const seconds = HEURISTIC_TIMEOUT / 1000;
  const message = `The heuristic was stopped after ${seconds} seconds: it takes too long, or never returns.`;
  return new ApiError(408, { message });
}

/** Checks a heuristic on every board of a size; one that takes too long is stopped. */
export async function checkHeuristic(code, { goal, size, columns, tiles }) {
  const worker = await take();
  const timeout = new Promise((_, reject) => setTimeout(() => reject(timeoutError()), HEURISTIC_TIMEOUT));
  const request = { name: "check-heuristic", body: { goal, size }, heuristic: { code, goal: tiles, columns } };
  try {
    return await Promise.race([send(worker, request, () => {}), timeout]);
  } finally {
    worker.terminate();
  }
}
