// The recorded search: exact numbers at every step, forwards and backwards, and steps that are quick.

import assert from "node:assert/strict";
import { jump, number, numbers, picture, search, searched, state, text, tries } from "./bench.mjs";

/** How many pixels of the tree have the colour of a token of the page. */
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

/** The rows of a list in sight: what is written in each of its cells. */
const rows = (page, id) =>
  page.$$eval(`#${id} .vlist-row:not([hidden])`, (all) =>
    all
      .sort((one, other) => one.dataset.index - other.dataset.index)
      .map((row) => Array.from(row.children, (cell) => cell.textContent)),
  );

/** The longest but one of a hundred, and the middle one. */
function measured(times) {
  times.sort((one, other) => one - other);
  return { median: times[times.length >> 1], most: times[Math.floor(times.length * 0.99)] };
}

export default {
  "explored and frontier at each step are the command line's": async (sitting) => {
    const page = await sitting.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    assert.deepEqual(await numbers(page, "all-explored", "all-frontier"), [181_440, 0]);
    const { stderr } = await sitting.taquin(
      "solve",
      "647850321",
      "--algorithm",
      "bfs",
      "--order",
      "UDLR",
      "--progress",
      "1000",
    );
    const lines = [...stderr.matchAll(/explored (\d+)\s+frontier (\d+)/g)]
      .slice(0, 5)
      .map(([, ...numbers]) => numbers.map(Number));
    assert.deepEqual(lines.slice(0, 3), [
      [1000, 614],
      [2000, 1327],
      [3000, 1690],
    ]);
    // There and back again: a place has the same numbers whichever way it is reached.
    for (const [explored, frontier] of [...lines, ...lines.toReversed()]) {
      await jump(page, explored);
      assert.deepEqual(await numbers(page, "step-explored", "step-frontier", "open-count", "closed-count"), [
        explored,
        frontier,
        frontier,
        explored,
      ]);
    }
    await jump(page, 1000);
    await page.focus("#tree-canvas");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await numbers(page, "step-explored", "step-frontier", "open-count"), [1000, 614, 614]);
    await page.keyboard.press("Home");
    assert.deepEqual(await numbers(page, "step-explored", "step-frontier", "open-count"), [1, 0, 0]);
  },

  "small traces, whole: what waits is counted as the search counts it": async (sitting) => {
    const page = await sitting.open("#board=412587063");
    const all = [
      ["bfs"],
      ["dfs"],
      ["greedy", "manhattan"],
      ["astar", "manhattan"],
      ["dijkstra"],
      ["astar", "euclidean"],
      ["bidirectional"],
    ];
    const step = tries(3, 1);
    for (const [algorithm, heuristic] of all.filter((_, at) => at % step === 0)) {
      await page.selectOption("#algorithm", algorithm);
      if (heuristic) await page.selectOption("#heuristic", heuristic);
      await search(page);
      const answer = await sitting.solve(
        "412587063",
        "--algorithm",
        algorithm,
        ...(heuristic ? ["--heuristic", heuristic] : []),
      );
      const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
      if (answer.stats.explored < 5000) {
        assert.deepEqual(
          await numbers(page, "step-explored", "step-frontier"),
          [answer.stats.explored, answer.stats.frontier],
          algorithm,
        );
      }
      for (const step of [1, 2, 41, 39, last - 1, 200, 3]) {
        await jump(page, Math.min(step, last));
        const [open, frontier] = await numbers(page, "open-count", "step-frontier");
        assert.equal(open, frontier, `${algorithm} at ${step}`);
      }
    }
  },

  "rounds of deepening searches, both trees of a search from both ends, searches without a tree": async (
    sitting,
  ) => {
    const page = await sitting.open("#board=412587063&algorithm=ida");
    await state(page, "ready");
    await search(page);
    assert.match(await text(page, "#trace-note"), /3 rounds/);
    assert.equal(await text(page, "#inspector h3"), "Node 99");
    await page.focus("#tree-canvas");
    await page.keyboard.press("Home");
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    await page.selectOption("#algorithm", "bidirectional");
    await search(page);
    assert.match(await text(page, "#trace-note"), /Two trees/);
    await page.selectOption("#algorithm", "table");
    await search(page);
    assert.match(await text(page, "#tree-empty"), /explores no tree/);
    assert.equal(await page.isHidden("#inspector"), true);
  },

  "a node is looked at by click and from the lists": async (sitting) => {
    const page = await sitting.open("#board=123460758&run=1");
    await searched(page);
    const answer = await sitting.solve(
      "123460758",
      "--algorithm",
      "astar",
      "--heuristic",
      "manhattan",
      "--steps",
    );
    assert.equal(await text(page, "#inspector h3"), `Node ${answer.path_ids.at(-1)}`);
    assert.match(await text(page, "#inspector"), /g 3 \+ h 0 = f 3\s*the goal/);
    // The first row of the closed list is the newest, the last one the start.
    await page.focus("#closed-list .vlist-port");
    for (let press = 0; press < 4; press += 1) await page.keyboard.press("ArrowDown");
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    assert.match(await text(page, "#inspector"), /the start/);
    // The root stands at the top of the tree, above the middle of what is below it.
    const box = await page.locator("#tree-canvas").boundingBox();
    await page.click("#inspector button");
    for (let y = 20; y < box.height / 2; y += 12) {
      await page.mouse.click(box.x + box.width / 2, box.y + y);
      if ((await text(page, "#inspector h3")) === "Node 0") break;
    }
    assert.equal(await text(page, "#inspector h3"), "Node 0");
    await picture(page, "tree");
  },

  "it plays, pauses, and goes faster": async (sitting) => {
    const page = await sitting.open("#board=412587063&run=1&step=1");
    await searched(page);
    await page.focus("#tree-canvas");
    await page.keyboard.press("]");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => Number(document.getElementById("step-explored").textContent) > 8);
    await page.keyboard.press("Space");
    const there = await number(page, "step-explored");
    await page.waitForTimeout(200);
    assert.equal(await number(page, "step-explored"), there);
  },

  "the median step takes less than 8 ms in a trace of more than 10,000 nodes": async (sitting) => {
    const page = await sitting.open("#board=647850321&algorithm=bfs&run=1");
    await searched(page);
    assert.ok((await number(page, "step-generated")) > 10_000);
    await page.focus("#tree-canvas");
    const results = [];
    for (const zooms of [0, 6, 5]) {
      for (let press = 0; press < zooms; press += 1) await page.keyboard.press("+");
      await page.evaluate(() => performance.clearMeasures("taquin-step"));
      for (let press = 0; press < 24; press += 1)
        await page.keyboard.press(press % 4 === 3 ? "ArrowRight" : "ArrowLeft");
      const times = await page.evaluate(() =>
        performance.getEntriesByName("taquin-step").map((entry) => entry.duration),
      );
      assert.equal(times.length, 24);
      times.sort((one, other) => one - other);
      results.push(times);
      // The middle one: a busy machine may hold up any single step.
      assert.ok(times[12] < 8, `median ${times[12]} ms`);
    }
    // Long jumps build the lists anew.
    await page.evaluate(() => performance.clearMeasures("taquin-step"));
    for (const key of ["Home", "End", "Home", "End", "Home"]) await page.keyboard.press(key);
    const jumps = await page.evaluate(() =>
      performance.getEntriesByName("taquin-step").map((entry) => entry.duration),
    );
    const tell = (times) => `median ${times[times.length >> 1].toFixed(1)}, longest ${times.at(-1).toFixed(1)}`;
    return `${results.map(tell).join("; ")}; jumps ${tell(jumps.sort((one, other) => one - other))} ms`;
  },

  "the path lights up when it is found and not before": async (sitting) => {
    const page = await sitting.open("#board=412587063&run=1");
    await searched(page);
    const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
    await jump(page, last);
    assert.ok((await pixelsOf(page, "path")) > 20, "the path is lit at the end");
    // The goal is explored in the last step; one step before, nothing tells it.
    for (const step of [last - 1, 1, Math.floor(last / 2)]) {
      await jump(page, step);
      assert.equal(await pixelsOf(page, "path"), 0, `step ${step}`);
    }
    const answer = await sitting.solve("412587063", "--algorithm", "astar", "--heuristic", "manhattan", "--steps");
    const link = `#board=412587063&run=1&step=${last - 1}&node=${answer.path_ids[5]}`;
    const other = await sitting.open(link);
    await searched(other);
    await jump(other, last - 1);
    assert.doesNotMatch(await text(other, "#inspector"), /path/);
    await jump(other, last);
    assert.match(await text(other, "#inspector"), /on the path/);
  },

  "the legend has the kinds that are drawn, in the shapes of the present zoom": async (sitting) => {
    const page = await sitting.open("#board=412587063&run=1");
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
    assert.deepEqual(await kinds(page), ["current", "closed", "open", "cut", "path", "goal"]);
    assert.match(await text(page, "#legend"), /visited.*beyond the bound/);
  },

  "cards have the order, the board and the moved tile": async (sitting) => {
    const page = await sitting.open("#board=123460758&run=1");
    await searched(page);
    await page.focus("#tree-canvas");
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("+");
    assert.ok((await pixelsOf(page, "moved")) > 100);
    for (const row of [0, 1, 2]) assert.ok((await pixelsOf(page, `row-${row}`)) > 100, `row ${row}`);
    assert.match(await text(page, "#inspector"), /the goal/);
    assert.equal(await page.locator("#inspector .tile-moved").count(), 1);
    await picture(page, "cards");
  },

  "lists show boards, with numbers beyond 9 as numbers": async (sitting) => {
    const page = await sitting.open("#board=123460758&run=1");
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
    const large = await sitting.open("#board=1+2+3+4/5+6+7+8/9+10+11+12/13+0+14+15&run=1");
    await searched(large);
    assert.equal((await rows(large, "closed-list")).at(-1)[1], "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15");
  },

  "a search that deepens shows its path, its visits and the bound of each round": async (sitting) => {
    const page = await sitting.open("#board=412587063&algorithm=ida&run=1");
    await searched(page);
    const answer = await sitting.solve("412587063", "--algorithm", "ida", "--heuristic", "manhattan");
    assert.match(await text(page, "#open-title"), /^Path/);
    assert.match(await text(page, "#closed-title"), /^Visits/);
    assert.equal(await number(page, "open-count"), answer.length + 1);
    const bounds = answer.stats.iterations.map((round) => round.bound);
    assert.deepEqual(
      await page.$$eval(".rounds button b", (all) => all.map((bound) => bound.textContent)),
      bounds.map((bound) => `f ≤ ${bound}`),
    );
    assert.match(await text(page, ".rounds-says"), new RegExp(`^Round 3 of 3: .*above ${bounds[2]} `));
    await page.click(".rounds button:nth-child(2)");
    assert.match(await text(page, ".rounds-says"), /^Round 2 of 3/);
    assert.deepEqual(await numbers(page, "open-count", "closed-count"), [1, 1]);
    assert.equal(await page.locator(".rounds [aria-current]").count(), 1);
    await picture(page, "rounds");
    // A search with lists has them again.
    await page.selectOption("#algorithm", "bfs");
    await search(page);
    assert.match(await text(page, "#open-title"), /^Open/);
    assert.equal(await page.isHidden(".rounds"), true);
  },

  "searches from both ends meet in the middle, and their path lights up": async (sitting) => {
    const page = await sitting.open("#board=412587063&algorithm=bidirectional&run=1");
    await searched(page);
    const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
    await jump(page, last);
    assert.match(await text(page, "#inspector"), /here both searches meet/);
    assert.deepEqual(await kinds(page), ["current", "closed", "open", "path", "meeting", "goal"]);
    const lit = await pixelsOf(page, "path");
    await jump(page, last - 1);
    // The goal's own mark is there from the start.
    assert.ok((await pixelsOf(page, "path")) < lit / 4);
    await jump(page, last);
    await picture(page, "bidirectional");
    // One move from the goal: the goal's side never begins.
    const near = await sitting.open("#board=123456708&algorithm=bidirectional&run=1");
    await searched(near);
    assert.match(await text(near, "#inspector"), /here both searches meet/);
  },

  "a list of a million rows is scrolled to its end": async (sitting) => {
    const page = await sitting.open("");
    const [last, first] = await page.evaluate(async () => {
      const { VirtualList } = await import("/assets/script/lists.js");
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

  "a path that is cheaper is told apart": async (sitting) => {
    const page = await sitting.open("");
    const found = await page.evaluate(async () => {
      const { STATUS, Trace } = await import("/assets/script/trace.js");
      const zeros = [0, 0, 0];
      const trace = new Trace({
        size: "2x2",
        algorithm: "astar",
        outcome: "stopped",
        trace: {
          nodes: { parent: [0, 0, 1, 2], move: "UDLL", g: [3, 1, 4, 2], h: null, f: null, fate: "kkkb" },
          steps: {
            node: [0, 1, 2],
            made_before: [0, 2, 3],
            explored: [1, 2, 3],
            expanded: zeros,
            generated: zeros,
            frontier: [0, 1, 1],
            max_frontier: zeros,
            max_depth: zeros,
          },
          rounds: [],
          path: null,
          start: [1, 2, 3, 0],
          goal_tiles: [1, 2, 3, 0],
          complete: true,
        },
      });
      trace.seek(trace.last);
      return [trace.statusOf(4) === STATUS.better, trace.openCount, trace.openAt(0), trace.openAt(1)];
    });
    assert.deepEqual(found, [true, 2, 3, 4]);
  },

  "the median step takes less than 8 ms in recorded searches of a million entries": async (sitting) => {
    const remarks = [];
    for (const room of tries([1_000_000], [100_000, 1_000_000])) {
      const board = "2+15+1+12/8+5+6+11/4+9+10+7/3+14+13+0";
      const page = await sitting.open(`#board=${board}&algorithm=bfs&max_nodes=${room / 2}&room=${room}&run=1`);
      page.setDefaultTimeout(60_000);
      await searched(page);
      const last = Number(await page.getAttribute("#trace-transport input[type=range]", "max"));
      // As many as the server has room for.
      assert.ok(last > 20_000, `${last} steps`);
      await page.focus("#tree-canvas");
      await jump(page, Math.floor(last * 0.8));
      await page.focus("#tree-canvas");
      for (const zooms of [0, 6, 8]) {
        for (let press = 0; press < zooms; press += 1) await page.keyboard.press("+");
        await page.evaluate(() => performance.clearMeasures("taquin-step"));
        for (let press = 0; press < 100; press += 1)
          await page.keyboard.press(press % 4 === 3 ? "ArrowRight" : "ArrowLeft");
        const times = await page.evaluate(() =>
          performance.getEntriesByName("taquin-step").map((entry) => entry.duration),
        );
        assert.ok(times.length >= 100);
        const { median, most } = measured(times);
        assert.ok(median < 8, `median ${median} ms`);
        remarks.push(`${median.toFixed(1)} (99 %: ${most.toFixed(1)})`);
      }
      remarks.push(`at ${last} steps`);
    }
    return `median ${remarks.join(", ")} ms`;
  },

  "the median step takes less than 8 ms in a tree of a million nodes": async (sitting) => {
    const page = await sitting.open("#board=412587063&run=1");
    await searched(page);
    page.setDefaultTimeout(60_000);
    const results = await page.evaluate(stepsOfMillion);
    const tell = ([name, times]) => {
      const { median, most } = measured(times);
      assert.ok(median < 8, `${name}: median ${median} ms`);
      return `${name} ${median.toFixed(1)} (99 %: ${most.toFixed(1)})`;
    };
    const { read, laid, ...rest } = results;
    return `read in ${Math.round(read)} ms, laid out in ${Math.round(laid)} ms; ${Object.entries(rest).map(tell).join(", ")} ms`;
  },
};

/** In the page: makes up a breadth-first search of a million nodes, and times the steps of all that shows it. */
async function stepsOfMillion() {
  const [{ Trace }, { TreeView }, { NodeLists }, { Inspector }] = await Promise.all(
    ["trace", "tree-view", "node-lists", "inspector"].map((name) => import(`/assets/script/${name}.js`)),
  );
  const NODES = 1_000_000;
  const moves = "UDLR";
  const back = [1, 0, 3, 2];
  const nodes = { parent: [], move: [], g: [], h: [], f: [], fate: [] };
  const steps = { node: [], made_before: [], frontier: [] };
  const by = [-1];
  const blanks = [5];
  const depths = [0];
  const queue = [0];
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 0x7fffffff) / 0x7fffffff;
  while (by.length <= NODES) {
    const node = queue[steps.node.length];
    steps.node.push(node);
    steps.made_before.push(by.length - 1);
    steps.frontier.push(queue.length - steps.node.length);
    for (let move = 0; move < 4 && by.length <= NODES; move += 1) {
      const blank = blanks[node];
      const wall = [blank < 4, blank > 11, blank % 4 === 0, blank % 4 === 3][move];
      if (wall || move === back[by[node]]) continue;
      const isKnown = random() < 0.1;
      if (!isKnown) queue.push(by.length);
      depths.push(depths[node] + 1);
      nodes.parent.push(node);
      nodes.move.push(moves[move]);
      nodes.g.push(depths.at(-1));
      nodes.h.push(Math.floor(random() * 30));
      nodes.f.push(nodes.g.at(-1) + nodes.h.at(-1));
      nodes.fate.push(isKnown ? "d" : "k");
      by.push(move);
      blanks.push(blank + [-4, 4, -1, 1][move]);
    }
  }
  nodes.move = nodes.move.join("");
  nodes.fate = nodes.fate.join("");
  const counts = steps.frontier;
  const columns = { explored: counts, expanded: counts, generated: counts, max_frontier: counts, max_depth: counts };
  const start = Array.from({ length: 16 }, (_, cell) => (cell === 5 ? 0 : cell < 5 ? cell + 1 : cell));
  const goal_tiles = Array.from({ length: 16 }, (_, cell) => (cell + 1) % 16);
  const answer = {
    size: "4x4",
    algorithm: "bfs",
    outcome: "stopped",
    trace: {
      nodes,
      steps: { ...steps, ...columns },
      rounds: [],
      path: null,
      start,
      goal_tiles,
      start_h: 9,
      complete: false,
      single_tree: true,
    },
  };
  const timed = (call) => {
    const begun = performance.now();
    call();
    return performance.now() - begun;
  };
  let trace;
  const read = timed(() => (trace = new Trace(answer)));
  const tree = new TreeView(document.getElementById("tree-canvas"), { picked() {}, moved() {} });
  const lists = new NodeLists({ chosen() {}, went() {} });
  const inspector = new Inspector(() => {});
  tree.resize();
  const laid = timed(() => {
    tree.load(trace);
    lists.load(trace);
  });
  const step = (place) => {
    trace.seek(place);
    tree.update();
    lists.update();
    inspector.show(trace, trace.focus, false);
  };
  const series = async (count, placeAt) => {
    const times = [];
    for (let at = 0; at < count; at += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      times.push(timed(() => step(placeAt(at))));
    }
    return times;
  };
  const results = { read, laid };
  const { last } = trace;
  results.played = await series(200, (at) => 1 + Math.floor((at * last) / 200));
  results.forwards = await series(100, (at) => last - 200 + at);
  results.backwards = await series(100, (at) => last - 100 - at);
  tree.zoomBy(40);
  results.nearer = await series(100, (at) => last - 200 + at);
  tree.zoomBy(1e9);
  results.near = await series(100, (at) => last - 100 - at);
  return results;
}
