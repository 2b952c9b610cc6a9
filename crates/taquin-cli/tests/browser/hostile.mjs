// Hostile heuristics (hostile-programs.mjs): nothing arrives at a listener, nothing that the browser stores is read, no
// answer is forged, each ends with a sentence, and the page keeps working. They run in a browser of their own, so that
// its processes are theirs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { launch, search, tries } from "./bench.mjs";
import { GAINED, PROGRAMS } from "./hostile-programs.mjs";

/** The most bytes that the page's own process may have used at any time. */
const MOST_BYTES = 300e6;
/** The most milliseconds that a step of the player may take. */
const MOST_STEP = 100;
/** How often it is tried. */
const STEPS = 8;
/** Milliseconds in which a connection that was begun would have arrived. */
const SETTLED = 250;
/** How a check ends whose program may not have run. */
const NEVER_RAN = /was stopped/;
/** Whether to print what was measured for each program. */
const REPORT = process.env.TAQUIN_HOSTILE === "1";

/** Starts a listener that counts connections, whatever they are. */
async function listen() {
  const listener = createServer((socket) => {
    listener.arrived += 1;
    socket.on("error", () => {});
    socket.destroy();
  });
  listener.arrived = 0;
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  listener.host = `http://127.0.0.1:${listener.address().port}`;
  return listener;
}

/** Opens the page with a solved board, and with something stored that could be read. */
async function open(session, browser) {
  const page = await session.open("#board=412587063", {}, browser);
  await page.evaluate(() => {
    document.cookie = "secret=1";
    localStorage.setItem("secret", "1");
    const channel = new BroadcastChannel("taquin");
    channel.onmessage = () => channel.postMessage("secret");
    return new Promise((resolve) => Object.assign(indexedDB.open("secret"), { onsuccess: resolve, onerror: resolve }));
  });
  await search(page);
  return page;
}

/** Checks a heuristic on all boards of 2x3, as the page does. Returns what was found, or the error. */
const check = (page, code) =>
  page.evaluate(async (heuristic) => {
    const api = await window.ofPage("api");
    const request = { size: "2x3", columns: 3, tiles: [1, 2, 3, 4, 5, 0] };
    return api.checkHeuristic(heuristic, request).then(
      (found) => ({ found }),
      (error) => ({ error: [error.message, error.help].filter(Boolean).join(" ") }),
    );
  }, code);

/** Searches with a heuristic for a second. Returns how that ended. */
const solve = (page, code) =>
  page.evaluate(async (heuristic) => {
    const api = await window.ofPage("api");
    const heuristicCode = { code: heuristic, goal: [1, 2, 3, 4, 5, 6, 7, 8, 0], columns: 3 };
    const request = { board: "412587063", algorithm: "astar", heuristic: "own", max_seconds: 1, heuristicCode };
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    return api.startJob("trace", request, () => {}).ended.then(
      // A search that took too long has no answer, but a reason.
      ({ result, reason }) => ({ found: result, error: reason, seconds: seconds() }),
      (error) => ({ error: error.message, seconds: seconds() }),
    );
  }, code);

/** Searches with another script in place of the one that hosts the heuristic; the page embeds what it would fetch. */
const searchLoose = async (page, script) => {
  await page.evaluate((text) => {
    document.getElementById("own-worker")?.remove();
    const element = Object.assign(document.createElement("script"), { type: "text/plain", id: "own-worker", textContent: text });
    document.head.append(element);
  }, script);
  return solve(page, "return 0;");
};

/** Returns the milliseconds from the press of a button of the player until the step is shown. */
const step = (page) =>
  page.evaluate(async () => {
    const slider = document.querySelector("#trace-transport input[type=range]");
    const before = slider.value;
    const begun = performance.now();
    const to = before === slider.min ? "One forward" : "One back";
    document.querySelector("#trace-transport input[type=radio]").click();
    document.querySelector(`#player [aria-label='${to}']`).click();
    await new Promise((resolve) => setTimeout(resolve));
    if (slider.value === before) throw new Error("the step was not made");
    return performance.now() - begun;
  });

