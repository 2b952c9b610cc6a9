// Entering a board, right and wrong.

import assert from "node:assert/strict";
import { enter, state, text, tiles, tries, usable } from "./bench.mjs";

/** The same board as people write it. */
const FORMATS = [
  "647850321",
  "6 4 7/8 5 0/3 2 1",
  "6,4,7,8,5,0,3,2,1",
  "[[6,4,7],[8,5,0],[3,2,1]]",
  "3\n6 4 7\n8 5 _\n3 2 1",
  "6 4 7\n8 5 .\n3 2 1",
];

export default {
  "every format is read": async (sitting) => {
    const page = await sitting.open();
    for (const format of FORMATS) {
      assert.equal(await enter(page, format), "ready", format);
      assert.deepEqual(await tiles(page, "board"), [6, 4, 7, 8, 5, 0, 3, 2, 1], format);
    }
    // A flat list that is not square is read in the size that is picked.
    await page.selectOption("#rows", "2");
    await page.waitForFunction(() => document.querySelectorAll("#board .tile").length === 6);
    assert.equal(await enter(page, "1 2 3 4 0 5"), "ready");
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 0, 5]);
  },

  "a mistake is shown at the field in words": async (sitting) => {
    const page = await sitting.open();
    assert.equal(await enter(page, "1 2 3/4 5 8/7 8 0"), "invalid");
    assert.match(await text(page, "#board-error"), /tile 8 occurs twice and 6 is missing/);
    assert.equal(await text(page, "#board-error mark"), "8");
    assert.equal(await page.getAttribute("#board-text", "aria-invalid"), "true");
    assert.equal(await text(page, "#status"), "Invalid");
    assert.equal(await usable(page, "[data-action=start]"), false);
    assert.equal(await enter(page, "1 2 3/4 5 6/7 0 8"), "ready");
    assert.equal(await page.isHidden("#board-error"), true);
    assert.equal(await usable(page, "[data-action=start]"), true);
    // The goal has a field of its own.
    await page.selectOption("#goal", "custom");
    await page.fill("#goal-text", "123456799");
    await state(page, "invalid");
    assert.equal(await page.isVisible("#goal-error"), true);
    assert.equal(await page.isHidden("#board-error"), true);
  },

  "an unsolvable board is explained and mended": async (sitting) => {
    const page = await sitting.open();
    assert.equal(await enter(page, "123456870"), "unsolvable");
    assert.match(await text(page, "#unsolvable-text"), /exchanges are odd in number/);
    assert.equal(await usable(page, "[data-action=start]"), false);
    assert.equal(await text(page, "#fix"), "Swap 8 and 7");
    await page.click("#fix");
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert.equal(await page.isHidden("#unsolvable"), true);
  },

  "tiles are swapped by clicks, by dragging and by keys": async (sitting) => {
    const page = await sitting.open("#board=123456780");
    await state(page, "ready");
    const tile = (number) => `#board [data-tile="${number}"]`;
    await page.click(tile(1));
    assert.equal(await page.getAttribute(tile(1), "aria-pressed"), "true");
    await page.click(tile(2));
    await state(page, "unsolvable");
    assert.deepEqual(await tiles(page, "board"), [2, 1, 3, 4, 5, 6, 7, 8, 0]);
    await page.dragAndDrop(tile(4), tile(5));
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "board"), [2, 1, 3, 5, 4, 6, 7, 8, 0]);
    // Enter picks up, the arrows walk, Enter puts down.
    await page.focus("#board .tile[tabindex='0']");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await state(page, "unsolvable");
    assert.deepEqual(await tiles(page, "board"), [2, 4, 3, 5, 1, 6, 7, 8, 0]);
    assert.equal(await page.inputValue("#board-text"), "243/516/780");
    // The last good board stays, and can be taken up again after a mistake.
    assert.equal(await enter(page, "nonsense"), "invalid");
    await page.click(tile(2));
    await page.click(tile(4));
    assert.equal(await state(page, "ready"), "ready");
    assert.deepEqual(await tiles(page, "board"), [4, 2, 3, 5, 1, 6, 7, 8, 0]);
  },

  "a shuffle by seed is the command line's, in every size": async (sitting) => {
    const page = await sitting.open();
    const sizes = [
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [2, 5],
      [4, 3],
    ];
    for (const [rows, columns] of sizes.slice(tries(3, 0))) {
      const { stdout } = await sitting.taquin(
        "generate",
        "--size",
        `${rows}x${columns}`,
        "--seed",
        "7",
        "--json",
      );
      const { board } = JSON.parse(stdout);
      await page.fill("#seed", "7");
      await page.selectOption("#rows", String(rows));
      await page.selectOption("#columns", String(columns));
      const wanted = board.split(/[\s/]+/).map(Number);
      await page.waitForFunction(
        (count) => document.querySelectorAll("#board .tile").length === count,
        wanted.length,
      );
      await page.click("[data-action=shuffle]");
      await page.waitForTimeout(100);
      await state(page, "ready");
      assert.deepEqual(await tiles(page, "board"), wanted, `${rows}x${columns}`);
    }
    await page.fill("#seed", "many");
    await page.click("[data-action=shuffle]");
    assert.match(await text(page, "#seed-error"), /A seed is a whole number/);
  },

  "goals by name, edited, and of the board's size": async (sitting) => {
    const page = await sitting.open("#board=134802765");
    await state(page, "ready", "unsolvable");
    await page.selectOption("#goal", "snail");
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "goal-board"), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
    await page.click("#goal-board [data-tile='1']");
    await page.click("#goal-board [data-tile='2']");
    await state(page, "unsolvable");
    assert.equal(await page.inputValue("#goal"), "custom");
    assert.deepEqual(await tiles(page, "goal-board"), [2, 1, 3, 8, 0, 4, 7, 6, 5]);
  },
};
