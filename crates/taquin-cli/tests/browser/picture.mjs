// The README's pictures, made from the page itself: node picture.mjs <taquin> <folder>
//
// The moving one has the same steps in every run: time is the script's own, for the page's clock as for the tiles that slide.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Bench, place, searched, state } from "./bench.mjs";
import { readPng, writeGif, writePng } from "./pixels.mjs";

const [binary, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node picture.mjs <taquin> <folder>");
  process.exit(2);
}

/** Twelve moves from the goal: a tree that can be seen whole. */
const BOARD = "142573086";
/** How large the moving picture is, and how often it moves a second. */
const MOVING = { viewport: { width: 1024, height: 660 } };
const FRAMES = 12.5;
/** How many times as fast as the page it goes, and how many milliseconds its beginning and its end stand still. */
const HASTE = 1.6;
const [BEGINNING, END] = [900, 1800];
/** No more frames than this, whatever happens. */
const MOST_FRAMES = 200;
/** The page's own speed: what moves by itself is moved by the script. */
const DESK = { viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: "reduce" };

/** In the page: sets all that slides to where it is at a moment. */
function slideTo(moment) {
  for (const slide of document.getAnimations()) {
    slide.begun ??= moment;
    slide.pause();
    const end = slide.effect.getComputedTiming().endTime;
    if (moment - slide.begun >= end) slide.finish();
    else slide.currentTime = moment - slide.begun;
  }
}

/** A search from its start to its end: the tree grows, the path lights up, the tiles slide. */
async function moving(sitting) {
  const page = await sitting.open(`#board=${BOARD}`, { ...MOVING, isStill: true });
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
  while (frames.length < MOST_FRAMES && (await isPlaying())) {
    const passes = Math.round((1000 / FRAMES) * HASTE);
    await page.clock.runFor(passes);
    moment += passes;
    await look(1000 / FRAMES);
  }
  moment += 1000;
  await look(END);
  if ((await place(page, "solution")) === 0) throw new Error("the tiles did not slide");
  return writeGif(frames);
}

/** A view in a picture. */
async function still(sitting, link, options, prepare, clip) {
  const page = await sitting.open(link, options);
  await prepare(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.waitForTimeout(300);
  const part = clip ? page.locator(clip) : page;
  return part.screenshot();
}

/** Pictures side by side, on a page of their own. */
async function sideBySide(sitting, pictures) {
  const page = await sitting.bench.browser.newPage({ viewport: { width: 1120, height: 740 } });
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
  "page-search.png": (sitting) => still(sitting, "#board=412587063&run=1&step=46&at=7", DESK, searched),
  "page-tree.png": (sitting) => still(sitting, "#board=123460758&run=1", DESK, searched, "#tree"),
  "page-compare.png": (sitting) =>
    still(
      sitting,
      "#board=412587063&view=compare&boards=random&count=40&configurations=bfs,greedy:manhattan,astar:manhattan,ida:manhattan&compared=1",
      { ...DESK, colorScheme: "dark" },
      (page) => page.waitForFunction(() => document.querySelector(".depth-plot")?.naturalWidth > 0),
    ),
  "page-race.png": (sitting) =>
    still(sitting, "#board=412587063&view=race&raced=1", DESK, (page) => page.waitForSelector("#race:not([hidden])")),
  "page-play.png": (sitting) => still(sitting, "#board=412587063&view=play", DESK, hinted),
  "page-phone.png": async (sitting) =>
    sideBySide(sitting, [
      await still(sitting, "#board=412587063&run=1", PHONE, searched),
      await still(sitting, "#board=412587063&view=play", PHONE, hinted),
      await still(sitting, "#board=412587063&run=1", PHONE, numbers),
    ]),
};

await mkdir(folder, { recursive: true });
const bench = await Bench.open(binary);
try {
  for (const [name, draw] of Object.entries(PICTURES)) {
    await bench.run(async (sitting) => {
      const drawn = await draw(sitting);
      const picture = name.endsWith(".png") ? writePng(readPng(drawn)) : drawn;
      await writeFile(join(folder, name), picture);
      console.log(`${name}: ${picture.length} bytes`);
    });
  }
} finally {
  await bench.close();
}
