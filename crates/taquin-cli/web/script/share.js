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
  view: { usual: "search", kind: "text" },
  board: { usual: FIRST_BOARD, kind: "text" },
  size: { usual: null, kind: "text" },
  goal: { usual: "classic", kind: "text" },
  algorithm: { usual: "astar", kind: "text" },
  heuristic: { usual: "manhattan", kind: "text" },
  cost: { usual: "unit", kind: "text" },
  order: { usual: "UDLR", kind: "text" },
  ties: { usual: null, kind: "text" },
  goal_test: { usual: null, kind: "text" },
  weight: { usual: null, kind: "number" },
  width: { usual: null, kind: "number" },
  max_depth: { usual: null, kind: "number" },
  max_nodes: { usual: null, kind: "number" },
  max_seconds: { usual: null, kind: "number" },
  max_bytes: { usual: null, kind: "number" },
  room: { usual: null, kind: "number" },
  boards: { usual: "this", kind: "text" },
  count: { usual: 100, kind: "number" },
  seed: { usual: 1, kind: "number" },
  configurations: { usual: SEARCHES, kind: "list" },
  racing: { usual: RACING, kind: "list" },
  run: { usual: false, kind: "flag" },
  at: { usual: null, kind: "number" },
  step: { usual: null, kind: "number" },
  node: { usual: null, kind: "number" },
  compared: { usual: false, kind: "flag" },
  raced: { usual: false, kind: "flag" },
};
const LONGEST = 4000;

export const defaultSettings = () =>
  Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { usual }]) => [name, Array.isArray(usual) ? usual.slice() : usual]),
  );

/** A text in a link; what need not be escaped stays readable. */
const escaped = (text) =>
  encodeURIComponent(text)
    .replace(/%(2F|2C|3A)/g, decodeURIComponent)
    .replaceAll("%20", "+");

/** The settings as the part of a link behind `#`. */
export function writeLink(settings) {
  const parts = [];
  for (const [name, { usual, kind }] of Object.entries(SETTINGS)) {
    const value = settings[name];
    const same = kind === "list" ? value.join() === usual.join() : value === usual;
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
