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

export default {
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
    await write(page, "return fetch('/'), 0;", /fetch is not a function/);
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
