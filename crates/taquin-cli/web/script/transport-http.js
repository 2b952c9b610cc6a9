// Requests over HTTP, to the server that the page came from.

import { ApiError, Unreachable } from "./api-error.js";
import { connection } from "./connection.js";

const ROOT = "/api/v1";

/** Waits, unless the request is aborted. */
function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Sends a request; if the server is busy, waits as long as it asks and tries again, up to three times. */
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

/** Returns the answer to a request by its name: an object or a file. */
export async function ask(name, body, options) {
  const response = await (body === undefined
    ? send("GET", `/${name}`)
    : send("POST", `/${name}`, body, options));
  const isObject = response.headers.get("content-type").startsWith("application/json");
  return isObject ? response.json() : response.blob();
}

/** Starts a long search as a job on the server; see api.js. */
export function startJob(kind, request, onEvent) {
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
    // It may have finished at the same moment: then its result counts.
    reason = answer.reason;
    finish(answer.state, answer.result);
  };

  const listen = () => {
    stream = new EventSource(`${ROOT}/jobs/${id}/events`);
    const on = (event, call) => stream.addEventListener(event, (message) => call(JSON.parse(message.data)));
    on("queued", (data) => onEvent("queued", data));
    on("progress", (data) => onEvent("progress", data));
    on("part", (data) => onEvent("part", data));
    on("done", (data) => finish("done", data));
    on("ending", (data) => {
      ({ reason } = data);
      if (reason === "shutdown") connection.expectLoss();
    });
    on("cancelled", (data) => finish("cancelled", data));
    on("failed", (data) => fail(new ApiError(422, data.error ?? data)));
    stream.onerror = () => {
      // The browser would reconnect forever, but the job ended with its connection.
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
      onEvent(job.state, { position: job.position });
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
