// Example boards, one click each.

import { byId, make } from "./dom.js";

export const EXAMPLES = [
  { title: "3 moves", board: "123/460/758" },
  { title: "16 moves", board: "412/587/063" },
  { title: "31 moves", board: "647/850/321" },
  { title: "15-puzzle", board: "A125/9437/DB68/EFC0" },
  { title: "Unsolvable", board: "1234/5678/9ABC/DFE0" },
];
/** The goal of all examples: 1 2 3 ... with the blank last. */
export const GOAL = "classic";

export function buildExamples() {
  byId("examples").replaceChildren(
    make("span", { className: "label", textContent: "Examples" }),
    ...EXAMPLES.map(({ title, board }) =>
      make("button", {
        type: "button",
        className: "example",
        "data-action": "example",
        "data-value": board,
        textContent: title,
      }),
    ),
  );
}

/** Marks the example that is shown on the board, if any. */
export function markExample({ board, goal }) {
  for (const button of byId("examples").querySelectorAll("button"))
    button.setAttribute("aria-pressed", button.dataset.value === board && goal === GOAL);
}
