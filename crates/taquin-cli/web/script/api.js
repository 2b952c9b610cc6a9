// The requests of the page as functions. They go to the server that the page came from or, on a page without a server,
// to a worker. Everything that the page states about a board comes from here.

import * as http from "./transport-http.js";
import * as own from "./transport-own.js";
import * as worker from "./transport-worker.js";

export { ApiError, Unreachable } from "./api-error.js";

/** Whether the page came from a taquin server, not from a folder of files or as a single file. */
export const hasServer = document.querySelector('meta[name="taquin"]').content === "server";
const transport = hasServer ? http : worker;

/** Returns the answer to a request by its name, as `taquin_api::tasks` lists it. */
export const { ask } = transport;

/**
 * Starts a long search as a job and follows it. `onEvent(event, data)` receives `queued`, `progress` and `part`; the
 * promise `ended` resolves to `{state, result, reason}`, where `reason` is why the job was ended, if it was; without a
 * server, it then has no result.
 * `cancel()` stops the job at once, with the statistics so far.
 */
export function startJob(kind, request, onEvent) {
  return (request.heuristic === "own" ? own : transport).startJob(kind, request, onEvent);
}

/** Checks a heuristic that the user wrote on every board of a size. It always runs in the browser, even with a server. */
export const checkHeuristic = own.checkHeuristic;
