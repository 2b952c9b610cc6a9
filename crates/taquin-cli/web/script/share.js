// The whole configuration as a link. What is the default is left out, so that links stay short; what is in a
// link is read with care, for anybody may have written it.

/** The searches that are compared unless somebody says otherwise. */
const SEARCHES = ["bfs", "dfs", "bidirectional", "greedy:manhattan", "astar:manhattan", "ida:manhattan"];

/** Those that race unless somebody says otherwise. */
const RACING = ["bfs", "bidirectional", "greedy:manhattan", "astar:manhattan"];

/** The board of a page whose link names none: 16 moves from the goal. */
const FIRST_BOARD = "412/587/063";

/** Every setting with its default; `kind` says how it is read. */
const SETTINGS = {
  view: { standard: "search", kind: "text" },
  board: { standard: FIRST_BOARD, kind: "text" },
  size: { standard: null, kind: "text" },
  goal: { standard: "classic", kind: "text" },
  algorithm: { standard: "astar", kind: "text" },
  heuristic: { standard: "manhattan", kind: "text" },
  cost: { standard: "unit", kind: "text" },
  order: { standard: "UDLR", kind: "text" },
  ties: { standard: null, kind: "text" },
  goal_test: { standard: null, kind: "text" },
  weight: { standard: null, kind: "number" },
  width: { standard: null, kind: "number" },
  max_depth: { standard: null, kind: "number" },
  max_nodes: { standard: null, kind: "number" },
  max_seconds: { standard: null, kind: "number" },
  max_bytes: { standard: null, kind: "number" },
  room: { standard: null, kind: "number" },
  boards: { standard: "this", kind: "text" },
  count: { standard: 100, kind: "number" },
  seed: { standard: 1, kind: "number" },
  configurations: { standard: SEARCHES, kind: "list" },
  racing: { standard: RACING, kind: "list" },
  run: { standard: false, kind: "flag" },
  at: { standard: null, kind: "number" },
  step: { standard: null, kind: "number" },
  node: { standard: null, kind: "number" },
  compared: { standard: false, kind: "flag" },
  raced: { standard: false, kind: "flag" },
};
const LONGEST = 4000;

export const defaultSettings = () =>
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { standard }]) => [name, Array.isArray(standard) ? standard.slice() : standard]),
  );

/** A text in a link; what need not be escaped stays readable. */
const escaped = (text) =>
  encodeURIComponent(text)
    .replace(/%(2F|2C|3A)/g, decodeURIComponent)
    .replaceAll("%20", "+");

/** The settings as the part of a link behind `#`. */
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

/** The settings that a link holds, others by default. */
export function readLink(hash) {
  const settings = defaultSettings();
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, { kind }] of Object.entries(SETTINGS)) {
    const text = given.get(name)?.slice(0, LONGEST);
    if (text === undefined || text === null) continue;
    if (kind === "number") {
      const number = Number(text);
      if (text !== "" && Number.isFinite(number) && number >= 0) settings[name] = number;
    } else if (kind === "list") settings[name] = text.split(",").filter(Boolean);
    else if (kind === "flag") settings[name] = text === "1";
    else settings[name] = text;
  }
  if (!["search", "compare", "race", "play"].includes(settings.view)) settings.view = "search";
  if (!["this", "random"].includes(settings.boards)) settings.boards = "this";
  return settings;
}
