// Entering valid and invalid boards.

import assert from "node:assert/strict";
import { asked, enter, search, state, text, tiles, tries, unfold, usable } from "./bench.mjs";

/** The same board in the formats that people use. */
const FORMATS = [
  "647850321",
  "6 4 7/8 5 0/3 2 1",
  "6,4,7,8,5,0,3,2,1",
  "[[6,4,7],[8,5,0],[3,2,1]]",
  "3\n6 4 7\n8 5 _\n3 2 1",
  "6 4 7\n8 5 .\n3 2 1",
  "(6, 4, 7, 8, 5, 0, 3, 2, 1)",
  "((6, 4, 7), (8, 5, 0), (3, 2, 1))",
  "6 4 7;8 5 0;3 2 1",
  "6 4 7 | 8 5 0 | 3 2 1",
  "[[6, 4, 7], [8, 5, None], [3, 2, 1]]",
  "[[6, 4, 7], [8, 5, null], [3, 2, 1]]",
  "6 4 7\n8 5 *\n3 2 1",
  "np.array([[6, 4, 7], [8, 5, 0], [3, 2, 1]])",
  "647 850 321",
];
/** The same for 4x4. */
const LARGE_FORMATS = ["5CBE/D471/20F6/39A8", "5 C B E D 4 7 1 2 0 F 6 3 9 A 8", "5 12 11 14 13 4 7 1 2 0 15 6 3 9 10 8"];

