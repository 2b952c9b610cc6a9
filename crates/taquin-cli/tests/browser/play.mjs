// The game: click, keys, touch and hints; levels, the board of the day, what is stored, and the card at the end.

import assert from "node:assert/strict";
import { inBothThemes } from "./axe.mjs";
import { number, picture, state, text, tiles, usable } from "./bench.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** The keys that slide a tile in each direction. */
const ARROWS = { U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" };

const shows = (page, id, wanted) =>
  page.waitForFunction(([at, value]) => document.getElementById(at).textContent === value, [
    id,
    String(wanted),
  ]);
const distance = (page, wanted) => shows(page, "game-distance", wanted);
const written = (board) => board.split(/[\s/]+/).map(Number);
/** Returns the board of the game as text. */
const boardOf = async (page, columns = 3) => {
  const all = await tiles(page, "game-board");
  return all.map((tile, cell) => `${tile}${(cell + 1) % columns === 0 ? "/" : " "}`).join("").slice(0, -1);
};
/** Solves the game on the board by keys, with the moves that the command line finds. */
const solveByKeys = async (session, page, columns) => {
  const { moves_tile: moves } = await session.solve(await boardOf(page, columns));
  for (const letter of moves) await page.keyboard.press(ARROWS[letter]);
  return moves.length;
};
const judged = (page) =>
  page.waitForFunction(() => /^You/.test(document.getElementById("end-title").textContent));
/** Returns what the page has stored under a name. */
const stored = (page, name) => page.evaluate((key) => localStorage.getItem(key), name);

export default {
  "opens with a board that can be played at once": async (session) => {
    const page = await session.open("", {});
    await state(page, "ready");
    await page.click("[data-action=view][data-value=play]");
    // Easy, and exactly at the stated distance.
    await distance(page, 10);
    assert.match(await text(page, "#play-title"), /^3 × 3\. Easy: 10 moves from the goal$/);
    assert.equal((await session.solve(await boardOf(page))).length, 10);
    assert.deepEqual(await tiles(page, "game-goal"), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    await page.keyboard.press("h");
    await page.waitForSelector("#game-board .hint-arrow");
    await picture(page, "play-open");
    // A link to the view opens one too.
    const linked = await session.open("#view=play", {});
    await distance(linked, 10);
  },

  "to the goal by hints, which are arrows and cost the score": async (session) => {
    const page = await session.open("#board=412587063", {});
    await state(page, "ready");
    await page.click("[data-action=view][data-value=play]");
    await page.click("[data-action=play-board]");
    const { length } = await session.solve("412587063");
    await distance(page, length);
    for (let left = length; left > 0; left -= 1) {
      await page.keyboard.press("h");
      const hint = page.locator("#game-hint", { hasText: /^Hint: move \d+/ });
      await hint.waitFor();
      const [, tile, word] = (await hint.textContent()).match(/move (\d+) (\w+)/);
      // Once all tiles have stopped, the arrow is on that tile and points to the blank.
      await page.waitForFunction(() => document.getAnimations().length === 0);
      const [from, arrow, blank] = await Promise.all(
        [`[data-tile="${tile}"]`, ".hint-arrow", '[data-tile="0"]'].map((part) =>
          page.locator(`#game-board ${part}`).boundingBox(),
        ),
      );
      const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
      const [at, points, to] = [from, arrow, blank].map(middle);
      for (const axis of [0, 1]) {
        assert.ok(Math.abs((at[axis] + to[axis]) / 2 - points[axis]) < 8, `${word}: ${at} ${points} ${to}`);
      }
      assert.equal(
        await page.getAttribute(".hint-arrow", "data-to"),
        { up: "U", down: "D", left: "L", right: "R" }[word],
      );
      // Requested again before it is followed, it is the same hint.
      if (left === length) await page.keyboard.press("h");
      if (left === length - 3) await picture(page, "play");
      await page.click(`#game-board [data-tile="${tile}"]`);
      assert.equal(await page.locator(".hint-arrow").count(), 0);
      await distance(page, left - 1);
    }
    assert.equal(await number(page, "game-moves"), length);
    await judged(page);
    assert.equal(await text(page, "#end-title"), "You 16, the best there is");
    assert.match(await text(page, "#end-text"), /With 16 hints it is not kept as a score\./);
    assert.equal(await page.isVisible("#no-scores"), true);
    assert.equal(await usable(page, "[data-action=hint]"), false);
  },

  "by keys, with undo, and how many over the best": async (session) => {
    const page = await session.open("#board=123456078&view=play", {});
    await distance(page, 2);
    assert.equal(await usable(page, "[data-action=undo]"), false);
    // The arrow key is the direction of the tile: 4 down, then back up.
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await tiles(page, "game-board"), [1, 2, 3, 0, 5, 6, 4, 7, 8]);
    await distance(page, 3);
    await page.keyboard.press("u");
    assert.equal(await number(page, "game-moves"), 0);
    // At the edge of the board nothing moves.
    await page.keyboard.press("ArrowUp");
    assert.equal(await number(page, "game-moves"), 0);
    await page.keyboard.press("s");
    await page.keyboard.press("w");
    // A click two cells away moves both tiles.
    await page.click('#game-board [data-tile="8"]');
    await judged(page);
    assert.equal(await text(page, "#end-title"), "You 4, best 2");
    assert.match(
      await text(page, "#end-text"),
      /You took 4 moves; the best is 2\. A board of your own has no score\./,
    );
    await page.click(".game-end [data-action=restart]");
    await distance(page, 2);
    assert.equal(await number(page, "game-moves"), 0);
    assert.equal(await page.isHidden("#game-end"), true);
    assert.equal(await page.evaluate(() => document.activeElement.id), "game-board");
  },

  "by touch, on a phone": async (session) => {
    const page = await session.open("#board=123456078&view=play", PHONE);
    await distance(page, 2);
    // The whole board and its controls are visible.
    const { y, height } = await page.locator("#game-board").boundingBox();
    assert.ok(y > 0 && y + height < 740, `${y} and ${height}`);
    await page.tap('#game-board [data-tile="7"]');
    assert.deepEqual(await tiles(page, "game-board"), [1, 2, 3, 4, 5, 6, 7, 0, 8]);
    // A swipe to the left slides the tile that is to the right of the blank.
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
    await judged(page);
    assert.equal(await text(page, "#end-title"), "You 2, the best there is");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} pixels`);
    await inBothThemes(page, "the end on a phone", "#play-stage, #play-side");
    await picture(page, "play-phone");
  },

  "a reload restores the game, its moves, its time and its end": async (session) => {
    const page = await session.open("#view=play", {});
    await distance(page, 10);
    const start = await boardOf(page);
    const { moves_tile: moves } = await session.solve(start);
    await page.keyboard.press(ARROWS[moves[0]]);
    await distance(page, 9);
    await page.waitForFunction(() => document.getElementById("game-time").textContent !== "0:00");
    const now = await boardOf(page);
    await page.reload();
    await distance(page, 9);
    assert.equal(await boardOf(page), now);
    assert.equal(await number(page, "game-moves"), 1);
    assert.notEqual(await text(page, "#game-time"), "0:00");
    assert.match(await text(page, "#play-title"), /Easy/);
    assert.match(page.url(), /view=play/);
    // Moves can still be undone, and the end is restored too.
    await page.keyboard.press("u");
    assert.equal(await boardOf(page), start);
    await solveByKeys(session, page);
    await judged(page);
    await page.reload();
    await judged(page);
    assert.equal(await text(page, "#end-title"), "You 10, the best there is");
    assert.match(await text(page, "#end-text"), /Your first score here: it is kept\./);
    assert.equal(await page.locator("#score-rows tr").count(), 1);
    assert.match(await text(page, "#score-rows"), /^3 × 3\. Easy: 10 moves from the goal10100:\d\d$/);
  },

  "damaged stored data does no harm": async (session) => {
    const page = await session.open("#view=play", {});
    await distance(page, 10);
    await page.keyboard.press("h");
    await page.waitForSelector(".hint-arrow");
    const good = JSON.parse(await stored(page, "taquin-game"));
    assert.equal(good.hints, 1);
    const strange = [
      "",
      "{ half",
      "null",
      "[]",
      "7",
      { ...good, version: 2 },
      { ...good, rows: 1e9 },
      { ...good, start: [1, 1, 1] },
      { ...good, start: good.start.map(String) },
      { ...good, moves: "XYZ" },
      { ...good, moves: "UUUUUU" },
      { ...good, moves: 5 },
      { ...good, hints: -1 },
      { ...good, seconds: null },
      { ...good, goal: {} },
    ];
    for (const each of strange) {
      const value = typeof each === "string" ? each : JSON.stringify(each);
      // After the page itself has stored its game on leaving.
      await page.evaluate(
        (game) =>
          addEventListener("pagehide", () => {
            localStorage.setItem("taquin-game", game);
            localStorage.setItem("taquin-scores", `{"version":1,"best":[${game}`);
          }),
        value,
      );
      await page.goto("about:blank");
      await page.goto(`${session.bench.address}#view=play`);
      await distance(page, 10);
      assert.equal(JSON.parse(await stored(page, "taquin-game")).hints, 0, value);
    }
    assert.equal(await page.isVisible("#no-scores"), true);
  },

  "levels state the distance to the goal, and a custom number is exact": async (session) => {
    const page = await session.open("#view=play", {});
    await distance(page, 10);
    const levels = () => page.$$eval("#game-level option", (all) => all.map((each) => each.textContent));
    assert.deepEqual((await levels()).slice(0, 3), [
      "Easy: 10 moves from the goal",
      "Medium: 18 moves from the goal",
      "Hard: 26 moves from the goal",
    ]);
    await page.selectOption("#game-level", "hard");
    await page.click("#new-game");
    await distance(page, 26);
    assert.equal((await session.solve(await boardOf(page))).length, 26);
    await page.selectOption("#game-level", "own");
    await page.fill("#game-number", "31");
    await page.keyboard.press("Enter");
    await distance(page, 31);
    assert.equal((await session.solve(await boardOf(page))).length, 31);
    // A distance that no board has, and text that is no number: shown at the field, and the game continues.
    for (const [typed, error] of [
      ["32", /0 to 31/],
      ["ten", /Enter a whole number of 1 or more\./],
    ]) {
      await page.fill("#game-number", typed);
      await page.click("#new-game");
      await page.waitForFunction(
        ([source]) => new RegExp(source).test(document.getElementById("game-error").textContent),
        [error.source],
      );
      assert.equal(await page.getAttribute("#game-number", "aria-invalid"), "true");
      assert.equal(await text(page, "#game-distance"), "31");
    }
    // Large boards come from a random walk with a given length.
    await page.selectOption("#game-size", "4x4");
    await page.selectOption("#game-level", "easy");
    assert.match((await levels())[0], /^Easy: after a random walk of 64 steps$/);
    await page.click("#new-game");
    await shows(page, "play-title", "4 × 4. Easy: after a random walk of 64 steps");
    assert.equal((await tiles(page, "game-board")).length, 16);
    await page.reload();
    await shows(page, "play-title", "4 × 4. Easy: after a random walk of 64 steps");
    assert.equal(await page.inputValue("#game-size"), "4x4");
  },

  "the board of the day is the same for everyone": async (session) => {
    const boards = [];
    for (const zone of ["UTC", "Asia/Tokyo"]) {
      const page = await session.open("#view=play", { timezoneId: zone });
      await distance(page, 10);
      await page.clock.setFixedTime(new Date("2026-11-18T12:00:00Z"));
      await page.click("[data-action=day-game]");
      await shows(page, "play-title", "3 × 3. Board of 2026-11-18");
      boards.push(await boardOf(page));
      await page.clock.setFixedTime(new Date("2026-11-19T12:00:00Z"));
      await page.click("[data-action=day-game]");
      await shows(page, "play-title", "3 × 3. Board of 2026-11-19");
      boards.push(await boardOf(page));
    }
    assert.deepEqual(boards.slice(2), boards.slice(0, 2));
    assert.notEqual(boards[0], boards[1]);
  },

  "the end: the best solution is compared and played, and the score is stored": async (session) => {
    const page = await session.open("#view=play", { reducedMotion: "reduce" });
    await distance(page, 10);
    const start = await boardOf(page);
    const { moves_tile: moves } = await session.solve(start);
    // A move back and forth, then the best solution.
    const back = { U: "D", D: "U", L: "R", R: "L" };
    await page.keyboard.press(ARROWS[moves[0]]);
    await page.keyboard.press(ARROWS[back[moves[0]]]);
    await solveByKeys(session, page);
    await judged(page);
    assert.equal(await text(page, "#end-title"), "You 12, best 10");
    assert.match(await text(page, "#end-text"), /You took 12 moves; the best is 10\. Your first score here/);
    const rows = () => page.$$eval("#score-rows td", (cells) => cells.map((cell) => cell.textContent));
    assert.deepEqual((await rows()).slice(0, 2), ["12", "10"]);
    await inBothThemes(page, "the end", "#play-stage, #play-side");
    await picture(page, "play-end");
    // A better result on the same board: the score is updated.
    await page.click(".game-end [data-action=restart]");
    assert.equal(await boardOf(page), start);
    await solveByKeys(session, page);
    await judged(page);
    assert.match(await text(page, "#end-text"), /Your best score here so far, by 2 moves\./);
    assert.deepEqual((await rows()).slice(0, 2), ["10", "10"]);
    // The best solution plays on the board, from the start to the goal.
    await page.click("#watch");
    await page.waitForFunction(() =>
      /^Move [1-9] of 10$/.test(document.getElementById("game-hint").textContent),
    );
    assert.equal(await text(page, "#watch"), "Stop");
    assert.equal(await usable(page, "[data-action=undo]"), false);
    await shows(page, "game-hint", "Move 10 of 10");
    await shows(page, "watch", "Watch solution");
    assert.deepEqual(await tiles(page, "game-board"), [1, 2, 3, 4, 5, 6, 7, 8, 0]);
    assert.equal(await number(page, "game-moves"), 10);
    // After seeing the solution, the player gets no score on this board.
    await page.click(".game-end [data-action=restart]");
    await solveByKeys(session, page);
    await judged(page);
    assert.match(await text(page, "#end-text"), /You have seen a solution of this board/);
    // The same board in the search view, then a new game.
    await page.click("[data-action=search-game]");
    await state(page, "ready");
    assert.deepEqual(await tiles(page, "board"), written(start));
    await page.click("[data-action=view][data-value=play]");
    await page.click(".game-end [data-action=new-game]");
    await page.waitForSelector("#game-end", { state: "hidden" });
    await distance(page, 10);
  },

  "a game that is won while the server is away is judged later": async (session) => {
    const server = await session.serve();
    const page = await server.open("#board=123456078&view=play");
    await distance(page, 2);
    await server.kill();
    await page.click('#game-board [data-tile="8"]');
    await shows(page, "end-text", "The server cannot be reached.");
    assert.match(await text(page, "#end-title"), /^Solved in 2 moves and 0:0\d$/);
    await server.again();
    await judged(page);
    assert.equal(await text(page, "#end-title"), "You 2, the best there is");
  },

  "a link to a game is its board, and another link another game": async (session) => {
    const page = await session.open("#view=play", {});
    await distance(page, 10);
    const board = await boardOf(page);
    await page.waitForFunction(
      (wanted) => location.hash.includes(`board=${wanted}`),
      board.replaceAll(" ", ""),
    );
    const other = await session.open(new URL(page.url()).hash, {});
    await distance(other, 10);
    assert.equal(await boardOf(other), board);
    assert.match(await text(other, "#play-title"), /A board of your own/);
    await page.goto(`${session.bench.address}#board=123456078&view=play`);
    await distance(page, 2);
  },

  "everything needed to play is visible on a laptop, without scrolling": async (session) => {
    for (const [width, height] of [
      [1366, 660],
      [1024, 768],
      [720, 800],
    ]) {
      const page = await session.open("#view=play", { viewport: { width, height } });
      await distance(page, 10);
      for (const part of ["#game-board", "[data-action=hint]", "#game-moves", "#new-game"]) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${part} at ${width} × ${height}`);
        assert.ok(box.x >= 0 && box.x + box.width <= width, `${part} at ${width} × ${height}`);
      }
      await picture(page, `play-${width}`);
    }
  },
};
