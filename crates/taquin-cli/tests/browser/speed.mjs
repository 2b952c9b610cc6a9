// Steps are quick, however much was recorded: what one step takes, in searches that really ran.

import assert from "node:assert/strict";
import { jump, number, searched, tries } from "./bench.mjs";

/** One that no search finds within what is recorded here. */
const FAR = "2+15+1+12/8+5+6+11/4+9+10+7/3+14+13+0";
/** Milliseconds that the middle step may take, and 99 of 100. A busy machine may hold up any single one. */
const MOST = { median: 8, nearly: tries(Infinity, 16) };

/** What the steps took that were made since the last time. */
async function measured(page) {
  const times = await page.evaluate(() => {
    const all = performance.getEntriesByName("taquin-step").map((entry) => entry.duration);
    performance.clearMeasures("taquin-step");
    return all;
  });
  times.sort((one, other) => one - other);
  return { count: times.length, median: times[times.length >> 1], nearly: times[Math.floor(times.length * 0.99)] };
}

/** Holds steps to what they may take. */
async function quick(page, count, what) {
  const took = await measured(page);
  assert.ok(took.count >= count, `${what}: ${took.count} steps`);
  for (const [name, most] of Object.entries(MOST)) assert.ok(took[name] < most, `${what}: ${name} ${took[name]} ms`);
  return `${what} ${took.median.toFixed(1)} (99 %: ${took.nearly.toFixed(1)})`;
}

/** Walks a recorded search by keys, near and far, and by its slider, and says what a step took. */
async function walk(page) {
  const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
  const remarks = [];
  await jump(page, Math.floor(last * 0.8));
  await page.focus("#tree-canvas");
  for (const [what, zooms] of [
    ["far", 0],
    ["nearer", 6],
    ["near", 8],
  ]) {
    for (let press = 0; press < zooms; press += 1) await page.keyboard.press("+");
    await measured(page);
    for (let press = 0; press < 100; press += 1)
      await page.keyboard.press(press % 4 === 3 ? "ArrowRight" : "ArrowLeft");
    remarks.push(await quick(page, 100, what));
  }
  await page.keyboard.press("0");
  await measured(page);
  // As it plays: from the first step to the last in a hundred frames.
  await page.evaluate(async () => {
    const slider = document.querySelector("#trace-transport input[type=range]");
    for (let at = 0; at <= 100; at += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      slider.value = Math.round((slider.max * at) / 100);
      slider.dispatchEvent(new Event("input"));
    }
  });
  remarks.push(await quick(page, 100, "played"));
  return `${last.toLocaleString("en-US")} steps: ${remarks.join(", ")} ms`;
}

const speed = {
  "the median step takes less than 8 ms in all boards of 3x3": async (sitting) => {
    const page = await sitting.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    return walk(page);
  },
};

for (const [algorithm, room] of [
  ["bfs", 100_000],
  ["bfs", 1_000_000],
  ["dfs", 1_000_000],
]) {
  const name = `the median step takes less than 8 ms in ${room.toLocaleString("en-US")} entries of ${algorithm}`;
  speed[name] = async (sitting) => {
    const page = await sitting.open(`#board=${FAR}&algorithm=${algorithm}&max_nodes=${room}&room=${room}&run=1`);
    page.setDefaultTimeout(120_000);
    await searched(page);
    // All that there is room for was recorded: every node and every step is an entry, but for the last one's children.
    const entries = (await number(page, "step-generated")) + (await number(page, "step-explored"));
    assert.ok(entries > room - 5 && entries <= room, `${entries} entries`);
    return walk(page);
  };
}

export default speed;
