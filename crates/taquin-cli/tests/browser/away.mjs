// A server that goes away: a state of its own, which does not affect the board's and ends by itself.

import assert from "node:assert/strict";
import { inBothThemes } from "./axe.mjs";
import { enter, number, picture, search, state, text, unfold, usable } from "./bench.mjs";

const FAR = "5 12 11 14/13 4 7 1/2 0 15 6/3 9 10 8";
const away = (page) => page.waitForSelector("#connection", { state: "visible" });
const back = (page) => page.waitForSelector("#connection", { state: "hidden" });

export default {
  "a search that ends with the server is not called cancelled": async (session) => {
    const server = await session.serve();
    const page = await server.open("#algorithm=bfs");
    await enter(page, FAR);
    await page.click("[data-action=start]");
    await page.waitForFunction(
      () => Number(document.getElementById("all-explored").textContent.replaceAll(",", "")) > 0,
    );
    await server.end();
    await state(page, "unsolved");
    const outcome = await text(page, "#outcome");
    assert.match(outcome, /^Stopped by the server\s*The server is shutting down/);
    assert.doesNotMatch(outcome, /Cancelled|by you/i);
    assert.doesNotMatch(await text(page, "#tree-empty"), /Cancelled/);
    assert.ok((await number(page, "all-explored")) > 0);
    await away(page);
    await picture(page, "shut-down");
    // The page reconnects by itself, and the same search can be started again.
    await server.again();
    await back(page);
    await page.click("[data-action=start]");
    await state(page, "running");
    await page.click("[data-action=cancel]");
    await state(page, "unsolved");
    assert.match(await text(page, "#outcome"), /^Cancelled/);
  },

  "a comparison that ends with the server reports it": async (session) => {
    const server = await session.serve();
    const page = await server.open("#view=compare&configurations=bfs&board=5CBE/D471/20F6/39A8");
    await state(page, "ready");
    await page.click("[data-action=compare]");
    await page.waitForFunction(() => /Run/.test(document.getElementById("compare-table").textContent));
    await server.end();
    await page.waitForFunction(() =>
      /shutting down/.test(document.getElementById("compare-stage").textContent),
    );
    assert.doesNotMatch(await text(page, "#compare-stage"), /Cancelled/);
  },

  "with the server away a board keeps its verdict, and a new one gets it later": async (session) => {
    const server = await session.serve();
    const page = await server.open("#board=412587063");
    await state(page, "ready");
    await server.kill();
    // Changed and changed back: the same board, whose verdict is known.
    await unfold(page);
    await page.fill("#board-text", "41258706");
    await page.fill("#board-text", "412587063");
    await away(page);
    assert.equal(await state(page, "ready"), "ready");
    assert.equal(await text(page, "#status"), "Solvable");
    assert.equal(await page.isHidden("#board-error"), true);
    assert.match(await text(page, "#connection"), /cannot be reached.*tries again/s);
    assert.doesNotMatch(await text(page, "#connection"), /taquin serve/);
    // Another board: its verdict is unknown, which is no error.
    await page.fill("#board-text", "123456078");
    assert.equal(await state(page, "unchecked"), "unchecked");
    assert.equal(await text(page, "#status"), "Not checked");
    assert.equal(await page.getAttribute("#board-text", "aria-invalid"), null);
    assert.equal(await page.isHidden("#board-error"), true);
    assert.equal(await usable(page, "[data-action=start]"), false);
    await inBothThemes(page, "away");
    await picture(page, "away");
    await server.again();
    await back(page);
    assert.equal(await state(page, "ready"), "ready");
    await search(page);
    assert.match(await text(page, "#outcome"), /Solved in 2 moves/);
  },

  "a search cut off by a server that dies can be started again": async (session) => {
    const server = await session.serve();
    const page = await server.open("#algorithm=bfs");
    await enter(page, FAR);
    await page.click("[data-action=start]");
    await state(page, "running");
    await server.kill();
    await away(page);
    assert.equal(await state(page, "ready"), "ready");
    assert.equal(await text(page, "#status"), "Solvable");
    assert.match(await text(page, "#outcome"), /^Connection lost/);
    // Started while the server is away: the same, without an error.
    await page.click("[data-action=start]");
    await page.waitForFunction(() => /^Connection lost/.test(document.getElementById("outcome").textContent));
    assert.equal(await state(page, "ready"), "ready");
    // The user can retry at once; here the server is still away.
    assert.equal(await usable(page, "[data-action=reconnect]"), true);
    const asked = page.waitForRequest((request) => request.method() === "HEAD");
    await page.click("[data-action=reconnect]");
    await asked;
    assert.equal(await page.isVisible("#connection"), true);
    await server.again();
    await back(page);
    await page.click("[data-action=start]");
    await state(page, "running");
    await page.click("[data-action=cancel]");
    await state(page, "unsolved");
  },

  "a search cancelled while it is queued is reported as such": async (session) => {
    const server = await session.serve("--max-searches", "1");
    const first = await server.open("#algorithm=bfs");
    await enter(first, FAR);
    const second = await server.open("#board=412587063");
    await state(second, "ready");
    await first.click("[data-action=start]");
    await state(first, "running");
    await second.click("[data-action=start]");
    await second.waitForFunction(() => /^Queued/.test(document.getElementById("outcome").textContent));
    await second.click("[data-action=cancel]");
    await state(second, "unsolved");
    assert.match(await text(second, "#outcome"), /^Cancelled\s*It had not started/);
    await first.click("[data-action=cancel]");
    await state(first, "unsolved");
  },
};
