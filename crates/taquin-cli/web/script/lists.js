// A virtual list for a hundred thousand rows or more: only visible rows have elements, and these are reused.

import { boardText, shortText } from "./board.js";
import { make } from "./dom.js";
import { readInks, smallBoard } from "./tree-paint.js";

/** The height of a row in pixels, unless its boards need more. */
const MIN_ROW = 26;
/** The size in pixels of a cell of a small board, and of the largest board in a row. */
const CELL = 13;
const MAX_BOARD = 56;
/** Extra rows above and below the visible ones, so that they are already drawn after a short scroll. */
const OVERSCAN = 2;
/** The number of drawings that are cached: in most steps the rows only shift. */
const MAX_DRAWN = 100;
/** The greatest height in pixels: browsers cannot scroll further than some millions of pixels. */
const MAX_HEIGHT = 8_000_000;

export class VirtualList {
  /**
   * `columns` are `{title, className}`; `cells(index)` returns the texts of a row, and for a column with `board` the
   * board to paint, `{key, tiles, moved}`; `chosen(index)` is called for the row that is clicked or reached by a key.
   */
  constructor(host, { label, columns, cells, chosen }) {
    this.columns = columns;
    this.cells = cells;
    this.chosen = chosen;
    this.count = 0;
    this.current = -1;
    this.pool = [];
    this.row = MIN_ROW;
    this.board = null;
    /** The cached drawings by their keys, the oldest first. */
    this.drawn = new Map();
    this.rowName = `${host.id}-row`;
    this.body = make("div", { className: "vlist-body", role: "presentation" });
    this.port = make(
      "div",
      { className: "vlist-port", tabIndex: 0, role: "listbox", "aria-label": label },
      this.body,
    );
    const head = make(
      "div",
      { className: "vlist-head", "aria-hidden": "true" },
      ...columns.map(({ title, className }) =>
        make("span", { className: className ?? "", textContent: title }),
      ),
    );
    host.classList.add("vlist");
    host.replaceChildren(head, this.port);
    // Tracked here, because reading it from the element would force a layout in the middle of a step.
    this.top = 0;
    this.scrolled = 0;
    this.port.addEventListener(
      "scroll",
      () => {
        this.scrolled = this.port.scrollTop;
        this.top = this.scrolled * this.scrollRatio;
        this.draw();
      },
      { passive: true },
    );
    this.port.addEventListener("click", (event) => {
      const row = event.target.closest(".vlist-row");
      if (row) this.choose(Number(row.dataset.index));
    });
    this.port.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8 }[event.key];
      if (!by || this.count === 0) return;
      event.preventDefault();
      this.choose(Math.max(0, Math.min(this.count - 1, this.current + by)));
    });
    new ResizeObserver(() => {
      this.height = this.port.clientHeight;
      if (this.current >= 0) this.reveal(this.current);
      this.draw();
    }).observe(this.port);
    this.height = 0;
    document.addEventListener("themechange", () => this.repaint());
  }

  /** Sets the label for screen readers. */
  name(label) {
    this.port.setAttribute("aria-label", label);
  }

  /** Sets the row height for boards of this size, whose tiles have the colours `tints`. */
  showBoards(rows, columns, tints) {
    const cell = Math.max(2, Math.min(CELL, Math.floor(MAX_BOARD / Math.max(rows, columns))));
    this.board = { rows, columns, tints, cell };
    this.row = Math.max(MIN_ROW, rows * cell + 8);
    this.port.style.setProperty("--row-height", `${this.row}px`);
    this.fitHeight();
    this.repaint();
  }

  /** Redraws all boards. */
  repaint() {
    this.inks = null;
    this.drawn.clear();
    for (const { cells } of this.pool) {
      for (const { canvas } of cells) if (canvas) canvas.dataset.key = "";
    }
    this.draw();
  }

  fitHeight() {
    this.body.style.height = `${Math.min(this.count * this.row, MAX_HEIGHT)}px`;
  }

  /** The number of pixels of the list per pixel that is scrolled. */
  get scrollRatio() {
    const all = this.count * this.row;
    return all > MAX_HEIGHT ? (all - this.height) / (MAX_HEIGHT - this.height) : 1;
  }

  /** Sets the number of rows and redraws. */
  update(count, current = -1) {
    if (count !== this.count) {
      this.count = count;
      this.fitHeight();
    }
    this.current = current;
    this.draw();
  }

  choose(index) {
    this.chosen?.(index);
    this.update(this.count, index);
    this.reveal(index);
  }

  /** Scrolls a row into view. */
  reveal(index) {
    if (this.height === 0) return;
    const at = index * this.row;
    if (at < this.top) this.scrollTo(at);
    else if (at + this.row > this.top + this.height) this.scrollTo(at + this.row - this.height);
  }

  scrollTo(top) {
    this.top = Math.max(0, top);
    this.scrolled = this.top / this.scrollRatio;
    this.port.scrollTop = this.scrolled;
    this.draw();
  }

  draw() {
    const top = Math.min(this.top, Math.max(0, this.count * this.row - this.height));
    const first = Math.max(0, Math.floor(top / this.row) - OVERSCAN);
    const end = Math.min(this.count, Math.ceil((top + this.height) / this.row) + OVERSCAN);
    const wanted = Math.max(0, end - first);
    while (this.pool.length < wanted) this.pool.push(this.newRow());
    this.pool.forEach((row, place) => {
      const index = first + place;
      row.element.hidden = place >= wanted;
      if (place < wanted) this.fill(row, index);
    });
    const seen = this.current >= first && this.current < end;
    if (seen) this.port.setAttribute("aria-activedescendant", `${this.rowName}-${this.current - first}`);
    else this.port.removeAttribute("aria-activedescendant");
  }

  newRow() {
    const cells = this.columns.map(({ className, board }) => {
      if (!board) {
        const element = make("span", { className: className ?? "" });
        return { element, text: element };
      }
      const canvas = make("canvas", { "aria-hidden": "true" });
      const text = make("i", { className: "visually-hidden" });
      return { element: make("span", { className: "vlist-board" }, canvas, text), canvas, text };
    });
    const element = make(
      "div",
      { className: "vlist-row", role: "option", id: `${this.rowName}-${this.pool.length}` },
      ...cells.map((cell) => cell.element),
    );
    this.body.append(element);
    return { element, cells };
  }

  fill({ element, cells }, index) {
    element.style.transform = `translateY(${index * this.row - this.top + this.scrolled}px)`;
    element.dataset.index = index;
    element.setAttribute("aria-posinset", index + 1);
    element.setAttribute("aria-setsize", this.count);
    element.setAttribute("aria-selected", index === this.current);
    this.cells(index).forEach((value, column) => {
      const { canvas, text } = cells[column];
      const written = canvas ? this.paint(canvas, value) : String(value);
      if (written !== null && text.textContent !== written) text.textContent = written;
    });
  }

  /** Draws a board unless it is already there; returns it as text, or null. */
  paint(canvas, picture) {
    if (canvas.dataset.key === String(picture.key)) return null;
    canvas.dataset.key = picture.key;
    const { text, drawing } = this.drawn.get(picture.key) ?? this.drawBoard(picture);
    if (canvas.width !== drawing.width || canvas.height !== drawing.height) {
      const { cell, columns, rows } = this.board;
      canvas.width = drawing.width;
      canvas.height = drawing.height;
      canvas.style.width = `${columns * cell + 2}px`;
      canvas.style.height = `${rows * cell + 2}px`;
    }
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, drawing.width, drawing.height);
    pen.drawImage(drawing, 0, 0);
    return text;
  }

  /** Draws a board and caches the drawing, with the board as text. */
  drawBoard({ key, tiles, moved }) {
    this.inks ??= readInks();
    const { cell, columns, rows } = this.board;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [columns * cell + 2, rows * cell + 2];
    const drawing = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
    const pen = drawing.getContext("2d");
    pen.scale(ratio, ratio);
    smallBoard(pen, this.inks, { ...this.board, tiles, moved }, width / 2, height / 2, cell);
    // One character per tile if every tile is a digit.
    const text = (tiles.length <= 10 ? shortText : boardText)(tiles, columns);
    if (this.drawn.size === MAX_DRAWN) this.drawn.delete(this.drawn.keys().next().value);
    this.drawn.set(key, { text, drawing });
    return { text, drawing };
  }
}
