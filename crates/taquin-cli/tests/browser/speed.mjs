// Steps are fast, however much was recorded: measures the processor time of single steps in real searches. Processor
// time, because on a busy machine any step may be delayed.

import assert from "node:assert/strict";
import { jump, number, searched } from "./bench.mjs";

/** A board that no search solves within the entries recorded here. */
const FAR = "2+15+1+12/8+5+6+11/4+9+10+7/3+14+13+0";
/** The most milliseconds for the median step and for the 99th percentile. */
const LIMITS = { median: 8, percentile: 16 };
/** The number of steps that are measured. */
const STEPS = 101;

/** Makes steps, asserts that they are within the limits, and reports their times. */
async function quick(processor, what, step) {
  const times = [];
  for (let at = 0; at < STEPS; at += 1) {
    const before = await processor.spent();
    await step(at);
    times.push((await processor.spent()) - before);
  }
  times.sort((one, other) => one - other);
  const took = { median: times[STEPS >> 1], percentile: times[Math.floor(STEPS * 0.99)] };
  for (const [name, most] of Object.entries(LIMITS)) assert.ok(took[name] < most, `${what}: ${name} ${took[name]} ms`);
  return `${what} ${took.median.toFixed(1)} (99 %: ${took.percentile.toFixed(1)})`;
}

/** Measures the processor time of the page's scripts. */
async function watch(page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await browser.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "ScriptDuration").value;
  };
  return { spent };
}

/** Steps through a recorded search by keys, near and far, and by its slider, and reports the time per step. */
async function walk(page) {
  const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
  const processor = await watch(page);
  const remarks = [];
  await jump(page, Math.floor(last * 0.8));
  await page.focus("#tree-canvas");
  for (const [what, zooms] of [
    ["far", 0],
    ["nearer", 6],
    ["near", 8],
  ]) {
    for (let press = 0; press < zooms; press += 1) await page.keyboard.press("+");
    const step = (at) => page.keyboard.press(at % 4 === 3 ? "ArrowRight" : "ArrowLeft");
    remarks.push(await quick(processor, what, step));
  }
  // As in playback: from the first step to the last in a hundred frames.
  await page.keyboard.press("0");
  await page.keyboard.press("Home");
  const play = (at) =>
    page.$eval(
      "#trace-transport input[type=range]",
      (slider, part) => {
        slider.value = Math.max(1, Math.round(slider.max * part));
        slider.dispatchEvent(new Event("input"));
      },
      at / (STEPS - 1),
    );
  remarks.push(await quick(processor, "played", play));
  assert.equal(await number(page, "step-explored"), last);
  return `${last.toLocaleString("en-US")} steps: ${remarks.join(", ")} ms`;
}

const speed = {
  "the median step takes less than 8 ms in all boards of 3x3": async (session) => {
    const page = await session.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    return walk(page);
  },
};

for (const [algorithm, capacity] of [
  ["bfs", 100_000],
  ["bfs", 1_000_000],
  ["dfs", 1_000_000],
]) {
  const name = `the median step takes less than 8 ms in ${capacity.toLocaleString("en-US")} entries of ${algorithm}`;
  speed[name] = async (session) => {
    const page = await session.open(`#board=${FAR}&algorithm=${algorithm}&max_nodes=${capacity}&capacity=${capacity}&run=1`);
    page.setDefaultTimeout(120_000);
    await searched(page);
    // The recording is full: every node and every step is an entry, except the children of the last one.
    const entries = (await number(page, "step-generated")) + (await number(page, "step-explored"));
    assert.ok(entries > capacity - 5 && entries <= capacity, `${entries} entries`);
    return walk(page);
  };
}

export default speed;
