// A link restores everything.

import assert from "node:assert/strict";
import { asked, enter, launch, number, search, searched, state, text, tiles, tries, usable } from "./bench.mjs";

export default {
  "a board in the query opens, as other pages link to boards, until there is another": async (session) => {
    const page = await session.open("?scramble=5_12_11_14_13_4_7_1_2_0_15_6_3_9_10_8");
    await state(page, "ready");
    const linked = [5, 12, 11, 14, 13, 4, 7, 1, 2, 0, 15, 6, 3, 9, 10, 8];
    assert.deepEqual(await tiles(page, "board"), linked);
    await enter(page, "647850321");
    await page.waitForFunction(() => location.hash.includes("board=") && location.search === "");
    await page.reload();
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "board"), [6, 4, 7, 8, 5, 0, 3, 2, 1]);
  },

  "a link is restored in a fresh profile": async (session) => {
    const page = await session.open("", { permissions: ["clipboard-read", "clipboard-write"] });
    await enter(page, "762853014");
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
    // Another profile; in long runs another browser with a profile on disk.
    const browser = await tries(() => session.bench.browser, launch)();
    try {
      const fresh = await session.open(`#${link.split("#")[1]}`, {}, browser);
      await searched(fresh);
      assert.deepEqual(await seen(fresh), wanted);
    } finally {
      if (browser !== session.bench.browser) await browser.close();
    }
  },

  "comparisons and games are restored too": async (session) => {
    const page = await session.open("#board=412587063&view=compare");
    await state(page, "ready");
    await page.click("[aria-label='Remove Depth-first search']");
    await page.click("[data-action=compare]");
    await page.waitForSelector("table.compare");
    await page.waitForFunction(() => location.hash.includes("compared=1"));
    const fresh = await session.open(new URL(page.url()).hash);
    await fresh.waitForSelector("table.compare");
    assert.equal(await fresh.locator("table.compare tbody tr").count(), 6);
    const game = await session.open("#board=123456078&view=play");
    await game.waitForFunction(() => document.getElementById("game-distance").textContent === "2");
  },

  "an invalid link does no harm": async (session) => {
    const page = await session.open(
      "#view=nowhere&algorithm=none&heuristic=%3Cimg%3E&order=XXXX&capacity=-4&max_nodes=ten&board=%3Cb%3E&goal=%00&run=1&at=99999&step=-1&configurations=,,&count=1e99",
    );
    assert.equal(await state(page, "invalid"), "invalid");
    assert.match(await text(page, "#board-error"), /^Invalid/);
    await page.selectOption("#goal", "classic");
    await page.fill("#board-text", "123456078");
    assert.equal(await state(page, "ready"), "ready");
  },

  "numbers of a link that are none, or too large, are ignored": async (session) => {
    for (const wrong of ["1e308", "1.5", "-1", "1e15", "0x1.8", "9".repeat(400)]) {
      const page = await session.open(`#board=412587063&run=1&node=${wrong}&step=${wrong}&at=${wrong}`);
      await searched(page);
      assert.equal(await state(page, "solved", "failed"), "solved", wrong);
      assert.match(await text(page, "#outcome"), /^Solved in 16 moves/, wrong);
    }
    const page = await session.open("#board=412587063");
    const { settings, read } = await page.evaluate(async () => {
      const { readLink, defaultSettings } = await window.ofPage("share");
      const link = "#seed=1.5&count=1e308&capacity=2.5&max_nodes=1.5&max_depth=1e400&weight=1.5&max_seconds=0.5";
      return { settings: readLink(link), read: defaultSettings() };
    });
    for (const name of ["seed", "count", "capacity", "max_nodes", "max_depth"])
      assert.equal(settings[name], read[name], name);
    assert.deepEqual([settings.weight, settings.max_seconds], [1.5, 0.5]);
  },

  "a link without a board opens the default one": async (session) => {
    const page = await session.open("#algorithm=bfs");
    assert.equal(await state(page, "ready"), "ready");
    assert.deepEqual(await tiles(page, "board"), [4, 1, 2, 5, 8, 7, 0, 6, 3]);
    assert.equal(await page.inputValue("#algorithm"), "bfs");
    const other = await session.open("#view=compare");
    assert.equal(await state(other, "ready"), "ready");
    assert.equal(await usable(other, "[data-action=compare]"), true);
  },

  "Back goes back, and Forward forward: views, examples, runs": async (session) => {
    const page = await session.open("");
    await state(page, "ready");
    const view = (wanted) => page.waitForFunction((name) => document.body.dataset.view === name, wanted);
    const board = (wanted) =>
      page.waitForFunction((each) => document.getElementById("board-text").value === each, wanted);
    const nothing = () =>
      page.waitForFunction(() => /^No search yet/.test(document.getElementById("outcome").textContent));
    // A view.
    await page.click("[data-action=view][data-value=compare]");
    await page.goBack();
    await view("search");
    await page.goForward();
    await view("compare");
    await page.goBack();
    await view("search");
    // An example, then a run of it.
    await page.getByRole("button", { name: "3 moves" }).click();
    await state(page, "ready");
    await search(page);
    const explored = await number(page, "all-explored");
    await page.selectOption("#algorithm", "bfs");
    await search(page);
    const other = await number(page, "all-explored");
    assert.notEqual(explored, other);
    // A small change has no history entry of its own.
    await page.click("[data-action=letters]");
    await page.goBack();
    await page.waitForFunction(
      (count) => document.getElementById("all-explored").textContent === String(count),
      explored,
    );
    await searched(page);
    assert.equal(await page.inputValue("#algorithm"), "astar");
    await page.goBack();
    await nothing();
    assert.equal(await page.inputValue("#board-text"), "123/460/758");
    await page.goBack();
    await board("412/587/063");
    await state(page, "ready");
    await page.goForward();
    await page.goForward();
    await page.goForward();
    await searched(page);
    assert.equal(await number(page, "all-explored"), other);
    // A result that is still there is not searched again.
    await page.click("[data-action=view][data-value=compare]");
    await view("compare");
    const before = (await asked(page, "trace")).length;
    await page.goBack();
    await view("search");
    assert.equal(await number(page, "all-explored"), other);
    assert.equal((await asked(page, "trace")).length, before);
  },

  "Back goes back from a comparison too": async (session) => {
    const page = await session.open("#view=compare&configurations=bfs,astar:manhattan");
    await state(page, "ready");
    await page.click("[data-action=compare]");
    await page.waitForSelector("table.compare");
    await page.click("[aria-label='Remove Breadth-first search']");
    await page.click("[data-action=compare]");
    await page.waitForFunction(() => document.querySelectorAll("table.compare tbody tr").length === 1);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("table.compare tbody tr").length === 2);
    await page.goBack();
    await page.waitForSelector("table.compare", { state: "detached" });
    assert.equal(await page.isHidden("#compare-name"), true);
    await page.goForward();
    await page.waitForFunction(() => document.querySelectorAll("table.compare tbody tr").length === 2);
  },

  "Back cancels a running search": async (session) => {
    const page = await session.open("#board=5CBE/D471/20F6/39A8&algorithm=bfs");
    await state(page, "ready");
    await page.click("[data-action=start]");
    await state(page, "running");
    await page.goBack();
    await state(page, "ready");
    assert.equal(await page.inputValue("#board-text"), "5CBE/D471/20F6/39A8");
    assert.match(await text(page, "#outcome"), /^No search yet/);
  },

  "the skip link moves the focus, and the address stays the same": async (session) => {
    const page = await session.open("#board=123456078");
    await state(page, "ready");
    await page.focus(".skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "region-stage");
    assert.equal(new URL(page.url()).hash, "#board=123456078");
    assert.equal(await page.inputValue("#board-text"), "123456078");
  },
};
