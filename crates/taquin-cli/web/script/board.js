// Boards as lists of tiles row by row, with 0 for the blank: what moves do, and how boards are written. Nothing is
// searched here; the server answers every question about a board.

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

/** Returns the direction that undoes a move. It is also the direction of the tile in a move of the blank. */
export const opposite = (letter) => OPPOSITE[letter];

/** Returns the cell that a move takes the blank to, or -1 at an edge of the board. */
export function cellBeyond(blank, letter, rows, columns) {
  const row = Math.floor(blank / columns);
  const column = blank % columns;
  if (letter === "U") return row > 0 ? blank - columns : -1;
  if (letter === "D") return row < rows - 1 ? blank + columns : -1;
  if (letter === "L") return column > 0 ? blank - 1 : -1;
  return column < columns - 1 ? blank + 1 : -1;
}

/** Moves the blank within `tiles` and returns the tile that moved, or 0 at an edge of the board. */
export function moveBlank(tiles, letter, rows, columns) {
  const blank = tiles.indexOf(0);
  const cell = cellBeyond(blank, letter, rows, columns);
  if (cell < 0) return 0;
  tiles[blank] = tiles[cell];
  tiles[cell] = 0;
  return tiles[blank];
}

/** Formats a board as the command line does: `6 4 7/8 5 0/3 2 1`. */
export function boardText(tiles, columns) {
  const rows = [];
  for (let at = 0; at < tiles.length; at += columns) rows.push(tiles.slice(at, at + columns).join(" "));
  return rows.join("/");
}

/** Formats a board with one character for each cell if possible, as in links and lists: `647/850/321`. */
export function shortText(tiles, columns) {
  if (tiles.length > 33) return boardText(tiles, columns);
  const letter = (tile) => (tile < 10 ? String(tile) : String.fromCharCode(55 + tile));
  const rows = [];
  for (let at = 0; at < tiles.length; at += columns) {
    rows.push(Array.from(tiles.slice(at, at + columns), letter).join(""));
  }
  return rows.join("/");
}

/** Describes a board for screen readers. */
export function spokenBoard(tiles, columns) {
  const rows = [];
  for (let at = 0; at < tiles.length; at += columns) {
    const row = Array.from(tiles.slice(at, at + columns), (tile) => (tile === 0 ? "blank" : tile));
    rows.push(`row ${at / columns + 1}: ${row.join(", ")}`);
  }
  return rows.join("; ");
}

/** The number of colours for rows of the goal; further rows start again with the first. */
export const ROW_TINTS = 8;

/** Returns the colour of each tile, indexed by its number: the colour of its row in the goal. */
export function goalRows(goal, columns) {
  const tints = [];
  goal.forEach((tile, cell) => {
    tints[tile] = Math.floor(cell / columns) % ROW_TINTS;
  });
  return tints;
}

/** Returns whether two boards are equal. */
export const sameTiles = (one, other) =>
  one.length === other.length && one.every((tile, cell) => tile === other[cell]);

/** A sequence of moves with a current position; the board is available at every position. */
export class Walk {
  constructor(start, moves, rows, columns) {
    this.tiles = Array.from(start);
    this.moves = moves;
    this.rows = rows;
    this.columns = columns;
    this.place = 0;
  }

  /** Goes to a position and returns the tiles there. */
  to(place) {
    while (this.place < place) {
      moveBlank(this.tiles, this.moves[this.place], this.rows, this.columns);
      this.place += 1;
    }
    while (this.place > place) {
      this.place -= 1;
      moveBlank(this.tiles, opposite(this.moves[this.place]), this.rows, this.columns);
    }
    return this.tiles;
  }
}
