// The README's pictures, made from the page itself: node picture.mjs <taquin> <folder>
//
// The animation has the same frames in every run: the script controls time, for the page's clock and for sliding tiles.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Bench, place, searched, state } from "./bench.mjs";
import { readPng, writeGif, writePng } from "./pixels.mjs";

const [binary, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node picture.mjs <taquin> <folder>");
  process.exit(2);
}

/** Twelve moves from the goal: a tree that is small enough to be seen whole. */
const BOARD = "142573086";
/** The size of the animation, and its frames per second. */
const MOVING = { viewport: { width: 1024, height: 660 } };
const FRAMES = 12.5;
/** Its speed relative to the page, and the milliseconds for which its first and last frames are shown. */
const SPEED = 1.6;
const [BEGINNING, END] = [900, 1800];
/** The greatest number of frames. */
const MAX_FRAMES = 200;
/** Still pictures: with reduced motion nothing moves by itself. */
const DESK = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };

/** Runs in the page: sets all animations to a moment. */
function slideTo(moment) {
  for (const slide of document.getAnimations()) {
    slide.begun ??= moment;
    slide.pause();
    const end = slide.effect.getComputedTiming().endTime;
    if (moment - slide.begun >= end) slide.finish();
    else slide.currentTime = moment - slide.begun;
  }
}

/** Records a search from start to end: the tree grows, the path lights up, the tiles slide. */
async function moving(session) {
  const page = await session.open(`#board=${BOARD}`, { ...MOVING, isStill: true });
  await state(page, "ready");
  const frames = [];
  let moment = 0;
  const look = async (milliseconds) => {
    await page.evaluate(slideTo, moment);
    frames.push({ ...readPng(await page.screenshot()), milliseconds });
  };
  await look(BEGINNING);
  await page.click("[data-action=start]");
  await state(page, "solved");
  await page.mouse.move(0, 0);
  const isPlaying = async () => (await page.getAttribute("#player", "data-playing")) === "true";
  while (frames.length < MAX_FRAMES && (await isPlaying())) {
    const passes = Math.round((1000 / FRAMES) * SPEED);
    await page.clock.runFor(passes);
    moment += passes;
    await look(1000 / FRAMES);
  }
  moment += 1000;
  await look(END);
  if ((await place(page, "solution")) === 0) throw new Error("the tiles did not slide");
  return writeGif(frames);
}

/** Takes a screenshot of a view. */
async function still(session, link, options, prepare, clip) {
  const page = await session.open(link, options);
  await prepare(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.waitForTimeout(300);
  const part = clip ? page.locator(clip) : page;
  return part.screenshot();
}

/** Arranges pictures side by side, on a page of their own. */
async function sideBySide(session, pictures) {
  const page = await session.bench.browser.newPage({ viewport: { width: 1120, height: 740 } });
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString("base64")}">`);
  await page.setContent(`<body style="display: flex; gap: 20px; margin: 0">${images.join("")}</body>`);
  const together = await page.screenshot({ omitBackground: true });
  await page.close();
  return together;
}

const hinted = async (page) => {
  await page.waitForFunction(() => document.getElementById("game-distance").textContent === "16");
  await page.keyboard.press("h");
  await page.waitForSelector("#game-board .hint-arrow");
};
const numbers = async (page) => {
  await searched(page);
  await page.tap(".regions [data-value=side]");
};

/** Every picture by its name. */
const PICTURES = {
  "taquin.gif": moving,
  "page-search.png": (session) => still(session, "#board=412587063&run=1&step=46&at=7", DESK, searched),
  "page-tree.png": (session) => still(session, "#board=123460758&run=1", DESK, searched, "#tree"),
  "page-compare.png": (session) =>
    still(
      session,
      "#board=412587063&view=compare&boards=random&count=40&configurations=bfs,greedy:manhattan,astar:manhattan,ida:manhattan&compared=1",
      { ...DESK, colorScheme: "dark" },
      (page) => page.waitForFunction(() => document.querySelector(".depth-plot")?.naturalWidth > 0),
    ),
  "page-race.png": (session) =>
    still(session, "#board=412587063&view=race&raced=1", DESK, (page) => page.waitForSelector("#race:not([hidden])")),
  "page-play.png": (session) => still(session, "#board=412587063&view=play", DESK, hinted),
  "page-phone.png": async (session) =>
    sideBySide(session, [
      await still(session, "#board=412587063&run=1", PHONE, searched),
      await still(session, "#board=412587063&view=play", PHONE, hinted),
      await still(session, "#board=412587063&run=1", PHONE, numbers),
    ]),
};

await mkdir(folder, { recursive: true });
const bench = await Bench.open(binary);
try {
  for (const [name, draw] of Object.entries(PICTURES)) {
    await bench.run(async (session) => {
      const drawn = await draw(session);
      const picture = name.endsWith(".png") ? writePng(readPng(drawn)) : drawn;
      await writeFile(join(folder, name), picture);
      console.log(`${name}: ${picture.length} bytes`);
    });
  }
} finally {
  await bench.close();
}
