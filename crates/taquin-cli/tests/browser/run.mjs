// Runs all browser tests: node run.mjs <taquin> [part of a name]
//
// All tests share one server, or one site of files, and one browser. A test fails if the page logs an error or sends a
// request to another host. TAQUIN_SCREENSHOTS names a folder for screenshots of each view.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bench } from "./bench.mjs";
import enter from "./enter.mjs";
import search from "./search.mjs";
import steps from "./steps.mjs";
import tree from "./tree.mjs";
import speed from "./speed.mjs";
import solution from "./solution.mjs";
import player from "./player.mjs";
import compare from "./compare.mjs";
import race from "./race.mjs";
import play from "./play.mjs";
import share from "./share.mjs";
import results from "./results.mjs";
import away from "./away.mjs";
import layout from "./layout.mjs";
import looks from "./looks.mjs";
import module from "./module.mjs";
import own from "./own.mjs";
import hostile from "./hostile.mjs";
import withoutServer from "./static.mjs";

const [binary, filter = ""] = process.argv.slice(2);
if (!binary) {
  console.error("usage: node run.mjs <taquin> [part of a name]");
  process.exit(2);
}
// An empty folder, so that no cached table changes the counts.
process.env.TAQUIN_CACHE_DIR = await mkdtemp(join(tmpdir(), "taquin-tables-"));
/** The number of tests that run at once: some wait while others work. */
const CONCURRENCY = 4;
/** Tests that measure time run before the others, one by one. */
const MEASURES_TIME = /first paint/;

const isLong = process.env.TAQUIN_LONG_TESTS === "1";
/** The suites that run wherever the page is opened. */
const anywhere = {
  enter,
  search,
  steps,
  tree,
  speed,
  solution,
  player,
  compare,
  race,
  play,
  share,
  results,
  layout,
  looks,
  own,
  hostile,
};
/** Where the page is opened, and the suites that run there. Long runs test all that needs no server without one too. */
const places = {
  server: { ...anywhere, away, module },
  static: isLong ? { ...anywhere, static: withoutServer } : { static: withoutServer, own, hostile },
  ...(isLong && { single: { ...anywhere, static: withoutServer } }),
};
/** Tests that need a server, and tests that need files in a folder, by the start of their names, with the reason. */
const ONLY = {
  server: {
    "play: a game that is won while the server is away": "there is no server that could go away",
    "solution: a GIF": "GIFs are drawn by the server; another test checks that the page states this",
  },
  folder: {
    "looks: under 300 kB": "a single file contains the module",
  },
};
/** Returns why a test is skipped in a place, if it is. */
function skipReason(name, place) {
  const lacking = [place !== "server" && ONLY.server, place === "single" && ONLY.folder].filter(Boolean);
  const reasons = lacking.flatMap(Object.entries);
  return reasons.find(([part]) => name.startsWith(part))?.[1];
}
/**
 * The tests of every run: the most important ones of each part. `TAQUIN_PAGE_TESTS=all` runs all tests, as `.ci/run`
 * does; with a filter all matching tests run.
 */
