// A board that can be edited: click two cells to swap them, drag one onto another, or move the focus with the arrow
// keys, pick a tile up with Enter and put it down with Enter.

import { BoardView } from "./board-view.js";
import { cellBeyond } from "./board.js";

const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
/** How many pixels a pointer moves before a click becomes a drag. */
const DRAG_FROM = 6;

export class BoardEditor {
  /** `changed(tiles)` is called with the tiles after a swap. */
  constructor(host, label, changed) {
    this.view = new BoardView(host, label);
    this.changed = changed;
    this.allowed = true;
    this.open = false;
    this.picked = -1;
    this.focused = 0;
    this.drag = null;
    this.suppressClick = false;
    host.addEventListener("click", (event) => this.clicked(event));
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.moved(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", () => this.dropDrag());
  }

  show(tiles, rows, columns, options) {
    this.view.show(tiles, rows, columns, options);
    this.pick(-1);
    this.focused = Math.min(this.focused, tiles.length - 1);
    this.setStops();
  }

  clear() {
    this.view.clear();
    this.picked = -1;
    this.setStops();
  }

  /** Whether clicks and keys change the board; otherwise it is read-only. */
  get editable() {
    return this.allowed && this.open;
  }

  /** Sets whether the page's state allows changes now. */
  setEditable(allowed) {
    this.allowed = allowed;
    this.editableChanged();
  }

  /** Sets whether the user has opened the editor. */
  setOpen(open) {
    this.open = open;
    this.editableChanged();
  }

  editableChanged() {
    this.view.host.classList.toggle("board-editable", this.editable);
    this.pick(-1);
    this.setStops();
  }

  /** Sets the tab stops: one cell, from which the arrow keys lead to the others; a read-only board is a single stop. */
  setStops() {
    const { elements, host, tiles } = this.view;
    host.tabIndex = this.editable && tiles.length > 0 ? -1 : 0;
    for (const element of elements) element.tabIndex = -1;
    if (this.editable && tiles.length > 0) this.view.at(this.focused).tabIndex = 0;
  }

  pick(cell) {
    this.picked = cell;
    this.view.elements.forEach((element) => {
      const picked = cell >= 0 && element === this.view.at(cell);
      element.classList.toggle("tile-picked", picked);
      if (this.editable) element.setAttribute("aria-pressed", picked);
      else element.removeAttribute("aria-pressed");
    });
  }

  swap(one, other) {
    const tiles = this.view.tiles.slice();
    [tiles[one], tiles[other]] = [tiles[other], tiles[one]];
    this.focused = other;
    this.changed(tiles);
  }

  press(cell) {
    if (this.picked < 0) this.pick(cell);
    else if (this.picked === cell) this.pick(-1);
    else this.swap(this.picked, cell);
  }

  clicked(event) {
    const tile = event.target.closest(".tile");
    if (!tile || !this.editable || this.suppressClick) return;
    this.focused = Number(tile.dataset.cell);
    this.setStops();
    this.press(this.focused);
  }

  key(event) {
    if (!this.editable || this.view.tiles.length === 0) return;
    if (event.key === "Escape" && this.picked >= 0) {
      this.pick(-1);
      event.stopPropagation();
      return;
    }
    const letter = ARROWS[event.key];
    if (!letter || event.shiftKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const cell = cellBeyond(this.focused, letter, this.view.rows, this.view.columns);
    if (cell < 0) return;
    this.focused = cell;
    this.setStops();
    this.view.at(cell).focus();
  }

  down(event) {
    const tile = event.target.closest(".tile");
    if (!this.editable) {
      // A read-only board is a single tab stop: if its tiles took the focus, Space would press them.
      event.preventDefault();
      this.view.host.focus();
      return;
    }
    if (!tile || event.button !== 0) return;
    this.drag = { tile, cell: Number(tile.dataset.cell), x: event.clientX, y: event.clientY, on: false };
  }

  moved(event) {
    const { drag } = this;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.on && Math.hypot(dx, dy) < DRAG_FROM) return;
    if (!drag.on) {
      drag.on = true;
      drag.tile.setPointerCapture(event.pointerId);
      drag.tile.classList.add("tile-dragged");
    }
    drag.tile.style.setProperty("--dx", `${dx}px`);
    drag.tile.style.setProperty("--dy", `${dy}px`);
    const over = this.view.cellAt(event.clientX, event.clientY);
    this.view.elements.forEach((element) =>
      element.classList.toggle(
        "tile-over",
        over >= 0 && element === this.view.at(over) && element !== drag.tile,
      ),
    );
  }

  up(event) {
    const { drag } = this;
    if (!drag?.on) {
      this.drag = null;
      return;
    }
    // The click event that follows immediately is part of the drag.
    this.suppressClick = true;
    setTimeout(() => {
      this.suppressClick = false;
    });
    const cell = this.view.cellAt(event.clientX, event.clientY);
    this.dropDrag();
    if (cell >= 0 && cell !== drag.cell) this.swap(drag.cell, cell);
  }

  dropDrag() {
    if (!this.drag) return;
    const { tile } = this.drag;
    tile.classList.remove("tile-dragged");
    tile.style.removeProperty("--dx");
    tile.style.removeProperty("--dy");
    this.view.elements.forEach((element) => element.classList.remove("tile-over"));
    this.drag = null;
  }
}
