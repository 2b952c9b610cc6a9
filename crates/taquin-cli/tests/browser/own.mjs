// A heuristic that the user writes: it runs in a worker, with or without a server.

import assert from "node:assert/strict";
import { number, search, state, text } from "./bench.mjs";

/** Enters a heuristic and waits for the verdict on it. */
async function write(page, code, verdict) {
  await page.fill("#own-code", code);
  await page.waitForFunction(
    (source) => new RegExp(source).test(document.getElementById("own-verdict").textContent),
    verdict.source,
    { timeout: 30_000 },
  );
}

/** Heuristics as students write them: each counts the tiles that are not in their places. */
const ORDINARY = {
  "local functions": "const away = (tile, r, c) => tile !== 0 && tile !== goal[r][c];\nfunction count(row, r) { return row.filter((tile, c) => away(tile, r, c)).length; }\nreturn board.map(count).reduce((sum, each) => sum + each, 0);",
  "a map made once": "globalThis.homes ??= new Map(goal.flat().map((tile, cell) => [tile, cell]));\nreturn board.flat().filter((tile, cell) => tile && homes.get(tile) !== cell).length;",
  "a cache between calls": "globalThis.cache ??= {};\nconst key = board.join();\nif (!(key in cache)) cache[key] = [...board.flat()].filter((tile, cell) => tile && tile !== goal.flat()[cell]).length;\nreturn cache[key];",
  "a name without a declaration": "count = 0;\nfor (r in board) for (c in board[r]) if (board[r][c] && board[r][c] != goal[r][c]) count++;\nreturn count;",
  "destructuring, spread and sets": "const [first, ...rest] = board.map((row, r) => ({ row, r }));\nconst seen = new Set();\nfor (const { row, r } of [first, ...rest]) row.forEach((tile, c) => tile && tile !== goal[r][c] && seen.add(tile));\nreturn seen.size;",
  "a class that extends Array": "class Tiles extends Array {\n  constructor(...all) { super(...all); this.constructor; }\n  get away() { return this.filter((each) => each).length; }\n  toString() { return 'tiles'; }\n}\nconst tiles = new Tiles();\nboard.forEach((row, r) => row.forEach((tile, c) => tiles.push(tile && tile !== goal[r][c] ? 1 : 0)));\nreturn tiles.away;",
  "names that objects have, too": "const o = {};\no.toString = () => 'mine'; o.constructor = 1; o.valueOf = () => 0; o.hasOwnProperty = null;\nif (String(o) !== 'mine') throw new Error('lost');\nArray.prototype.sum ??= function () { return this.reduce((a, b) => a + b, 0); };\nreturn board.map((row, r) => row.map((tile, c) => Number(tile !== 0 && tile !== goal[r][c])).sum()).sum();",
  "Math, typed arrays, JSON and dates": "const counts = new Uint8Array(2);\nboard.flat().forEach((tile, cell) => counts[Number(tile !== 0 && tile !== goal.flat()[cell])]++);\nif (!(Date.now() > 0) || JSON.parse('[1]')[0] !== 1 || (1234).toLocaleString('en') !== '1,234') throw new Error('lost');\nreturn Math.max(Math.abs(-counts[1]), Math.min(0, Math.hypot(3, 4)));",
  "itself, a generator and a comment at the end": "function* away() { for (let r = 0; r < board.length; r++) for (let c = 0; c < board[r].length; c++) if (board[r][c] && board[r][c] !== goal[r][c]) yield 1; }\nif (typeof heuristic !== 'function') throw new Error('lost');\nlet sum = 0; for (const each of away()) sum += each; return sum; // done",
};

