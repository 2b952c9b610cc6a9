// Where a heuristic that the user wrote runs: a worker that a sandboxed frame makes from text. The frame has no origin,
// so it has no cookies and no storage, and Chromium gives it a process of its own. The worker inherits its policy,
// under which nothing can be fetched and no text evaluated. The page and the worker share one channel, which the
// user's code cannot reach (own-worker.js). Removing the frame ends all of it at once.

/** The policy of the frame, in addition to that of the page: scripts made from text within it, and the module. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'";

/** What the frame does: it makes one worker and hands the channel on. The page's policy has the hash of this text. */
const SCRIPT =
  "onmessage = ({ data, ports, source }) => { if (source !== parent) return; onmessage = null; " +
  "new Worker(URL.createObjectURL(new Blob([data]))).postMessage('start', ports); };";

const FRAME = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${SCRIPT}</script>`;

/** Returns a new frame, as soon as it has loaded. */
function makeFrame() {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.hidden = true;
  frame.srcdoc = FRAME;
  return new Promise((resolve) => {
    frame.addEventListener("load", () => resolve(frame), { once: true });
    document.body.append(frame);
  });
}

/**
 * Makes a worker from its text in a frame of its own, and sends it a request. `onMessage(data)` receives its messages,
 * which anyone may have written. Returns the function that ends it, after which no message is delivered.
 */
export async function startSandbox(script, request, onMessage) {
  const frame = await makeFrame();
  const { port1: port, port2: other } = new MessageChannel();
  port.onmessage = ({ data }) => onMessage(data);
  frame.contentWindow.postMessage(script, "*", [other]);
  port.postMessage(request);
  return () => {
    port.onmessage = null;
    port.close();
    frame.remove();
  };
}
