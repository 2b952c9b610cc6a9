// Bars on a logarithmic scale, as rows of a list: a name, a bar, a value. The values are the server's.

import { make } from "./dom.js";

/**
 * Bars for `{name, value, text, best, stopped}`. Each begins at the power of ten below the least value, as
 * a logarithmic scale has no zero.
 */
export function bars(entries) {
  const values = entries.map((entry) => entry.value).filter((value) => value > 0);
  const floor = Math.floor(Math.log10(Math.min(...values)) - 0.01);
  const ceiling = Math.max(Math.log10(Math.max(...values)), floor + 1);
  const share = (value) => (value > 0 ? (Math.log10(value) - floor) / (ceiling - floor) : 0);
  const list = make("ul", { className: "bars" });
  for (const { name, value, text, best, stopped } of entries) {
    const bar = make("span", {
      className: stopped ? "bar-fill bar-stopped" : best ? "bar-fill bar-best" : "bar-fill",
    });
    bar.style.setProperty("--share", share(value));
    list.append(
      make(
        "li",
        {},
        make("span", { className: "bar-name", textContent: name }),
        make("span", {
          className: "bar-value",
          textContent: `${text}${stopped ? " (stopped)" : best ? " ★" : ""}`,
        }),
        make("span", { className: "bar-track", "aria-hidden": "true" }, bar),
      ),
    );
  }
  return list;
}
