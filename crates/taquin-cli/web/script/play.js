// The puzzle as a game: slide tiles by click, key or swipe. The clock, the moves, a way back, and what the
// server knows of the way left: the next best move, and how far the goal is.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { refreshControls } from "./actions.js";
import { BoardView } from "./board-view.js";
import { boardText, cellBeyond, moveBlank, opposite, sameTiles } from "./board.js";
import { byId, make, wantsStill } from "./dom.js";
import { clock, counted, grouped } from "./format.js";
import { placeIcons } from "./icons.js";

/** Where a tile goes by a key. */
const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", w: "U", s: "D", a: "L", d: "R" };
/** Pixels of a swipe. */
const SWIPE = 24;

export class Play {
  constructor(app) {
    this.app = app;
    this.view = new BoardView(byId("game-board"), "Game");
    this.view.host.tabIndex = 0;
    this.game = null;
    this.swiped = false;
    this.build();
    this.view.host.addEventListener("click", (event) => {
      const tile = event.target.closest(".tile");
      if (tile && !this.swiped) this.press(Number(tile.dataset.cell));
    });
    this.listenToSwipes();
    setInterval(() => this.tick(), 250);
  }

  build() {
    const number = (id, title) =>
      make(
        "div",
        { className: "figure-number" },
        make("dt", { textContent: title }),
        make("dd", { id, textContent: "–" }),
      );
    const button = (action, iconName, title) =>
      make(
        "button",
        { type: "button", "data-action": action, "data-icon": iconName },
        make("span", { textContent: title }),
      );
    byId("play-panel").replaceChildren(
      make(
        "dl",
        { className: "figures" },
        number("game-time", "Time"),
        number("game-moves", "Moves"),
        number("game-distance", "Distance"),
      ),
      make(
        "div",
        { className: "inline wrap" },
        button("undo", "undo", "Undo"),
        button("hint", "hint", "Hint"),
        button("restart", "first", "Restart"),
        button("new-game", "shuffle", "New game"),
      ),
      make("p", { className: "game-hint", id: "game-hint", role: "status" }),
      make("div", { className: "outcome", id: "game-end", hidden: true }),
      make("p", {
        className: "field-hint",
        textContent:
          "Click a tile beside the blank, or one in its row or column; arrow keys or WASD send a tile that way; on a touch screen, swipe. U undoes, H hints.",
      }),
    );
    placeIcons(byId("play-panel"));
  }

  get playing() {
    return this.game !== null && !this.game.over;
  }

  /** Begins with the board that was entered. */
  start() {
    const { puzzle } = this.app;
    this.game = {
      start: puzzle.tiles,
      tiles: puzzle.tiles.slice(),
      rows: puzzle.rows,
      columns: puzzle.columns,
      goal: puzzle.goal,
      goalTiles: puzzle.goalTiles,
      moves: [],
      begun: null,
      seconds: 0,
      hints: 0,
      shortest: null,
      over: sameTiles(puzzle.tiles, puzzle.goalTiles),
    };
    byId("game-end").hidden = true;
    byId("game-hint").textContent = "";
    this.show(0);
    this.measureDistance();
    announce("The game begins.");
  }

  restart() {
    if (this.game) this.start();
  }

  show(milliseconds = 130) {
    const { tiles, rows, columns, goalTiles, moves } = this.game;
    this.view.show(tiles, rows, columns, { goal: goalTiles, milliseconds: wantsStill() ? 0 : milliseconds });
    this.mark(null);
    byId("game-moves").textContent = grouped(moves.length);
    this.tick();
    refreshControls();
  }

  tick() {
    if (!this.game) return;
    if (this.game.begun !== null && !this.game.over)
      this.game.seconds = (performance.now() - this.game.begun) / 1000;
    const text = clock(this.game.seconds);
    if (byId("game-time").textContent !== text) byId("game-time").textContent = text;
  }

  /** Slides the tile of a cell, and those between it and the blank. */
  press(cell) {
    if (!this.playing) return;
    const { tiles, columns } = this.game;
    const blank = tiles.indexOf(0);
    const [rowsOff, columnsOff] = [
      Math.floor(cell / columns) - Math.floor(blank / columns),
      (cell % columns) - (blank % columns),
    ];
    if ((rowsOff === 0) === (columnsOff === 0)) return;
    const letter = rowsOff < 0 ? "U" : rowsOff > 0 ? "D" : columnsOff < 0 ? "L" : "R";
    this.slide(letter, Math.abs(rowsOff + columnsOff));
  }

