// The keys of the whole page. A field that is typed into keeps its keys; everything else can be reached by
// one. The list is also what the help shows.

import { perform } from "./actions.js";
import { byId, make, takesText } from "./dom.js";
import { icon } from "./icons.js";
import { TERMS } from "./terms.js";

export const KEYS = [
  ["Space", "play or pause"],
  ["← →", "one step or move back or forward"],
  ["Shift ← →", "ten at once"],
  ["Home End", "to the first, to the last"],
  ["↑ ↓", "in the player: choose the search or the solution"],
  ["[ ]", "slower, faster: the time that the whole takes"],
  ["Enter", "in the board's field: start the search"],
  ["Backspace", "clear the board and enter another"],
  ["Esc", "cancel the search"],
  ["+ − 0", "in the tree: zoom in, out, show all"],
  ["↑ ↓", "in a list: choose a row"],
  ["← → ↑ ↓ W A S D", "in the game: send a tile that way"],
  ["U H", "in the game: undo, hint"],
  ["? ", "these keys"],
];

/** Listens for keys. `game()` gives the game if it is in sight. */
export function listenToKeys({ inSearch, player, game }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (byId("help").open) return;
    if (event.key === "Escape") {
      if (!perform("cancel")) perform("cancel-compare");
      return;
    }
    if (takesText(event.target)) return;
    if (handled(event)) event.preventDefault();
  });

  function handled(event) {
    const { key, shiftKey } = event;
    if (key === "?") return perform("help");
    const played = game();
    if (played) {
      if (key.toLowerCase() === "u") return perform("undo");
      if (key.toLowerCase() === "h") return perform("hint");
      return played.key(event);
    }
    if (!inSearch()) return false;
    if (key === "Backspace") return perform("clear");
    const inTree = event.target.id === "tree-canvas";
    if (inTree && (key === "+" || key === "=")) return perform("zoom-in");
    if (inTree && key === "-") return perform("zoom-out");
    if (inTree && key === "0") return perform("zoom-fit");
    if (!player.loaded) return false;
    const by = shiftKey ? 10 : 1;
    if (key === "ArrowLeft") return player.press("back", by) || true;
    if (key === "ArrowRight") return player.press("forward", by) || true;
    if (key === "Home") return player.press("first") || true;
    if (key === "End") return player.press("last") || true;
    if (key === "[") return player.press("slower");
    if (key === "]") return player.press("faster");
    // A button that has the focus is pressed by Space, as everywhere.
    if (key === " " && !event.target.closest("button, summary, a, [role=option]"))
      return player.press("play");
    return false;
  }
}

/** Fills and opens the help. */
export function showHelp() {
  const dialog = byId("help");
  const close = make(
    "button",
    { type: "button", className: "quiet icon-only", "aria-label": "Close" },
    icon("close"),
  );
  close.addEventListener("click", () => dialog.close());
  const keys = (text) =>
    text
      .trim()
      .split(" ")
      .map((key) => make("kbd", { textContent: key }));
  dialog.replaceChildren(
    make(
      "div",
      { className: "inspector-head" },
      make("h2", { id: "help-title", textContent: "Keys and words" }),
      close,
    ),
    make(
      "dl",
      { className: "keys" },
      ...KEYS.flatMap(([text, does]) => [make("dt", {}, ...keys(text)), make("dd", { textContent: does })]),
    ),
    make("p", {
      className: "field-hint",
      textContent:
        "In the board's field, digits with a letter behind them, such as 123456780m, and Enter: d searches depth-first, b breadth-first, e and m by A* with Euclidean or Manhattan distance; then the arrows walk the states and Backspace clears.",
    }),
    make("h3", { textContent: "Words" }),
    make(
      "dl",
      { className: "keys" },
      ...Object.entries(TERMS).flatMap(([name, text]) => [
        make("dt", { textContent: name }),
        make("dd", { textContent: text }),
      ]),
    ),
  );
  dialog.showModal();
}
