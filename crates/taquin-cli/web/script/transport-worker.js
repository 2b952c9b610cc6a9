// Requests to taquin's module in a worker, for a page that has no server, and for heuristics that the user writes.
//
// A worker does one thing at a time and hears nothing meanwhile, so a search is cancelled by ending its worker. Another
// one is always ready. Short requests have a worker of their own, as a search may take long.

import { ApiError } from "./api-error.js";

/** Milliseconds that a heuristic of the user's may take for all boards of a size, or a search without a word. */
const OWN_TIME = 10_000;

/** Milliseconds in which a search that is cancelled at once may still tell its first part, so that it has a tree. */
const PARTING = 400;

/** A file of the page: within it, as the element of this id, or beside it. */
async function load(id, name) {
  const within = document.getElementById(id);
  if (within) return new Blob([Uint8Array.from(atob(within.textContent.trim()), (letter) => letter.codePointAt(0))]);
  const response = await fetch(new URL(`../${name}`, import.meta.url));
  if (!response.ok) throw new ApiError(500, { message: `${name}, a file of this page, is missing.` });
  return response.blob();
}

let unpacking = null;

/** The module. */
async function unpack() {
  const packed = await load("module", "taquin.wasm.gz");
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Requests that search. */
const SEARCHES = new Set(["trace", "compare", "hint", "game", "scores"]);
/** Only on boards of more cells does automatic search go by a learnt score. */
const CELLS_WITHOUT_SCORE = 16;

/** The learnt score that a request goes by, if it does: that of the smallest square that holds its board. */
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

/** Gives a worker the learnt score that a request may go by, unless it has it. */
async function giveScore(worker, name, body) {
  const score = scoreFor(name, body);
  if (score === null || worker.scores.has(score)) return;
  const network = await (await load(`network-${score}`, `${score}.network`)).arrayBuffer();
  worker.scores.add(score);
  worker.postMessage({ network });
}

/** A worker that gets the module as soon as it is there. */
async function hire() {
  unpacking ??= unpack();
  const within = document.getElementById("worker");
  const worker = within
    ? new Worker(URL.createObjectURL(new Blob([within.textContent], { type: "text/javascript" })))
    : new Worker(new URL("./worker.js", import.meta.url));
  worker.scores = new Set();
  worker.postMessage({ module: await unpacking });
  return worker;
}

/** Workers that are ready: one in reserve. */
const ready = [];
function take() {
  const worker = ready.shift() ?? hire();
  if (ready.length === 0) ready.push(hire());
  return worker;
}

/** Sends a request to a worker and hears all that it says, until it has answered. */
async function send(worker, request, hear) {
  await giveScore(worker, request.name, request.body);
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { event, data } }) => {
      if (event === "done") resolve(data);
      else if (event === "file") resolve(new Blob([data], { type: "image/svg+xml" }));
      else if (event === "refused") reject(new ApiError(422, data));
      else if (event === "failed")
        reject(new ApiError(500, { message: `${request.heuristic ? "The heuristic" : "The search"} failed: ${data}.` }));
      else if (event === "breakdown") reject(new ApiError(500, { message: "The search broke down.", help: data }));
      else hear(event, data);
    };
    worker.onerror = (event) => reject(new ApiError(500, { message: event.message }));
    worker.postMessage(request);
  });
}

/** The worker for short requests, which does one after the other. */
let clerk = null;
let last = Promise.resolve();

/** The answer to a request by its name. */
export function ask(name, body, { signal } = {}) {
  // The module has no chance of its own.
  const isRandom = name === "generate" || (name === "game" && !body.day);
  const wanted = isRandom ? { seed: Math.floor(Math.random() * 2 ** 48), ...body } : body;
  const answer = last.then(async () => {
    signal?.throwIfAborted();
    clerk ??= take();
    return send(await clerk, { name, body: wanted }, () => {});
  });
  last = answer.catch((error) => {
    // A module that broke down cannot be asked again.
    if (error.status === 500) clerk = null;
  });
  return answer;
}

/** Starts a search in a worker of its own; see api.js. */
export function startJob(kind, request, hear) {
  let settle;
  const ended = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  const heard = { progress: null, part: null };
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
  /** A search says something of itself all the time, unless a heuristic of the user's does not return. */
  const wait = () => {
    clearTimeout(timer);
    if (heuristicCode) timer = setTimeout(() => fail(tooLate()), OWN_TIME);
  };
  const begin = async () => {
    worker = await take();
    if (!wanted) return end({ state: "cancelled", result: null, reason: "client" });
    hear("running", {});
    wait();
    const result = await send(worker, { name: kind, body, heuristic: heuristicCode }, (event, data) => {
      wait();
      heard[event] = data;
      hear(event, data);
      if (!wanted && event === "part") leave();
    });
    return end({ state: "done", result, reason: null });
  };
  begin().catch(fail);
  const leave = () => end({ state: "cancelled", result: soFar(request, heard), reason: "client" });
  return {
    ended,
    cancel() {
      wanted = false;
      if (!worker) return;
      if (kind !== "trace" || heard.part) leave();
      else setTimeout(leave, PARTING);
    },
  };
}

/** What is known of a search that was cancelled: what it last said. */
function soFar(request, { progress, part }) {
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

/** The heuristic did not come back. */
function tooLate() {
  const message = `The heuristic was stopped after ${OWN_TIME / 1000} seconds: it takes too long, or never returns.`;
  return new ApiError(408, { message });
}

/** Asks a heuristic about every board of a size; one that takes too long is stopped. */
export async function checkHeuristic(code, { goal, size, columns, tiles }) {
  const worker = await take();
  const late = new Promise((_, reject) => setTimeout(() => reject(tooLate()), OWN_TIME));
  const request = { name: "check-heuristic", body: { goal, size }, heuristic: { code, goal: tiles, columns } };
  try {
    return await Promise.race([send(worker, request, () => {}), late]);
  } finally {
    worker.terminate();
  }
}
