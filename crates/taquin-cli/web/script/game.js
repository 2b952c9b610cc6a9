// A game in the browser: moves are made here, so that tiles slide at once. The server rates boards and games. A game
// can be stored as text, which is validated when it is read, as anyone may have changed it.

import { boardText, moveBlank, opposite, sameTiles } from "./board.js";

const VERSION = 1;
/** The longest stored game that is read. */
const MAX_MOVES = 100_000;

export class Game {
  /**
   * A game from `start` to `goalTiles`. `goal` is the goal's name in links and requests; `difficulty` and `title`
   * come from the server and are null for the player's own boards; `shortest` is the length of a shortest solution,
   * if it is known.
   */
  constructor({ start, goalTiles, rows, columns, goal, difficulty = null, title = null, shortest = null }) {
    Object.assign(this, { start, goalTiles, rows, columns, goal, difficulty, title, shortest });
    this.hints = 0;
    this.solutionSeen = false;
    this.restart();
  }

  /** Starts again on the same board; hints that were taken still count. */
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

  /** The initial board as text. */
  get board() {
    return boardText(this.start, this.columns);
  }

  /** Returns whether the game is played on this board with this goal. */
  isOn({ tiles, goalTiles, rows }) {
    return rows === this.rows && sameTiles(tiles, this.start) && sameTiles(goalTiles, this.goalTiles);
  }

  /** Moves the blank up to `times` cells in one direction; returns the last tile that moved, or 0. */
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

  /** Slides the tile at a cell and those between it and the blank, if they are in one row or column. */
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

  /** Returns the game as text for storage. */
  text() {
    const { tiles, moves, ...rest } = this;
    return JSON.stringify({ version: VERSION, ...rest, moves: moves.join("") });
  }

  /** Reads a game from text; returns null if it is not valid. */
  static read(text) {
    try {
      const stored = JSON.parse(text);
      const { start, goalTiles, rows, columns, moves, hints, seconds, verdict } = stored;
      const count = (value) => Number.isSafeInteger(value) && value >= 0;
      const words = (value) => value === null || typeof value === "string";
      const board = (tiles) =>
        Array.isArray(tiles) &&
        tiles.length === rows * columns &&
        [...tiles].sort((one, other) => one - other).every((tile, at) => tile === at);
      const isValid =
        stored.version === VERSION &&
        [rows, columns].every((side) => count(side) && side >= 2 && side <= 127) &&
        board(start) &&
        board(goalTiles) &&
        typeof stored.goal === "string" &&
        [stored.difficulty, stored.title].every(words) &&
        (stored.shortest === null || count(stored.shortest)) &&
        count(hints) &&
        Number.isFinite(seconds) &&
        seconds >= 0 &&
        moves.length <= MAX_MOVES;
      if (!isValid) return null;
      const game = new Game(stored);
      for (const letter of moves) if (!"UDLR".includes(letter) || game.slide(letter) === 0) return null;
      Object.assign(game, { hints, seconds, solutionSeen: stored.solutionSeen === true });
      // A malformed verdict is dropped and requested again.
      const parts = [verdict?.title, verdict?.sentence, verdict?.remark, verdict?.best_moves];
      if (game.over && parts.every((part) => typeof part === "string")) game.verdict = verdict;
      return game;
    } catch {
      return null;
    }
  }
}
