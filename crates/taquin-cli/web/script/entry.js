// Entering a board: typed or pasted in any format, edited by clicks, shuffled, with another size or another goal. The
// server checks every board, and its answer is shown at the field.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { BoardEditor } from "./board-editor.js";
import { boardText, shortText } from "./board.js";
import { byId, debounced, fillSelect, make, showText } from "./dom.js";
import { sentence } from "./format.js";

/** Searches by the letter after the digits, as in a well-known 8-puzzle program, whose goal has the blank first. */
const LETTERS = {
  d: { algorithm: "dfs", title: "depth-first search" },
  b: { algorithm: "bfs", title: "breadth-first search" },
  e: { algorithm: "astar", heuristic: "euclidean", title: "A* with Euclidean distance" },
  m: { algorithm: "astar", heuristic: "manhattan", title: "A* with Manhattan distance" },
};
const CUSTOM = "custom";
/** Sizes in the menu; a pasted board may be larger. */
const SIDES = [2, 3, 4, 5];
/** Milliseconds without a key press after which the text is checked. */
const TYPING_PAUSE = 600;

export class Entry {
  constructor(app) {
    this.app = app;
    this.text = byId("board-text");
    this.board = new BoardEditor(byId("board"), "Board", (tiles) => this.swapped(tiles));
    this.goal = new BoardEditor(byId("goal-board"), "Goal", (tiles) => this.goalSwapped(tiles));
    this.pending = null;
    /** The server's last verdict on a board: `{key, answer}` or `{key, error}`. */
    this.known = null;
    /** Counts changes, so that a shuffled board that arrives too late is dropped. */
    this.changes = 0;
    this.checkSoon = debounced(TYPING_PAUSE, () => this.check());
    this.text.addEventListener("input", (event) => {
      this.typed(this.text.value);
      if (event.inputType === "insertFromPaste") this.check();
    });
    for (const field of [this.text, byId("goal-text")])
      field.addEventListener("blur", () => this.checkSoon.isPending() && this.check());
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      this.whenChecked(() => app.perform("start"));
    });
    byId("goal").addEventListener("change", () => this.goalPicked());
    byId("goal-text").addEventListener("input", () => {
      app.settings.goal = byId("goal-text").value;
      this.begin();
      this.checkSoon();
    });
    for (const id of ["rows", "columns"]) {
      fillSelect(
        byId(id),
        SIDES.map((side) => ({ id: String(side), title: String(side) })),
        "3",
      );
      byId(id).addEventListener("change", () => this.sizePicked());
    }
  }

  /** Fills the menu with the goals that the server knows. */
  described({ goals }) {
    this.goals = goals.map((goal) => goal.id);
    const entries = goals.map(({ id }) => ({
      id,
      title: id.charAt(0).toUpperCase() + id.slice(1).replace("-", " "),
    }));
    fillSelect(byId("goal"), [...entries, { id: CUSTOM, title: "My own" }]);
  }

  /** Shows the current settings and checks the board at once. */
  restore() {
    const { settings } = this.app;
    this.text.value = settings.board;
    this.grow();
    this.showGoalChoice();
    this.begin();
    return this.check();
  }

  /** Opens or closes the editor. */
  setEditing(open) {
    byId("editing").hidden = !open;
    byId("edit").setAttribute("aria-expanded", open);
    for (const board of [this.board, this.goal]) board.setOpen(open);
    if (open) this.grow();
  }

  get editing() {
    return !byId("editing").hidden;
  }

  typed(text) {
    this.app.settings.board = text;
    this.app.settings.size = null;
    this.grow();
    this.readLetter(text);
    this.begin();
    this.checkSoon();
  }

  /** Sets a text that did not come from the keyboard. */
  set(text) {
    this.text.value = text;
    this.app.settings.board = text;
    this.app.settings.size = null;
    this.grow();
    showText(byId("board-note"), null);
    this.begin();
    return this.check();
  }

  clear() {
    this.setEditing(true);
    this.text.value = "";
    this.typed("");
    this.check();
    this.text.focus();
  }

  /** Fits the field's height to its text; beyond a few lines it scrolls. */
  grow() {
    this.text.style.height = "auto";
    if (this.text.scrollHeight > 0) this.text.style.height = `${this.text.scrollHeight + 2}px`;
  }

  readLetter(text) {
    const [, letter] = text.match(/^\s*\d{4,10}([dbem])\s*$/i) ?? [];
    const search = LETTERS[letter?.toLowerCase()];
    if (search) {
      const { algorithm, heuristic = null, title } = search;
      this.app.choose({ algorithm, heuristic, goal: "zero-first", order: null, cost: "unit" });
      this.showGoalChoice();
      showText(byId("board-note"), `${letter.toLowerCase()}: ${title}, goal with the blank first, order UDLR.`);
    } else {
      showText(byId("board-note"), null);
    }
  }

  /** The text without the letter, as it is sent to the server. */
  get boardOnly() {
    return this.app.settings.board.replace(/^(\s*\d{4,10})[dbem](\s*)$/i, "$1$2");
  }

  /** Handles a change: the last verdict on the board no longer applies. */
  begin() {
    this.changes += 1;
    this.pending?.abort();
    this.pending = null;
    this.app.machine.send(this.boardOnly.trim() === "" ? "cleared" : "typed");
    this.app.changed();
  }

  /** Has the server check the board. */
  async check() {
    this.checkSoon.cancel();
    const { app } = this;
    const board = this.boardOnly;
    this.showErrors(null);
    if (board.trim() === "") {
      app.puzzle = null;
      this.board.clear();
      app.changed();
      return;
    }
    this.pending?.abort();
    const control = new AbortController();
    this.pending = control;
    const { signal } = control;
    const key = JSON.stringify([board, app.settings.goal]);
    try {
      const answer = await this.ask(board, signal);
      if (signal.aborted) return;
      this.conclude({ key, answer });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof api.Unreachable) this.notChecked(key);
      else this.conclude({ key, error });
    } finally {
      if (this.pending === control) this.pending = null;
    }
    app.changed();
    this.then?.();
    this.then = null;
  }

  /** Applies the server's verdict on the board. */
  conclude(known) {
    this.known = known;
    if (known.answer) {
      this.take(known.answer);
      return;
    }
    const { error } = known;
    this.app.puzzle = null;
    byId("board").classList.add("board-stale");
    this.setEditing(true);
    this.showErrors(error);
    this.app.machine.send("wrong");
    announce(`Invalid: ${error.message}`);
  }

  /** Handles an unreachable server: the last verdict is kept if it is on this board, else the board is unchecked. */
  notChecked(key) {
    if (this.known?.key === key) {
      this.conclude(this.known);
      return;
    }
    this.then = null;
    this.app.puzzle = null;
    byId("board").classList.add("board-stale");
    this.app.machine.send("unknown");
  }

  /** Checks a board that could not be checked while the server was away. */
  checkAgain() {
    if (this.app.machine.state !== "unchecked") return;
    this.begin();
    this.check();
  }

  /** The size chosen in the menus. */
  get picked() {
    return `${byId("rows").value}x${byId("columns").value}`;
  }

  /** Sends the board to be checked. A flat list that is not square gets the chosen size, if it fits. */
  ask(board, signal) {
    const { settings } = this.app;
    const cells = flatCells(board);
    const fits = cells === byId("rows").value * byId("columns").value;
    if (settings.size === null && fits && !Number.isInteger(Math.sqrt(cells))) settings.size = this.picked;
    return api.ask("check", { board, goal: settings.goal, size: settings.size }, { signal });
  }

  take(answer) {
    const { app } = this;
    const { tiles, goal_tiles: goalTiles, rows, columns, unsolvable } = answer;
    app.puzzle = { tiles, goalTiles, rows, columns, board: answer.board, goal: app.settings.goal, unsolvable };
    this.showSize(rows, columns);
    this.show();
    this.goal.show(goalTiles, rows, columns, { colours: goalTiles });
    if (byId("goal").value !== CUSTOM) byId("goal-text").value = shortText(goalTiles, columns);
    if (answer.solvable) {
      app.machine.send("right");
    } else {
      const [one, other] = unsolvable.swap;
      byId("unsolvable-text").textContent = unsolvable.explanation;
      byId("fix").textContent = `Swap ${one} and ${other}`;
      for (const tile of unsolvable.swap) this.board.view.elements[tile].classList.add("tile-suggested");
      app.machine.send("unsolvable");
      announce(`No solution. ${unsolvable.explanation}`);
    }
  }

  /** Shows the board that was entered. */
  show() {
    const { puzzle } = this.app;
    byId("board").classList.remove("board-stale");
    for (const tile of this.board.view.elements) tile.classList.remove("tile-suggested");
    if (!puzzle) return;
    this.board.show(puzzle.tiles, puzzle.rows, puzzle.columns, { goal: puzzle.goalTiles, milliseconds: 120 });
  }

  /** Runs a function once the server has answered about the board. */
  whenChecked(call) {
    if (this.app.machine.state !== "checking") {
      call();
      return;
    }
    this.then = call;
    if (!this.pending) this.check();
  }

  showErrors(error) {
    const place = error?.field === "goal" ? "goal" : "board";
    for (const name of ["board", "goal"]) {
      const box = byId(`${name}-error`);
      const wrong = error !== null && name === place;
      const field = byId(`${name}-text`);
      if (wrong) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      box.hidden = !wrong;
      box.replaceChildren();
      if (!wrong) continue;
      box.append(make("span", { textContent: `Invalid: ${error.message.replace(/\.$/, "")}.` }));
      const excerpt = markedExcerpt(name === "goal" ? this.app.settings.goal : this.boardOnly, error.span);
      if (excerpt) box.append(excerpt);
      if (error.help) box.append(make("span", { className: "help", textContent: sentence(error.help) }));
      // On low screens the message would be below the fold, while the field is seen.
      if (document.activeElement === field) box.scrollIntoView({ block: "nearest" });
    }
    if (place === "goal" && error) byId("goal-custom").hidden = false;
  }

  swapped(tiles) {
    const { rows, columns } = this.board.view;
    const at = this.board.focused;
    const hadFocus = byId("board").contains(document.activeElement);
    this.board.show(tiles, rows, columns, { milliseconds: 120 });
    this.set(shortText(tiles, columns)).then(() => {
      if (hadFocus && this.board.view.tiles.length > 0) this.board.view.at(at).focus();
    });
  }

  goalSwapped(tiles) {
    this.app.settings.goal = boardText(tiles, this.goal.view.columns);
    this.showGoalChoice();
    this.begin();
    this.check();
  }

  goalPicked() {
    const { app } = this;
    const picked = byId("goal").value;
    const { tiles, columns } = this.goal.view;
    app.settings.goal =
      picked === CUSTOM && tiles.length > 0 ? boardText(tiles, columns) : picked === CUSTOM ? "" : picked;
    this.showGoalChoice();
    this.begin();
    this.check();
  }

  showGoalChoice() {
    const { goal } = this.app.settings;
    const named = this.goals.includes(goal);
    byId("goal").value = named ? goal : CUSTOM;
    byId("goal-custom").hidden = named;
    if (!named && document.activeElement !== byId("goal-text")) byId("goal-text").value = goal;
  }

  showSize(rows, columns) {
    for (const [id, side] of [
      ["rows", rows],
      ["columns", columns],
    ]) {
      const select = byId(id);
      const sides = SIDES.includes(side) ? SIDES : [...SIDES, side];
      fillSelect(
        select,
        sides.map((each) => ({ id: String(each), title: String(each) })),
        String(side),
      );
    }
  }

  /**
   * Shuffles a new board of the chosen size. An invalid text is only checked again, as it may just have lacked its
   * size. A custom goal no longer fits, so the default goal replaces it.
   */
  sizePicked() {
    const { app } = this;
    if (app.machine.state === "invalid") {
      app.settings.size = null;
      this.begin();
      return this.check();
    }
    if (!this.goals.includes(app.settings.goal)) {
      app.settings.goal = this.goals[0];
      this.showGoalChoice();
    }
    return this.shuffle();
  }

  async shuffle() {
    const { app } = this;
    const seedField = byId("seed");
    const typed = seedField.value.trim();
    const wrong = typed !== "" && !/^\d{1,18}$/.test(typed);
    const seedError = "A seed is a whole number of up to 18 digits. Leave the field empty for a random one.";
    showText(byId("seed-error"), wrong ? seedError : null);
    if (wrong) {
      seedField.setAttribute("aria-invalid", "true");
      return;
    }
    seedField.removeAttribute("aria-invalid");
    this.changes += 1;
    const { changes } = this;
    try {
      const seed = typed === "" ? null : Number(typed);
      const answer = await api.ask("generate", { size: this.picked, count: 1, seed, goal: app.settings.goal });
      if (changes !== this.changes) return;
      // The seed is shown, so that the board can be shuffled again.
      seedField.placeholder = `last: ${answer.seed}`;
      const [shuffled] = answer.boards;
      await this.set(shuffled.board);
      const { tiles, columns } = app.puzzle ?? {};
      if (tiles) {
        this.text.value = shortText(tiles, columns);
        app.settings.board = this.text.value;
        app.changed();
      }
      announce(`Shuffled with seed ${answer.seed}.`);
    } catch (error) {
      showText(byId("seed-error"), [error.message, error.help].filter(Boolean).join(" "));
    }
  }

  /** Sets a prepared board and its goal. */
  choose(board, goal) {
    this.app.settings.goal = goal;
    this.showGoalChoice();
    return this.set(board);
  }

  fix() {
    const { unsolvable, rows, columns } = this.app.puzzle;
    const tiles = unsolvable.solvable_board.split(/[\s/]+/).map(Number);
    this.board.show(tiles, rows, columns, { milliseconds: 160 });
    return this.set(shortText(tiles, columns));
  }
}

/** Returns the number of cells in a text that is a list without rows; 0 for other texts. */
function flatCells(text) {
  const [, list] = text.trim().match(/^[[(]?([^[\]()/|;\n]*)[\])]?$/) ?? [];
  if (!list) return 0;
  return /[\s,]/.test(list) ? list.split(/[\s,]+/).filter(Boolean).length : list.length;
}

/** Returns the text around an error with the error marked; spans count bytes. */
function markedExcerpt(text, span) {
  if (!span) return null;
  const encoded = new TextEncoder().encode(text);
  const part = (from, to) => new TextDecoder().decode(encoded.slice(from, to));
  const [from, to] = [span[0], Math.max(span[1], span[0] + 1)];
  const before = part(0, from).split("\n").at(-1).slice(-40);
  const after = part(to).split("\n")[0].slice(0, 40);
  return make(
    "code",
    { className: "excerpt" },
    before,
    make("mark", { textContent: part(from, to) || "␣" }),
    after,
  );
}
