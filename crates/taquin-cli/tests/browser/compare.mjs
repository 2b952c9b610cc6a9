// Comparing searches on one board and over many.

import assert from "node:assert/strict";
import { picture, state, text, usable } from "./bench.mjs";

const compared = (page) => page.waitForSelector("table.compare");

/** The table as rows of texts. */
const table = (page) =>
  page.$$eval("table.compare tbody tr", (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)),
  );

export default {
  "one board: the command line's numbers, the best marked, bars": async (sitting) => {
    const page = await sitting.open("#board=412587063");
    await state(page, "ready");
    await page.click("[data-action=view][data-value=compare]");
    await page.click("[data-action=compare]");
    await compared(page);
    const rows = await table(page);
    const names = rows.map(([name]) => name);
    const { stdout } = await sitting.taquin("compare", "412587063", "--algorithms", names.join(","), "--json");
    const runs = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ record }) => record === "run");
    assert.equal(runs.length, names.length);
    const least = Math.min(...runs.map((run) => run.stats.explored));
    runs.forEach((run, at) => {
      const [name, , length, explored, expanded, generated] = rows[at];
      const star = run.stats.explored === least ? " ★" : "";
      assert.equal(name, run.configuration);
      assert.equal(length.replace(" ★", ""), run.length.toLocaleString("en-US"));
      assert.equal(explored, run.stats.explored.toLocaleString("en-US") + star);
      assert.equal(expanded.replace(" ★", ""), run.stats.expanded.toLocaleString("en-US"));
      assert.equal(generated.replace(" ★", ""), run.stats.generated.toLocaleString("en-US"));
    });
    assert.equal(await page.locator(".bars li").count(), names.length);
    assert.equal(
      await page.locator(".bars .bar-best").count(),
      runs.filter((run) => run.stats.explored === least).length,
    );
    await picture(page, "compare");
    // Searches come and go.
    await page.click("[aria-label='Remove dfs']");
    await page.selectOption("#add-algorithm", "weighted-astar");
    await page.selectOption("#add-heuristic", "linear-conflict");
    await page.selectOption("#add-order", "LRUD");
    await page.click("[data-action=add-configuration]");
    await page.click("[data-action=add-configuration]");
    assert.match(await text(page, "#compare-error"), /on the list already/);
    await page.click("[data-action=compare]");
    await page.waitForFunction(() =>
      /weighted-astar:linear-conflict:LRUD/.test(document.querySelector("table.compare")?.textContent ?? ""),
    );
    assert.equal(
      (await table(page)).some(([name]) => name === "dfs"),
      false,
    );
  },

  "many boards: means and a plot by depth": async (sitting) => {
    const page = await sitting.open(
      "#view=compare&boards=random&count=40&seed=3&configurations=astar:manhattan,ida:manhattan",
    );
    assert.equal(await usable(page, "[data-action=compare]"), true);
    await page.click("[data-action=compare]");
    await compared(page);
    const { stdout } = await sitting.taquin(
      "compare",
      "--random",
      "40",
      "--seed",
      "3",
      "--algorithms",
      "astar:manhattan,ida:manhattan",
      "--json",
    );
    const summaries = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ record }) => record === "summary");
    const rows = await table(page);
    summaries.forEach((summary, at) => {
      const shown = Number(rows[at][3].replace(" ★", "").replaceAll(",", ""));
      assert.ok(
        Math.abs(shown - summary.measures.explored.mean) <= 0.05,
        `${rows[at][3]} and ${summary.measures.explored.mean}`,
      );
      assert.equal(rows[at][1], "40 of 40");
    });
    await page.selectOption("#statistic", "median");
    const medians = (await table(page)).map((row) => Number(row[3].replace(" ★", "").replaceAll(",", "")));
    assert.deepEqual(
      medians,
      summaries.map((summary) => summary.measures.explored.median),
    );
    await page.waitForFunction(() => document.querySelector(".depth-plot")?.naturalWidth > 0);
    await picture(page, "compare-many");
    await page.selectOption("#measure", "seconds");
    await page.waitForFunction(() => document.querySelector(".depth-plot")?.alt.startsWith("Time"));
  },

  "a long comparison is cancelled": async (sitting) => {
    const page = await sitting.open("#view=compare&configurations=bfs,dijkstra&board=5CBE/D471/20F6/39A8");
    await state(page, "ready");
    await page.click("[data-action=compare]");
    await page.waitForFunction(() => /Run/.test(document.getElementById("compare-table").textContent));
    await page.click("[data-action=cancel-compare]");
    await page.waitForFunction(
      () => document.querySelector("[data-action=compare]").getAttribute("aria-disabled") === null,
    );
  },
};