export default {
  "every format that people paste is read": async (session) => {
    const page = await session.open();
    for (const format of FORMATS) {
      assert.equal(await enter(page, format), "ready", format);
      assert.deepEqual(await tiles(page, "board"), [6, 4, 7, 8, 5, 0, 3, 2, 1], format);
    }
    // A flat list that is not square is read with the chosen size.
    await page.selectOption("#rows", "2");
    await page.waitForFunction(() => document.querySelectorAll("#board .tile").length === 6);
    assert.equal(await enter(page, "1 2 3 4 0 5"), "ready");
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 0, 5]);
    for (const format of LARGE_FORMATS) {
      assert.equal(await enter(page, format), "ready", format);
      assert.deepEqual(await tiles(page, "board"), [5, 12, 11, 14, 13, 4, 7, 1, 2, 0, 15, 6, 3, 9, 10, 8], format);
    }
  },

  "a mistake is explained at the field": async (session) => {
    const page = await session.open();
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

  "an unsolvable board is explained and fixed": async (session) => {
    const page = await session.open();
    assert.equal(await enter(page, "123456870"), "unsolvable");
    assert.match(await text(page, "#unsolvable-text"), /exchanges are odd in number/);
    assert.equal(await usable(page, "[data-action=start]"), false);
    assert.equal(await text(page, "#fix"), "Swap 8 and 7");
    await page.click("#fix");
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert.equal(await page.isHidden("#unsolvable"), true);
  },

  "tiles are swapped by clicks, by dragging and by keys": async (session) => {
    const page = await session.open("#board=123456780");
    await state(page, "ready");
    await unfold(page);
    const tile = (number) => `#board [data-tile="${number}"]`;
    await page.click(tile(1));
    assert.equal(await page.getAttribute(tile(1), "aria-pressed"), "true");
    await page.click(tile(2));
    await state(page, "unsolvable");
    assert.deepEqual(await tiles(page, "board"), [2, 1, 3, 4, 5, 6, 7, 8, 0]);
    await page.dragAndDrop(tile(4), tile(5));
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "board"), [2, 1, 3, 5, 4, 6, 7, 8, 0]);
    // Enter picks a tile up, the arrow keys move the focus, Enter puts it down.
    await page.focus("#board .tile[tabindex='0']");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await state(page, "unsolvable");
    assert.deepEqual(await tiles(page, "board"), [2, 4, 3, 5, 1, 6, 7, 8, 0]);
    assert.equal(await page.inputValue("#board-text"), "243/516/780");
    // The last valid board stays, and can be edited again after a mistake.
    assert.equal(await enter(page, "nonsense"), "invalid");
    await page.click(tile(2));
    await page.click(tile(4));
    assert.equal(await state(page, "ready"), "ready");
    assert.deepEqual(await tiles(page, "board"), [4, 2, 3, 5, 1, 6, 7, 8, 0]);
  },

  "a shuffle with a seed matches the command line, in every size": async (session) => {
    const page = await session.open();
    await unfold(page);
    const sizes = [
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [2, 5],
      [4, 3],
    ];
    for (const [rows, columns] of sizes.slice(tries(3, 0))) {
      const { stdout } = await session.taquin(
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

  "goals by name, edited, and of the board's size": async (session) => {
    const page = await session.open("#board=134802765");
    await state(page, "ready", "unsolvable");
    await unfold(page);
    await page.selectOption("#goal", "snail");
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "goal-board"), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
    await page.click("#goal-board [data-tile='1']");
    await page.click("#goal-board [data-tile='2']");
    await state(page, "unsolvable");
    assert.equal(await page.inputValue("#goal"), "custom");
    assert.deepEqual(await tiles(page, "goal-board"), [2, 1, 3, 8, 0, 4, 7, 6, 5]);
  },

  "examples: at the stated distance from the goal, a 15-puzzle, and an unsolvable one": async (session) => {
    const page = await session.open("#goal=snail");
    for (const [name, moves] of [
      ["3 moves", 3],
      ["16 moves", 16],
      ["31 moves", 31],
      ["15-puzzle", null],
    ]) {
      const chip = page.getByRole("button", { name, exact: true });
      await chip.click();
      await page.waitForFunction(
        (board) => document.getElementById("board-text").value === board,
        await chip.getAttribute("data-value"),
      );
      await state(page, "ready");
      assert.equal(await chip.getAttribute("aria-pressed"), "true");
      const shown = await tiles(page, "board");
      assert.equal(shown.length, moves === null ? 16 : 9);
      if (moves !== null) assert.equal((await session.solve(await page.inputValue("#board-text"))).length, moves);
      // The goal is reset with the board.
      assert.equal(await page.inputValue("#goal"), "classic");
    }
    // A* with Manhattan distance solves the 15-puzzle quickly.
    await search(page);
    assert.match(await text(page, "#outcome"), /^Solved in 32 moves/);
    await page.getByRole("button", { name: "Unsolvable" }).click();
    await state(page, "unsolvable");
    assert.equal(await page.isVisible("#unsolvable"), true);
    assert.equal(await usable(page, "[data-action=start]"), false);
  },

  "no error is shown while the user types, and an invalid board is sent once": async (session) => {
    const page = await session.open("", {});
    await state(page, "ready");
    await unfold(page);
    const before = (await asked(page, "check")).length;
    const sent = async () => (await asked(page, "check")).slice(before).map(({ body }) => body.board);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.fill("#board-text", "");
    await page.focus("#board-text");
    for (const key of "12345") {
      await page.keyboard.type(key);
      await page.clock.runFor(400);
      assert.equal(await text(page, "#status"), "…");
      assert.equal(await page.getAttribute("#board-text", "aria-invalid"), null);
    }
    assert.deepEqual(await sent(), []);
    await page.clock.runFor(300);
    await state(page, "invalid");
    assert.equal(await text(page, "#status"), "Invalid");
    assert.deepEqual(await sent(), ["12345"]);
    // Leaving the field ends typing too.
    await page.keyboard.type("6");
    await page.keyboard.press("Tab");
    await state(page, "invalid");
    assert.deepEqual(await sent(), ["12345", "123456"]);
    // Enter and the button both wait for the answer, and send the board only once.
    await page.fill("#board-text", "123456078");
    await page.click("[data-action=start]");
    await state(page, "queued", "running", "solved");
    assert.deepEqual(await sent(), ["12345", "123456", "123456078"]);
  },

  "a list without rows is read as soon as its size is chosen": async (session) => {
    const page = await session.open("");
    assert.equal(await enter(page, "1 2 3 4 5 6 7 8 0 9"), "invalid");
    await page.selectOption("#rows", "2");
    await state(page, "invalid");
    await page.selectOption("#columns", "5");
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 5, 6, 7, 8, 0, 9]);
  },

  "the editor is closed at first, and a result stays until the board changes": async (session) => {
    const page = await session.open("#board=123460758");
    await state(page, "ready");
    assert.equal(await page.isHidden("#editing"), true);
    const tile = (number) => `#board [data-tile="${number}"]`;
    await page.click(tile(1));
    await page.click(tile(2));
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 6, 0, 7, 5, 8]);
    await page.click("#edit");
    assert.equal(await page.getAttribute("#edit", "aria-expanded"), "true");
    await page.fill("#board-text", "123456078");
    await page.keyboard.press("Enter");
    await state(page, "solved");
    assert.equal(await page.isHidden("#editing"), true);
    await page.keyboard.press("End");
    await page.click("#edit");
    assert.equal(await state(page, "solved"), "solved");
    assert.deepEqual(await tiles(page, "board"), [1, 2, 3, 4, 5, 6, 0, 7, 8]);
    await page.click(tile(7));
    await page.click(tile(8));
    await state(page, "unsolvable");
    assert.match(await text(page, "#outcome"), /^No search yet/);
  },

  "a 4x4 or 5x5 board is fully visible in its field": async (session) => {
    for (const width of [1366, 360]) {
      const page = await session.open("", { viewport: { width, height: 740 } });
      for (const board of [
        "5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8",
        "0 24 23 22 21/20 19 18 17 16/15 14 13 12 11/10 9 8 7 6/5 4 3 2 1",
        "6 4 7\n8 5 .\n3 2 1",
      ]) {
        await enter(page, board);
        const hidden = await page.$eval("#board-text", (field) => [
          field.scrollWidth - field.clientWidth,
          field.scrollHeight - field.clientHeight,
        ]);
        assert.ok(hidden[0] <= 0 && hidden[1] <= 1, `${board} at ${width}: ${hidden}`);
      }
    }
  },
};