  /** Moves the blank so many times one way. */
  slide(letter, times = 1) {
    if (!this.playing) return;
    const { game } = this;
    let moved = 0;
    for (let time = 0; time < times; time += 1) {
      if (moveBlank(game.tiles, letter, game.rows, game.columns) === 0) break;
      game.moves.push(letter);
      moved += 1;
    }
    if (moved === 0) return;
    game.begun ??= performance.now();
    byId("game-hint").textContent = "";
    this.tick();
    game.over = sameTiles(game.tiles, game.goalTiles);
    this.show();
    if (game.over) this.end();
    else this.measureDistance();
  }

  /** Whether there is a move to take back. */
  get canUndo() {
    return this.playing && this.game.moves.length > 0;
  }

  undo() {
    const { game } = this;
    const letter = game.moves.pop();
    moveBlank(game.tiles, opposite(letter), game.rows, game.columns);
    byId("game-hint").textContent = "";
    this.show();
    this.measureDistance();
  }

  /** Asks how far the goal is; only the newest question counts. */
  async measureDistance() {
    this.asking?.abort();
    const control = new AbortController();
    this.asking = control;
    const { game } = this;
    const fresh = game.moves.length === 0;
    byId("game-distance").textContent = game.over ? "0" : "…";
    if (game.over) return;
    try {
      const answer = await this.askHint(control.signal);
      if (control.signal.aborted) return;
      const known = answer.distance ?? null;
      byId("game-distance").textContent =
        known !== null
          ? grouped(known)
          : answer.at_most !== undefined && answer.at_most !== null
            ? `≤ ${grouped(answer.at_most)}`
            : "–";
      if (fresh && known !== null && answer.optimal) game.shortest = known;
    } catch (error) {
      if (control.signal.aborted) return;
      byId("game-distance").textContent = "–";
    }
  }

  /** The server is there again: asks for a distance that nobody could be asked for. */
  askAgain() {
    if (this.playing && byId("game-distance").textContent === "–") this.measureDistance();
  }

  askHint(signal) {
    const { game } = this;
    return api.hint({ board: boardText(game.tiles, game.columns), goal: game.goal }, { signal });
  }

  /** Shows the next best move. */
  async hint() {
    const { game } = this;
    game.hints += 1;
    byId("game-hint").textContent = "Thinking …";
    const moves = game.moves.length;
    try {
      const answer = await this.askHint();
      if (this.game !== game || game.moves.length !== moves || game.over) return;
      const word = { U: "up", D: "down", L: "left", R: "right" }[answer.move_tile];
      const proven = answer.optimal ? "" : " (a good move, not proven the best)";
      byId("game-hint").textContent = `Hint: move ${answer.tile} ${word}${proven}.`;
      this.mark(answer.tile);
    } catch (error) {
      byId("game-hint").textContent = error.message;
    }
  }

  mark(tile) {
    this.view.elements.forEach((element, number) => element.classList.toggle("tile-hinted", number === tile));
  }

  end() {
    const { game } = this;
    const { shortest } = game;
    const over =
      shortest === null
        ? ""
        : game.moves.length === shortest
          ? "The shortest way there is."
          : `${grouped(game.moves.length - shortest)} over the shortest, which has ${grouped(shortest)}.`;
    const hints = game.hints > 0 ? ` With ${counted(game.hints, "hint")}.` : "";
    const box = byId("game-end");
    box.hidden = false;
    box.dataset.tone = "good";
    box.replaceChildren(
      make("p", {
        className: "outcome-line",
        textContent: `Solved in ${counted(game.moves.length, "move")} and ${clock(game.seconds)}`,
      }),
      make("p", { className: "outcome-text", textContent: `${over}${hints}` }),
    );
    byId("game-distance").textContent = "0";
    announce(`Solved in ${counted(game.moves.length, "move")}. ${over}`);
  }

  /** A key of the game; returns whether it was one. */
  key(event) {
    const tileGoes = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!tileGoes || !this.playing) return false;
    // A tile that goes up makes the blank go down.
    const blankGoes = opposite(tileGoes);
    const { tiles, rows, columns } = this.game;
    if (cellBeyond(tiles.indexOf(0), blankGoes, rows, columns) >= 0) this.slide(blankGoes);
    return true;
  }

  listenToSwipes() {
    const { host } = this.view;
    let begun = null;
    host.addEventListener("pointerdown", (event) => {
      begun = { x: event.clientX, y: event.clientY };
    });
    host.addEventListener("pointerup", (event) => {
      if (!begun) return;
      const [dx, dy] = [event.clientX - begun.x, event.clientY - begun.y];
      begun = null;
      if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
      // The click that follows at once belongs to the swipe.
      this.swiped = true;
      setTimeout(() => {
        this.swiped = false;
      });
      const tileGoes = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
      this.slide(opposite(tileGoes));
    });
  }
}
