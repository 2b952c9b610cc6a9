// Playing: by click, key, touch and hint.

import assert from "node:assert/strict";
import { number, picture, state, text, tiles, unfold, usable } from "./bench.mjs";

const distance = (page, wanted) =>
  page.waitForFunction(
    (value) => document.getElementById("game-distance").textContent === value,
    String(wanted),
  );

export default {
  "to the goal by hints": async (sitting) => {
    const page = await sitting.open("#board=412587063");
    await state(page, "ready");
    await page.click("[data-action=view][data-value=play]");
    await page.click("[data-action=play-board]");
    const { length } = await sitting.solve("412587063");
    await distance(page, length);
    for (let left = length; left > 0; left -= 1) {
      await page.keyboard.press("h");
      const hint = page.locator("#game-hint", { hasText: /^Hint: move \d+/ });
      await hint.waitFor();
      const [, tile] = (await hint.textContent()).match(/move (\d+)/);
      if (left === length - 3) await picture(page, "play");
      await page.click(`#game-board [data-tile="${tile}"]`);
      await distance(page, left - 1);
    }
    assert.equal(await number(page, "game-moves"), length);
    assert.match(
      await text(page, "#game-end"),
      /Solved in 16 moves and \d:\d\d.*The shortest way there is\. With 16 hints\./s,
    );
    assert.equal(await usable(page, "[data-action=hint]"), false);
  },

  "by keys, with undo, and how many over the shortest": async (sitting) => {
    const page = await sitting.open("#board=123456078&view=play");
    await distance(page, 2);
    assert.equal(await usable(page, "[data-action=undo]"), false);
    // The arrow says where the tile goes: 4 down, then back up.
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await tiles(page, "game-board"), [1, 2, 3, 0, 5, 6, 4, 7, 8]);
    await distance(page, 3);
    await page.keyboard.press("u");
    assert.equal(await number(page, "game-moves"), 0);
    await page.keyboard.press("s");
    await page.keyboard.press("w");
    // A click two cells away moves both tiles between.
    await page.click('#game-board [data-tile="8"]');
    assert.match(await text(page, "#game-end"), /Solved in 4 moves.*2 over the shortest, which has 2\./s);
    await page.click("[data-action=restart]");
    await distance(page, 2);
    assert.equal(await number(page, "game-moves"), 0);
    assert.equal(await page.isHidden("#game-end"), true);
  },

  "by touch, on a telephone": async (sitting) => {
    const page = await sitting.open("#board=123456078&view=play", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await page.tap(".regions [data-value=stage]");
    await page.tap('#game-board [data-tile="7"]');
    assert.deepEqual(await tiles(page, "game-board"), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    // A swipe to the left sends the tile right of the blank there.
    const box = await page.locator("#game-board").boundingBox();
    const swipe = await page.context().newCDPSession(page);
    const touch = (type, x) =>
      swipe.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + box.height / 2 }],
      });
    await touch("touchStart", box.x + 250);
    await touch("touchMove", box.x + 180);
    await touch("touchMove", box.x + 120);
    await touch("touchEnd");
    await page.waitForFunction(() =>
      document.getElementById("game-end").textContent.includes("Solved in 2 moves"),
    );
    await picture(page, "play-phone");
  },

  "a new game is a new board": async (sitting) => {
    const page = await sitting.open("#board=123456078&view=play");
    await unfold(page);
    await page.fill("#seed", "11");
    await page.click("[data-action=new-game]");
    const { board } = JSON.parse((await sitting.taquin("generate", "--seed", "11", "--json")).stdout);
    await page.waitForFunction(
      () => !document.getElementById("game-board").getAttribute("aria-label").includes("row 1: 1, 2, 3;"),
    );
    assert.deepEqual(await tiles(page, "game-board"), board.split(/[\s/]+/).map(Number));
  },
};
