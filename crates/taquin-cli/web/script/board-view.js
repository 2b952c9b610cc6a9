// A board whose tiles slide to their cells. This is the only place that defines where cells are and what a tile looks
// like; `board-editor` and `play` add what clicks, drags and keys do.

import { make } from "./dom.js";
import { goalRows, spokenBoard } from "./board.js";

export class BoardView {
  /** Draws into an element; `label` is the board's name for screen readers. */
  constructor(host, label) {
    this.host = host;
    this.label = label;
    this.rows = 0;
    this.columns = 0;
    this.tiles = [];
    /** The element of each tile, by its number. */
    this.elements = [];
    host.classList.add("board");
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", label);
  }

  /**
   * Shows tiles. With `goal`, tiles in their goal cells are marked, and each tile has the colour of its row in the
   * goal, or in the board `colours`. The tile `moved` is marked too. With 0 `milliseconds` tiles do not slide.
   */
  show(
    tiles,
    rows,
    columns,
    { goal = null, colours = goal, moved = 0, milliseconds = 0, extra = "" } = {},
  ) {
    if (rows !== this.rows || columns !== this.columns || this.elements.length !== tiles.length) {
      this.rebuild(rows, columns, tiles.length);
    }
    this.tiles = Array.from(tiles);
    this.host.style.setProperty("--slide", `${milliseconds}ms`);
    if (colours) this.tint(colours, columns);
    tiles.forEach((tile, cell) => {
      const element = this.elements[tile];
      const row = Math.floor(cell / columns);
      const column = cell % columns;
      element.style.setProperty("--row", row);
      element.style.setProperty("--column", column);
      element.dataset.cell = cell;
      const home = goal !== null && goal[cell] === tile && tile !== 0;
      element.classList.toggle("tile-home", home);
      element.classList.toggle("tile-moved", tile !== 0 && tile === moved);
      const name = tile === 0 ? "blank" : `tile ${tile}`;
      element.setAttribute(
        "aria-label",
        `${name}, row ${row + 1}, column ${column + 1}${home ? ", in its place" : ""}`,
      );
    });
    this.host.setAttribute("aria-label", `${this.label}${extra}: ${spokenBoard(this.tiles, columns)}`);
  }

  /** Gives each tile the colour of its row in a goal. */
  tint(goal, columns) {
    goalRows(goal, columns).forEach((row, tile) => {
      const { dataset } = this.elements[tile];
      if (tile !== 0 && dataset.row !== String(row)) dataset.row = row;
    });
  }

  /** Removes the board. */
  clear() {
    this.tiles = [];
    this.elements = [];
    this.rows = 0;
    this.columns = 0;
    this.host.replaceChildren();
    this.host.setAttribute("aria-label", `${this.label}: none`);
  }

  /** Returns the element of the tile at a cell. */
  at(cell) {
    return this.elements[this.tiles[cell]];
  }

  /** Returns the cell under a point of the screen, or -1. */
  cellAt(x, y) {
    const box = this.host.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * this.columns);
    const row = Math.floor(((y - box.top) / box.height) * this.rows);
    const inside = row >= 0 && column >= 0 && row < this.rows && column < this.columns;
    return inside ? row * this.columns + column : -1;
  }

  rebuild(rows, columns, count) {
    this.rows = rows;
    this.columns = columns;
    this.host.style.setProperty("--rows", rows);
    this.host.style.setProperty("--columns", columns);
    this.host.style.setProperty("--longer", Math.max(rows, columns));
    this.elements = Array.from({ length: count }, (_, tile) =>
      make(
        "button",
        {
          type: "button",
          className: tile === 0 ? "tile tile-blank" : "tile",
          tabIndex: -1,
          "data-tile": tile,
        },
        make("span", { textContent: tile === 0 ? "" : tile }),
      ),
    );
    this.host.replaceChildren(...this.elements);
  }
}
