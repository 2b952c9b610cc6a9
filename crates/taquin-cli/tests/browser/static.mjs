// The page without a server: a static site, whose searches run in a worker. What it finds is what the command line finds.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enter, number, numbers, search, state, text, tiles, tries, unfold } from "./bench.mjs";

const COUNTS = ["explored", "expanded", "generated", "frontier", "max_frontier", "max_depth"];
/** A board that no search finds out about in a moment. */
const FAR = "5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8";

export default {
  "every algorithm, with the numbers of the command line": async (sitting) => {
    const page = await sitting.open("#board=152746038");
    const ids = await page.$$eval("#algorithm option", (all) => all.map((each) => each.value));
    assert.ok(ids.length >= 14);
    for (const id of ids.filter((_, at) => at % tries(6, 1) === 0)) {
      await page.selectOption("#algorithm", id);
      await search(page);
      assert.equal(await state(page, "solved", "unsolved", "failed"), "solved", id);
      const { stats, length } = await sitting.solve("152746038", "-a", id);
      const shown = await numbers(page, ...COUNTS.map((count) => `all-${count}`));
      assert.deepEqual(shown, COUNTS.map((count) => stats[count]), id);
      assert.match(await text(page, "#outcome"), new RegExp(`^Solved in ${length.toLocaleString("en-US")} moves`), id);
    }
    return `${ids.length} algorithms`;
  },

  "a wrong board, an unsolvable one, a random one": async (sitting) => {
    const page = await sitting.open("#board=412587063");
    assert.equal(await enter(page, "12345678"), "invalid");
    assert.match(await text(page, "#board-error"), /8 /);
    assert.equal(await enter(page, "123456870"), "unsolvable");
    await page.click("[data-action=fix]");
    await state(page, "ready");
    const before = await tiles(page, "board");
    await unfold(page);
    await page.click("[data-action=shuffle]");
    await page.waitForFunction(
      (old) => [...document.querySelectorAll("#board .tile")].sort((a, b) => a.dataset.cell - b.dataset.cell).map((tile) => tile.dataset.tile).join() !== old,
      before.join(),
    );
    await state(page, "ready");
  },

  "a search is cancelled, says what it had counted, and the next one runs": async (sitting) => {
    const page = await sitting.open("#algorithm=ida&heuristic=manhattan");
    await enter(page, FAR);
    await page.click("[data-action=start]");
    await state(page, "running");
    await page.waitForFunction(() => Number(document.getElementById("all-explored").textContent.replaceAll(",", "")) > 1000);
    await page.click("[data-action=cancel]");
    await state(page, "unsolved");
    assert.match(await text(page, "#outcome"), /^Cancelled/);
    assert.ok((await number(page, "all-explored")) > 1000);
    await enter(page, "123456078");
    await search(page);
    assert.match(await text(page, "#outcome"), /^Solved in 2 moves/);
  },

  "tables of the 15-puzzle are built in the tab": async (sitting) => {
    const board = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12";
    const page = await sitting.open(`#board=${encodeURIComponent(board)}&algorithm=fast-ida&heuristic=pdb`);
    await search(page);
    const { length, stats } = await sitting.solve(board, "-a", "fast-ida", "-H", "pdb");
    assert.match(await text(page, "#outcome"), new RegExp(`^Solved in ${length} moves`));
    assert.equal(await number(page, "all-explored"), stats.explored);
  },

  "one file, opened from the disk, has all of it": async (sitting) => {
    if (tries(true, false)) return "only in long runs";
    const folder = await mkdtemp(join(tmpdir(), "taquin-single-"));
    const file = join(folder, "taquin.html");
    await sitting.taquin("site", "--single", file);
    const page = await sitting.open("#board=647850321&algorithm=astar", {}, sitting.bench.browser, `file://${file}`);
    await search(page);
    const { stats } = await sitting.solve("647850321", "-a", "astar", "-H", "manhattan");
    assert.equal(await number(page, "all-explored"), stats.explored);
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    await rm(folder, { recursive: true });
    return `first paint after ${Math.round(paint)} ms`;
  },

  "compare, race and play work as with a server": async (sitting) => {
    const compared = await sitting.open("#board=412587063&view=compare&configurations=bfs,astar:manhattan&compared=1");
    await compared.waitForSelector("table.compare");
    const { stats } = await sitting.solve("412587063", "-a", "bfs");
    assert.ok((await compared.textContent("table.compare")).includes(stats.explored.toLocaleString("en-US")));
    const raced = await sitting.open("#board=412587063&view=race&raced=1", { reducedMotion: "reduce" });
    await raced.waitForFunction(() => /came first: 46 nodes/.test(document.getElementById("race-verdict").textContent));
    const played = await sitting.open("#view=play", {});
    await played.waitForFunction(() => document.getElementById("game-distance").textContent === "10");
    await played.keyboard.press("h");
    await played.waitForSelector("#game-board .hint-arrow");
  },
};
