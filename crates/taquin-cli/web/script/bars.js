// Bars on a logarithmic scale, each with a name and a value: a list in the page, and a picture to download.

import { make } from "./dom.js";

/** The picture's dimensions in pixels, and its colours: those of the page's light theme. */
const PICTURE = { width: 640, top: 52, row: 40, margin: 20, bar: 12 };
const INK = { text: "#17201f", quiet: "#5d6a67", paper: "#ffffff", track: "#eceeea" };
const BAR = { plain: "#5b6764", best: "#0d6a64", stopped: "#b98a2f" };

/**
 * Returns the length of each bar, from 0 to 1. All start at the power of ten below the lowest value, as a logarithmic
 * scale has no zero.
 */
function shares(entries) {
  const values = entries.map((entry) => entry.value).filter((value) => value > 0);
  const floor = Math.floor(Math.log10(Math.min(...values)) - 0.01);
  const ceiling = Math.max(Math.log10(Math.max(...values)), floor + 1);
  return entries.map(({ value }) => (value > 0 ? (Math.log10(value) - floor) / (ceiling - floor) : 0));
}

const kindOf = ({ best, stopped }) => (stopped ? "stopped" : best ? "best" : "plain");
const valueText = ({ text, best, stopped }) => `${text}${stopped ? " (stopped)" : best ? " ★" : ""}`;

/** Bars for `{name, value, text, why, best, stopped}`; `why` is the reason why there is no value. */
export function bars(entries) {
  const list = make("ul", { className: "bars" });
  const reach = shares(entries);
  entries.forEach((entry, at) => {
    const bar = make("span", { className: `bar-fill bar-${kindOf(entry)}` });
    bar.style.setProperty("--share", reach[at]);
    list.append(
      make(
        "li",
        {},
        make("span", { className: "bar-name", textContent: entry.name }),
        make("span", { className: "bar-value", title: entry.why ?? "", textContent: valueText(entry) }),
        make("span", { className: "bar-track", "aria-hidden": "true" }, bar),
      ),
    );
  });
  return list;
}

/** The same bars as the text of an SVG. */
export function barsPicture(title, entries) {
  const { width, top, row, margin, bar } = PICTURE;
  const height = top + entries.length * row + margin / 2;
  const inner = width - 2 * margin;
  const reach = shares(entries);
  const rect = (y, wide, fill) =>
    `<rect x="${margin}" y="${y}" width="${wide.toFixed(1)}" height="${bar}" rx="3" fill="${fill}"/>`;
  const text = (x, y, fill, content, attributes = "") =>
    `<text x="${x}" y="${y}" fill="${fill}"${attributes}>${escaped(content)}</text>`;
  const rows = entries.map((entry, at) => {
    const y = top + at * row;
    return [
      text(margin, y, INK.text, entry.name),
      text(width - margin, y, INK.text, valueText(entry), ' text-anchor="end" font-weight="600"'),
      rect(y + 7, inner, INK.track),
      rect(y + 7, Math.max(2, inner * reach[at]), BAR[kindOf(entry)]),
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="${INK.paper}"/>
${text(margin, 24, INK.quiet, title, ' font-weight="600"')}
${rows.join("\n")}
</svg>
`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
