// What the page asks, as functions: of the server that it came from, or, on a page without one, of a worker. Everything
// that the page says about a board comes from here.

import * as http from "./transport-http.js";
import * as worker from "./transport-worker.js";

export { ApiError, Unreachable } from "./api-error.js";

/** Whether the page came from a server of its own; else from a folder of files, or as one file. */
export const hasServer = document.querySelector('meta[name="taquin"]').content === "server";
const transport = hasServer ? http : worker;

export const describe = () => transport.ask("describe");
export const check = (body, options) => transport.ask("check", body, options);
export const generate = (body, options) => transport.ask("generate", body, options);
export const hint = (body, options) => transport.ask("hint", body, options);
export const game = (body, options) => transport.ask("game", body, options);
export const scores = (body, options) => transport.ask("scores", body, options);
export const picture = (body) => transport.ask("picture", body);

/**
 * Starts a long search as a job and listens to it. `hear(event, data)` gets `queued`, `progress` and `part`; the
 * promise gives `{state, result, reason}` at the end; the reason says why it was cancelled, if it was.
 * `cancel()` ends it at once, with the statistics so far.
 */
export function startJob(kind, request, hear) {
  return (request.heuristic === "own" ? worker : transport).startJob(kind, request, hear);
}

/** Holds a heuristic that the user wrote against every board of a size; it runs in a worker, wherever the page is from. */
export const checkHeuristic = worker.checkHeuristic;
