// The page without a server: a static site whose searches run in a worker. Its results match the command line.

import assert from "node:assert/strict";
import { enter, number, numbers, search, searched, state, text, tiles, tries, unfold, usable } from "./bench.mjs";
import entering from "./enter.mjs";
import sharing from "./share.mjs";

const COUNTS = ["explored", "expanded", "generated", "frontier", "max_frontier", "max_depth"];
/** A board at the greatest distance, 80 moves, which IDA* with Manhattan distance does not solve while a test runs. */
const FAR = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

export default {
  "every algorithm gives the numbers of the command line": async (session) => {
    const page = await session.open("#board=152746038");
    const ids = await page.$$eval("#algorithm option", (all) => all.map((each) => each.value));
    assert.ok(ids.length >= 14);
    for (const id of ids.filter((_, at) => at % tries(6, 1) === 0)) {
      await page.selectOption("#algorithm", id);
      await search(page);
      assert.equal(await state(page, "solved", "unsolved", "failed"), "solved", id);
      const { stats, length } = await session.solve("152746038", "-a", id);
      const shown = await numbers(page, ...COUNTS.map((count) => `all-${count}`));
      assert.deepEqual(shown, COUNTS.map((count) => stats[count]), id);
      assert.match(await text(page, "#outcome"), new RegExp(`^Solved in ${length.toLocaleString("en-US")} moves`), id);
    }
    return `${ids.length} algorithms`;
  },

  "an invalid board, an unsolvable one, a random one": async (session) => {
    const page = await session.open("#board=412587063");
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

  "a cancelled search shows its counts, and the next one runs": async (session) => {
    const page = await session.open("#algorithm=ida&heuristic=manhattan");
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

  "tables of the 15-puzzle are built in the tab": async (session) => {
    const board = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12";
    const page = await session.open(`#board=${encodeURIComponent(board)}&algorithm=fast-ida&heuristic=pdb`);
    await search(page);
    const { length, stats } = await session.solve(board, "-a", "fast-ida", "-H", "pdb");
    assert.match(await text(page, "#outcome"), new RegExp(`^Solved in ${length} moves`));
    assert.equal(await number(page, "all-explored"), stats.explored);
  },

  "a board in the query opens":
    sharing["a board in the query opens, as other pages link to boards, until there is another"],

  "every format that people paste is read": entering["every format that people paste is read"],

  "the first paint within a second, the first search within a second and a half after opening": async (session) => {
    const page = await session.open("#board=412587063&run=1", {});
    await page.waitForFunction(() => document.body.dataset.state === "solved");
    // The page measures the times itself, so that the test's own waiting does not count.
    const { paint, found } = await page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
      found: performance.getEntriesByName("taquin-step")[0].startTime,
    }));
    assert.ok(paint < 1000, `first paint after ${paint} ms`);
    assert.ok(found < 1500, `first search after ${found} ms`);
    return `first paint after ${Math.round(paint)} ms, first search after ${Math.round(found)} ms`;
  },

  "large boards use the learnt scores of the command line, which are fetched only for them": async (session) => {
    const page = await session.open("#board=412587063&algorithm=auto&max_nodes=300000&run=1");
    await searched(page);
    const networks = () =>
      page.evaluate(() =>
        performance.getEntriesByType("resource").flatMap(({ name }) => name.match(/\dx\d(?=\.network$)/) ?? []),
      );
    assert.deepEqual(await networks(), []);
    const board = (await session.taquin("generate", "--size", "5x5", "--seed", "5")).stdout.trim();
    const larger = (await session.taquin("generate", "--size", "7x4", "--seed", "5")).stdout.trim();
    for (const large of [board, larger]) {
      await enter(page, large);
      await search(page);
      const { stats, length } = await session.solve(large, "--max-nodes", "300000");
      assert.match(await text(page, "#outcome"), new RegExp(`^Solved in ${length} moves`));
      assert.equal(await number(page, "all-explored"), stats.explored);
    }
    // The single file embeds them.
    assert.deepEqual(await networks(), session.bench.place === "static" ? ["6x6", "7x7"] : []);
  },

  "a learnt score that cannot be loaded is named, and the next search runs": async (session) => {
    if (session.bench.place === "single") return "the single file embeds them";
    const page = await session.open("#board=412587063&algorithm=near-optimal&max_nodes=20000");
    await state(page, "ready");
    await page.route("**/*.network", (route) => route.fulfill({ status: 404 }));
    await search(page);
    assert.match(await text(page, "#search-error"), /6x6\.network.* could not be loaded/);
    // The browser logs it, too.
    assert.match(session.errors.splice(0).join(), /^Failed to load resource: .* 404 \(Not Found\)$/);
    await page.unroute("**/*.network");
    await search(page);
    assert.match(await text(page, "#outcome"), /^Solved in/);
  },

  "a learnt score that is damaged is asked for once and named, and the next search runs": async (session) => {
    if (session.bench.place === "single") return "the single file embeds them";
    const page = await session.open("#board=412587063&algorithm=near-optimal&max_nodes=20000");
    await state(page, "ready");
    let asked = 0;
    await page.route("**/*.network", (route) => {
      asked += 1;
      return route.fulfill({ status: 200, body: "<html>not found</html>" });
    });
    await search(page);
    assert.match(await text(page, "#search-error"), /learnt score for 6x6 boards cannot be used/);
    assert.equal(asked, 1);
    await page.unroute("**/*.network");
    await search(page);
    assert.match(await text(page, "#outcome"), /^Solved in/);
  },

  "the page states what needs a server": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    assert.equal(await usable(page, "[data-action=download-svg]"), true);
    assert.equal(await usable(page, "[data-action=download-gif]"), false);
    assert.match(await text(page, "#no-gif"), /GIF.*server/);
    await page.click("#options summary");
    const note = await text(page, "#no-server");
    assert.match(note, /no server.*your browser.*10 minutes.*2(\.0)? GiB.*78.*GIF/s);
    assert.doesNotMatch(note, /--|taquin serve/);
  },

  "compare, race and play work as with a server": async (session) => {
    const compared = await session.open("#board=412587063&view=compare&configurations=bfs,astar:manhattan&compared=1");
    await compared.waitForSelector("table.compare");
    const { stats } = await session.solve("412587063", "-a", "bfs");
    assert.ok((await compared.textContent("table.compare")).includes(stats.explored.toLocaleString("en-US")));
    const raced = await session.open("#board=412587063&view=race&raced=1", { reducedMotion: "reduce" });
    await raced.waitForFunction(() => /came first: 46 nodes/.test(document.getElementById("race-verdict").textContent));
    const played = await session.open("#view=play", {});
    await played.waitForFunction(() => document.getElementById("game-distance").textContent === "10");
    await played.keyboard.press("h");
    await played.waitForSelector("#game-board .hint-arrow");
  },
};
