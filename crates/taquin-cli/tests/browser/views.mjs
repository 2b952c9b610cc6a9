// Takes screenshots of every view, on several screens, light and dark, for review:
// node views.mjs <taquin> <folder> [part of a name]

import { mkdir } from "node:fs/promises";
import { Bench, enter, searched, state } from "./bench.mjs";

const [binary, folder, filter = ""] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node views.mjs <taquin> <folder> [part of a name]");
  process.exit(2);
}

const SCREENS = {
  desk: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1366, height: 660 } },
  tablet: { viewport: { width: 1024, height: 768 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};
const ready = (page) => state(page, "ready");
const region = (name) => async (page) => {
  await searched(page);
  const button = page.locator(`.regions [data-value=${name}]`);
  if (await button.isVisible()) await button.tap();
  else await page.locator(`#region-${name}`).scrollIntoViewIfNeeded();
};
const raced = (page) => page.waitForFunction(() => document.getElementById("race-verdict").textContent !== "");

/** The link of each view, and what is done there before the screenshot. */
const VIEWS = {
  before: ["#board=412587063", ready],
  playing: ["#board=412587063&run=1&step=24", (page) => state(page, "solved")],
  found: ["#board=412587063&run=1", searched],
  near: [
    "#board=123460758&run=1",
    async (page) => {
      await searched(page);
      await page.focus("#tree-canvas");
      for (let press = 0; press < 3; press += 1) await page.keyboard.press("+");
    },
  ],
  solution: ["#board=412587063&run=1&step=46&at=7", region("board")],
  numbers: ["#board=412587063&run=1", region("side")],
  rounds: ["#board=412587063&algorithm=ida&run=1", searched],
  "both-ends": ["#board=412587063&algorithm=bidirectional&run=1", searched],
  "breadth-first": ["#board=412587063&algorithm=bfs&run=1&step=4000", (page) => state(page, "solved")],
  fifteen: ["#board=2+5+3+4/1+14+6+8/9+7+10+11/13+15+12+0&run=1", searched],
  race: ["#board=412587063&view=race&raced=1", raced],
  "race-running": [
    "#board=412587063&view=race&raced=1",
    async (page) => {
      await raced(page);
      await page.fill("#race-slider", "480");
    },
  ],
  "race-before": ["#board=412587063&view=race", ready],
  compare: ["#board=412587063&view=compare&compared=1", (page) => page.waitForSelector("table.compare", { state: "attached" })],
  "compare-many": [
    "#board=412587063&view=compare&boards=random&count=40&configurations=bfs,greedy:manhattan,astar:manhattan,ida:manhattan&compared=1",
    (page) => page.waitForSelector(".depth-plot", { state: "attached" }),
  ],
  "compare-before": ["#board=412587063&view=compare", ready],
  own: [
    "#board=412587063&heuristic=own",
    (page) => page.waitForFunction(() => /Admissible/.test(document.getElementById("own-verdict").textContent), null, { timeout: 30_000 }),
  ],
  options: [
    "#board=412587063&algorithm=weighted-astar",
    async (page) => {
      await ready(page);
      await page.click("#options summary");
    },
  ],
  editing: [
    "#board=412587063",
    async (page) => {
      await ready(page);
      await page.click("#edit");
    },
  ],
  unsolvable: ["#board=123456870", (page) => state(page, "unsolvable")],
  invalid: ["#board=123456798", async (page) => {
    await enter(page, "1 2 3/4 5 8/7 8 0");
  }],
  play: [
    "#board=412587063&view=play",
    async (page) => {
      await page.waitForFunction(() => document.getElementById("game-distance").textContent === "16");
      await page.keyboard.press("h");
      await page.waitForSelector("#game-board .hint-arrow");
    },
  ],
  "play-end": [
    "#board=123456078&view=play",
    async (page) => {
      await page.waitForFunction(() => document.getElementById("game-distance").textContent === "2");
      for (const key of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
      await page.waitForFunction(() => /^You/.test(document.getElementById("end-title").textContent));
    },
  ],
  help: [
    "#board=412587063",
    async (page) => {
      await ready(page);
      await page.click("[data-action=help]");
    },
  ],
};

await mkdir(folder, { recursive: true });
const bench = await Bench.open(binary);
try {
  for (const [name, [link, prepare]] of Object.entries(VIEWS)) {
    if (!name.includes(filter)) continue;
    for (const [screen, options] of Object.entries(SCREENS)) {
      await bench.run(async (session) => {
        const page = await session.open(link, { ...options, reducedMotion: "reduce" });
        await prepare(page);
        for (const theme of ["light", "dark"]) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
          await page.waitForTimeout(200);
          await page.screenshot({ path: `${folder}/${name}-${screen}-${theme}.png` });
        }
      });
    }
    console.log(name);
  }
} finally {
  await bench.close();
}
