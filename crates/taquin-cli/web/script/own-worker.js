// A worker for one request with a heuristic that the user wrote. It is made within a frame without an origin, from this
// text (sandbox.js), so the browser itself gives it no network, no storage and no evaluation of text. On top of that,
// everything that is not of the language is removed before the heuristic is compiled.
//
// The heuristic shares the memory of this worker with its host, so it must not be able to speak for it. Whatever the
// host needs from then on is taken before, into names of this function and bound to its object: the host uses nothing
// that can be replaced from outside, not even the methods of arrays. What it posts are texts and numbers.

(() => {
  "use strict";

  /** The names of the language; all others are removed. */
  const LANGUAGE = new Set(
    ("globalThis Infinity NaN undefined eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI " +
      "encodeURIComponent escape unescape AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array " +
      "BigUint64Array Boolean DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array " +
      "Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl Iterator JSON Map Math Number Object " +
      "Promise Proxy RangeError ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError Temporal " +
      "TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet").split(" "),
  );
  /** The greatest estimate that the search takes. */
  const MOST = 1_000_000;
  /** The most letters of a text of the user's code that are sent to the page. */
  const LETTERS = 200;
  /** Events of the module, by their number. */
  const EVENTS = ["progress", "part", "breakdown"];
  /** What is thrown through the module to end its search. */
  const ENDED = {};

  const scope = self;
  const Bytes = Uint8Array;
  const Words = Uint16Array;
  const Probe = scope.Worker;
  const SyntaxFault = SyntaxError;
  const load = importScripts.bind(scope);
  const now = performance.now.bind(performance);
  const sourceOf = Function.prototype.call.bind(Function.prototype.toString);
  const start = Function.prototype.call.bind(String.prototype.slice);
  const decode = TextDecoder.prototype.decode.bind(new TextDecoder());

  /** Removes every name that is not of the language from the global object and its prototypes. */
  function removePlatform() {
    const objects = [];
    for (let each = scope; each !== Object.prototype; each = Object.getPrototypeOf(each)) objects.push(each);
    for (const object of objects) {
      for (const name of Reflect.ownKeys(object)) {
        if (object === scope && LANGUAGE.has(name)) continue;
        const { value } = Reflect.getOwnPropertyDescriptor(object, name);
        // Two constants of files that nobody has any more cannot be removed.
        if (Reflect.deleteProperty(object, name) || typeof value === "number") continue;
        throw new Error(`this browser cannot remove ${String(name)}`);
      }
    }
    // The stack of an error must not show the functions of the host.
    Object.defineProperty(Error, "prepareStackTrace", { value: undefined });
  }

  /** Splits tiles into rows. */
  function rowsOf(tiles, count, columns) {
    const rows = [];
    for (let at = 0, row = 0; at < count; row += 1) {
      const cells = [];
      for (let column = 0; column < columns; column += 1, at += 1) cells[column] = tiles[at];
      rows[row] = cells;
    }
    return rows;
  }

  /** Describes what a heuristic returned without asking the value anything. */
  function describe(value) {
    switch (typeof value) {
      case "number":
      case "boolean":
        return `${value}`;
      case "string":
        return `the text "${start(value, 0, 40)}"`;
      case "undefined":
        return "nothing";
      case "object":
        return value === null ? "null" : "an object";
      case "bigint":
        return "a BigInt";
      default:
        return `a ${typeof value}`;
    }
  }

  /** Returns a property of a thrown value if that is a text. Reading it may run the user's code, which may throw. */
  function textOf(error, name) {
    try {
      const text = typeof error === "string" ? error : error[name];
      return typeof text === "string" ? start(text, 0, LETTERS) : "";
    } catch {
      return "";
    }
  }

  /** Performs a request: waits for the compressed module, and then does all the rest without waiting. */
  async function perform(port, { module, name, body, code, goal, columns }) {
    const post = port.postMessage.bind(port);
    /** Returns the module's memory. */
    let buffer = null;
    let heuristic = null;
    /** The tiles of the board whose estimate is being asked for. */
    let tiles = null;
    let goalRows = null;
    const host = {
      now: () => now(),
      hear(kind, at, length) {
        post({ event: EVENTS[kind], data: decode(new Bytes(buffer(), at, length)) });
      },
      estimate(at, length) {
        tiles = new Words(buffer(), at, length);
        let estimate;
        try {
          estimate = heuristic(rowsOf(tiles, length, columns), goalRows);
        } catch (error) {
          const [message, stack] = [textOf(error, "message"), textOf(error, "stack")];
          post({ event: "threw", board: boardText(length), message, stack });
          throw ENDED;
        }
        if (typeof estimate === "number" && estimate >= 0 && estimate <= MOST) return estimate;
        post({ event: "returned", board: boardText(length), value: describe(estimate), most: MOST });
        throw ENDED;
      },
    };
    /** Returns the board as text. */
    const boardText = (length) => {
      let text = "";
      for (let at = 0; at < length; at += 1) text += (at === 0 ? "" : at % columns === 0 ? "/" : " ") + tiles[at];
      return text;
    };
    const unpacked = new Response(module.stream().pipeThrough(new DecompressionStream("gzip")));
    const { instance } = await WebAssembly.instantiate(await unpacked.arrayBuffer(), { host });
    const { memory, ask, reserve, answer_at: answerAt, answer_length: answerLength } = instance.exports;
    buffer = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "buffer").get.bind(memory);
    const request = new TextEncoder().encode(`${name}\n${JSON.stringify(body)}`);
    // Reserving memory may replace the module's buffer.
    const at = reserve(request.length);
    new Bytes(memory.buffer, at, request.length).set(request);
    goalRows = rowsOf(goal, goal.length, columns);
    const source = `function heuristic(board, goal) {${code}\n}`;
    const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    // What is no JavaScript is parsed once more, with a letter at its end that no script can have, so that it surely
    // does not run: the error of a worker has a line.
    const [wanted, broken] = [address(`${source}\n//# sourceURL=heuristic.js`), address(`${source}\n\\`)];
    removePlatform();

    try {
      load(wanted);
      heuristic = scope.heuristic;
      if (typeof heuristic !== "function" || sourceOf(heuristic) !== source)
        return post({ event: "syntax", message: "a brace is closed that was not opened", line: 0 });
    } catch (error) {
      if (!(error instanceof SyntaxFault))
        return post({ event: "syntax", message: textOf(error, "message"), line: 0 });
      const probe = new Probe(broken);
      probe.onerror = (event) => {
        event.preventDefault();
        post({ event: "syntax", message: start(event.message, 0, LETTERS), line: event.lineno });
      };
      return undefined;
    }
    try {
      const status = ask();
      const data = decode(new Bytes(buffer(), answerAt(), answerLength()));
      return post({ event: status === 0 ? "done" : "refused", data });
    } catch (error) {
      return error === ENDED ? undefined : post({ event: "breakdown", data: textOf(error, "message") });
    }
  }

  scope.onmessage = ({ ports: [port] }) => {
    port.onmessage = ({ data }) => {
      port.onmessage = null;
      perform(port, data).catch((error) => port.postMessage({ event: "breakdown", data: textOf(error, "message") }));
    };
  };
})();
