// The appearance of the tree and its lists: shapes, colours, boards, and the path once it is found.

import assert from "node:assert/strict";
import { jump, picture, search, searched, text } from "./bench.mjs";

/** Returns the number of pixels of the tree that have the colour of a CSS variable. */
function pixelsOf(page, token) {
  return page.evaluate((name) => {
    const probe = document.createElement("canvas").getContext("2d");
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
    const element = document.body.appendChild(document.createElement("i"));
    element.style.color = `var(--${name})`;
    probe.fillStyle = getComputedStyle(element).color;
    element.remove();
    probe.fillRect(0, 0, 1, 1);
    const wanted = probe.getImageData(0, 0, 1, 1).data;
    const canvas = document.getElementById("tree-canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const near = [0, 1, 2].every((part) => Math.abs(data[at + part] - wanted[part]) < 4);
      if (near && data[at + 3] > 200) count += 1;
    }
    return count;
  }, token);
}

const kinds = (page) => page.$$eval("#legend li", (all) => all.map((item) => item.dataset.kind));

/** Returns the visible rows of a list, as the texts of their cells. */
const rows = (page, id) =>
  page.$$eval(`#${id} .vlist-row:not([hidden])`, (all) =>
    all
      .sort((one, other) => one.dataset.index - other.dataset.index)
      .map((row) => Array.from(row.children, (cell) => cell.textContent)),
  );

