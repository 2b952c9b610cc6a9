// Searches that race on a common clock.

import assert from "node:assert/strict";
import { changeRequests, number, picture, searched, state, text, usable } from "./bench.mjs";

const BOARD = "412587063";
const STILL = { reducedMotion: "reduce" };

/** Waits until a race is shown. */
const shown = (page) => page.waitForSelector("#race:not([hidden])", { state: "attached" });

/** Returns the contents of the lanes. */
const lanes = (page) =>
  page.$$eval(".lane:not([hidden])", (all) =>
    all.map((lane) => {
      const cells = [...lane.querySelectorAll("dd")].map((cell) =>
        cell.textContent === "–" ? null : Number(cell.textContent.replaceAll(",", "")),
      );
      return {
        name: lane.querySelector("h3").textContent,
        explored: cells[0],
        generated: cells[1],
        frontier: cells[2],
        place: lane.dataset.place,
        end: lane.querySelector(".lane-end").textContent,
        note: lane.querySelector(".field-note").textContent,
        tree: !lane.querySelector("canvas").hidden,
      };
    }),
  );

/** Returns the clock's current node and its last one. */
const clock = async (page) =>
  (await text(page, "#race-nodes"))
    .replaceAll(",", "")
    .match(/\d+/g)
    .map(Number);

/** Returns a search as options of the command line. */
const asOptions = (word) => {
  const [algorithm, heuristic] = word.split(":");
  return ["--algorithm", algorithm, ...(heuristic ? ["--heuristic", heuristic] : [])];
};

