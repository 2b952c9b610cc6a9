// The recorded search: exact numbers at every step, forwards and backwards.

import assert from "node:assert/strict";
import { jump, number, numbers, picture, search, searched, state, text, tries } from "./bench.mjs";

export default {
  "explored and frontier at each step match the command line": async (session) => {
    const page = await session.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    assert.deepEqual(await numbers(page, "all-explored", "all-frontier"), [181_440, 0]);
    const { stderr } = await session.taquin(
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
    // Forwards and backwards: a place has the same numbers however it is reached.
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

  "small traces: the open list is as long as the frontier that the search counts": async (session) => {
    const page = await session.open("#board=412587063");
    const all = [
      ["bfs"],
      ["dfs"],
      ["greedy", "manhattan"],
      ["astar", "manhattan"],
      ["dijkstra"],
      ["astar", "euclidean"],
      ["bidirectional"],
      ["rbfs", "manhattan"],
      ["beam", "manhattan"],
    ];
    const step = tries(3, 1);
    for (const [algorithm, heuristic] of all.filter((_, at) => at % step === 0)) {
      await page.selectOption("#algorithm", algorithm);
      if (heuristic) await page.selectOption("#heuristic", heuristic);
      await search(page);
      const answer = await session.solve(
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
    session,
  ) => {
    const page = await session.open("#board=412587063&algorithm=ida");
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

  "it plays, pauses, and changes speed": async (session) => {
    const page = await session.open("#board=412587063&run=1&step=1");
    await searched(page);
    await page.focus("#tree-canvas");
    await page.keyboard.press("]");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => Number(document.getElementById("step-explored").textContent) > 8);
    await page.keyboard.press("Space");
    const paused = await number(page, "step-explored");
    await page.waitForTimeout(200);
    assert.equal(await number(page, "step-explored"), paused);
  },

  "a search that deepens shows its path, its visits and the bound of each round": async (session) => {
    const page = await session.open("#board=412587063&algorithm=ida&run=1");
    await searched(page);
    const answer = await session.solve("412587063", "--algorithm", "ida", "--heuristic", "manhattan");
    assert.match(await text(page, "#open-title"), /^Path/);
    assert.match(await text(page, "#closed-title"), /^Visits/);
    assert.equal(await number(page, "open-count"), answer.length + 1);
    const bounds = answer.stats.iterations.map((round) => round.bound);
    assert.deepEqual(
      await page.$$eval(".rounds button b", (all) => all.map((bound) => bound.textContent)),
      bounds.map((bound) => `f ≤ ${bound}`),
    );
    assert.match(await text(page, ".rounds-says"), new RegExp(`^Round 3 of 3: .*above ${bounds[2]} `));
    await page.click(".rounds button:nth-child(2)");
    assert.match(await text(page, ".rounds-says"), /^Round 2 of 3/);
    assert.deepEqual(await numbers(page, "open-count", "closed-count"), [1, 1]);
    assert.equal(await page.locator(".rounds [aria-current]").count(), 1);
    await picture(page, "rounds");
    // A search that keeps lists shows them again.
    await page.selectOption("#algorithm", "bfs");
    await search(page);
    assert.match(await text(page, "#open-title"), /^Open/);
    assert.equal(await page.isHidden(".rounds"), true);
  },

  "a state reached again by a cheaper path is distinguished": async (session) => {
    const page = await session.open("");
    const found = await page.evaluate(async () => {
      const { STATUS, Trace } = await window.ofPage("trace");
      const trace = new Trace({
        size: "2x2",
        trace: {
          places: 4,
          nodes: { parent: [0, 0, 1, 2], move: "UDLL", g: [3, 1, 4, 2], h: null, disposition: "eeei" },
          steps: { node: [0, 1, 2], generated_before: [0, 2, 3] },
          frontier: { from: null, waiting: { node: [4, 3], from: null, dropped_at: null } },
          rounds: [{ bound: null, first_step: 0, end_step: 3, first_node: 1, end_node: 5, roots: [0] }],
          solution: null,
          start: [1, 2, 3, 0],
          start_h: null,
          goal_tiles: [1, 2, 3, 0],
        },
      });
      trace.seek(trace.last);
      return [trace.statusOf(4) === STATUS.improved, trace.frontier.length, trace.frontier.at(0), trace.frontier.at(1)];
    });
    assert.deepEqual(found, [true, 2, 4, 3]);
  },
};
