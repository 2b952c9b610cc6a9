// The base of all tests: the server under test, a browser, pages that must log no errors, and the command line of the
// same binary to compare numbers with.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const run = promisify(execFile);
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Browser features that would load pages of their own, and Playwright's list, as only the last list takes effect. */
const UNUSED = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
];
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${UNUSED}`,
];
/** The default screen: a desktop. */
const DEFAULTS = { viewport: { width: 1440, height: 900 }, acceptDownloads: true };
/** Returns how much a test covers: `quick` by default, `long` with `TAQUIN_LONG_TESTS=1`. */
export const tries = (quick, long) => (process.env.TAQUIN_LONG_TESTS === "1" ? long : quick);

/** Milliseconds that any wait may take; a million recorded entries take a while on a busy machine. */
const TIMEOUT = tries(15_000, 60_000);

export class Bench {
  /**
   * `place` is where the page is opened: from a `server`, as a `static` site from a plain file server, or as a `single`
   * file from disk.
   */
  static async open(binary, place = "server") {
    const bench = new Bench();
    bench.binary = binary;
    bench.place = place;
    if (place === "server") {
      bench.server = spawn(binary, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
      bench.address = `${await addressOf(bench.server)}/`;
      bench.stop = () => bench.server.kill("SIGTERM");
    } else await bench.openSite(await mkdtemp(join(tmpdir(), "taquin-site-")));
    bench.browser = await launch();
    bench.context = await bench.browser.newContext(DEFAULTS);
    return bench;
  }

  /** Writes the site to a folder that exists as long as it is tested. */
  async openSite(folder) {
    let server = null;
    if (this.place === "static") {
      await run(this.binary, ["site", folder]);
      server = await serveFiles(folder);
      this.address = `http://127.0.0.1:${server.address().port}/`;
    } else {
      const file = join(folder, "taquin.html");
      await run(this.binary, ["site", "--single", file]);
      this.address = `file://${file}`;
    }
    this.stop = () => {
      server?.close();
      return rm(folder, { recursive: true });
    };
  }

  async close() {
    await this.browser.close();
    await this.stop();
  }

  /** Runs a command of the same binary. A non-zero exit code may be a negative answer, which is no failure here. */
  async taquin(...options) {
    const { stdout, stderr } = await run(this.binary, options, { maxBuffer: 1 << 28 }).catch((error) => {
      if (typeof error.code !== "number") throw error;
      return error;
    });
    return { stdout, stderr };
  }

  /** Returns the answer of `solve --json` on the command line. */
  async solve(board, ...options) {
    return JSON.parse((await this.taquin("solve", board, "--json", ...options)).stdout);
  }

  async run(test) {
    const session = new Session(this);
    try {
      const remark = await test(session);
      session.assertNoErrors();
      return remark;
    } finally {
      await session.close();
    }
  }
}

