// Searching: every algorithm with the numbers of the command line, cancelling, and the shortcuts of older programs.

import assert from "node:assert/strict";
import {
  describe,
  enter,
  jump,
  number,
  numbers,
  place,
  search,
  searched,
  state,
  text,
  tiles,
  tries,
  usable,
} from "./bench.mjs";

const COUNTS = ["explored", "expanded", "generated", "frontier", "max_frontier", "max_depth"];

/** Asserts that the numbers of the page are those of the command line. */
async function sameNumbers(page, answer, what) {
  const shown = await numbers(page, ...COUNTS.map((count) => `all-${count}`));
  assert.deepEqual(
    shown,
    COUNTS.map((count) => answer.stats[count]),
    what,
  );
}

export default {
  "every algorithm gives the numbers of the command line": async (session) => {
    const page = await session.open("#board=152746038");
    const { algorithms } = await describe(page);
    assert.ok(algorithms.length >= 14);
    // By default only every seventh.
    const step = tries(7, 1);
    for (const { id, heuristic } of algorithms.filter((_, at) => at % step === 0)) {
      await page.selectOption("#algorithm", id);
      assert.match(await text(page, "#algorithm-summary"), /Complete .*Optimal .*Memory /, id);
      await search(page);
      assert.equal(await state(page, "solved", "unsolved", "failed"), "solved", id);
      const answer = await session.solve(
        "152746038",
        "--algorithm",
        id,
        ...(heuristic ? ["--heuristic", heuristic] : []),
      );
      await sameNumbers(page, answer, id);
      const outcome = await text(page, "#outcome");
      assert.match(outcome, new RegExp(`^Solved in ${answer.length.toLocaleString("en-US")} moves`), id);
      assert.equal(/Proven: none is shorter/.test(outcome), answer.optimal, id);
    }
    return `${algorithms.length} algorithms`;
  },

  "options reach the search": async (session) => {
    const page = await session.open("#board=762853014&goal=zero-first&heuristic=euclidean");
    await page.click("#options summary");
    await page.selectOption("#option-ties", "board");
    await search(page);
    // As published: 816 explored.
    assert.equal(await number(page, "all-explored"), 816);
    await page.selectOption("#algorithm", "bfs");
    await page.selectOption("#option-order", "LRUD");
    await search(page);
    assert.equal(await number(page, "all-explored"), 83_130);
    await page.fill("#option-max_nodes", "1k");
    await search(page);
    assert.match(await text(page, "#outcome"), /^Stopped\s*By the limit on nodes/);
    assert.equal(await number(page, "all-explored"), 1000);
    await page.fill("#option-max_nodes", "many");
    assert.match(await text(page, "#search-error"), /“many” is not a number/);
    // Each wrong field keeps the search from starting, until all are corrected.
    await page.fill("#option-max_seconds", "soon");
    assert.match(await text(page, "#search-error"), /“many” is not a number.*“soon” is not a number/s);
    await page.fill("#option-max_seconds", "5");
    assert.doesNotMatch(await text(page, "#search-error"), /soon/);
    assert.match(await text(page, "#search-error"), /“many” is not a number/);
    assert.equal(await usable(page, "[data-action=start]"), false);
    await page.fill("#option-max_nodes", "");
    assert.equal(await usable(page, "[data-action=start]"), true);
  },

  "costs by tile": async (session) => {
    const page = await session.open("#board=134802765&goal=snail&algorithm=dijkstra&cost=tile");
    await state(page, "ready");
    await search(page);
    assert.match(await text(page, "#outcome"), /^Solved in 4 moves, cost 11\s*Proven: none is cheaper/);
    // A lower bound is a cost, too.
    await page.selectOption("#algorithm", "greedy");
    await enter(page, "412587063");
    await page.selectOption("#goal", "classic");
    await search(page);
    const { cost, lower_bound: bound } = await session.solve("412587063", "-a", "greedy", "--cost", "tile");
    const shown = new RegExp(`cost ${cost}\\s*Not proven to be the cheapest; any solution costs at least ${bound}\\.`);
    assert.match(await text(page, "#outcome"), shown);
  },

  "invalid combinations are explained": async (session) => {
    const page = await session.open("#board=412587063&algorithm=table&cost=tile");
    await state(page, "ready");
    await search(page);
    assert.match(await text(page, "#search-error"), /table counts every move as 1/);
    assert.equal(await state(page, "failed"), "failed");
    await page.selectOption("#algorithm", "dijkstra");
    await search(page);
    assert.equal(await state(page, "solved"), "solved");
    // A heuristic that the algorithm does not take is not offered, even if a link names it.
    const other = await session.open("#board=412587063&heuristic=in-place");
    assert.equal(await other.inputValue("#heuristic"), "manhattan");
    assert.equal(await other.locator("#heuristic option[value=in-place]").count(), 0);
  },

  "a breadth-first search of 4x4 is cancelled": async (session) => {
    const page = await session.open("#algorithm=bfs");
    await enter(page, "5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8");
    await page.click("[data-action=start]");
    await state(page, "running");
    await page.waitForFunction(
      () => Number(document.getElementById("all-explored").textContent.replaceAll(",", "")) > 0,
    );
    assert.match(await text(page, "#outcome"), /Searching.*\/s/);
    assert.equal(await usable(page, "[data-action=start]"), false);
    assert.equal(await usable(page, "[data-action=clear]"), false);
    const begun = performance.now();
    await page.keyboard.press("Escape");
    await state(page, "unsolved");
    const took = performance.now() - begun;
    assert.match(await text(page, "#outcome"), /^Cancelled/);
    assert.ok((await number(page, "all-explored")) > 0);
    assert.equal(await usable(page, "[data-action=start]"), true);
    // The tree of the part that was searched is shown.
    await searched(page);
    assert.equal(await page.isHidden("#tree-empty"), true);
    assert.ok((await place(page, "search")) > 1000);
    await jump(page, 1000);
    assert.equal(await number(page, "step-explored"), 1000);
    assert.match(await text(page, "#trace-note"), /^The tree of Breadth-first search/);
    // And again, by the button.
    await page.click("[data-action=start]");
    await state(page, "running");
    await page.click("[data-action=cancel]");
    await state(page, "unsolved");
    return `answered after ${Math.round(took)} ms`;
  },

  "a letter after the digits, the arrow keys, Backspace: all by keyboard": async (session) => {
    const page = await session.open();
    const runs = {
      b: ["bfs"],
      m: ["astar", "--heuristic", "manhattan"],
      e: ["astar", "--heuristic", "euclidean"],
      d: ["dfs"],
    };
    const board = "123456780";
    await page.keyboard.press("Backspace");
    assert.equal(await state(page, "empty"), "empty");
    for (const [letter, [algorithm, ...more]] of Object.entries(runs)) {
      // Backspace left the caret in the field.
      await page.keyboard.type(`${board}${letter}`);
      await page.keyboard.press("Enter");
      await searched(page);
      const answer = await session.solve(
        board,
        "--goal",
        "zero-first",
        "--algorithm",
        algorithm,
        "--order",
        "UDLR",
        ...more,
      );
      assert.deepEqual(await tiles(page, "goal-board"), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
      await sameNumbers(page, answer, letter);
      // Left and right step through the states.
      for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowLeft");
      const { stdout } = await session.taquin("apply", board, answer.moves_blank.slice(0, 2), "--json");
      assert.deepEqual(
        await tiles(page, "board"),
        JSON.parse(stdout)
          .end.split(/[\s/]+/)
          .map(Number),
        letter,
      );
      await page.keyboard.press("End");
      assert.deepEqual(await tiles(page, "board"), [0, 1, 2, 3, 4, 5, 6, 7, 8], letter);
      await page.keyboard.press("Backspace");
      assert.equal(await state(page, "empty"), "empty");
    }
    await page.keyboard.type("123456781m");
    assert.equal(await state(page, "invalid"), "invalid");
    assert.match(await text(page, "#board-error"), /^Invalid/);
    await page.fill("#board-text", "123456870m");
    assert.equal(await state(page, "unsolvable"), "unsolvable");
    assert.equal(await text(page, "#status"), "No solution");
  },

  "buttons that can do nothing are disabled": async (session) => {
    const page = await session.open("#board=123456780");
    await state(page, "ready");
    // Before a search there is nothing to play.
    for (const name of ["Play", "One forward", "To the last"]) {
      assert.equal(await usable(page, `#player [aria-label="${name}"]`), false, name);
    }
    assert.equal(await usable(page, "[data-action=cancel]"), false);
    await search(page);
    // The board is the goal: solved in 0 moves, with nothing to step through.
    assert.match(await text(page, "#outcome"), /Solved in 0 moves/);
    assert.equal(await usable(page, `#player [aria-label="One forward"]`), false);
  },
};
