// Boards as lists of tiles row by row, 0 the blank: what moves do, and how boards are written. No search
// happens here; whatever must be known of a board, the server knows.

const OPPOSITE = { U: "D", D: "U", L: "R", R: "L" };

/** The direction that undoes a move; also the tile's, where the blank's is given. */
export const opposite = (letter) => OPPOSITE[letter];

/** The cell a blank goes to by a move, or -1 at a wall. */
export function cellBeyond(blank, letter, rows, columns) {
  const row = Math.floor(blank / columns);
  const column = blank % columns;
  if (letter === "U") return row > 0 ? blank - columns : -1;
  if (letter === "D") return row < rows - 1 ? blank + columns : -1;
  if (letter === "L") return column > 0 ? blank - 1 : -1;
  return column < columns - 1 ? blank + 1 : -1;
}

/** Moves the blank and returns the tile that made way, or 0 at a wall. The list is changed. */
export function moveBlank(tiles, letter, rows, columns) {
  const blank = tiles.indexOf(0);
  const cell = cellBeyond(blank, letter, rows, columns);
  if (cell < 0) return 0;
  tiles[blank] = tiles[cell];
  tiles[cell] = 0;
  return tiles[blank];
}

/** `6 4 7/8 5 0/3 2 1`, as the command line writes boards. */
export function boardText(tiles, columns) {
  const rows = [];
  for (let at = 0; at < tiles.length; at += columns) rows.push(tiles.slice(at, at + columns).join(" "));
  return rows.join("/");
}

/** `647/850/321`: one character a cell where that can be, as in links and lists. */
export function shortText(tiles, columns) {
  if (tiles.length > 33) return boardText(tiles, columns);
  const letter = (tile) => (tile < 10 ? String(tile) : String.fromCharCode(55 + tile));
  const rows = [];
  for (let at = 0; at < tiles.length; at += columns) {
    rows.push(Array.from(tiles.slice(at, at + columns), letter).join(""));
  }
  return rows.join("/");
}

/** What a screen reader says of a board. */
export function spokenBoard(tiles, columns) {
  const rows = [];
  for (let at = 0; at < tiles.length; at += columns) {
    const row = Array.from(tiles.slice(at, at + columns), (tile) => (tile === 0 ? "blank" : tile));
    rows.push(`row ${at / columns + 1}: ${row.join(", ")}`);
  }
  return rows.join("; ");
}

/** How many colours rows of the goal have; after the last the first comes again. */
export const ROW_TINTS = 8;

/** The colour of each tile, by its number: that of the row in which the goal has it. */
export function goalRows(goal, columns) {
  const tints = [];
  goal.forEach((tile, cell) => {
    tints[tile] = Math.floor(cell / columns) % ROW_TINTS;
  });
  return tints;
}

/** Whether two lists hold the same tiles in the same places. */
export const sameTiles = (one, other) =>
  one.length === other.length && one.every((tile, cell) => tile === other[cell]);

/** A walk along moves that can go to any place of it; each place is one move from its neighbours. */
export class Walk {
  constructor(start, moves, rows, columns) {
    this.tiles = Array.from(start);
    this.moves = moves;
    this.rows = rows;
    this.columns = columns;
    this.place = 0;
  }

  /** Goes to a place; returns the tiles there. */
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
