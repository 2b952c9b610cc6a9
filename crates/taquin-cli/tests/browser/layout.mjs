// Where things are: on every screen what is needed to start, words that explain themselves, and plain ones.

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
/** What somebody needs who wants to start a search, and to know what that is. */
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

/** Which of these are not to be seen whole, or are covered by something else. */
const unseen = (page, selectors) =>
  page.evaluate((all) => {
    const seen = (selector) => {
      const element = document.querySelector(selector);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (right <= left || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
      return [top + 3, bottom - 3].every((y) => {
        const there = document.elementFromPoint((left + right) / 2, y);
        return element.contains(there) || there.contains(element);
      });
    };
    return all.filter((selector) => !seen(selector));
  }, selectors);

const left = async (page, id) => (await page.locator(`#${id}`).boundingBox()).x;

export default {
  "what is said above the tree, and of its node, has its place on every screen": async (sitting) => {
    for (const screen of SCREENS)
      for (const algorithm of ["ida", "bidirectional"]) {
        const page = await sitting.open(`#board=412587063&algorithm=${algorithm}&run=1`, screen);
        await searched(page);
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll("#region-tree .region-head, #inspector")]
            .filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 1)
            .map((each) => each.className),
        );
        assert.deepEqual(cut, [], `${algorithm} at ${screen.viewport.width}x${screen.viewport.height}`);
      }
  },

  "what is needed to start is in sight, on every screen": async (sitting) => {
    for (const screen of SCREENS) {
      const page = await sitting.open("", screen);
      await state(page, "ready");
      const { width, height } = screen.viewport;
      assert.deepEqual(await unseen(page, NEEDED), [], `${width} x ${height}`);
      await picture(page, `start-${width}`);
      // Start stays in sight when much is unfolded.
      await page.click("#options summary");
      await enter(page, "123456870");
      assert.deepEqual(await unseen(page, ["[data-action=start]"]), [], `${width} x ${height}, unfolded`);
      await picture(page, `unfolded-${width}`);
    }
  },

  "two columns from 720 pixels, three from 1200": async (sitting) => {
    const page = await sitting.open("#board=412587063");
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

  "on a phone Start leads to the tree, and the search can be cancelled there": async (sitting) => {
    const page = await sitting.open("#algorithm=bfs&board=5CBE/D471/20F6/39A8", PHONE);
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
    // A link to a result leads there, too; and Back goes to where it was started.
    await page.goBack();
    await page.waitForSelector("#board", { state: "visible" });
    const other = await sitting.open("#board=412587063&run=1", PHONE);
    await state(other, "solved");
    assert.equal(await other.isVisible("#tree"), true);
  },

  "the tab that one is on stays marked under the pointer": async (sitting) => {
    const page = await sitting.open("");
    const look = () =>
      page.$eval(".views [aria-current]", (tab) => {
        const { color, backgroundColor } = getComputedStyle(tab);
        return [color, backgroundColor];
      });
    const before = await look();
    await page.hover(".views [aria-current]");
    assert.deepEqual(await look(), before);
  },

  "words explain themselves: pointed at, focused, touched": async (sitting) => {
    const page = await sitting.open("#board=412587063");
    await state(page, "ready");
    const word = page.locator("#numbers [data-term=frontier]");
    const box = page.locator("#term-text");
    await word.hover();
    await box.waitFor({ state: "visible" });
    assert.match(await box.textContent(), /wait to be taken/);
    // The pointer may go there and read.
    await box.hover();
    assert.equal(await box.isVisible(), true);
    await picture(page, "term");
    await page.mouse.move(5, 5);
    await box.waitFor({ state: "hidden" });
    // By keyboard; Escape closes, and does nothing else.
    await page.click("#about summary");
    const optimal = "#algorithm-summary [data-term=optimal]";
    await page.focus(optimal);
    await box.waitFor({ state: "visible" });
    assert.equal(await page.getAttribute(optimal, "aria-describedby"), "term-text");
    await inBothThemes(page, "a term");
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.term), "optimal");
    // Every word that is marked has a text, and the help has them all.
    await page.click("#options summary");
    const named = await page.$$eval("[data-term]", (all) => [
      ...new Set(all.map((each) => each.dataset.term)),
    ]);
    assert.ok(named.length > 12, named.join());
    await page.click("[data-action=help]");
    const listed = await page.locator("#help .keys dt").allTextContents();
    for (const name of named) assert.ok(listed.includes(name), name);
    await page.keyboard.press("Escape");
    // By a finger.
    const phone = await sitting.open("#board=412587063", PHONE);
    await phone.tap("#options summary");
    await phone.tap("[data-term=ties]");
    await phone.locator("#term-text").waitFor({ state: "visible" });
    assert.match(await text(phone, "#term-text"), /equally good/);
    const { x, width } = await phone.locator("#term-text").boundingBox();
    assert.ok(x >= 0 && x + width <= 360);
    await phone.tap("#algorithm-brief");
    await phone.locator("#term-text").waitFor({ state: "hidden" });
  },

  "a default says which it is, and nobody is sent to a command line": async (sitting) => {
    const page = await sitting.open("");
    await state(page, "ready");
    const { algorithms, limits } = await describe(page);
    for (const { id, ties } of algorithms) {
      await page.selectOption("#algorithm", id);
      const titles = await page.$$eval("#option-fields option", (all) => all.map((each) => each.textContent));
      assert.ok(titles.every((title) => !/usual/.test(title)));
      if (ties) assert.ok(titles.includes(`default: ${ties}`), id);
      assert.ok(titles.includes("UDLR (default)"));
      const said = await text(page, "#region-board");
      assert.doesNotMatch(said, /--[a-z]|[a-z]_[a-z]|usual|taquin /, id);
    }
    const placeholders = await page.$$eval("#option-fields input", (all) =>
      all.map((each) => each.placeholder),
    );
    assert.ok(placeholders.every((placeholder) => /^default: \S/.test(placeholder)), placeholders.join());
    assert.ok(placeholders.includes(`default: ${limits.max_seconds}`));
  },
};
