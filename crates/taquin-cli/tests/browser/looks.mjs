// Appearance and size: every view is accessible, light and dark, wide and narrow; the page is small and loads quickly.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { SHAPES, inBothThemes, violations } from "./axe.mjs";
import { enter, picture, searched, state, tries } from "./bench.mjs";

/** Every view, and when it is ready. */
const VIEWS = {
  search: ["#board=412587063&run=1", searched],
  compare: [
    "#board=412587063&view=compare&compared=1",
    (page) => page.waitForSelector("table.compare", { state: "attached" }),
  ],
  "compare-many": [
    "#board=412587063&view=compare&boards=random&count=40&configurations=bfs,greedy:manhattan,astar:manhattan,ida:manhattan&compared=1",
    (page) => page.waitForSelector(".depth-plot", { state: "attached" }),
  ],
  race: [
    "#board=412587063&view=race&raced=1",
    (page) => page.waitForFunction(() => document.getElementById("race-verdict").textContent !== ""),
  ],
  own: [
    "#board=412587063&heuristic=own",
    (page) => page.waitForFunction(() => /^Admissible/.test(document.getElementById("own-verdict").textContent)),
  ],
  play: [
    "#board=412587063&view=play",
    (page) => page.waitForFunction(() => document.getElementById("game-distance").textContent === "16"),
  ],
};
/** With reduced motion the end is shown at once, so tests do not wait for playback. */
const STILL = { reducedMotion: "reduce" };
const PHONE = { ...STILL, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Returns the content security policy, from the server or from the page itself. */
const policyOf = async (page, response) =>
  response.headers()["content-security-policy"] ??
  (await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content"));

const looks = {};

for (const [name, [link, ready]] of Object.entries(VIEWS)) {
  looks[`axe finds nothing serious in ${name}, light or dark`] = async (session) => {
    // Except for its bars, everything is also in a comparison on many boards.
    if (name === "compare" && tries(true, false)) return "only in long runs";
    const page = await session.open(link, STILL);
    await ready(page);
    await inBothThemes(page, name);
    await picture(page, `${name}-dark`);
  };

  looks[`360 pixels are enough for ${name}: nothing scrolls sideways, and axe agrees`] = async (session) => {
    if (["compare", "play"].includes(name) && tries(true, false)) return "only in long runs";
    const page = await session.open(link, PHONE);
    await ready(page);
    for (const region of ["side", "stage", "board"]) {
      const button = page.locator(`.regions [data-value=${region}]`);
      if (!(await button.isVisible())) continue;
      await button.tap();
      const width = await page.evaluate(() =>
        Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
      );
      assert.ok(width <= 360, `${region}: ${width} pixels`);
      if (name === "search") await picture(page, `phone-${region}`);
      if (tries(false, true)) await inBothThemes(page, `${name}, ${region}`);
    }
    // Labels that are hidden on a narrow screen must not be the only name of a control.
    assert.deepEqual(await violations(page, SHAPES), []);
  };
}

export default {
  ...looks,

  "axe finds nothing serious in errors, options and help": async (session) => {
    const page = await session.open("#board=123456799");
    await state(page, "invalid");
    await inBothThemes(page, "invalid", "#region-board");
    await enter(page, "123456870");
    await page.click("#options summary");
    await inBothThemes(page, "unsolvable", "#region-board");
    await page.click("[data-action=help]");
    await inBothThemes(page, "help", "#help");
  },

  "edges of the tree are visible, light and dark": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      // WCAG requires 3 to 1 for graphics.
      const ratio = await page.evaluate(async () => {
        const { edge, panel } = (await window.ofPage("tree-paint")).readInks();
        const light = (ink) => {
          const [red, green, blue] = ink
            .match(/[\d.]+/g)
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        };
        const [one, other] = [light(edge), light(panel)];
        return Math.max(one, other) / Math.min(one, other);
      });
      assert.ok(ratio >= 3, `${theme}: ${ratio}`);
    }
  },

  "dark and light, by the system and by the button": async (session) => {
    const brightness = (page) =>
      page.evaluate(() => {
        const [red, green, blue] = getComputedStyle(document.body)
          .backgroundColor.match(/[\d.]+/g)
          .map(Number);
        return (red + green + blue) / 3;
      });
    const page = await session.open("", { colorScheme: "dark" });
    assert.ok((await brightness(page)) < 60);
    await page.click("#theme");
    assert.ok((await brightness(page)) > 200);
    assert.equal(await page.getAttribute("#theme", "aria-label"), "Colours: light");
    await page.reload();
    await page.waitForFunction(() => document.body.dataset.state === "ready");
    assert.ok((await brightness(page)) > 200, "the choice is remembered");
    await page.click("#theme");
    assert.ok((await brightness(page)) < 60);
  },

  "under 300 kB in all, first paint under a second": async (session) => {
    // In a new profile, without cached files.
    const page = await session.open("", {});
    await state(page, "ready");
    const files = session.responses.filter((response) => !/\/api\/|\.wasm\.gz$/.test(response.url()));
    // The size in transit: the server compresses its files, as most servers do.
    const wire = async (response) =>
      session.bench.place === "server"
        ? (await response.request().sizes()).responseBodySize
        : gzipSync(await response.body()).length;
    const sizes = await Promise.all(files.map(wire));
    const weight = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(weight > 50_000 && weight < 300_000, `${weight} bytes`);
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
    );
    assert.ok(paint < 1000, `${paint} ms`);
    const policy = await policyOf(page, files[0]);
    assert.match(policy, /default-src 'none'/);
    // No text becomes a script; the WebAssembly module may be compiled.
    assert.doesNotMatch(policy, /'unsafe-/);
    return `${weight} bytes in ${files.length} files, first paint after ${Math.round(paint)} ms`;
  },

  "every control can be reached by Tab, and shows its focus": async (session) => {
    const page = await session.open("#board=412587063");
    await state(page, "ready");
    const reached = new Set();
    for (let press = 0; press < 90; press += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const { activeElement: element } = document;
        if (element === document.body) return null;
        const shown = [element, element.firstElementChild].some(
          (each) => each && getComputedStyle(each).outlineStyle !== "none",
        );
        return {
          name:
            element.id ||
            element.dataset.action ||
            element.getAttribute("aria-label") ||
            element.className ||
            element.tagName,
          shown,
        };
      });
      if (at === null) break;
      assert.ok(at.shown, `no outline on ${at.name}`);
      if (at.name === "edit") await page.keyboard.press("Enter");
      reached.add(at.name);
    }
    for (const name of [
      "view",
      "share",
      "theme",
      "edit",
      "example",
      "goal",
      "board-text",
      "rows",
      "seed",
      "shuffle",
      "algorithm",
      "heuristic",
      "start",
      "tree-canvas",
      "follow",
    ]) {
      assert.ok(reached.has(name), `${name} is not among ${[...reached].join(", ")}`);
    }
  },

  "everything on one screen of ordinary size": async (session) => {
    const page = await session.open("#board=412587063&run=1", { viewport: { width: 1280, height: 720 } });
    await searched(page);
    for (const id of ["region-board", "region-stage", "region-side"])
      assert.equal(await page.isVisible(`#${id}`), true, id);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(tall <= 720, `${tall} pixels`);
  },

  "tiles have the colour of their row in the goal, and the tile that moved is marked": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    const shown = (id) =>
      page.$$eval(`#${id} .tile`, (all) =>
        all.map((tile) => [
          Number(tile.dataset.tile),
          tile.dataset.row,
          getComputedStyle(tile.firstElementChild).backgroundColor,
        ]),
      );
    for (const id of ["board", "goal-board"]) {
      const tiles = await shown(id);
      const colours = new Map();
      for (const [tile, row, colour] of tiles) {
        if (tile === 0) assert.equal(row, undefined, "the blank is clear");
        else assert.equal(Number(row), Math.floor((tile - 1) / 3), `tile ${tile} on ${id}`);
        colours.set(row, (colours.get(row) ?? new Set()).add(colour));
      }
      // One colour per row, and no two rows the same.
      assert.deepEqual([...colours.values()].map((set) => set.size), [1, 1, 1, 1]);
      assert.equal(new Set([...colours.values()].flatMap((set) => [...set])).size, 4);
    }
    await page.focus("#board");
    assert.equal(await page.locator("#board .tile-moved").count(), 0);
    await page.keyboard.press("ArrowRight");
    const answer = await session.solve("412587063", "--algorithm", "astar", "--heuristic", "manhattan", "--steps");
    assert.equal(await page.getAttribute("#board .tile-moved", "data-tile"), String(answer.steps[1].tile));
  },
};
