// Numbers and words for display, formatted as on the command line.

const digits = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const fewDigits = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** Formats 181440 as `181,440`; numbers from 100 on have at most one decimal. */
export const grouped = (number) =>
  number === null || number === undefined ? "–" : (number < 100 ? digits : fewDigits).format(number);

const inWords = new Intl.NumberFormat("en-US", { notation: "compact", compactDisplay: "long" });

/** Formats 2000000000 as `2 billion`. */
export const roughly = (number) => inWords.format(number);

/** Formats a count with its noun: `1 move`, `31 moves`. */
export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

function scaled(value, units, step) {
  let at = 0;
  while (value >= step && at < units.length - 1) {
    value /= step;
    at += 1;
  }
  return `${value >= 100 || at === 0 ? Math.round(value) : value.toPrecision(value >= 10 ? 3 : 2)} ${units[at]}`;
}

/** Formats 2202009 as `2.1 MiB`. */
export const bytes = (count) =>
  count === null || count === undefined ? "–" : scaled(count, ["B", "KiB", "MiB", "GiB", "TiB"], 1024);

/** Formats 0.0039 as `3.90 ms`. */
export function seconds(value) {
  if (value === null || value === undefined) return "–";
  if (value < 1e-3) return `${(value * 1e6).toPrecision(3)} µs`;
  if (value < 1) return `${(value * 1e3).toPrecision(3)} ms`;
  return value < 100 ? `${value.toFixed(2)} s` : `${Math.round(value)} s`;
}

/** Formats 1234567 per second as `1.23 million/s`. */
export function rate(perSecond) {
  if (!perSecond) return "–";
  return perSecond >= 1e6 ? `${(perSecond / 1e6).toFixed(2)} million/s` : `${grouped(Math.round(perSecond))}/s`;
}

/** Formats 83 seconds as `1:23`. */
export const clock = (whole) => `${Math.floor(whole / 60)}:${String(Math.floor(whole % 60)).padStart(2, "0")}`;

/** Gives a text a capital first letter and a full stop. */
export function sentence(text) {
  const trimmed = text.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?:]$/.test(capital) ? capital : `${capital}.`;
}

/** Formats the cost of a node: whole numbers as they are, others with one decimal. */
export const cost = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));
