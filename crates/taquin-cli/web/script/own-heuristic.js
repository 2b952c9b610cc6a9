// A heuristic that the user writes: a few lines of JavaScript that run where they can only compute (sandbox.js). The code
// stays in this browser: it is never sent to a server, and never part of a link, as a link would then run a stranger's
// code.

import * as api from "./api.js";
import { byId, debounced, make, showText } from "./dom.js";
import { grouped } from "./format.js";

/** The name of the heuristic in menus and requests. */
export const OWN = "own";
/** Its entry in menus and facts. */
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
const STORAGE_KEY = "taquin-own-heuristic";
/** Milliseconds without a key press after which the code is checked. */
const TYPING_PAUSE = 900;
const EXAMPLE = `// board, goal: rows of tiles; 0 is the blank.
// Return an estimate of the number of moves left.
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
    /** The result of the last check, if the code has not changed since. */
    this.judged = null;
    /** Whether the verdict is why a search failed. */
    this.isFailure = false;
    this.text = make("textarea", {
      id: "own-code",
      rows: 10,
      spellcheck: false,
      autocomplete: "off",
      autocapitalize: "off",
      "aria-describedby": "own-verdict",
    });
    this.text.value = restored() ?? EXAMPLE;
    this.verdict = make("p", { id: "own-verdict", className: "own-verdict", role: "status" });
    this.check = make("button", { type: "button", textContent: "Check it on all boards" });
    this.check.addEventListener("click", () => this.judge());
    const judge = debounced(TYPING_PAUSE, () => this.judge());
    this.text.addEventListener("input", () => {
      store(this.text.value);
      this.judged = null;
      showText(this.verdict, null);
      app.machine.send("changed");
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

  /** Shows or hides the editor; when it is shown, the code is checked at once. */
  show(chosen) {
    byId("own-heuristic").hidden = !chosen;
    if (chosen && !this.judged && !this.check.disabled) this.judge();
  }

  /** Returns whether it is known to be admissible on boards of this puzzle's size. */
  isAdmissible({ rows, columns }) {
    return this.judged?.admissible === true && this.judged.size === `${rows}x${columns}`;
  }

  /** What a search needs to run the heuristic. */
  get code() {
    const { goalTiles: goal, columns } = this.app.puzzle ?? {};
    return { code: this.text.value, goal, columns };
  }

  /** Checks the heuristic on every 3x3 board, or on every board of the current size if that has at most 9 cells. */
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
      if (code === this.text.value) this.say("bad", [error.message, error.help].filter(Boolean).join(" "));
    } finally {
      this.check.disabled = false;
    }
  }

  /** Shows why a search failed. */
  fail(text) {
    this.say("bad", text);
    this.isFailure = true;
  }

  /** Drops why a search failed, if that is what is shown. */
  forgive() {
    if (this.isFailure) this.say("calm", null);
  }

  say(tone, text) {
    this.isFailure = false;
    this.verdict.dataset.tone = tone;
    showText(this.verdict, text);
  }
}

/** Describes the result of a check in words. */
function verdict({ boards, admissible, consistent, counterexample, inconsistency, mean_error }, size) {
  const all = `all ${grouped(boards)} boards of ${size}`;
  const sentences = [];
  if (admissible) sentences.push(`Admissible: on ${all} it never overestimates.`);
  else {
    const { board, distance, estimate } = counterexample;
    sentences.push(
      `It overestimates, so A* may find a solution that is not the shortest: ${board} is ${distance} moves from the goal, but it says ${estimate}.`,
    );
  }
  if (consistent) sentences.push("Consistent: no move lowers it by more than 1.");
  else if (inconsistency[0] === inconsistency[1]) sentences.push("Not consistent: it is above 0 at the goal.");
  else sentences.push(`Not consistent: it falls by more than 1 from ${inconsistency[0]} to ${inconsistency[1]}.`);
  sentences.push(`On average it is ${mean_error.toFixed(2)} below the true distance.`);
  return sentences.join(" ");
}

/** Returns the stored code, or null, also if the browser denies storage. */
function restored() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function store(text) {
  try {
    localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Without storage the code lasts as long as the page.
  }
}
