// The player shows the search that ran: recorded once, played, and narrated. The tests control time here.

import assert from "node:assert/strict";
import {
  asked,
  describe,
  enter,
  jump,
  number,
  numbers,
  picture,
  place,
  search,
  searched,
  state,
  text,
  tiles,
  tries,
  usable,
} from "./bench.mjs";

/** Twelve moves from the goal; A* with Manhattan distance takes 20 steps. */
const BOARD = "142573086";
const START = [1, 4, 2, 5, 7, 3, 0, 8, 6];
const GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0];
const FAR = "5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8";

const STILL = { isStill: true };
const ALONE = { isStill: true, isAlone: true };

const isPlaying = async (page) => (await page.getAttribute("#player", "data-playing")) === "true";

/** Returns the number of pixels of the tree in the colour of the path. */
const litPixels = (page) =>
  page.evaluate(() => {
    const canvas = document.getElementById("tree-canvas");
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--path)";
    const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
    probe.remove();
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let lit = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) lit += 1;
    return lit;
  });

/** Counts the animation frames that are requested from now on. */
const countFrames = (page) =>
  page.evaluate(() => {
    const request = window.requestAnimationFrame;
    window.counted = 0;
    window.requestAnimationFrame = (call) => {
      window.counted += 1;
      return request(call);
    };
  });