/** Starts a plain file server. */
async function serveFiles(folder) {
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", gz: "application/gzip" };
  const server = createServer(async ({ url }, response) => {
    const [asked] = url.split("?");
    const path = asked === "/" ? "/index.html" : asked;
    const contents = await readFile(join(folder, path)).catch(() => null);
    response.writeHead(contents ? 200 : 404, { "content-type": kinds[path.split(".").at(-1)] ?? "text/plain" });
    response.end(contents);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** The requests that each page has sent to its server, in order. */
const sent = new WeakMap();

/** Runs in the page before its own scripts: gives tests access to its modules, and records requests to its workers. */
function tapPage() {
  const isSingle = () => document.querySelector('meta[name="taquin"]').content === "single";
  const path = (name) => (isSingle() ? `taquin/${name}.js` : new URL(`assets/script/${name}.js`, document.baseURI).href);
  window.ofPage = (name) => import(path(name));
  window.askedWorkers = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.body) {
      Object.assign(message.body, window.changedRequest);
      window.askedWorkers.push({ name: message.name, body: message.body });
    }
    return post.call(this, message, ...more);
  };
}

/** Returns the requests that a page has sent so far, to its server or its workers, as `{name, body}`. */
export async function asked(page, ...names) {
  const all = [...sent.get(page), ...(await page.evaluate(() => window.askedWorkers))];
  return all.filter(({ name }) => names.includes(name));
}

/** Changes fields of every search that a page requests from now on. */
export async function changeRequests(page, fields) {
  await page.evaluate((changed) => (window.changedRequest = changed), fields);
  await page.route("**/api/v1/jobs", (route) => {
    const job = route.request().postDataJSON();
    Object.assign(job.request, fields);
    return route.continue({ postData: JSON.stringify(job) });
  });
}

/** Returns the server's description, as the page gets it. */
export const describe = (page) => page.evaluate(async () => (await window.ofPage("api")).ask("describe"));

/** The pages and servers of one test, and the errors that were logged there. */
class Session {
  constructor(bench) {
    this.bench = bench;
    this.opened = [];
    this.errors = [];
    this.responses = [];
    /** The request bodies that were sent over the network. */
    this.bodies = [];
    this.origins = [new URL(bench.address).origin];
    this.servers = [];
  }

  /** Starts a server for this test alone, which it may stop and start again. */
  async serve(...options) {
    const server = new OwnServer(this, options);
    await server.start("0");
    this.origins.push(new URL(server.address).origin);
    this.servers.push(server);
    return server;
  }

  taquin(...options) {
    return this.bench.taquin(...options);
  }

  solve(board, ...options) {
    return this.bench.solve(board, ...options);
  }

  /**
   * Opens a page and waits until it is ready; `link` is appended to the address. With options it has a profile of its
   * own; without, one that all tests share and that stores nothing but the page's files. With `isStill` its clock
   * stands still, unless the test advances it with `page.clock`. With `isAlone` no user event is sent, so that the
   * demonstration may play.
   */
  async open(link = "", options = null, browser = this.bench.browser, address = this.bench.address) {
    const { isStill = false, isAlone = false, ...profile } = options ?? {};
    const context = options ? await browser.newContext({ ...DEFAULTS, ...profile }) : this.bench.context;
    if (options) this.opened.push(context);
    const page = await context.newPage();
    if (!options) this.opened.push(page);
    page.setDefaultTimeout(TIMEOUT);
    if (isStill) {
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(60_000);
    }
    if (!isAlone)
      await page.addInitScript(() => addEventListener("load", () => document.dispatchEvent(new Event("wheel"))));
    await page.addInitScript(tapPage);
    sent.set(page, []);
    page.on("pageerror", (error) => this.errors.push(error.stack));
    page.on("console", (message) => {
      // An invalid board gets status 422, which the browser logs.
      const refused = /Failed to load resource.*\b422\b/.test(message.text());
      // A server that the test stopped cannot be reached, which the browser logs too.
      const gone = this.servers.length > 0 && /net::ERR_(CONNECTION|INCOMPLETE|EMPTY)/.test(message.text());
      if (message.type() === "error" && !refused && !gone) this.errors.push(message.text());
    });
    page.on("request", (request) => {
      const address = new URL(request.url());
      const inside = ["blob:", "data:", "file:"].includes(address.protocol) || this.origins.includes(address.origin);
      if (!inside) this.errors.push(`request to another host: ${request.url()}`);
      const [, name] = address.pathname.match(/^\/api\/v1\/(\w+)$/) ?? [];
      if (request.postData() !== null) this.bodies.push(request.postData());
      if (!name || request.method() !== "POST") return;
      const body = request.postDataJSON();
      sent.get(page).push(name === "jobs" ? { name: body.kind, body: body.request } : { name, body });
    });
    page.on("response", (response) => this.responses.push(response));
    await page.goto(`${address}${link}`);
    await page.waitForFunction(() => !["", "loading"].includes(document.body.dataset.state ?? ""));
    return page;
  }

  assertNoErrors() {
    assert.deepEqual(this.errors, [], "the page logged errors");
  }

  async close() {
    await Promise.all(this.opened.map((opened) => opened.close()));
    await Promise.all(this.servers.map((server) => server.kill()));
  }
}

/** A server for one test, which restarts at the same address. */
class OwnServer {
  constructor(session, options) {
    Object.assign(this, { session, options });
  }

  async start(port) {
    const { binary } = this.session.bench;
    const options = ["serve", "--port", port, ...this.options];
    this.child = spawn(binary, options, { stdio: ["ignore", "pipe", "pipe"] });
    this.gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.address = `${await addressOf(this.child)}/`;
  }

  /** Opens a page of this server. */
  open(link) {
    return this.session.open(link, null, this.session.bench.browser, this.address);
  }

  /** Sends it a signal to stop, and waits until it has stopped. */
  async end(signal = "SIGTERM") {
    this.child.kill(signal);
    await this.gone;
  }

  /** Kills it. */
  kill() {
    return this.end("SIGKILL");
  }

  /** Starts it again at the same address. */
  again() {
    return this.start(new URL(this.address).port);
  }
}

/** Launches a new browser with a new profile on disk. */
export function launch() {
  const executablePath = process.env.TAQUIN_BROWSER ?? BROWSERS.find((path) => existsSync(path));
  assert.ok(executablePath, "no Chromium is installed: apt-get install chromium");
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Returns the address that the server prints. */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (data) => {
      output += data;
      const [address] = output.match(/http:\/\/[\w.:[\]]+:\d+/) ?? [];
      if (address) resolve(address);
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", (code) => reject(new Error(`the server exited with code ${code}: ${output}`)));
  });
}

