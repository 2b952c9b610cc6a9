// The recorded search: exact numbers at every step, forwards and backwards, and steps that are quick.

import assert from "node:assert/strict";
import { jump, number, numbers, picture, search, searched, state, text, tries } from "./bench.mjs";

export default {
  "explored and frontier at each step are the command line's": async (sitting) => {
    const page = await sitting.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    assert.deepEqual(await numbers(page, "all-explored", "all-frontier"), [181_440, 0]);
    const { stderr } = await sitting.taquin(
      "solve",
      "647850321",
      "--algorithm",
      "bfs",
      "--order",
      "UDLR",
      "--progress",
      "1000",
    );
    const lines = [...stderr.matchAll(/explored (\d+)\s+frontier (\d+)/g)]
      .slice(0, 5)
      .map(([, ...numbers]) => numbers.map(Number));
    assert.deepEqual(lines.slice(0, 3), [
      [1000, 614],
      [2000, 1327],
      [3000, 1690],
    ]);
    // There and back again: a place has the same numbers whichever way it is reached.
    for (const [explored, frontier] of [...lines, ...lines.toReversed()]) {
      await jump(page, explored);
      assert.deepEqual(await numbers(page, "step-explored", "step-frontier", "open-count", "closed-count"), [
        explored,
        frontier,
        frontier,
        explored,
      ]);
    }
    await jump(page, 1000);
    await page.focus("#tree-canvas");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await numbers(page, "step-explored", "step-frontier", "open-count"), [1000, 614, 614]);
    await page.keyboard.press("Home");
    assert.deepEqual(await numbers(page, "step-explored", "step-frontier", "open-count"), [1, 0, 0]);
  },

  "small traces, whole: what waits is counted as the search counts it": async (sitting) => {
    const page = await sitting.open("#board=412587063");
    const all = [
      ["bfs"],
      ["dfs"],
      ["greedy", "manhattan"],
      ["astar", "manhattan"],
      ["dijkstra"],
      ["astar", "euclidean"],
      ["bidirectional"],
    ];
    const step = tries(3, 1);
    for (const [algorithm, heuristic] of all.filter((_, at) => at % step === 0)) {
      await page.selectOption("#algorithm", algorithm);
      if (heuristic) await page.selectOption("#heuristic", heuristic);
      await search(page);
      const answer = await sitting.solve(
        "412587063",
        "--algorithm",
        algorithm,
        ...(heuristic ? ["--heuristic", heuristic] : []),
      );
      const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
      if (answer.stats.explored < 5000) {
        assert.deepEqual(
          await numbers(page, "step-explored", "step-frontier"),
          [answer.stats.explored, answer.stats.frontier],
          algorithm,
        );
      }
      for (const step of [1, 2, 41, 39, last - 1, 200, 3]) {
        await jump(page, Math.min(step, last));
        const [open, frontier] = await numbers(page, "open-count", "step-frontier");
        assert.equal(open, frontier, `${algorithm} at ${step}`);
      }
    }
  },

  "rounds of deepening searches, both trees of a search from both ends, searches without a tree": async (
    sitting,
  ) => {
    const page = await sitting.open("#board=412587063&algorithm=ida");
    await state(page, "ready");
    await search(page);
    assert.match(await text(page, "#trace-note"), /3 rounds/);
    assert.equal(await text(page, "#inspector h3"), "Node 99");
    await page.focus("#tree-canvas");
    await page.keyboard.press("Home");
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    await page.selectOption("#algorithm", "bidirectional");
    await search(page);
    assert.match(await text(page, "#trace-note"), /Two trees/);
    await page.selectOption("#algorithm", "table");
    await search(page);
    assert.match(await text(page, "#tree-empty"), /explores no tree/);
    assert.equal(await page.isHidden("#inspector"), true);
  },

  "a node is looked at by click and from the lists": async (sitting) => {
    const page = await sitting.open("#board=123460758&run=1");
    await searched(page);
    const answer = await sitting.solve(
      "123460758",
      "--algorithm",
      "astar",
      "--heuristic",
      "manhattan",
      "--steps",
    );
    assert.equal(await text(page, "#inspector h3"), `Node ${answer.path_ids.at(-1)}`);
    assert.match(await text(page, "#inspector"), /g 3 \+ h 0 = f 3\s*the goal/);
    // The first row of the closed list is the newest, the last one the start.
    await page.focus("#closed-list .vlist-port");
    for (let press = 0; press < 4; press += 1) await page.keyboard.press("ArrowDown");
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    assert.match(await text(page, "#inspector"), /the start/);
    // The root stands at the top of the tree, above the middle of what is below it.
    const box = await page.locator("#tree-canvas").boundingBox();
    await page.click("#inspector button");
    for (let y = 20; y < box.height / 2; y += 12) {
      await page.mouse.click(box.x + box.width / 2, box.y + y);
      if ((await text(page, "#inspector h3")) === "Node 0") break;
    }
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    await picture(page, "tree");
  },

  "it plays, pauses, and goes faster": async (sitting) => {
    const page = await sitting.open("#board=412587063&run=1&step=1");
    await searched(page);
    await page.focus("#tree-canvas");
    await page.keyboard.press("]");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => Number(document.getElementById("step-explored").textContent) > 8);
    await page.keyboard.press("Space");
    const there = await number(page, "step-explored");
    await page.waitForTimeout(200);
    assert.equal(await number(page, "step-explored"), there);
  },

  "the median step takes less than 8 ms in a trace of more than 10,000 nodes": async (sitting) => {
    const page = await sitting.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    assert.ok((await number(page, "step-generated")) > 10_000);
    await page.focus("#tree-canvas");
    const results = [];
    for (const zooms of [0, 6, 5]) {
      for (let press = 0; press < zooms; press += 1) await page.keyboard.press("+");
      await page.evaluate(() => performance.clearMeasures("taquin-step"));
      for (let press = 0; press < 24; press += 1)
        await page.keyboard.press(press % 4 === 3 ? "ArrowRight" : "ArrowLeft");
      const times = await page.evaluate(() =>
        performance.getEntriesByName("taquin-step").map((entry) => entry.duration),
      );
      assert.equal(times.length, 24);
      times.sort((one, other) => one - other);
      results.push(times);
      // The middle one: a busy machine may hold up any single step.
      assert.ok(times[12] < 8, `median ${times[12]} ms`);
    }
    // Long jumps build the lists anew.
    await page.evaluate(() => performance.clearMeasures("taquin-step"));
    for (const key of ["Home", "End", "Home", "End", "Home"]) await page.keyboard.press(key);
    const jumps = await page.evaluate(() =>
      performance.getEntriesByName("taquin-step").map((entry) => entry.duration),
    );
    const tell = (times) => `median ${times[times.length >> 1].toFixed(1)}, longest ${times.at(-1).toFixed(1)}`;
    return `${results.map(tell).join("; ")}; jumps ${tell(jumps.sort((one, other) => one - other))} ms`;
  },
};
