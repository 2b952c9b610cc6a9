// Comparing searches on one board and over many.

import assert from "node:assert/strict";
import { enter, number, picture, searched, state, text, usable } from "./bench.mjs";

const compared = (page) => page.waitForSelector("table.compare");

/** The table as rows of texts; `words` has the search of each row, as the command line writes it. */
const table = (page) =>
  page.$$eval("table.compare tbody tr", (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
const words = (page) =>
  page.$$eval("table.compare [data-action=watch]", (all) => all.map((button) => button.dataset.value));

/** Returns a cell by its row and its measure. */
const cell = (page, word, measure) =>
  page.locator(`tr:has([data-action=watch][data-value="${word}"]) [data-measure=${measure}]`);

/** Returns the numbers of a column from top to bottom; null for cells without one. */
const column = (page, measure) =>
  page.$$eval(`[data-measure=${measure}]`, (cells) =>
    cells.map((each) => {
      const shown = each.firstChild.textContent;
      return shown === "–" ? null : Number(shown.replaceAll(",", ""));
    }),
  );

/** Returns the runs of the same comparison on the command line. */
async function runsOf(session, board, list) {
  const { stdout } = await session.taquin("compare", board, "--algorithms", list.join(","), "--json");
  const records = stdout.trim().split("\n").map((line) => JSON.parse(line));
  return records.filter(({ record }) => record === "run");
}

async function downloaded(page, press) {
  const downloading = page.waitForEvent("download");
  await press();
  const download = await downloading;
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

/** Parses a line of CSV whose cells have no line breaks. */
const cellsOf = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );

export default {
  "one board: the command line's numbers, the best marked, bars": async (session) => {
    const page = await session.open("#board=412587063");
    await state(page, "ready");
    await page.click("[data-action=view][data-value=compare]");
    await page.click("[data-action=compare]");
    await compared(page);
    const rows = await table(page);
    const list = await words(page);
    const runs = await runsOf(session, "412587063", list);
    assert.equal(runs.length, list.length);
    const least = Math.min(...runs.map((run) => run.stats.explored));
    runs.forEach((run, at) => {
      const [, , , , length, explored, expanded, generated] = rows[at];
      const star = run.stats.explored === least ? " ★" : "";
      assert.equal(list[at], run.configuration);
      assert.equal(length.replace(" ★", ""), run.length.toLocaleString("en-US"));
      assert.equal(explored, run.stats.explored.toLocaleString("en-US") + star);
      assert.equal(expanded.replace(" ★", ""), run.stats.expanded.toLocaleString("en-US"));
      assert.equal(generated.replace(" ★", ""), run.stats.generated.toLocaleString("en-US"));
    });
    assert.equal(await page.locator(".bars li").count(), list.length);
    assert.equal(
      await page.locator(".bars .bar-best").count(),
      runs.filter((run) => run.stats.explored === least).length,
    );
    await picture(page, "compare");
  },

  "display names, a verdict, and dashes with a reason": async (session) => {
    const page = await session.open("#board=412587063&view=compare&compared=1");
    await compared(page);
    const names = (await table(page)).map(([name]) => name);
    assert.ok(names.includes("A* with Manhattan distance") && names.includes("Depth-first search"), names);
    const runs = await runsOf(session, "412587063", await words(page));
    const of = (word) => runs.find((run) => run.configuration === word);
    const least = Math.min(...runs.map((run) => run.stats.explored));
    const best = runs.findIndex((run) => run.stats.explored === least);
    const times = of("bfs").stats.explored / least;
    const shortest = runs.filter((run) => run.length === of("bfs").length).length;
    const verdict = await text(page, "#verdict");
    assert.ok(verdict.startsWith(`${names[best]} explored the fewest states: ${least}.`), verdict);
    assert.ok(verdict.includes(`Breadth-first search explored ${Math.round(times)} times as many.`), verdict);
    assert.ok(verdict.includes(`${shortest} of ${runs.length} found a shortest solution, ${of("bfs").length} moves.`), verdict);
    // There is no value for the branching factor of a solution that is far too long, nor for a missing frontier.
    for (const [word, measure, why] of [
      ["dfs", "branching", /known to be the shortest/],
      ["ida:manhattan", "max_frontier", /keeps no frontier/],
    ]) {
      const shown = cell(page, word, measure);
      assert.match(await shown.textContent(), /^–/);
      assert.match(await shown.getAttribute("title"), why);
    }
    assert.match(await cell(page, "dfs", "explored").textContent(), /^[\d,]+( ★)?$/);
    // What is stored is compared; bytes are not, because an index of all boards is a part of them.
    assert.match(await cell(page, "ida:manhattan", "stored").textContent(), /^17 ★/);
    assert.equal(await page.locator(".best[data-measure=peak_bytes]").count(), 0);
    for (const measure of ["branching", "max_frontier"])
      assert.equal(await page.locator(`.best[data-measure=${measure}]`).count() > 0, true, measure);
  },

  "the verdict mentions solutions that are too long, and boards that were not solved": async (session) => {
    for (const [list, wanted] of [
      [
        "greedy:manhattan,bfs",
        /^Greedy .* fewest states: [\d,]+, but its solution is not the shortest\. Breadth-first .* 1 of 2 found/,
      ],
      ["dfs:max-depth=4,bfs", /^Only Breadth-first search solved the board; states explored: [\d,]+\. 1 of 2 found/],
      ["dfs:max-depth=4", /^No search solved the board\. No search proved/],
      ["constructive,dfs", /^Depth-first search solved the board; states explored: [\d,]+\. No search proved/],
    ]) {
      const page = await session.open(`#board=412587063&view=compare&configurations=${list}&compared=1`);
      await compared(page);
      assert.match(await text(page, "#verdict"), wanted);
    }
  },

  "the table sorts by any column, both ways": async (session) => {
    const page = await session.open("#board=412587063&view=compare&compared=1");
    await compared(page);
    const press = (title) => page.click(`table.compare thead button:text-is("${title}")`);
    const sorted = () => page.$$eval("[aria-sort]", (all) => all.map((each) => [each.textContent, each.ariaSort]));
    assert.deepEqual(await sorted(), []);
    for (const [title, measure] of [["Explored", "explored"], ["Max frontier", "max_frontier"]]) {
      await press(title);
      assert.deepEqual(await sorted(), [[title, "ascending"]]);
      const up = await column(page, measure);
      const values = up.filter((value) => value !== null);
      assert.deepEqual(values, values.toSorted((one, other) => one - other));
      // Rows without a value come last in both directions.
      const missing = up.length - values.length;
      assert.equal(missing, measure === "max_frontier" ? 2 : 0);
      await press(title);
      assert.deepEqual(await sorted(), [[title, "descending"]]);
      assert.deepEqual(await column(page, measure), [...values.toReversed(), ...Array(missing).fill(null)]);
    }
    await press("Search");
    const names = (await table(page)).map(([name]) => name);
    assert.deepEqual(names, names.toSorted((one, other) => one.localeCompare(other)));
  },

  "searches are added and removed, each with its own options": async (session) => {
    const page = await session.open("#board=412587063&view=compare&configurations=bfs,dfs");
    await state(page, "ready");
    await page.click("[aria-label='Remove Depth-first search']");
    await page.click("#add-options summary");
    const add = async (algorithm, fields) => {
      await page.selectOption("#add-algorithm", algorithm);
      for (const [id, value] of Object.entries(fields)) {
        if (["weight", "width"].includes(id)) await page.fill(`#add-${id}`, value);
        else await page.selectOption(`#add-${id}`, value);
      }
      await page.click("[data-action=add-configuration]");
    };
    await page.selectOption("#add-algorithm", "bfs");
    assert.equal(await page.isVisible("#add-weight"), false);
    assert.match(await page.textContent("#add-goal_test option"), /^default: \w+$/);
    await add("weighted-astar", { heuristic: "linear-conflict", order: "LRUD", weight: "three" });
    assert.match(await text(page, "#compare-error"), /“three” is not a number/);
    await page.fill("#add-weight", "3");
    await page.click("[data-action=add-configuration]");
    assert.equal(await page.isHidden("#compare-error"), true);
    await page.click("[data-action=add-configuration]");
    assert.match(await text(page, "#compare-error"), /already on the list/);
    await page.selectOption("#add-order", "");
    await add("beam", { heuristic: "manhattan", width: "40" });
    await add("astar", { heuristic: "manhattan", ties: "board" });
    await picture(page, "compare-options");
    await page.click("[data-action=compare]");
    await compared(page);
    const list = await words(page);
    assert.deepEqual(list, [
      "bfs",
      "weighted-astar:linear-conflict:LRUD:weight=3",
      "beam:manhattan:width=40",
      "astar:manhattan:board",
    ]);
    const rows = await table(page);
    assert.match(rows[1][0], /^Weighted A\* with Linear conflict, order LRUD, weight 3$/);
    assert.match(rows[3][0], /, ties board$/);
    const runs = await runsOf(session, "412587063", list);
    assert.deepEqual(await column(page, "explored"), runs.map((run) => run.stats.explored));
    // A link restores them.
    await page.waitForFunction(() => location.hash.includes("compared=1"));
    const other = await session.open(new URL(page.url()).hash);
    await compared(other);
    assert.deepEqual(await words(other), list);
  },

  "rows and plots are saved as files": async (session) => {
    // A name with a comma needs quotes in CSV.
    const list = "configurations=bfs,astar:manhattan,astar:manhattan:board";
    const page = await session.open(`#board=412587063&view=compare&${list}&compared=1`);
    await compared(page);
    const names = (await table(page)).map(([name]) => name);
    assert.match(names[2], /, ties board$/);
    const runs = await runsOf(session, "412587063", await words(page));
    const json = await downloaded(page, () => page.click("[aria-label='The rows as JSON']"));
    assert.equal(json.name, "comparison.json");
    const saved = JSON.parse(json.bytes.toString());
    assert.deepEqual(saved.rows.map((row) => row.stats.generated), runs.map((run) => run.stats.generated));
    const csv = await downloaded(page, () => page.click("[aria-label='The rows as CSV']"));
    assert.equal(csv.name, "comparison.csv");
    const [head, ...lines] = csv.bytes.toString().trimEnd().split("\r\n").map(cellsOf);
    assert.equal(lines.length, runs.length);
    runs.forEach((run, at) => {
      const line = Object.fromEntries(head.map((name, place) => [name, lines[at][place]]));
      assert.equal(line.search, names[at]);
      assert.equal(line.configuration, run.configuration);
      assert.equal(line["stats.explored"], String(run.stats.explored));
      assert.equal(line.length, String(run.length));
      assert.equal(line.moves_blank, run.moves_blank);
    });
    const svg = await downloaded(page, () => page.click("[aria-label='Explored as SVG']"));
    assert.equal(svg.name, "explored.svg");
    assert.match(svg.bytes.toString(), /^<svg [^]*A\* with Manhattan distance[^]*<\/svg>\n$/);
    const png = await downloaded(page, () => page.click("[aria-label='Explored as PNG']"));
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(png.bytes.readUInt32BE(16) >= 1000, "wide enough to be printed");
    // The image is not a single colour.
    const inks = await page.evaluate(async (data) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(data)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      return new Set(new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)).size;
    }, [...png.bytes]);
    assert.ok(inks > 10, `${inks} colours`);
  },

  "a row is shown as a search": async (session) => {
    const page = await session.open(
      "#board=412587063&view=compare&configurations=bfs,weighted-astar:misplaced:LRUD:weight=3&compared=1",
    );
    await compared(page);
    const [, explored] = await column(page, "explored");
    // On the board that was compared, whatever was typed since.
    await enter(page, "123456078");
    await page.click("[data-action=watch][data-value^=weighted]");
    await searched(page);
    assert.equal(await page.evaluate(() => document.body.dataset.view), "search");
    assert.match(await text(page, "#run-name"), /^Weighted A\* with Misplaced tiles, order LRUD, weight 3 on 412/);
    assert.equal(await number(page, "all-explored"), explored);
  },

  "many boards: means and a plot by depth": async (session) => {
    const page = await session.open(
      "#view=compare&boards=random&count=40&seed=3&configurations=astar:manhattan,ida:manhattan",
    );
    assert.equal(await usable(page, "[data-action=compare]"), true);
    await page.click("[data-action=compare]");
    await compared(page);
    const { stdout } = await session.taquin(
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
    const [rows, means] = [await table(page), await column(page, "explored")];
    summaries.forEach((summary, at) => {
      const { mean } = summary.measures.explored;
      assert.ok(Math.abs(means[at] - mean) <= 0.05, `${means[at]} and ${mean}`);
      assert.equal(rows[at][3], "40 of 40");
    });
    assert.match(await text(page, "#verdict"), /on average\. .* Both always found a shortest solution\.$/);
    await page.selectOption("#statistic", "median");
    assert.deepEqual(
      await column(page, "explored"),
      summaries.map((summary) => summary.measures.explored.median),
    );
    await page.waitForFunction(() => document.querySelector(".depth-plot")?.naturalWidth > 0);
    const plot = await downloaded(page, () => page.click("[aria-label$='by depth as PNG']"));
    assert.equal(plot.bytes.subarray(1, 4).toString(), "PNG");
    await picture(page, "compare-many");
    await page.selectOption("#measure", "seconds");
    await page.waitForFunction(() => document.querySelector(".depth-plot")?.alt.startsWith("Time"));
  },

  "a long comparison is cancelled": async (session) => {
    const page = await session.open("#view=compare&configurations=bfs,dijkstra&board=5CBE/D471/20F6/39A8");
    await state(page, "ready");
    await page.click("[data-action=compare]");
    await page.waitForFunction(() => /Run/.test(document.getElementById("compare-table").textContent));
    await page.click("[data-action=cancel-compare]");
    await page.waitForFunction(
      () => document.querySelector("[data-action=compare]").getAttribute("aria-disabled") === null,
    );
  },
};
