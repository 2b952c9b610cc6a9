// Runs all browser tests: node run.mjs <taquin> [part of a name]
//
// One server, or one site of files, and one browser for all; a test fails if the page logs an error or asks another host for anything. TAQUIN_SCREENSHOTS names a folder for pictures of each view.

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
import withoutServer from "./static.mjs";

const [binary, filter = ""] = process.argv.slice(2);
if (!binary) {
  console.error("usage: node run.mjs <taquin> [part of a name]");
  process.exit(2);
}
// No table that was kept before changes what is counted.
process.env.TAQUIN_CACHE_DIR = await mkdtemp(join(tmpdir(), "taquin-tables-"));
/** Tests at once: some wait while others work. */
const AT_ONCE = 4;
/** Tests that measure a time run before the others, one by one. */
const MEASURES_TIME = /first paint/;

const isLong = process.env.TAQUIN_LONG_TESTS === "1";
/** What is tested wherever the page is opened. */
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
};
/** Where the page is opened, and what is tested there. In long runs all that asks no server is tested without one, too. */
const places = {
  server: { ...anywhere, away, module },
  static: isLong ? { ...anywhere, static: withoutServer } : { static: withoutServer, own },
  ...(isLong && { single: { ...anywhere, static: withoutServer } }),
};
/** What only a server has, by the parts of its tests' names; and what only files in a folder have. */
const ONLY = {
  server: {
    "play: a game that is won while the server is away": "there is no server that could go away",
    "solution: a GIF": "GIFs are drawn by the server; that the page says so is tested in its place",
  },
  folder: {
    "looks: under 300 kB": "one file has its module within it",
  },
};
/** Why a test has no sense in a place, if it has none. */
function whyNot(name, place) {
  const lacking = [place !== "server" && ONLY.server, place === "single" && ONLY.folder].filter(Boolean);
  const reasons = lacking.flatMap(Object.entries);
  return reasons.find(([part]) => name.startsWith(part))?.[1];
}
/**
 * What every run tests: the heart of each part. `TAQUIN_PAGE_TESTS=all` runs everything, as `.ci/run` does, and so does
 * whoever names tests.
 */
const QUICK = new Set([
  "search: every algorithm, with the numbers of the command line",
  "search: options reach the search",
  "steps: explored and frontier at each step are the command line's",
  "tree: searches from both ends meet in the middle, and their path lights up",
  "tree: the path lights up when it is found and not before",
  "tree: cards have the order, the board and the moved tile",
  "solution: one player, two tracks: the keys walk the one that is chosen",
  "solution: the moves are copied, JSON and SVG downloaded",
  "player: the line of pseudo-code that a step is about is marked",
  "player: after Start the search plays in six seconds, lights its path, and the tiles slide",
  "player: the search that is shown is the one that ran: asked for once",
  "player: on opening a small A* plays by itself, without a word, until somebody does something",
  "player: beyond the room there is a solution all the same",
  "compare: one board: the command line's numbers, the best marked, bars",
  "compare: names for people, a verdict, and dashes that say why",
  "compare: rows and plots are kept as files",
  "race: four searches stand at the same node, and their places are the command line's",
  "race: a race that is refused says why",
  "play: opens with a board that can be played at once",
  "play: to the goal by hints, which are arrows and cost the score",
  "play: a reload keeps the game, its moves, its time and its end",
  "share: Back ends a search that still runs",
  "results: a result goes with its board, and so does its name",
  "away: a comparison that ends with the server says so",
  "layout: two columns from 720 pixels, three from 1200",
  "layout: on a phone Start leads to the tree, and the search can be cancelled there",
  "looks: under 300 kB in all, first paint under a second",
  "looks: axe finds nothing serious in search, light or dark",
  "looks: every control can be reached by Tab, and shows that it was",
  "looks: tiles have the colour of their row in the goal, and the tile that moved is marked",
  "enter: an unsolvable board is explained and mended",
  "enter: examples: as far from the goal as they say, a 15-puzzle, and one that cannot be solved",
  ...Object.keys(module).map((name) => `module: ${name}`),
  "static: every algorithm, with the numbers of the command line",
  "static: compare, race and play work as with a server",
  "static: what needs a server is said",
]);
const wantsAll = isLong || process.env.TAQUIN_PAGE_TESTS === "all" || filter !== "";
const testsOf = (suites, place) =>
  Object.entries(suites).flatMap(([suite, list]) =>
    Object.entries(list)
      .filter(([name]) => wantsAll || QUICK.has(`${suite}: ${name}`))
      .map(([name, test]) => ({
        name: `${place}, ${suite}: ${name}`,
        why: whyNot(`${suite}: ${name}`, place),
        test,
      })),
  );
const failed = [];
const begun = performance.now();
async function work(bench, waiting) {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
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
    await Promise.all(Array.from({ length: AT_ONCE }, () => work(bench, others)));
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