export default {
  "four searches are shown at the same node, and their places match the command line": async (session) => {
    const page = await session.open(`#board=${BOARD}`, STILL);
    await state(page, "ready");
    await page.click("[data-action=view][data-value=race]");
    await page.click("[data-action=race][data-only=race]");
    await shown(page);
    const words = ["bfs", "bidirectional", "greedy:manhattan", "astar:manhattan"];
    const answers = await Promise.all(words.map((word) => session.solve(BOARD, ...asOptions(word))));
    const explored = answers.map((answer) => answer.stats.explored);
    // With reduced motion the end is shown.
    assert.deepEqual(await clock(page), [Math.max(...explored), Math.max(...explored)]);
    const ends = await lanes(page);
    assert.deepEqual(ends.map((lane) => lane.explored), explored);
    assert.equal(ends[3].name, "A* with Manhattan distance");
    const order = explored.toSorted((one, other) => one - other);
    const shortest = answers[0].length;
    ends.forEach((lane, at) => {
      const place = 1 + order.indexOf(explored[at]);
      assert.equal(lane.place, String(place));
      const { length } = answers[at];
      const quality = length === shortest ? "the shortest" : `${length - shortest} more than the shortest`;
      const count = explored[at].toLocaleString("en-US");
      const nth = ["1st", "2nd", "3rd", "4th"][place - 1];
      assert.equal(lane.end, `${nth}, ${length} moves (${quality}), ${count} nodes explored`);
    });
    const won = `${ends[explored.indexOf(order[0])].name} came first: ${order[0]} nodes explored.`;
    assert.ok((await text(page, "#race-verdict")).startsWith(won), won);
    await picture(page, "race");
    // Step by step: the counts are those of a search that was stopped there.
    await page.keyboard.press("Home");
    assert.deepEqual((await lanes(page)).map((lane) => lane.explored), [1, 1, 1, 1]);
    assert.equal(await text(page, "#race-verdict"), "");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowRight");
    const stopped = await lanes(page);
    assert.deepEqual((await clock(page))[0], 12);
    assert.deepEqual(stopped.map((lane) => [lane.explored, lane.place, lane.end]), Array(4).fill([12, "", ""]));
    // Children are counted when the next node is taken off the frontier.
    for (const [at, word] of words.entries()) {
      const alone = await session.solve(BOARD, ...asOptions(word), "--max-nodes", "11");
      assert.equal(stopped[at].generated, alone.stats.generated, word);
    }
    // A search that has finished keeps its place.
    await page.keyboard.press("End");
    const [, last] = await clock(page);
    await page.keyboard.press("ArrowLeft");
    assert.equal((await clock(page))[0], last - 1);
    const before = await lanes(page);
    assert.deepEqual(before.map((lane) => lane.place !== ""), explored.map((count) => count < last));
  },

  "it plays by itself, in the same time whatever its length": async (session) => {
    for (const board of [BOARD, "123456078"]) {
      const page = await session.open(`#board=${board}&view=race&raced=1`, { isStill: true });
      await page.waitForFunction(() => document.querySelector("#race [aria-label=Pause]"));
      await page.clock.runFor(4000);
      const [half, last] = await clock(page);
      assert.ok(half < last, `${half} of ${last} on ${board}`);
      if (board === BOARD) assert.ok(half > 1, `${half} of ${last}`);
      await page.clock.runFor(4500);
      assert.deepEqual(await clock(page), [last, last], board);
      await page.waitForSelector("#race [aria-label=Play]");
    }
  },

  "the clock is paused, dragged and played again": async (session) => {
    const page = await session.open(`#board=${BOARD}&view=race&raced=1`, STILL);
    await shown(page);
    const [, last] = await clock(page);
    for (const control of ["To the end", "One node forward"])
      assert.equal(await usable(page, `#race [aria-label='${control}']`), false, control);
    await page.click("#race [aria-label='To the beginning']");
    assert.equal((await clock(page))[0], 1);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(" ");
    await page.waitForFunction(() => !/^1 of/.test(document.getElementById("race-nodes").textContent));
    await page.keyboard.press(" ");
    const [paused] = await clock(page);
    await page.waitForTimeout(200);
    assert.equal((await clock(page))[0], paused);
    assert.ok(paused < last);
    await page.fill("#race-slider", "500");
    const [middle] = await clock(page);
    // The clock speeds up: at half of its time it is at the square root of all nodes.
    assert.equal(middle, Math.round(Math.sqrt(last)));
    assert.match(await page.getAttribute("#race-slider", "aria-valuetext"), /^[\d,]+ of [\d,]+ nodes$/);
    // On the slider an arrow key is one node as well.
    await page.focus("#race-slider");
    await page.keyboard.press("ArrowRight");
    assert.equal((await clock(page))[0], middle + 1);
  },

  "rows of a comparison race, two to four of them": async (session) => {
    const page = await session.open(`#board=${BOARD}&view=compare&racing=bfs&compared=1`, STILL);
    await page.waitForSelector("table.compare");
    const button = "#compare-table [data-action=race]";
    const box = (word) => page.locator(`table.compare [data-racing="${word}"]`);
    assert.equal(await usable(page, button), false);
    for (const word of ["ida:manhattan", "astar:manhattan", "dfs", "greedy:manhattan"]) await box(word).click();
    assert.match(await text(page, "#toast"), /at most 4/);
    assert.equal(await box("greedy:manhattan").isChecked(), false);
    await box("dfs").click();
    assert.equal(await usable(page, button), true);
    await page.click(button);
    await shown(page);
    assert.equal(await page.evaluate(() => document.body.dataset.view), "race");
    const ends = await lanes(page);
    assert.deepEqual(
      ends.map((lane) => lane.name),
      ["Breadth-first search", "IDA* (iterative-deepening A*) with Manhattan distance", "A* with Manhattan distance"],
    );
    assert.equal(ends[1].frontier, null);
    // A link shows the same race.
    await page.waitForFunction(() => location.hash.includes("raced=1"));
    const other = await session.open(new URL(page.url()).hash, STILL);
    await shown(other);
    assert.deepEqual(await lanes(other), ends);
    // The form has changed since.
    await page.click("#configurations [data-racing=bfs]");
    assert.match(await text(page, "#race-old"), /form has changed/);
    // One of them is shown as a search.
    await page.click(".lane [data-action=watch][data-value='astar:manhattan']");
    await searched(page);
    assert.equal(await number(page, "all-explored"), ends[2].explored);
  },

  "lanes state that a search did not finish, was not recorded or has no tree": async (session) => {
    const page = await session.open(
      `#board=${BOARD}&view=race&racing=dfs:max-depth=5,table,bfs&configurations=bfs`,
      STILL,
    );
    await state(page, "ready");
    // Less capacity than breadth-first search needs.
    await changeRequests(page, { capacity: 3000 });
    await page.click("[data-action=race][data-only=race]");
    await shown(page);
    const [limited, looked, cut] = await lanes(page);
    assert.equal(limited.place, "none");
    assert.match(limited.end, /^Found nothing, [\d,]+ nodes explored$/);
    assert.equal(looked.tree, false);
    assert.equal(cut.place, "2");
    assert.match(cut.note, /^Only its first [\d,]+ nodes were recorded\.$/);
    // Beyond the recording only the clock's own count is known.
    await page.keyboard.press("ArrowLeft");
    const [at] = await clock(page);
    const beyond = (await lanes(page))[2];
    assert.deepEqual([beyond.explored, beyond.generated, beyond.place], [at, null, ""]);
    await picture(page, "race-limits");
  },

  "a race that is refused shows the reason": async (session) => {
    const page = await session.open(`#board=${BOARD}&view=race&racing=bfs,nonsense:manhattan&raced=1`);
    await page.waitForFunction(() => /nonsense/.test(document.getElementById("race-says").textContent));
    await page.waitForFunction(() => !/Recording/.test(document.getElementById("race-says").textContent));
    assert.match(await text(page, "#race-says"), /no algorithm .*nonsense/);
    assert.equal(await page.isHidden("#race"), true);
  },

  "a long race is cancelled": async (session) => {
    const page = await session.open("#view=race&racing=bfs,dijkstra&board=5CBE/D471/20F6/39A8");
    await state(page, "ready");
    await page.click("[data-action=race][data-only=race]");
    await page.waitForFunction(() => /Recording 1 of 2/.test(document.getElementById("race-says").textContent));
    assert.equal(await usable(page, "[data-action=race][data-only=race]"), false);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.getElementById("race-says").textContent === "Cancelled.");
    assert.equal(await usable(page, "[data-action=race][data-only=race]"), true);
  },
};
