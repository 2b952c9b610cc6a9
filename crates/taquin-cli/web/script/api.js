// The server, as functions. Everything the page says about a board comes from here.

import { connection } from "./connection.js";

const ROOT = "/api/v1";

/** A refusal by the server, in words for people, with the field it is about. */
export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `The server answered with status ${status}.`);
    this.status = status;
    this.help = error?.help ?? null;
    this.field = error?.field ?? null;
    this.span = error?.span ?? null;
  }
}

/** Nobody answered: nothing is known of what was asked. */
export class Unreachable extends ApiError {
  constructor(message) {
    super(0, { message, help: "Is taquin serve still running?" });
  }
}

/** Waits, unless the request is given up. */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Sends a request; where the server is busy, waits as it asks and tries again, up to three times. */
async function send(method, path, body, { signal, tries = 3 } = {}) {
  const options = { method, signal, headers: {} };
  if (body !== undefined) {
    options.headers["content-type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(ROOT + path, options);
  } catch (error) {
    if (error.name === "AbortError" || signal?.aborted) throw error;
    connection.lost();
    throw new Unreachable("The server cannot be reached.");
  }
  connection.found();
  if (response.ok) return response;
  const busy = response.status === 503 || response.status === 429;
  if (busy && tries > 1) {
    await pause(1000 * Math.min(Number(response.headers.get("retry-after")) || 1, 10), signal);
    return send(method, path, body, { signal, tries: tries - 1 });
  }
  const answer = await response.json().catch(() => null);
  throw new ApiError(response.status, answer?.error);
}

const post = async (path, body, options) => (await send("POST", path, body, options)).json();

export const describe = async () => (await send("GET", "/describe")).json();
export const check = (body, options) => post("/check", body, options);
export const generate = (body, options) => post("/generate", body, options);
export const trace = (body, options) => post("/trace", body, options);
export const hint = (body, options) => post("/hint", body, options);
export const game = (body, options) => post("/game", body, options);
export const scores = (body, options) => post("/scores", body, options);
export const picture = async (body) => (await send("POST", "/picture", body)).blob();

/**
 * Starts a long search as a job and listens to it. `hear(event, data)` gets `queued` and `progress`; the
 * promise gives `{state, result, reason}` at the end; the reason says why it was cancelled, if it was.
 * `cancel()` ends it at once, with the statistics so far.
 */
export function startJob(kind, request, hear) {
  let stream = null;
  let id = null;
  let wanted = true;
  let reason = null;
  let settle;
  const ended = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  const finish = (state, result) => {
    stream?.close();
    settle.resolve({ state, result, reason });
  };
  const fail = (error) => {
    stream?.close();
    settle.reject(error);
  };
  const remove = async () => {
    const answer = await (await send("DELETE", `/jobs/${id}`)).json();
    // It may have come to its end in the same moment: then what it found counts.
    reason = answer.reason;
    finish(answer.state, answer.result);
  };

  const listen = () => {
    stream = new EventSource(`${ROOT}/jobs/${id}/events`);
    const on = (event, call) => stream.addEventListener(event, (message) => call(JSON.parse(message.data)));
    on("queued", (data) => hear("queued", data));
    on("progress", (data) => hear("progress", data));
    on("done", (data) => finish("done", data));
    on("ending", (data) => {
      ({ reason } = data);
      if (reason === "shutdown") connection.expectLoss();
    });
    on("cancelled", (data) => finish("cancelled", data));
    on("failed", (data) => fail(new ApiError(422, data.error ?? data)));
    stream.onerror = () => {
      // The browser would try again for ever; the job ended with its connection.
      if (stream.readyState !== EventSource.CLOSED) stream.close();
      connection.retry();
      fail(new Unreachable("The connection to the search was lost."));
    };
  };

  send("POST", "/jobs", { kind, request })
    .then((response) => response.json())
    .then((job) => {
      id = job.id;
      if (!wanted) return remove();
      hear(job.state, { position: job.position });
      listen();
      return null;
    })
    .catch(fail);

  const cancel = () => {
    wanted = false;
    if (id !== null) remove().catch(fail);
  };
  return { ended, cancel };
}
