// A heuristic that the user writes: a few lines of JavaScript that run in a worker, which can reach nothing. What was
// written stays in this browser: it is never sent to a server and never part of a link, or a link would run a
// stranger's code.

import * as api from "./api.js";
import { byId, debounced, make, showText } from "./dom.js";
import { grouped } from "./format.js";

/** The name of the heuristic in menus and requests. */
export const OWN = "own";
/** What menus and facts say of it. */
export const OWN_ENTRY = {
  id: OWN,
  title: "Your own heuristic",
  summary: "a function that you write",
  explanation: "A few lines of JavaScript of your own. It runs in your browser only.",
  admissible: null,
  consistent: null,
};
/** The algorithms that take it. */
export const OWN_FOR = ["astar", "greedy", "ida"];
const KEPT = "taquin-own-heuristic";
/** Milliseconds without a key until it is checked. */
const PAUSE = 900;
const FIRST = `// board, goal: rows of tiles; 0 is the blank.
// Return a guess of the moves that are left.
let away = 0;
board.forEach((row, r) => {
  row.forEach((tile, c) => {
    if (tile && tile !== goal[r][c]) away++;
  });
});
return away;`;

export class OwnHeuristic {
  constructor(app) {
    this.app = app;
    /** What the last check found, if it is of what is written now. */
    this.judged = null;
    this.text = make("textarea", {
      id: "own-code",
      rows: 10,
      spellcheck: false,
      autocomplete: "off",
      autocapitalize: "off",
      "aria-describedby": "own-verdict",
    });
    this.text.value = kept() ?? FIRST;
    this.verdict = make("p", { id: "own-verdict", className: "own-verdict", role: "status" });
    this.check = make("button", { type: "button", textContent: "Check it on all boards" });
    this.check.addEventListener("click", () => this.judge());
    const judge = debounced(PAUSE, () => this.judge());
    this.text.addEventListener("input", () => {
      keep(this.text.value);
      this.judged = null;
      showText(this.verdict, null);
      judge();
      app.changed();
    });
    byId("own-heuristic").replaceChildren(
      make("label", { for: "own-code", textContent: "h(board, goal) in JavaScript" }),
      this.text,
      this.check,
      this.verdict,
    );
    showText(this.verdict, null);
  }

  /** Shows where it is written, and says at once what it is worth. */
  show(chosen) {
    byId("own-heuristic").hidden = !chosen;
    if (chosen && !this.judged && !this.check.disabled) this.judge();
  }

  /** Whether it is known never to overestimate on boards of this puzzle's size. */
  isAdmissible({ rows, columns }) {
    return this.judged?.admissible === true && this.judged.size === `${rows}x${columns}`;
  }

  /** What a search needs to run it. */
  get code() {
    const { goalTiles: goal, columns } = this.app.puzzle ?? {};
    return { code: this.text.value, goal, columns };
  }

  /** Holds it against every board of 3x3, or of the present size where that is smaller, and says what it is worth. */
  async judge() {
    const code = this.text.value;
    const { rows, columns, goal, goalTiles } = this.app.puzzle ?? {};
    const small = rows !== undefined && rows * columns <= 9;
    const size = small ? `${rows}x${columns}` : "3x3";
    const tiles = small ? goalTiles : [1, 2, 3, 4, 5, 6, 7, 8, 0];
    this.check.disabled = true;
    this.say("calm", "Checking …");
    try {
      const found = await api.checkHeuristic(code, {
        goal: small ? goal : undefined,
        size,
        columns: small ? columns : 3,
        tiles,
      });
      if (code !== this.text.value) return;
      this.judged = { admissible: found.admissible, size };
      this.say(found.admissible ? "good" : "bad", verdict(found, size));
    } catch (error) {
      this.say("bad", [error.message, error.help].filter(Boolean).join(" "));
    } finally {
      this.check.disabled = false;
    }
  }

  say(tone, text) {
    this.verdict.dataset.tone = tone;
    showText(this.verdict, text);
  }
}

/** What a heuristic is worth, in words. */
function verdict({ boards, admissible, consistent, counterexample, inconsistency, mean_error }, size) {
  const all = `all ${grouped(boards)} boards of ${size}`;
  const says = [];
  if (admissible) says.push(`Admissible: on ${all} it never overestimates.`);
  else {
    const { board, distance, estimate } = counterexample;
    says.push(
      `It overestimates, so what A* finds may not be the shortest: ${board} is ${distance} moves from the goal, but it says ${estimate}.`,
    );
  }
  if (consistent) says.push("Consistent: no move lowers it by more than 1.");
  else if (inconsistency[0] === inconsistency[1]) says.push("Not consistent: it is above 0 at the goal.");
  else says.push(`Not consistent: it falls by more than 1 from ${inconsistency[0]} to ${inconsistency[1]}.`);
  says.push(`On average it is ${mean_error.toFixed(2)} below the true distance.`);
  return says.join(" ");
}

/** What was written before; a browser may forbid to keep anything. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(text) {
  try {
    localStorage.setItem(KEPT, text);
  } catch {
    // Then it lasts as long as the page.
  }
}
