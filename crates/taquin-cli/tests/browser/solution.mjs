// The solution: played by keys to the goal, copied, downloaded.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { picture, place, searched, state, text, tiles } from "./bench.mjs";

/** Returns the file that a button downloads. */
async function load(page, kind) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-action=download-${kind}]`)]);
  assert.equal(download.suggestedFilename(), `solution.${kind}`);
  return readFile(await download.path());
}

export default {
  "playback by keys to the goal": async (session) => {
    const page = await session.open("#board=647850321");
    await state(page, "ready");
    await page.focus("[data-action=start]");
    await page.keyboard.press("Enter");
    await searched(page);
    assert.equal(await place(page, "solution"), 0);
    await page.keyboard.press("ArrowRight");
    assert.equal(await place(page, "solution"), 1);
    await page.keyboard.press("Shift+ArrowRight");
    assert.equal(await place(page, "solution"), 11);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await place(page, "solution"), 10);
    await page.keyboard.press("Shift+ArrowLeft");
    assert.equal(await place(page, "solution"), 0);
    await page.keyboard.press("End");
    assert.equal(await place(page, "solution"), 31);
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    await page.keyboard.press("Home");
    assert.deepEqual(await tiles(page, "board"), [6, 4, 7, 8, 5, 0, 3, 2, 1]);
    const speed = () => page.$eval("#player select", (select) => select.selectedOptions[0].textContent);
    assert.equal(await speed(), "whole solution in 6 s");
    await page.keyboard.press("[");
    assert.equal(await speed(), "whole solution in 15 s");
    for (let press = 0; press < 4; press += 1) await page.keyboard.press("]");
    assert.equal(await speed(), "whole solution in 2 s");
    // Space plays to the end.
    await page.keyboard.press("Space");
    await page.waitForFunction(
      () => document.querySelector("#solution-transport input[type=range]").value === "31",
    );
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    // Moves are announced too.
    await page.waitForFunction(
      () => document.getElementById("announcer").textContent === "Move 31 of 31: blank right. The goal.",
    );
  },

  "the list of steps has the boards and ids of the command line": async (session) => {
    const page = await session.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    const answer = await session.solve("647850321", "--algorithm", "bfs", "--steps");
    const port = page.locator("#step-list .vlist-port");
    await port.focus();
    for (const { step, board, move, tile, id } of answer.steps.slice(0, 12)) {
      const row = page.locator(`#step-list .vlist-row[data-index="${step}"]:not([hidden]) span`);
      const cells = await row.allTextContents();
      assert.deepEqual(cells.slice(0, 5), [
        String(step),
        move ?? "",
        String(tile ?? ""),
        board.replaceAll(" ", ""),
        String(id),
      ]);
      await page.keyboard.press("ArrowDown");
    }
    assert.equal(await text(page, "#moves"), answer.moves_blank);
    await page.click("#letters");
    assert.equal(await text(page, "#moves"), answer.moves_tile);
  },

  "the moves are copied, JSON and SVG downloaded": async (session) => {
    const page = await session.open("#board=412587063&run=1", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await searched(page);
    const answer = await session.solve("412587063", "--algorithm", "astar", "--heuristic", "manhattan");
    await page.focus("#board");
    for (let press = 0; press < 6; press += 1) await page.keyboard.press("ArrowRight");
    await picture(page, "search");
    await page.click("[data-action=copy-moves]");
    await page.waitForFunction(() => document.getElementById("toast").textContent.includes("copied"));
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), answer.moves_blank);
    const result = JSON.parse(await load(page, "json"));
    assert.equal(result.moves_blank, answer.moves_blank);
    assert.equal(result.stats.explored, answer.stats.explored);
    assert.match((await load(page, "svg")).toString(), /^<svg/);
  },

  "a GIF is downloaded": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    assert.equal((await load(page, "gif")).subarray(0, 6).toString("latin1"), "GIF89a");
    assert.equal(await page.isHidden("#no-gif"), true);
  },

  "a path of eighteen thousand moves can be played": async (session) => {
    const page = await session.open("#board=647850321&algorithm=dfs&run=1");
    await searched(page);
    const { length } = await session.solve("647850321", "--algorithm", "dfs");
    await page.focus("#board");
    await page.keyboard.press("End");
    assert.equal(await place(page, "solution"), length);
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    await picture(page, "depth-first");
    return `${length} moves`;
  },

  "one player, two tracks: the keys control the chosen one": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    const both = async () => [await place(page, "search"), await place(page, "solution")];
    const chosen = () =>
      page.$eval("#player input[type=radio]:checked", (radio) => radio.parentElement.textContent);
    assert.equal(await chosen(), "Solution");
    assert.deepEqual(await both(), [46, 0]);
    await page.click("#player [aria-label='One forward']");
    assert.deepEqual(await both(), [46, 1]);
    // By keys alone: up and down choose, left and right step.
    await page.focus("#player input[type=radio]:checked");
    await page.keyboard.press("ArrowUp");
    assert.equal(await chosen(), "Search");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await both(), [44, 1]);
    await page.click("#player [aria-label='To the first']");
    assert.deepEqual(await both(), [1, 1]);
    assert.match(await text(page, "#trace-transport"), /^Search\s*step\s*of 46$/);
    assert.match(await text(page, "#solution-transport"), /^Solution\s*move\s*of 16$/);
    // Moving a slider chooses its track.
    await page.focus("#solution-transport input[type=range]");
    await page.keyboard.press("End");
    assert.equal(await chosen(), "Solution");
    assert.deepEqual(await both(), [1, 16]);
    assert.equal(await page.getAttribute("#solution-transport input[type=range]", "aria-valuetext"), "move 16 of 16");
    assert.equal(await page.locator("#player [aria-label=Play]").count(), 1);
  },

  "reduced motion is respected": async (session) => {
    const page = await session.open("#board=412587063&run=1", { reducedMotion: "reduce" });
    await searched(page);
    await page.focus("#board");
    await page.keyboard.press("ArrowRight");
    const slide = await page.evaluate(() => [
      document.getElementById("board").style.getPropertyValue("--slide"),
      getComputedStyle(document.querySelector("#board .tile")).transitionDuration,
    ]);
    assert.deepEqual(slide, ["0ms", "0s"]);
  },
};
