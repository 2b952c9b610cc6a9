// A game as the browser plays it: moves are made here, so that tiles slide at once. How hard boards are and
// what a game is worth, the server says. A game can be kept as a text, which is read back with care: anybody may
// have changed it.

import { boardText, moveBlank, opposite, sameTiles } from "./board.js";

const VERSION = 1;
/** More moves than that nobody made. */
const MOST_MOVES = 100_000;

export class Game {
  /**
   * From `start` to `goalTiles`. `goal` is how links and requests name the goal; `difficulty` and `title` are
   * the server's words, null for a board of the player's own; `shortest` is how long a shortest solution is, if
   * that is known.
   */
  constructor({ start, goalTiles, rows, columns, goal, difficulty = null, title = null, shortest = null }) {
    Object.assign(this, { start, goalTiles, rows, columns, goal, difficulty, title, shortest });
    this.hints = 0;
    this.solutionSeen = false;
    this.restart();
  }

  /** Begins again on the same board; help that was taken stays taken. */
  restart() {
    this.tiles = this.start.slice();
    this.moves = [];
    this.seconds = 0;
    this.verdict = null;
  }

  get over() {
    return sameTiles(this.tiles, this.goalTiles);
  }

  get size() {
    return `${this.rows}x${this.columns}`;
  }

  /** The board that it began with, as text. */
  get board() {
    return boardText(this.start, this.columns);
  }

  /** Whether it is played on this board towards this goal. */
  isOn({ tiles, goalTiles, rows }) {
    return rows === this.rows && sameTiles(tiles, this.start) && sameTiles(goalTiles, this.goalTiles);
  }

  /** Moves the blank so many times one way, as far as that goes; returns the last tile that moved, or 0. */
  slide(letter, times = 1) {
    let last = 0;
    for (let time = 0; time < times && !this.over; time += 1) {
      const tile = moveBlank(this.tiles, letter, this.rows, this.columns);
      if (tile === 0) break;
      this.moves.push(letter);
      last = tile;
    }
    return last;
  }

  /** Slides the tile of a cell and those between it and the blank, if they lie in one row or column. */
  press(cell) {
    const blank = this.tiles.indexOf(0);
    const down = Math.floor(cell / this.columns) - Math.floor(blank / this.columns);
    const right = (cell % this.columns) - (blank % this.columns);
    if ((down === 0) === (right === 0)) return 0;
    const letter = down < 0 ? "U" : down > 0 ? "D" : right < 0 ? "L" : "R";
    return this.slide(letter, Math.abs(down + right));
  }

  undo() {
    moveBlank(this.tiles, opposite(this.moves.pop()), this.rows, this.columns);
  }

  /** As a text to be kept. */
  text() {
    const { tiles, moves, ...kept } = this;
    return JSON.stringify({ version: VERSION, ...kept, moves: moves.join("") });
  }

  /** The game in a text, or null if it is none. */
  static read(text) {
    try {
      const kept = JSON.parse(text);
      const { start, goalTiles, rows, columns, moves, hints, seconds, verdict } = kept;
      const count = (value) => Number.isSafeInteger(value) && value >= 0;
      const words = (value) => value === null || typeof value === "string";
      const board = (tiles) =>
        Array.isArray(tiles) &&
        tiles.length === rows * columns &&
        [...tiles].sort((one, other) => one - other).every((tile, at) => tile === at);
      const sound =
        kept.version === VERSION &&
        [rows, columns].every((side) => count(side) && side >= 2 && side <= 127) &&
        board(start) &&
        board(goalTiles) &&
        typeof kept.goal === "string" &&
        [kept.difficulty, kept.title].every(words) &&
        (kept.shortest === null || count(kept.shortest)) &&
        count(hints) &&
        Number.isFinite(seconds) &&
        seconds >= 0 &&
        moves.length <= MOST_MOVES;
      if (!sound) return null;
      const game = new Game(kept);
      for (const letter of moves) if (!"UDLR".includes(letter) || game.slide(letter) === 0) return null;
      Object.assign(game, { hints, seconds, solutionSeen: kept.solutionSeen === true });
      // Whatever is odd about a verdict is asked for again.
      const parts = [verdict?.title, verdict?.sentence, verdict?.remark, verdict?.best_moves];
      if (game.over && parts.every((part) => typeof part === "string")) game.verdict = verdict;
      return game;
    } catch {
      return null;
    }
  }
}