export default {
  "after Start the search plays in six seconds, lights its path, and the tiles slide": async (session) => {
    const page = await session.open(`#board=${BOARD}`, STILL);
    await page.click("[data-action=start]");
    await state(page, "solved");
    assert.equal(await isPlaying(page), true);
    assert.equal(await place(page, "search"), 1);
    await page.clock.runFor(3000);
    const half = await place(page, "search");
    assert.ok(half >= 9 && half <= 11, `step ${half} of 20 after three seconds`);
    assert.equal(await litPixels(page), 0, "the path is lit before it is found");
    assert.deepEqual(await tiles(page, "board"), START);
    await page.clock.runFor(3100);
    assert.equal(await place(page, "search"), 20);
    assert.ok((await litPixels(page)) > 0, "the path is not lit");
    assert.equal(await place(page, "solution"), 0);
    assert.equal(await isPlaying(page), true);
    await page.clock.runFor(3800);
    const moved = await place(page, "solution");
    assert.ok(moved >= 4 && moved <= 8, `move ${moved} of 12 after three seconds`);
    await page.clock.runFor(3500);
    assert.equal(await place(page, "solution"), 12);
    assert.deepEqual(await tiles(page, "board"), GOAL);
    assert.equal(await isPlaying(page), false);
    // Then the user controls it.
    await page.keyboard.press("Home");
    assert.equal(await place(page, "solution"), 0);
  },

  "a search five hundred times as long plays in the same time": async (session) => {
    const page = await session.open("#board=412587063&algorithm=bfs", STILL);
    await page.click("[data-action=start]");
    await state(page, "solved");
    const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
    assert.ok(last > 5000);
    await countFrames(page);
    // It starts slowly: the first steps can be seen.
    await page.clock.runFor(500);
    assert.ok((await place(page, "search")) < 60);
    await page.clock.runFor(5000);
    assert.ok((await place(page, "search")) < last);
    await page.clock.runFor(700);
    assert.equal(await place(page, "search"), last);
    const frames = await page.evaluate(() => window.counted);
    assert.ok(frames > 20 && frames < 450, `${frames} frames`);
    return `${last} steps in ${frames} frames`;
  },

  "a key press stops playing": async (session) => {
    const page = await session.open(`#board=${BOARD}`, STILL);
    await page.click("[data-action=start]");
    await state(page, "solved");
    await page.clock.runFor(2000);
    await page.keyboard.press("ArrowLeft");
    const stopped = await place(page, "search");
    assert.equal(await isPlaying(page), false);
    await page.clock.runFor(9000);
    assert.deepEqual([await place(page, "search"), await place(page, "solution")], [stopped, 0]);
    // Resumed from there at another speed.
    await page.selectOption("#player select", "2");
    await page.click("#player [aria-label=Play]");
    await page.clock.runFor(2000);
    assert.equal(await place(page, "search"), 20);
    await page.clock.runFor(2000);
    assert.equal(await place(page, "solution"), 0, "only the chosen track plays");
  },

  "on opening a small A* search plays silently until the user does something": async (session) => {
    const page = await session.open("", ALONE);
    await state(page, "ready");
    await page.clock.runFor(1000);
    await state(page, "solved");
    assert.equal(await isPlaying(page), true);
    await page.clock.runFor(13_500);
    assert.match(await text(page, "#run-name"), /^A\* with Manhattan distance on 412\/587\/063/);
    assert.deepEqual([await place(page, "search"), await place(page, "solution")], [46, 16]);
    assert.equal(await text(page, "#announcer"), "");
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    assert.doesNotMatch(page.url(), /run|step|at=/);
    await picture(page, "opened");

    const other = await session.open("", ALONE);
    await state(other, "ready");
    await other.clock.runFor(1000);
    await state(other, "solved");
    await other.clock.runFor(2000);
    assert.equal(await isPlaying(other), true);
    await other.keyboard.press("Shift");
    assert.equal(await isPlaying(other), false);
    // From now on steps are announced and linked.
    await other.keyboard.press("ArrowRight");
    await other.clock.runFor(500);
    assert.match(await text(other, "#announcer"), /^Step \d+ of 46\. Took /);
    assert.match(other.url(), /run=1/);
  },

  "nothing plays by itself after an action, with a link, or with reduced motion": async (session) => {
    const page = await session.open("", ALONE);
    await page.keyboard.press("Shift");
    await page.clock.runFor(5000);
    const linked = await session.open(`#board=${BOARD}`, ALONE);
    await linked.clock.runFor(5000);
    for (const each of [page, linked]) {
      assert.equal(await state(each, "ready", "solved"), "ready");
      assert.equal(await text(each, "#outcome"), "No search yet.");
    }
    const calm = await session.open("", { isAlone: true, reducedMotion: "reduce" });
    await state(calm, "solved");
    assert.equal(await isPlaying(calm), false);
    assert.deepEqual([await place(calm, "search"), await place(calm, "solution")], [46, 0]);
    assert.ok((await litPixels(calm)) > 0);
  },

  "every step in a sentence, with its lines of pseudo-code": async (session) => {
    const page = await session.open(`#board=${BOARD}`);
    await state(page, "ready");
    const wanted = {
      astar: {
        1: "Took 142/573/086, f = 8, the least on the frontier (g = 0, h = 8); generated 2 children: 2 new.",
        3: "Took 142/503/876, f = 10, the least on the frontier (g = 2, h = 8); generated 4 children: 3 new, 1 known.",
        20: "Took 123/456/780, f = 12, the least on the frontier (g = 12, h = 0). 123/456/780 is the goal, and nothing on the frontier can lead to a cheaper path.",
      },
      greedy: {
        2: "Took 142/073/586, h = 9, the least on the frontier; generated 3 children: 2 new, 1 known.",
        13: "Took 123/456/780, h = 0, the least on the frontier. 123/456/780 is the goal; a cheaper path may exist.",
      },
      bfs: {
        2: "Took 142/073/586, the oldest on the frontier, 1 move from the start; generated 3 children: 2 new, 1 known.",
        5: "Took 142/703/586, the oldest on the frontier, 2 moves from the start; generated 4 children: 3 new, 1 known.",
      },
      ida: {
        2: "Round 2: follow only states with f up to 10. Went on to 142/573/086, f = 8 (g = 0, h = 8); generated 1 child: 1 within the bound.",
        3: "Went on to 142/073/586, f = 10 (g = 1, h = 9); generated 2 children: 1 within the bound, 1 beyond the bound.",
        34: "123/456/780 is the goal, and no solution costs less than 12.",
      },
      iddfs: {
        3: "Went on to 142/073/586, 1 move from the start; generated 2 children: 2 beyond the bound; went back and generated 1 more: 1 within the bound.",
      },
      bidirectional: {
        2: "Took 123/456/780 from the smaller frontier, 0 moves from its end; generated 2 children: 2 new.",
        97: /^Both searches have reached [0-8/]{11}: the two halves make the solution\. The halves meet, and no path is shorter\.$/,
      },
    };
    for (const [algorithm, steps] of Object.entries(wanted)) {
      await page.selectOption("#algorithm", algorithm);
      await search(page);
      for (const [step, sentence] of Object.entries(steps)) {
        await jump(page, step);
        const shown = await text(page, "#step-sentence");
        if (sentence instanceof RegExp) assert.match(shown, sentence, `${algorithm}, step ${step}`);
        else assert.equal(shown, sentence, `${algorithm}, step ${step}`);
      }
    }
  },

  "the main line of pseudo-code of a step is marked": async (session) => {
    const page = await session.open(`#board=${BOARD}&run=1&step=3`);
    await searched(page);
    const marked = () => page.locator("#pseudocode [aria-current=step]").allTextContents();
    const active = () => page.locator("#pseudocode .at-work").allTextContents();
    const takes = "take the state with the least f = g + h off the frontier";
    assert.equal(await text(page, "#pseudocode summary"), "Pseudo-code: A*");
    assert.deepEqual(await marked(), [takes]);
    assert.deepEqual(await active(), [
      takes,
      "if the state it leads to is new: put it on the frontier",
    ]);
    await jump(page, 20);
    assert.deepEqual(await marked(), ["if it is the goal: done"]);
    // The lines and sentences are the library's own, for every algorithm.
    const { algorithms } = await describe(page);
    const step = tries(5, 1);
    for (const { id, pseudocode } of algorithms.filter(({ id }, at) => id !== "auto" && at % step === 0)) {
      await page.selectOption("#algorithm", id);
      await search(page);
      const lines = await page.locator("#pseudocode li").allTextContents();
      assert.deepEqual(lines, pseudocode.lines.map((line) => line.trim()), id);
      assert.equal((await marked()).length, 1, id);
      assert.doesNotMatch(await text(page, "#step-sentence"), /[{}?]|undefined|null|NaN|^$/, id);
    }
    // On a phone it is there, but collapsed.
    const phone = await session.open(`#board=${BOARD}&run=1`, { viewport: { width: 360, height: 740 } });
    await searched(phone);
    assert.equal(await phone.getAttribute("#pseudocode", "open"), null);
  },

  "the search that is shown is the one that ran, requested once": async (session) => {
    const page = await session.open(`#board=412587063&algorithm=bfs`);
    await state(page, "ready");
    await search(page);
    assert.deepEqual((await asked(page, "trace", "solve", "compare")).map(({ name }) => name), ["trace"]);
    const { stats } = await session.solve("412587063", "--algorithm", "bfs");
    // All of it is recorded: the last step is the last that the search counted.
    assert.equal(await place(page, "search"), stats.explored);
    assert.deepEqual(await numbers(page, "step-explored", "step-frontier", "all-explored", "all-generated"), [
      stats.explored,
      stats.frontier,
      stats.explored,
      stats.generated,
    ]);
    assert.match(await text(page, "#all-seconds"), /^[\d.]+ (µs|ms|s)$/);
    assert.match(await text(page, "#numbers caption"), /Time and memory are those of this run, which was recorded/);
  },

  "a search that is not fully recorded still has its solution": async (session) => {
    const page = await session.open("#board=412587063&algorithm=bfs&capacity=500&run=1");
    await searched(page);
    const { stats } = await session.solve("412587063", "--algorithm", "bfs");
    const recorded = await place(page, "search");
    assert.ok(recorded < stats.explored);
    const all = stats.explored.toLocaleString("en-US");
    assert.ok((await text(page, "#trace-note")).includes(`Only the first ${recorded} of ${all} steps were recorded.`));
    await page.focus("#board");
    await page.keyboard.press("End");
    assert.deepEqual(await tiles(page, "board"), GOAL);
  },

  "the first part is shown while the search is still running": async (session) => {
    const page = await session.open("#algorithm=bfs");
    await enter(page, FAR);
    await page.click("[data-action=start]");
    await page.waitForFunction(
      () => Number(document.getElementById("step-explored").textContent.replaceAll(",", "")) > 20,
    );
    assert.equal(await state(page, "running"), "running");
    assert.equal(await usable(page, "[data-action=cancel]"), true);
    assert.match(await text(page, "#step-sentence"), /^Took /);
    // The paused step is kept when the search has ended.
    await page.click("#player [aria-label=Pause]");
    const paused = await place(page, "search");
    await page.keyboard.press("Escape");
    await state(page, "unsolved");
    assert.equal(await place(page, "search"), paused);
    assert.equal(await isPlaying(page), false);
    assert.ok((await number(page, "all-explored")) > paused);
  },
};