export default {
  "ordinary code works: local functions, caches, classes, state between calls": async (session) => {
    const page = await session.open("#board=152746038");
    const { found } = await page.evaluate(async (codes) => {
      const api = await window.ofPage("api");
      const found = {};
      for (const [name, code] of Object.entries(codes))
        found[name] = await api.checkHeuristic(code, { size: "2x3", columns: 3, tiles: [1, 2, 3, 4, 5, 0] }).catch((error) => error.message);
      return { found };
    }, ORDINARY);
    for (const [name, { boards, admissible, consistent, mean_error }] of Object.entries(found))
      assert.deepEqual([boards, admissible, consistent, mean_error.toFixed(3)], [360, true, true, "8.456"], `${name}: ${JSON.stringify(found[name])}`);
  },

  "what is wrong with the code is shown once, with its line, until something changes": async (session) => {
    const page = await session.open("#board=152746038&heuristic=own", {});
    const times = () => page.evaluate(() => document.body.innerText.split("The heuristic failed").length - 1);
    for (const [code, line, message] of [
      ["return 2*", 1, "Unexpected token"],
      ["let a = 1;\nlet b = a +;\nreturn a;", 2, "Unexpected token"],
      ["const a = 1;\n\nreturn a.b.c;", 3, "Cannot read properties of undefined"],
      ["return 0; } function more() {", null, "a brace is closed"],
    ]) {
      await write(page, code, /^The heuristic failed/);
      assert.match(await text(page, "#own-verdict"), new RegExp(`${message}[^()]*(\\([^)]*\\))?[^()]*${line ? `\\(line ${line}\\)` : ""}\\.$`), code);
      await page.click("[data-action=start]");
      await state(page, "failed");
      assert.equal(await times(), 1, code);
    }
    // Another heuristic.
    await page.selectOption("#heuristic", "manhattan");
    assert.equal(await state(page, "ready", "failed"), "ready");
    assert.equal(await times(), 0);
    // Another board.
    await page.selectOption("#heuristic", "own");
    await write(page, "return 2*", /^The heuristic failed: Unexpected token/);
    await page.click("[data-action=start]");
    await state(page, "failed");
    await page.getByRole("button", { name: "Unsolvable" }).click();
    await state(page, "unsolvable");
    assert.equal(await times(), 0);
    assert.doesNotMatch(await page.innerText("body"), /Unexpected token/);
  },

  "a value that is no number in range is named, with its board": async (session) => {
    const page = await session.open("#board=152746038&heuristic=own", {});
    for (const [code, value] of [["return Infinity;", "Infinity"], ["return 1e308;", "1e\\+308"], ["return -1", "-1"], ["board", "nothing"]]) {
      await write(page, code, new RegExp(`^The heuristic returned ${value} for the board 1 2 3/4 5 6/7 8 0, but it must return a number from 0 to 1,000,000\\.$`));
    }
  },

  "a user's heuristic is checked at once, used in searches, and never part of a link": async (session) => {
    const page = await session.open("#board=152746038&heuristic=own", {});
    await page.waitForFunction(() => /^Admissible: on all 181,440 boards/.test(document.getElementById("own-verdict").textContent));
    await search(page);
    const ours = await session.solve("152746038", "-a", "astar", "-H", "misplaced");
    assert.equal(await number(page, "all-explored"), ours.stats.explored);
    assert.match(await text(page, "#outcome"), /Proven: none is shorter/);
    assert.match(await text(page, "#run-name"), /^A\* with Your own heuristic/);
    // The other algorithms that take it.
    for (const algorithm of ["greedy", "ida"]) {
      await page.selectOption("#algorithm", algorithm);
      assert.equal(await page.inputValue("#heuristic"), "own", algorithm);
      await search(page);
      const { stats } = await session.solve("152746038", "-a", algorithm, "-H", "misplaced");
      assert.equal(await number(page, "all-explored"), stats.explored, algorithm);
    }
    await page.selectOption("#algorithm", "bfs");
    await page.selectOption("#algorithm", "astar");
    assert.equal(await page.locator("#heuristic option[value=own]").count(), 1);
    await page.selectOption("#heuristic", "own");
    await write(page, "return 1000;", /^It overestimates.*but it says 1000/);
    await search(page);
    assert.doesNotMatch(await text(page, "#outcome"), /Proven/);
    assert.ok(!decodeURIComponent(page.url()).includes("return"), page.url());
    // It is never sent to a server.
    assert.ok(session.bodies.every((body) => !body.includes("return")), "it was sent");
    // Code that returns no number, throws, is not JavaScript, or tries to use the network.
    await write(page, "return 'far';", /must return a number/);
    await write(page, "throw new Error('ouch');", /ouch/);
    await write(page, "return (", /Unexpected/);
    await write(page, "return fetch('/'), 0;", /fetch is not defined/);
  },

  "a heuristic that never returns is stopped, and the page keeps working": async (session) => {
    const page = await session.open("#board=152746038&heuristic=own", {});
    await write(page, "for (;;);", /was stopped after 10 seconds/);
    await page.click("[data-action=start]");
    await state(page, "running");
    await page.click("[data-action=cancel]");
    await state(page, "unsolved");
    await page.selectOption("#heuristic", "manhattan");
    await search(page);
    assert.match(await text(page, "#outcome"), /^Solved in/);
  },
};