const QUICK = new Set([
  "search: every algorithm gives the numbers of the command line",
  "search: options reach the search",
  "steps: explored and frontier at each step match the command line",
  "tree: searches from both ends meet in the middle, and their path lights up",
  "tree: the path lights up when it is found and not before",
  "tree: cards have the order, the board and the moved tile",
  "solution: one player, two tracks: the keys control the chosen one",
  "solution: the moves are copied, JSON and SVG downloaded",
  "player: the main line of pseudo-code of a step is marked",
  "player: after Start the search plays in six seconds, lights its path, and the tiles slide",
  "player: the search that is shown is the one that ran, requested once",
  "player: on opening a small A* search plays silently until the user does something",
  "player: a search that is not fully recorded still has its solution",
  "compare: one board: the command line's numbers, the best marked, bars",
  "compare: display names, a verdict, and dashes with a reason",
  "compare: rows and plots are saved as files",
  "race: four searches are shown at the same node, and their places match the command line",
  "race: a race that is refused shows the reason",
  "play: opens with a board that can be played at once",
  "play: to the goal by hints, which are arrows and cost the score",
  "play: a reload restores the game, its moves, its time and its end",
  "share: Back cancels a running search",
  "share: a board in the query opens, as other pages link to boards, until there is another",
  "results: a result and its name disappear when the board changes",
  "away: a comparison that ends with the server reports it",
  "layout: two columns from 720 pixels, three from 1200",
  "layout: on a phone Start leads to the tree, and the search can be cancelled there",
  "looks: under 300 kB in all, first paint under a second",
  "looks: axe finds nothing serious in search, light or dark",
  "looks: every control can be reached by Tab, and shows its focus",
  "looks: tiles have the colour of their row in the goal, and the tile that moved is marked",
  "enter: an unsolvable board is explained and fixed",
  "enter: examples: at the stated distance from the goal, a 15-puzzle, and an unsolvable one",
  "own: ordinary code works: local functions, caches, classes, state between calls",
  "own: what is wrong with the code is shown once, with its line, until something changes",
  "hostile: hostile heuristics reach no network",
  "hostile: hostile heuristics reach nothing that is stored, and no other page",
  "hostile: hostile heuristics forge no answer",
  "share: numbers of a link that are none, or too large, are ignored",
  ...Object.keys(module).map((name) => `module: ${name}`),
  "static: every algorithm gives the numbers of the command line",
  "static: compare, race and play work as with a server",
  "static: the page states what needs a server",
]);
const wantsAll = isLong || process.env.TAQUIN_PAGE_TESTS === "all" || filter !== "";
const testsOf = (suites, place) =>
  Object.entries(suites).flatMap(([suite, list]) =>
    Object.entries(list)
      .filter(([name]) => wantsAll || QUICK.has(`${suite}: ${name}`))
      .map(([name, test]) => ({
        name: `${place}, ${suite}: ${name}`,
        why: skipReason(`${suite}: ${name}`, place),
        test,
      })),
  );
const failed = [];
const begun = performance.now();
async function work(bench, queue) {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const since = performance.now();
    const took = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
    if (next.why) {
      console.log(`skip  ${next.name}: ${next.why}`);
      continue;
    }
    try {
      const remark = await bench.run(next.test);
      console.log(`ok    ${next.name} (${took()})${remark ? `: ${remark}` : ""}`);
    } catch (error) {
      failed.push(next.name);
      console.log(`FAIL  ${next.name} (${took()})\n${error.stack}`);
    }
  }
}

const known = new Set(
  Object.values(places)
    .flatMap((suites) => Object.entries(suites))
    .flatMap(([suite, list]) => Object.keys(list).map((name) => `${suite}: ${name}`)),
);
for (const name of QUICK) if (!known.has(name)) throw new Error(`there is no test "${name}"`);

for (const [place, suites] of Object.entries(places)) {
  const chosen = testsOf(suites, place).filter(({ name }) => name.includes(filter));
  if (chosen.length === 0) continue;
  const bench = await Bench.open(binary, place);
  try {
    await work(
      bench,
      chosen.filter(({ name }) => MEASURES_TIME.test(name)),
    );
    const others = chosen.filter(({ name }) => !MEASURES_TIME.test(name));
    await Promise.all(Array.from({ length: CONCURRENCY }, () => work(bench, others)));
  } finally {
    await bench.close();
  }
}
const seconds = ((performance.now() - begun) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `all passed in ${seconds} s`
    : `${failed.length} failed in ${seconds} s: ${failed.join("; ")}`,
);
await rm(process.env.TAQUIN_CACHE_DIR, { recursive: true, force: true });
process.exit(failed.length === 0 ? 0 : 1);
