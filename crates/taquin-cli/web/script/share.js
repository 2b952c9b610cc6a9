// All settings as a link. Defaults are left out, so that links stay short. Links are validated when they are read, as
// anyone may have written them.

import { OPTIONS, RACING, SEARCHES, WATCHED } from "./options.js";

/** The board for links without one: 16 moves from the goal. */
const FIRST_BOARD = "412/587/063";

/** How the numbers of links are checked: whole numbers from 0 or decimal ones, neither too large to be exact. */
const NUMBERS = {
  whole: (number) => Number.isSafeInteger(number) && number >= 0,
  decimal: (number) => number >= 0 && number <= Number.MAX_SAFE_INTEGER,
};

/** The kinds of options, by how their fields parse them. */
const OPTION_KINDS = { count: "whole", decimal: "decimal" };

/** Every setting with its default; `kind` is how it is parsed. */
const SETTINGS = {
  view: { standard: "search", kind: "text" },
  board: { standard: FIRST_BOARD, kind: "text" },
  size: { standard: null, kind: "text" },
  goal: { standard: "classic", kind: "text" },
  algorithm: { standard: WATCHED.algorithm, kind: "text" },
  heuristic: { standard: WATCHED.heuristic, kind: "text" },
  cost: { standard: "unit", kind: "text" },
  ...Object.fromEntries(
    OPTIONS.map(({ name, number }) => [name, { standard: null, kind: OPTION_KINDS[number] ?? "text" }]),
  ),
  max_nodes: { standard: null, kind: "whole" },
  max_seconds: { standard: null, kind: "decimal" },
  max_bytes: { standard: null, kind: "whole" },
  capacity: { standard: null, kind: "whole" },
  boards: { standard: "this", kind: "text" },
  count: { standard: 100, kind: "whole" },
  seed: { standard: 1, kind: "whole" },
  configurations: { standard: SEARCHES, kind: "list" },
  racing: { standard: RACING, kind: "list" },
  run: { standard: false, kind: "flag" },
  at: { standard: null, kind: "whole" },
  step: { standard: null, kind: "whole" },
  node: { standard: null, kind: "whole" },
  compared: { standard: false, kind: "flag" },
  raced: { standard: false, kind: "flag" },
};
const MAX_LENGTH = 4000;

export const defaultSettings = () =>
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { standard }]) => [name, Array.isArray(standard) ? standard.slice() : standard]),
  );

/** Escapes a text for a link; characters that need no escape stay readable. */
const escaped = (text) =>
  encodeURIComponent(text)
    .replace(/%(2F|2C|3A)/g, decodeURIComponent)
    .replaceAll("%20", "+");

/** Returns the settings as the fragment of a link, the part after `#`. */
export function writeLink(settings) {
  const parts = [];
  for (const [name, { standard, kind }] of Object.entries(SETTINGS)) {
    const value = settings[name];
    const same = kind === "list" ? value.join() === standard.join() : value === standard;
    if (same || value === null || value === undefined) continue;
    const text = kind === "list" ? value.join(",") : kind === "flag" ? "1" : String(value);
    parts.push(`${name}=${escaped(text)}`);
  }
  return parts.join("&");
}

/** Returns the board in the query of an address: `?scramble=5_12_11_...`, as other pages link to boards; else null. */
export const scrambleOf = ({ search }) => new URLSearchParams(search).get("scramble");

/** Returns the settings in an address; its link, once there is one, is newer than its query. */
export function readAddress({ search, hash }) {
  const settings = readLink(hash);
  const scramble = scrambleOf({ search });
  if (scramble && hash.length < 2) settings.board = scramble.slice(0, MAX_LENGTH);
  return settings;
}

/** Returns the settings in a link, with defaults for those that it does not have. */
export function readLink(hash) {
  const settings = defaultSettings();
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, { kind }] of Object.entries(SETTINGS)) {
    const text = given.get(name)?.slice(0, MAX_LENGTH);
    if (text === undefined || text === null) continue;
    if (kind in NUMBERS) {
      const number = Number(text);
      if (text.trim() !== "" && NUMBERS[kind](number)) settings[name] = number;
    } else if (kind === "list") settings[name] = text.split(",").filter(Boolean);
    else if (kind === "flag") settings[name] = text === "1";
    else settings[name] = text;
  }
  if (!["search", "compare", "race", "play"].includes(settings.view)) settings.view = "search";
  if (!["this", "random"].includes(settings.boards)) settings.boards = "this";
  return settings;
}
