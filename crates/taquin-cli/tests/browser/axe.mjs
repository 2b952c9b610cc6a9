// Accessibility checks with axe.

import assert from "node:assert/strict";
import axe from "axe-core";

/** All rules of axe; those that depend on colours; those that do not. */
const ALL = {};
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };
export const SHAPES = { rules: { "color-contrast": { enabled: false } } };

/** Returns the serious and critical violations that axe finds in a part of the page. */
export async function violations(page, rules = ALL, part = "body") {
  // Evaluated by the test, not loaded by the page, as the page's policy allows no foreign scripts.
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    ([where, options]) => window.axe.run(where, { resultTypes: ["violations"], ...options }),
    [part, rules],
  );
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const places = nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`);
      return `${id}: ${places.join(" | ")}`;
    });
}

/** Asserts that axe finds nothing serious in the light and in the dark theme. */
export async function inBothThemes(page, name, part) {
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(await violations(page, ALL, part), [], name);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await violations(page, COLOURS, part), [], `${name}, dark`);
}
