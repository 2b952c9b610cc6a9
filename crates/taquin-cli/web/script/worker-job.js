// A search in a worker as a job: it is followed, and cancelled by ending its worker, as a worker that searches receives
// no messages.

/** Milliseconds in which a search cancelled at once may still send its first part, so that it has a tree. */
const CANCEL_GRACE = 400;
/** The status of the error of a request that took too long. */
export const TIMED_OUT = 408;

/**
 * Starts a search; see api.js. `open()` returns what runs it: `ask(onEvent)` sends the request and resolves to the
 * answer, and `end()` ends it in whatever state it is.
 */
export function startWorkerJob(kind, request, onEvent, open) {
  const latest = { progress: null, part: null };
  let settle;
  const ended = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  let worker = null;
  let isWanted = true;
  const end = (result) => {
    worker?.end();
    settle.resolve(result);
  };
  const leave = () =>
    end({ state: "cancelled", result: partialResult(request, latest, "interrupt"), reason: "client" });
  const begin = async () => {
    worker = await open();
    if (!isWanted) return leave();
    onEvent("running", {});
    const result = await worker.ask((event, data) => {
      latest[event] = data;
      onEvent(event, data);
      if (!isWanted && event === "part") leave();
    });
    return end({ state: "done", result, reason: null });
  };
  begin().catch((error) => {
    const result = error.status === TIMED_OUT && partialResult(request, latest, "time");
    if (result) end({ state: "done", result: { ...result, notices: [error.message] }, reason: null });
    worker?.end();
    settle.reject(error);
  });
  return {
    ended,
    cancel() {
      isWanted = false;
      if (!worker) return;
      if (kind !== "trace" || latest.part) leave();
      else setTimeout(leave, CANCEL_GRACE);
    },
  };
}

/** Returns the result of a search that was ended, from its latest messages. */
function partialResult({ heuristicCode, ...request }, { progress, part }, stoppedBy) {
  if (progress === null && part === null) return null;
  const { seconds = null, bytes = 0, ...counts } = progress ?? {};
  return {
    ...part,
    ...request,
    request: { algorithm: request.algorithm },
    outcome: "stopped",
    stopped_by: stoppedBy,
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
