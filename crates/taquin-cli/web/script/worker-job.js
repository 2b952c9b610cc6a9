// A search in a worker as a job: it is followed, and cancelled by ending its worker, as a worker that searches receives
// no messages.

/** Milliseconds in which a search cancelled at once may still send its first part, so that it has a tree. */
const CANCEL_GRACE = 400;
/** The status of the error of a request that took too long. */
export const TIMED_OUT = 408;

/**
 * Starts a search; see api.js. `open()` returns what runs it: `ask(onEvent)` sends the request and resolves to the
 * answer, and `end()` ends it in whatever state it is. A search that is ended has no answer: its messages tell how far
 * it came.
 */
export function startWorkerJob(kind, onEvent, open) {
  const heard = new Set();
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
  const leave = () => end({ state: "cancelled", result: null, reason: "client" });
  const begin = async () => {
    worker = await open();
    if (!isWanted) return leave();
    onEvent("running", {});
    const result = await worker.ask((event, data) => {
      heard.add(event);
      onEvent(event, data);
      if (!isWanted && event === "part") leave();
    });
    return end({ state: "done", result, reason: null });
  };
  begin().catch((error) => {
    if (error.status === TIMED_OUT && heard.size > 0) end({ state: "stopped", result: null, reason: error.message });
    worker?.end();
    settle.reject(error);
  });
  return {
    ended,
    cancel() {
      isWanted = false;
      if (!worker) return;
      if (kind !== "trace" || heard.has("part")) leave();
      else setTimeout(leave, CANCEL_GRACE);
    },
  };
}
