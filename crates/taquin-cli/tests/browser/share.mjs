// A link holds everything.

import assert from "node:assert/strict";
import { launch, number, searched, state, text, tiles, tries } from "./bench.mjs";

export default {
  "a link is restored in a fresh profile": async (sitting) => {
    const page = await sitting.open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.fill("#board-text", "762853014");
    await state(page, "ready");
    await page.selectOption("#goal", "zero-first");
    await state(page, "ready");
    await page.selectOption("#heuristic", "euclidean");
    await page.click("#options summary");
    await page.selectOption("#option-ties", "board");
    await page.selectOption("#option-order", "LRUD");
    await page.fill("#option-max_nodes", "50000");
    await page.click("[data-action=start]");
    await searched(page);
    await page.focus("#board");
    for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowRight");
    await page.fill("#trace-transport .jump", "100");
    await page.keyboard.press("Enter");
    await page.click("[data-action=share]");
    await page.waitForFunction(() => document.getElementById("toast").textContent.includes("link"));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url());
    const seen = async (from) => ({
      board: await tiles(from, "board"),
      goal: await tiles(from, "goal-board"),
      explored: await number(from, "all-explored"),
      step: await number(from, "step-explored"),
      frontier: await number(from, "step-frontier"),
      place: await from.inputValue("#solution-transport input[type=range]"),
      settings: await Promise.all(
        ["algorithm", "heuristic", "option-ties", "option-order", "option-max_nodes", "goal"].map((id) =>
          from.inputValue(`#${id}`),
        ),
      ),
    });
    const wanted = await seen(page);
    assert.deepEqual([wanted.place, wanted.step, wanted.settings[4]], ["5", 100, "50000"]);
    // Another profile; in long runs of another browser, on disk.
    const browser = await tries(() => sitting.bench.browser, launch)();
    try {
      const fresh = await sitting.open(`#${link.split("#")[1]}`, {}, browser);
      await searched(fresh);
      assert.deepEqual(await seen(fresh), wanted);
    } finally {
      if (browser !== sitting.bench.browser) await browser.close();
    }
  },

  "comparisons and games are restored, too": async (sitting) => {
    const page = await sitting.open("#board=412587063&view=compare");
    await state(page, "ready");
    await page.click("[aria-label='Remove Depth-first search']");
    await page.click("[data-action=compare]");
    await page.waitForSelector("table.compare");
    await page.waitForFunction(() => location.hash.includes("compared=1"));
    const fresh = await sitting.open(new URL(page.url()).hash);
    await fresh.waitForSelector("table.compare");
    assert.equal(await fresh.locator("table.compare tbody tr").count(), 5);
    const game = await sitting.open("#board=123456078&view=play");
    await game.waitForFunction(() => document.getElementById("game-distance").textContent === "2");
  },

  "a link that is nonsense does no harm": async (sitting) => {
    const page = await sitting.open(
      "#view=nowhere&algorithm=none&heuristic=%3Cimg%3E&order=XXXX&room=-4&max_nodes=ten&board=%3Cb%3E&goal=%00&run=1&at=99999&step=-1&configurations=,,&count=1e99",
    );
    assert.equal(await state(page, "invalid"), "invalid");
    assert.match(await text(page, "#board-error"), /^Invalid/);
    await page.selectOption("#goal", "classic");
    await page.fill("#board-text", "123456078");
    assert.equal(await state(page, "ready"), "ready");
  },
};
