// Requests with a heuristic that the user wrote, wherever the page comes from. They run in a sandbox (sandbox.js), with
// one limit of time for the whole request, counted from the request.

import { ApiError } from "./api-error.js";
import { readMessage } from "./own-messages.js";
import { loadPackedModule, loadScript } from "./page-files.js";
import { startSandbox } from "./sandbox.js";
import { TIMED_OUT, startWorkerJob } from "./worker-job.js";

/** Seconds for the check on all boards of a size. */
const CHECK_SECONDS = 10;
/** Seconds for a search without a limit of its own. */
const SEARCH_SECONDS = 60;
/** Seconds that a search stopped by its limit has to write its answer. */
const ANSWER_SECONDS = 1;
/** The most messages at once, and per second; a search reports twenty times a second. */
const [BURST, RATE] = [100, 40];

/** Returns what performs a request until it is ended; see worker-job.js. */
function open(name, body, { code, goal, columns }, seconds) {
  const begun = performance.now();
  let isEnded = false;
  let endSandbox = () => {};
  let timer = 0;
  const end = () => {
    isEnded = true;
    clearTimeout(timer);
    endSandbox();
  };
  const ask = (onEvent) =>
    new Promise((resolve, reject) => {
      const settle = (settled, value) => {
        end();
        settled(value);
      };
      timer = setTimeout(() => settle(reject, timeoutError(seconds)), seconds * 1000);
      let count = 0;
      const hear = (message) => {
        if (isEnded) return;
        count += 1;
        const isFlood = count > BURST + (RATE * (performance.now() - begun)) / 1000;
        const read = isFlood ? null : readMessage(name, message);
        if (read === null) settle(reject, strangeError());
        else if (read.event === "done") settle(resolve, read.data);
        else if (read.event === "progress" || read.event === "part") onEvent(read.event, read.data);
        else settle(reject, errorOf(read, code));
      };
      const start = async () => {
        const [script, module] = await Promise.all([loadScript("own-worker"), loadPackedModule()]);
        if (isEnded) return;
        endSandbox = await startSandbox(script, { module, name, body, code, goal, columns }, hear);
        if (isEnded) endSandbox();
      };
      start().catch((error) => settle(reject, error));
    });
  return { ask, end };
}

/** Starts a search in a sandbox of its own; see api.js. */
export function startJob(kind, request, onEvent) {
  const { heuristicCode, ...body } = request;
  const seconds = body.max_seconds ?? SEARCH_SECONDS;
  return startWorkerJob(kind, onEvent, async () =>
    open(kind, { ...body, max_seconds: seconds }, heuristicCode, seconds + ANSWER_SECONDS),
  );
}

/** Checks a heuristic on every board of a size. */
export function checkHeuristic(code, { goal, size, columns, tiles }) {
  return open("check-heuristic", { goal, size }, { code, goal: tiles, columns }, CHECK_SECONDS).ask(() => {});
}

/** The error for a heuristic that takes too long. */
function timeoutError(seconds) {
  const message = `The heuristic was stopped after ${seconds} seconds: it takes too long, or never returns.`;
  return new ApiError(TIMED_OUT, { message });
}

const strangeError = () =>
  new ApiError(500, { message: "The heuristic was stopped: its worker sent what no search sends." });

/** Returns the error that a message reports. */
function errorOf({ event, data, ...failure }, code) {
  if (event === "refused") return new ApiError(422, data.error);
  if (event === "breakdown") return new ApiError(500, { message: "The search crashed.", help: data });
  const { board, message, value, most } = failure;
  const limits = `it must return a number from 0 to ${most?.toLocaleString("en-US")}`;
  const sentence = {
    syntax: () => `The heuristic failed: ${plain(message)}${lineOf(failure, code)}.`,
    threw: () => `The heuristic failed on the board ${board}: ${plain(message)}${lineOf(failure, code)}.`,
    returned: () => `The heuristic returned ${value} for the board ${board}, but ${limits}.`,
  }[event];
  return new ApiError(422, { message: sentence(), field: "heuristic" });
}

/** Returns the message of an error without its kind and without a full stop. */
const plain = (message) => message.replace(/^Uncaught (\w*Error: )?/, "").replace(/\.$/, "") || "it threw no error";

/** Returns the line of the user's code where it failed, in parentheses, if it is known. */
function lineOf({ line, stack = "" }, code) {
  const lines = code.split("\n").length;
  const found = line || Number(stack.match(/heuristic\.js:(\d+)/)?.[1] ?? 0);
  // What is missing at the end is reported where the host closes the function.
  return found > 0 ? ` (line ${Math.min(found, lines)})` : "";
}
