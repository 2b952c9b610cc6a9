// The layout: what is needed to start is visible on every screen, terms are explained, and texts are plain.

import assert from "node:assert/strict";
import { inBothThemes } from "./axe.mjs";
import { describe, enter, picture, search, searched, state, text } from "./bench.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SCREENS = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 1366, height: 660 } },
  { viewport: { width: 1024, height: 768 } },
  { viewport: { width: 720, height: 700 } },
  PHONE,
];
/** What a user needs to understand and start a search. */
const NEEDED = [
  ".tagline",
  "#algorithm",
  "#heuristic",
  "#algorithm-brief",
  "#board",
  "#goal-board",
  "#edit",
  "#examples",
  "[data-action=start]",
];

/** Returns the elements that are not fully visible, or are covered by something else. */
const unseen = (page, selectors) =>
  page.evaluate((all) => {
    const seen = (selector) => {
      const element = document.querySelector(selector);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (right <= left || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
      return [top + 3, bottom - 3].every((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        return element.contains(hit) || hit.contains(element);
      });
    };
    return all.filter((selector) => !seen(selector));
  }, selectors);

const left = async (page, id) => (await page.locator(`#${id}`).boundingBox()).x;

export default {
  "the note above the tree and the node details are not cut off on any screen": async (session) => {
    for (const screen of SCREENS)
      for (const algorithm of ["ida", "bidirectional"]) {
        const page = await session.open(`#board=412587063&algorithm=${algorithm}&run=1`, screen);
        await searched(page);
        const cut = await page.evaluate(() => {
          const [head, ...others] = ["#region-stage .region-head", "#inspector"].map((all) => document.querySelector(all));
          if (!head.checkVisibility()) return ["the head is hidden"];
          return [head, ...others]
            .filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 1)
            .map((each) => each.className);
        });
        assert.deepEqual(cut, [], `${algorithm} at ${screen.viewport.width}x${screen.viewport.height}`);
      }
  },

  "what is wrong with a typed board is visible on every screen": async (session) => {
    for (const screen of SCREENS) {
      const page = await session.open("#board=123456798", screen);
      assert.equal(await enter(page, "1 2 3/4 5 8/7 8 0"), "invalid");
      assert.deepEqual(await unseen(page, ["#board-error"]), [], `${screen.viewport.width}x${screen.viewport.height}`);
    }
  },

  "what is needed to start is visible on every screen": async (session) => {
    for (const screen of SCREENS) {
      const page = await session.open("", screen);
      await state(page, "ready");
      const { width, height } = screen.viewport;
      assert.deepEqual(await unseen(page, NEEDED), [], `${width} x ${height}`);
      await picture(page, `start-${width}`);
      // Start stays visible when much is open.
      await page.click("#options summary");
      await enter(page, "123456870");
      assert.deepEqual(await unseen(page, ["[data-action=start]"]), [], `${width} x ${height}, unfolded`);
      await picture(page, `unfolded-${width}`);
    }
  },

  "two columns from 720 pixels, three from 1200": async (session) => {
    const page = await session.open("#board=412587063");
    await state(page, "ready");
    await page.setViewportSize({ width: 719, height: 700 });
    assert.equal(await page.isVisible("#region-stage"), false);
    await page.setViewportSize({ width: 720, height: 700 });
    assert.equal(await page.isVisible("#region-stage"), true);
    assert.equal(await page.isVisible(".regions"), false);
    assert.ok((await left(page, "region-stage")) >= 300);
    assert.equal(await left(page, "region-side"), await left(page, "region-stage"));
    await search(page);
    for (const width of [720, 1024, 1199]) {
      await page.setViewportSize({ width, height: 768 });
      assert.deepEqual(await unseen(page, ["#tree", "[data-action=start]"]), [], `${width}`);
      await picture(page, `columns-${width}`);
    }
    await page.setViewportSize({ width: 1200, height: 768 });
    assert.ok((await left(page, "region-side")) > (await left(page, "region-stage")));
  },

  "on a phone Start leads to the tree, and the search can be cancelled there": async (session) => {
    const page = await session.open("#algorithm=bfs&board=5CBE/D471/20F6/39A8", PHONE);
    await state(page, "ready");
    await page.tap("[data-action=start]");
    await state(page, "running");
    assert.equal(await page.isVisible("#tree"), true);
    assert.equal(await page.isVisible("#board"), false);
    assert.equal(await page.evaluate(() => document.activeElement.id), "region-stage");
    await picture(page, "running-phone");
    await page.tap("#region-stage [data-action=cancel]");
    await state(page, "unsolved");
    assert.equal(await page.isVisible("#region-stage [data-action=cancel]"), false);
    // A link to a result leads to the tree too, and Back returns to the form.
    await page.goBack();
    await page.waitForSelector("#board", { state: "visible" });
    const other = await session.open("#board=412587063&run=1", PHONE);
    await state(other, "solved");
    assert.equal(await other.isVisible("#tree"), true);
  },

  "the current tab stays marked on hover": async (session) => {
    const page = await session.open("");
    const look = () =>
      page.$eval(".views [aria-current]", (tab) => {
        const { color, backgroundColor } = getComputedStyle(tab);
        return [color, backgroundColor];
      });
    const before = await look();
    await page.hover(".views [aria-current]");
    assert.deepEqual(await look(), before);
  },

  "terms are explained when pointed at, focused or touched": async (session) => {
    const page = await session.open("#board=412587063");
    await state(page, "ready");
    const word = page.locator("#numbers [data-term=frontier]");
    const box = page.locator("#term-text");
    await word.hover();
    await box.waitFor({ state: "visible" });
    assert.match(await box.textContent(), /not explored yet/);
    // The pointer may move onto the explanation.
    await box.hover();
    assert.equal(await box.isVisible(), true);
    await picture(page, "term");
    await page.mouse.move(5, 5);
    await box.waitFor({ state: "hidden" });
    // By keyboard: Escape closes the explanation and does nothing else.
    await page.click("#about summary");
    const optimal = "#algorithm-summary [data-term=optimal]";
    await page.focus(optimal);
    await box.waitFor({ state: "visible" });
    assert.equal(await page.getAttribute(optimal, "aria-describedby"), "term-text");
    await inBothThemes(page, "a term");
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.term), "optimal");
    // Every marked term has an explanation, and the help lists all of them.
    await page.click("#options summary");
    const named = await page.$$eval("[data-term]", (all) => [
      ...new Set(all.map((each) => each.dataset.term)),
    ]);
    assert.ok(named.length > 12, named.join());
    await page.click("[data-action=help]");
    const listed = await page.locator("#help .keys dt").allTextContents();
    for (const name of named) assert.ok(listed.includes(name), name);
    await page.keyboard.press("Escape");
    // By touch.
    const phone = await session.open("#board=412587063", PHONE);
    await phone.tap("#options summary");
    await phone.tap("[data-term=ties]");
    await phone.locator("#term-text").waitFor({ state: "visible" });
    assert.match(await text(phone, "#term-text"), /equally good/);
    const { x, width } = await phone.locator("#term-text").boundingBox();
    assert.ok(x >= 0 && x + width <= 360);
    await phone.tap("#algorithm-brief");
    await phone.locator("#term-text").waitFor({ state: "hidden" });
  },

  "defaults are shown, and no text mentions the command line": async (session) => {
    const page = await session.open("");
    await state(page, "ready");
    const { algorithms, limits } = await describe(page);
    for (const { id, ties } of algorithms) {
      await page.selectOption("#algorithm", id);
      const titles = await page.$$eval("#option-fields option", (all) => all.map((each) => each.textContent));
      assert.ok(titles.every((title) => !/usual/.test(title)));
      if (ties) assert.ok(titles.includes(`default: ${ties}`), id);
      assert.ok(titles.includes("default: UDLR"));
      const shown = await text(page, "#region-board");
      assert.doesNotMatch(shown, /--[a-z]|[a-z]_[a-z]|usual|taquin /, id);
    }
    const placeholders = await page.$$eval("#option-fields input", (all) =>
      all.map((each) => each.placeholder),
    );
    assert.ok(placeholders.every((placeholder) => /^default: \S/.test(placeholder)), placeholders.join());
    assert.ok(placeholders.includes(`default: ${limits.max_seconds}`));
  },
};