export default {
  "a node is selected by a click and from the lists": async (session) => {
    const page = await session.open("#board=123460758&run=1");
    await searched(page);
    const answer = await session.solve(
      "123460758",
      "--algorithm",
      "astar",
      "--heuristic",
      "manhattan",
      "--steps",
    );
    assert.equal(await text(page, "#inspector h3"), `Node ${answer.path_ids.at(-1)}`);
    assert.match(await text(page, "#inspector"), /g 3 \+ h 0 = f 3\s*the goal/);
    // The first row of the closed list is the newest node, the last one the start.
    await page.focus("#closed-list .vlist-port");
    for (let press = 0; press < 4; press += 1) await page.keyboard.press("ArrowDown");
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    assert.match(await text(page, "#inspector"), /the start/);
    // The root is at the top of the tree, in the middle.
    const box = await page.locator("#tree-canvas").boundingBox();
    await page.click("#inspector button");
    for (let y = 20; y < box.height / 2; y += 12) {
      await page.mouse.click(box.x + box.width / 2, box.y + y);
      if ((await text(page, "#inspector h3")) === "Node 0") break;
    }
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    await picture(page, "tree");
  },

  "the path lights up when it is found and not before": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
    await jump(page, last);
    assert.ok((await pixelsOf(page, "path")) > 20, "the path is lit at the end");
    // The goal is explored in the last step; one step before, the path is not shown.
    for (const step of [last - 1, 1, Math.floor(last / 2)]) {
      await jump(page, step);
      assert.equal(await pixelsOf(page, "path"), 0, `step ${step}`);
    }
    const answer = await session.solve("412587063", "--algorithm", "astar", "--heuristic", "manhattan", "--steps");
    const link = `#board=412587063&run=1&step=${last - 1}&node=${answer.path_ids[5]}`;
    const other = await session.open(link);
    await searched(other);
    await jump(other, last - 1);
    assert.doesNotMatch(await text(other, "#inspector"), /path/);
    await jump(other, last);
    assert.match(await text(other, "#inspector"), /on the path/);
  },

  "the legend has the kinds that are drawn, in the shapes of the present zoom": async (session) => {
    const page = await session.open("#board=412587063&run=1");
    await searched(page);
    assert.deepEqual(await kinds(page), ["current", "closed", "open", "path", "goal"]);
    const shapes = () =>
      page.$$eval("#legend canvas", (all) => all.map((canvas) => canvas.toDataURL()).join());
    await page.focus("#tree-canvas");
    const far = await shapes();
    for (let press = 0; press < 8; press += 1) await page.keyboard.press("+");
    assert.notEqual(await shapes(), far);
    await page.selectOption("#algorithm", "ida");
    await search(page);
    assert.deepEqual(await kinds(page), ["current", "closed", "open", "pruned", "path", "goal"]);
    assert.match(await text(page, "#legend"), /visited.*beyond the bound/);
  },

  "cards have the order, the board and the moved tile": async (session) => {
    const page = await session.open("#board=123460758&run=1");
    await searched(page);
    await page.focus("#tree-canvas");
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("+");
    assert.ok((await pixelsOf(page, "moved")) > 100);
    for (const row of [0, 1, 2]) assert.ok((await pixelsOf(page, `row-${row}`)) > 100, `row ${row}`);
    assert.match(await text(page, "#inspector"), /the goal/);
    assert.equal(await page.locator("#inspector .tile-moved").count(), 1);
    await picture(page, "cards");
  },

  "lists show boards, with numbers beyond 9 as numbers": async (session) => {
    const page = await session.open("#board=123460758&run=1");
    await searched(page);
    const closed = await rows(page, "closed-list");
    assert.equal(closed.at(-1)[1], "123/460/758");
    const drawn = await page.$$eval("#closed-list .vlist-row:not([hidden]) canvas", (all) =>
      all.map((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      }),
    );
    assert.equal(drawn.length, closed.length);
    assert.ok(drawn.every((colours) => colours > 4));
    const large = await session.open("#board=1+2+3+4/5+6+7+8/9+10+11+12/13+0+14+15&run=1");
    await searched(large);
    assert.equal((await rows(large, "closed-list")).at(-1)[1], "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15");
  },

  "searches from both ends meet in the middle, and their path lights up": async (session) => {
    const page = await session.open("#board=412587063&algorithm=bidirectional&run=1");
    await searched(page);
    const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
    await jump(page, last);
    assert.match(await text(page, "#inspector"), /both searches meet here/);
    assert.deepEqual(await kinds(page), ["current", "closed", "open", "path", "meeting", "goal"]);
    const lit = await pixelsOf(page, "path");
    await jump(page, last - 1);
    // The goal itself is marked from the start.
    assert.ok((await pixelsOf(page, "path")) < lit / 4);
    await jump(page, last);
    await picture(page, "bidirectional");
    // One move from the goal: the search from the goal never starts.
    const near = await session.open("#board=123456708&algorithm=bidirectional&run=1");
    await searched(near);
    assert.match(await text(near, "#inspector"), /both searches meet here/);
  },

  "a list of a million rows is scrolled to its end": async (session) => {
    const page = await session.open("");
    const [last, first] = await page.evaluate(async () => {
      const { VirtualList } = await window.ofPage("lists");
      const host = document.body.appendChild(document.createElement("div"));
      host.style.cssText = "position: fixed; inset: 0; height: 300px";
      const columns = [{ title: "Row" }];
      const list = new VirtualList(host, { label: "Rows", columns, cells: (index) => [index] });
      list.update(1_000_000);
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const seen = () => {
        const box = list.port.getBoundingClientRect();
        return Array.from(host.querySelectorAll(".vlist-row:not([hidden])"))
          .filter((row) => row.getBoundingClientRect().bottom <= box.bottom + 1)
          .filter((row) => row.getBoundingClientRect().top >= box.top - 1)
          .map((row) => Number(row.textContent));
      };
      const rowsAt = async (top) => {
        while (list.height === 0) await frame();
        list.port.scrollTop = top;
        do await frame();
        while (list.scrolled !== list.port.scrollTop || seen().length === 0);
        return seen();
      };
      return [Math.max(...(await rowsAt(1e9))), Math.min(...(await rowsAt(0)))];
    });
    assert.deepEqual([last, first], [999_999, 0]);
  },
};
