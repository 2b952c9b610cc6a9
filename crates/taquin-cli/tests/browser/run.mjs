// Runs all browser tests: node run.mjs <taquin> [part of a name]
//
// One server, or one site of files, and one browser for all; a test fails if the page logs an error or asks another host for anything. TAQUIN_SCREENSHOTS names a folder for pictures of each view.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bench } from "./bench.mjs";
import enter from "./enter.mjs";
import search from "./search.mjs";
import steps from "./steps.mjs";
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
const MEASURES_TIME = /first paint|median step/;

/** Where the page is opened, and what is tested there. In long runs all that asks no server is tested on a site, too. */
const anywhere = { enter, search, steps, solution, player, compare, race, play, share, results, layout, looks, own };
const places = {
  server: { ...anywhere, away, module },
  static: process.env.TAQUIN_LONG_TESTS === "1" ? { ...anywhere, static: withoutServer } : { static: withoutServer, own },
};
const testsOf = (suites, place) =>
  Object.entries(suites).flatMap(([suite, list]) =>
    Object.entries(list).map(([name, test]) => ({ name: `${place}, ${suite}: ${name}`, test })),
  );
const failed = [];
const begun = performance.now();
async function work(bench, waiting) {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const since = performance.now();
    const took = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
    try {
      const remark = await bench.run(next.test);
      console.log(`ok    ${next.name} (${took()})${remark ? `: ${remark}` : ""}`);
    } catch (error) {
      failed.push(next.name);
      console.log(`FAIL  ${next.name} (${took()})\n${error.stack}`);
    }
  }
}

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
process.exit(failed.length === 0 ? 0 : 1);