/** Returns the number of the process that the page is in: the one that works while the page does. */
async function processOf(browser, page) {
  const session = await browser.newBrowserCDPSession();
  const times = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return new Map(processInfo.filter(({ type }) => type === "renderer").map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await times();
  await page.evaluate(() => {
    for (const begun = performance.now(); performance.now() - begun < 300; );
  });
  const worked = [...(await times())].map(([id, time]) => [time - (before.get(id) ?? 0), id]);
  return worked.sort(([one], [other]) => other - one)[0][1];
}

/** Returns the most bytes of memory that a process has used. */
async function peakBytes(process) {
  const status = await readFile(`/proc/${process}/status`, "utf8").catch(() => "");
  const [, kibibytes] = status.match(/VmHWM:\s*(\d+) kB/) ?? [];
  return Number(kibibytes ?? 0) * 1024;
}

/** Runs programs in a page of a browser of their own; `judge(result)` checks what each may end with. */
async function run(session, programs, ask, judge) {
  const browser = await launch();
  const listener = await listen();
  try {
    const page = await open(session, browser);
    const own = await processOf(browser, page);
    let slowest = 0;
    const wrong = [];
    const note = (name, judged) => {
      try {
        judged();
      } catch (error) {
        wrong.push(`${name}: ${error.message}`);
      }
    };
    for (const { name, code } of programs) {
      const before = listener.arrived;
      const result = await ask(page, code.replaceAll("HOST", listener.host));
      const answer = JSON.stringify(result);
      note(name, () => assert.doesNotMatch(answer, /The search crashed/, "it did not run"));
      note(name, () => judge(result));
      note(name, () => assert.doesNotMatch(answer, new RegExp(`\\b${GAINED}\\b`), "it got hold of something"));
      // Again while it is too slow, as other tests run meanwhile; a page that is frozen stays slow.
      let took = Infinity;
      for (let at = 0; at < STEPS && took >= MOST_STEP; at += 1) took = Math.min(took, await step(page));
      note(name, () => assert.ok(took < MOST_STEP, `a step took ${took} ms`));
      slowest = Math.max(slowest, took);
      if (REPORT) console.log(`${session.bench.place} | ${name} | ${listener.arrived - before} | ${took.toFixed(1)} ms | ${answer.slice(0, 160)}`);
    }
    await page.waitForTimeout(SETTLED);
    const bytes = await peakBytes(own);
    note("the listener", () => assert.equal(listener.arrived, 0, "so many connections arrived"));
    note("the page", () => assert.ok(bytes < MOST_BYTES, `its process used ${bytes} bytes`));
    assert.deepEqual(wrong, []);
    // The browser reports what the policy forbids, and requests that were never sent.
    const isForbidden = (error) => /Content Security Policy/.test(error) || error.includes(listener.host);
    session.errors = session.errors.filter((error) => !isForbidden(error));
    const megabytes = Math.round(bytes / 1e6);
    return `${programs.length} programs, ${listener.arrived} arrived, slowest step ${slowest.toFixed(1)} ms, the page's process at most ${megabytes} MB`;
  } finally {
    await browser.close();
    listener.close();
  }
}

/** Programs of a kind: all of them in long runs; else all from the server, and each fourth of other places and of those that take their time. */
const of = (session, kind) => {
  const isSlow = kind === "endless" || session.bench.place !== "server";
  return PROGRAMS[kind].filter((_, at) => at % (isSlow ? tries(4, 1) : 1) === 0);
};

export default {
  "hostile heuristics reach no network": (session) => run(session, of(session, "network"), check, ({ error = "" }) => assert.doesNotMatch(error, NEVER_RAN)),

  "hostile heuristics reach nothing that is stored, and no other page": (session) =>
    run(session, of(session, "storage"), check, ({ found, error }) => {
      assert.equal(error, undefined);
      assert.equal(found.admissible, true);
    }),

  "hostile heuristics forge no answer": (session) =>
    run(session, of(session, "forged"), check, ({ found, error }) => {
      if (found) assert.equal(found.counterexample?.estimate, 1000);
      else assert.match(error, /heuristic/);
    }),

  "what is no number in range ends with a sentence": (session) =>
    run(session, of(session, "values"), check, ({ error }) => {
      assert.match(error ?? "no error", /^The heuristic (returned|failed on the board) .{1,300}\.$/s);
      assert.doesNotMatch(error, /Cannot (read|convert)/);
    }),

  "whatever arrives at the page from a hostile worker ends it": (session) =>
    run(session, of(session, "loose"), searchLoose, ({ error, seconds }) => {
      assert.match(error ?? "no error", /^The heuristic was stopped: its worker sent what no search sends/);
      assert.ok(seconds < 3, `it took ${seconds} s`);
    }),

  "a heuristic that never returns, or takes all memory, ends with its time": (session) =>
    run(session, of(session, "endless"), solve, ({ found, error, seconds }) => {
      if (found) assert.equal(found.stopped_by, "time");
      else assert.match(error, /^The heuristic was stopped after 2 seconds/);
      assert.ok(seconds < 5, `it took ${seconds} s`);
    }),
};