// What a user does and sees.

/** Waits until the page is in one of these states. */
export async function state(page, ...wanted) {
  await page.waitForFunction((states) => states.includes(document.body.dataset.state), wanted);
  return page.evaluate(() => document.body.dataset.state);
}

/** Opens the board editor. */
export async function unfold(page) {
  if (await page.isHidden("#editing")) await page.click("#edit");
}

/** Types a board and waits for the verdict. */
export async function enter(page, text) {
  await unfold(page);
  await page.fill("#board-text", text);
  return state(page, "ready", "invalid", "unsolvable");
}

/** Presses Start Search and waits for the end, and for the tree if there is one. */
export async function search(page) {
  await page.click("[data-action=start]");
  await searched(page);
}

/** Waits until a search has ended, and skips its playback. */
export async function searched(page) {
  await state(page, "solved", "unsolved", "failed");
  await page.waitForFunction(() => !/Searching/.test(document.getElementById("tree-empty").textContent));
  // Playback is skipped: to the end of the search, and the start of the solution.
  await page.evaluate(() => {
    if (document.getElementById("player").dataset.playing !== "true") return;
    for (const [track, end] of Object.entries({ "trace-transport": "max", "solution-transport": "min" })) {
      const slider = document.querySelector(`#${track} input[type=range]`);
      slider.value = slider[end];
      if (!slider.disabled) slider.dispatchEvent(new Event("input"));
    }
  });
}

/** Returns the place of a track of the player: `search` or `solution`. */
export async function place(page, track) {
  return Number(await page.inputValue(`.track[data-track=${track}] input[type=range]`));
}

/** Goes to a step of the search. */
export async function jump(page, step) {
  await page.fill("#trace-transport .jump", String(step));
  await page.keyboard.press("Enter");
}

/** Returns numbers on the page, without digit grouping. */
export function numbers(page, ...ids) {
  return page.evaluate(
    (all) => all.map((id) => Number(document.getElementById(id).textContent.replaceAll(",", ""))),
    ids,
  );
}

export const number = async (page, id) => (await numbers(page, id))[0];

export const text = async (page, selector) => (await page.textContent(selector)).trim();

/** Returns the tiles on a board of the page, row by row. */
export function tiles(page, id) {
  return page.$$eval(`#${id} .tile`, (all) =>
    all.sort((one, other) => one.dataset.cell - other.dataset.cell).map((tile) => Number(tile.dataset.tile)),
  );
}

/** Returns whether a control is enabled. */
export async function usable(page, selector) {
  return (await page.getAttribute(selector, "aria-disabled")) !== "true";
}

/** Takes a screenshot of a view, if `TAQUIN_SCREENSHOTS` names a folder. */
export async function picture(page, name) {
  const folder = process.env.TAQUIN_SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${folder}/${name}.png` });
}
