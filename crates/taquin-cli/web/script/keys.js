// The keyboard shortcuts of the whole page. Text fields keep their keys. The help shows the same list.

import { perform } from "./actions.js";
import { byId, make, takesText } from "./dom.js";
import { icon } from "./icons.js";
import { TERMS } from "./terms.js";

export const KEYS = [
  ["Space", "play or pause"],
  ["← →", "one step or move back or forward"],
  ["Shift ← →", "ten steps or moves at once"],
  ["Home End", "first, last step or move"],
  ["↑ ↓", "in the player: choose the search or the solution"],
  ["[ ]", "play slower, faster"],
  ["Enter", "in the board field: start the search"],
  ["Backspace", "clear the board and enter another"],
  ["Esc", "cancel the search"],
  ["+ − 0", "in the tree: zoom in, out, show all"],
  ["↑ ↓", "in a list: choose a row"],
  ["← → ↑ ↓ W A S D", "in the game: slide a tile in that direction"],
  ["U H", "in the game: undo, hint"],
  ["? ", "show this help"],
];

/** Listens for keys. `game()` returns the game if it is in view. */
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
    const shown = game();
    if (shown) {
      if (key.toLowerCase() === "u") return perform("undo");
      if (key.toLowerCase() === "h") return perform("hint");
      return shown.key(event);
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
    // Space presses the focused button, as usual.
    if (key === " " && !event.target.closest("button, summary, a, [role=option]"))
      return player.press("play");
    return false;
  }
}

/** Builds and opens the help dialog. */
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
      make("h2", { id: "help-title", textContent: "Keyboard shortcuts and terms" }),
      close,
    ),
    make(
      "dl",
      { className: "keys" },
      ...KEYS.flatMap(([text, effect]) => [make("dt", {}, ...keys(text)), make("dd", { textContent: effect })]),
    ),
    make("p", {
      className: "field-hint",
      textContent:
        "In the board field you can type a letter after the digits, such as 123456780m, and press Enter: d searches depth-first, b breadth-first, e and m use A* with Euclidean or Manhattan distance. Then the arrow keys step through the states, and Backspace clears the board.",
    }),
    make("h3", { textContent: "Terms" }),
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
