// Results are labelled with their search: the tree and the numbers belong to the same search, and neither is taken for
// that of a form that has changed since.

import assert from "node:assert/strict";
import { inBothThemes } from "./axe.mjs";
import { describe, enter, number, picture, search, searched, state, text } from "./bench.mjs";

/** A 5x5 board for which no search proves a solution optimal within five seconds. */
const HARD = "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1";
/** A 3x4 board. */
const OBLONG = "5 10 8 3/7 0 6 2/1 9 4 11";
/** A 5x5 board that A* solves in a moment. */
const EASY = "6 1 0 4 5/11 3 2 9 10/16 8 12 13 15/17 7 18 14 19/21 22 23 24 20";

/** Returns the result of the page as it is downloaded. */
async function downloaded(page) {
  const downloading = page.waitForEvent("download");
  await page.click("[data-action=download-json]");
  const download = await downloading;
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Returns the search of an answer as options of the command line. */
function asOptions(answer) {
  const options = ["--algorithm", answer.algorithm, "--cost", answer.cost_model];
  if (answer.heuristic) options.push("--heuristic", answer.heuristic);
  if (answer.weight !== null) options.push("--weight", String(answer.weight));
  if (answer.width !== null) options.push("--width", String(answer.width));
  return options;
}

const link = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const isOld = (page, id) => page.evaluate((each) => document.getElementById(each).dataset.old === "true", id);

export default {
  "after auto the tree is that of the search that the answer names": async (session) => {
    // With move costs, small boards are searched as well.
    for (const [board, cost] of [[EASY, "unit"], [OBLONG, "tile"]]) {
      const page = await session.open(`#algorithm=auto&max_seconds=10&cost=${cost}`);
      assert.equal(await enter(page, board), "ready", board);
      await search(page);
      const answer = await downloaded(page);
      assert.equal(answer.request.algorithm, "auto");
      // Which one it is depends on time; each of them has a tree.
      assert.ok(["astar", "weighted-astar", "beam"].includes(answer.algorithm), answer.algorithm);
      const { title } = (await describe(page)).algorithms.find(({ id }) => id === answer.algorithm);
      for (const shown of ["#trace-note", "#run-name"])
        assert.ok((await text(page, shown)).includes(title), `${await text(page, shown)} names ${title}`);
      // The searches tried before are listed too.
      const tried = (await text(page, "#outcome")).match(/Auto tried (.*); answered by (.*?)\./);
      assert.ok(tried?.[1].includes(`${title}`) && tried[2].includes(title), await text(page, "#outcome"));
      // The steps are the first ones of the same search on the command line.
      const steps = await number(page, "step-explored");
      const first = (count) => session.solve(board, ...asOptions(answer), "--max-nodes", String(count));
      const alone = await first(steps);
      assert.equal(alone.stats.explored, steps, board);
      assert.equal(await number(page, "step-frontier"), alone.stats.frontier, board);
      // Children are counted when the next state is taken, so only at the goal, which has none, are all counted.
      const isGoal = (await number(page, "all-explored")) === steps;
      const counted = isGoal ? alone : await first(steps - 1);
      assert.equal(await number(page, "step-generated"), counted.stats.generated, board);
      await picture(page, `after-auto-${cost}`);
    }
  },

  "a method without nodes has no tree, and the page names the method": async (session) => {
    for (const [board, algorithm, title] of [
      ["5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8", "fast-ida", /pattern databases/],
      [HARD, "near-optimal", /learnt score/],
    ]) {
      // Enough time to build tables on a busy machine.
      const page = await session.open(`#algorithm=auto&max_seconds=${board === HARD ? 5 : 20}`);
      await enter(page, board);
      // Records every text of the outcome, however short it is shown.
      await page.evaluate(() => {
        const outcome = document.getElementById("outcome");
        window.outcomes = [];
        new MutationObserver(() => window.outcomes.push(outcome.textContent)).observe(outcome, { childList: true });
      });
      await page.click("[data-action=start]");
      await searched(page);
      // While it ran, the page showed the best solution so far and a lower bound.
      const improvements = (await page.evaluate(() => window.outcomes)).filter((shown) => /^Best so far: .*\d, at least \d/.test(shown));
      if (board === HARD) assert.ok(improvements.length > 0);
      const answer = await downloaded(page);
      assert.equal(answer.algorithm, algorithm);
      const empty = await text(page, "#tree-empty");
      assert.match(empty, /answer is from .*explores no tree/);
      assert.match(empty, title);
      assert.equal(await page.isHidden("#trace-note"), true);
      assert.match(await text(page, "#run-name"), title);
    }
  },

  "a changed form does not change the label of an older result": async (session) => {
    const page = await session.open("#board=412587063");
    await state(page, "ready");
    await search(page);
    await page.waitForFunction(() => location.hash.includes("run=1"));
    assert.match(await text(page, "#run-name"), /^A\* with Manhattan distance on 412\/587\/063/);
    assert.equal(await isOld(page, "region-side"), false);
    const explored = await number(page, "all-explored");
    // Chosen but not started: the result is dimmed and keeps its name, and so does the link.
    await page.selectOption("#algorithm", "bfs");
    await page.waitForTimeout(400);
    assert.match(await text(page, "#run-name"), /^A\* with Manhattan distance on 412\/587\/063/);
    assert.match(await text(page, "#run-old"), /The form has changed/);
    for (const id of ["region-side", "region-stage"]) assert.equal(await isOld(page, id), true, id);
    assert.equal(await number(page, "all-explored"), explored);
    assert.deepEqual([link(page).get("algorithm"), link(page).get("run")], [null, "1"]);
    await inBothThemes(page, "an old result");
    await picture(page, "old-result");
    const other = await session.open(new URL(page.url()).hash);
    await searched(other);
    assert.equal(await other.inputValue("#algorithm"), "astar");
    assert.equal(await number(other, "all-explored"), explored);
    // With the old choice it is the current result again.
    await page.selectOption("#algorithm", "astar");
    assert.equal(await isOld(page, "region-side"), false);
    assert.equal(await page.isHidden("#run-old"), true);
    // Options count as settings too, unless the search does not use them.
    await page.click("#options summary");
    await page.selectOption("#option-order", "LRUD");
    assert.equal(await isOld(page, "region-side"), true);
    await page.click("[data-action=start]");
    await searched(page);
    assert.equal(await isOld(page, "region-side"), false);
    assert.match(await text(page, "#run-name"), /order LRUD/);
    await page.waitForFunction(() => location.hash.includes("order=LRUD"));
  },

  "a comparison keeps its boards and its name too": async (session) => {
    const page = await session.open("#board=412587063&view=compare&configurations=bfs,astar:manhattan");
    await state(page, "ready");
    await page.click("[data-action=compare]");
    await page.waitForSelector("table.compare");
    await page.waitForFunction(() => location.hash.includes("compared=1"));
    assert.match(await text(page, "#compare-name"), /^On 412\/587\/063, goal classic/);
    assert.equal(await isOld(page, "compare-stage"), false);
    const before = await text(page, "table.compare");
    await page.click("[aria-label='Remove Breadth-first search']");
    assert.equal(await isOld(page, "compare-stage"), true);
    await page.waitForTimeout(400);
    assert.equal(link(page).get("configurations"), "bfs,astar:manhattan");
    await enter(page, "123456078");
    await page.waitForTimeout(400);
    assert.match(await text(page, "#compare-name"), /^On 412\/587\/063/);
    assert.match(await text(page, "#compare-old"), /The form has changed/);
    assert.equal(link(page).get("board"), "412587063");
    assert.equal(await text(page, "table.compare"), before);
    await inBothThemes(page, "an old comparison");
    await picture(page, "old-comparison");
    await page.click("[data-action=compare]");
    await page.waitForFunction(() =>
      /^On 123\/456\/078/.test(document.getElementById("compare-name").textContent),
    );
    assert.equal(await isOld(page, "compare-stage"), false);
  },

  "a result and its name disappear when the board changes": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    await enter(page, "123456078");
    assert.equal(await page.isHidden("#run-name"), true);
    assert.match(await text(page, "#outcome"), /^No search yet/);
    await page.waitForFunction(
      () => location.hash.includes("board=123456078") && !location.hash.includes("run"),
    );
  },
};
