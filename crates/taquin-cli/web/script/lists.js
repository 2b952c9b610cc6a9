// A list that may have a hundred thousand rows: only those in sight are elements, and they are used again.

import { boardText, shortText } from "./board.js";
import { make } from "./dom.js";
import { readInks, smallBoard } from "./tree-paint.js";

/** Pixels of a row, unless boards in it need more. */
const LEAST_ROW = 26;
/** Pixels of a cell of a small board, and of the largest board in a row. */
const CELL = 13;
const MOST_BOARD = 56;
/** Rows above and below what is seen, so that a short scroll finds them drawn. */
const SPARE = 2;
/** Boards that stay drawn: in most steps the rows only move on. */
const MOST_DRAWN = 100;
/** Browsers cannot scroll further than some millions of pixels. */
const TALLEST = 8_000_000;

export class VirtualList {
  /**
   * `columns` are `{title, className}`; `cells(index)` gives the texts of a row, and for a column with
   * `board` what is to be painted, `{key, tiles, moved}`; `chosen(index)` is called for the row that is clicked
   * or entered.
   */
  constructor(host, { label, columns, cells, chosen }) {
    this.columns = columns;
    this.cells = cells;
    this.chosen = chosen;
    this.count = 0;
    this.current = -1;
    this.pool = [];
    this.row = LEAST_ROW;
    this.board = null;
    /** Boards that were drawn, by their keys, the oldest first. */
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
    // Kept here, for asking the element would make the browser lay the page out in the middle of a step.
    this.top = 0;
    this.scrolled = 0;
    this.port.addEventListener(
      "scroll",
      () => {
        this.scrolled = this.port.scrollTop;
        this.top = this.scrolled * this.stretched;
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

  /** Says what it lists. */
  name(label) {
    this.port.setAttribute("aria-label", label);
  }

  /** Makes room for boards of this size, whose tiles have the colours `tints`. */
  showBoards(rows, columns, tints) {
    const cell = Math.max(2, Math.min(CELL, Math.floor(MOST_BOARD / Math.max(rows, columns))));
    this.board = { rows, columns, tints, cell };
    this.row = Math.max(LEAST_ROW, rows * cell + 8);
    this.port.style.setProperty("--row-height", `${this.row}px`);
    this.stretch();
    this.repaint();
  }

  /** Draws all boards anew. */
  repaint() {
    this.inks = null;
    this.drawn.clear();
    for (const { cells } of this.pool) {
      for (const { canvas } of cells) if (canvas) canvas.dataset.key = "";
    }
    this.draw();
  }

  stretch() {
    this.body.style.height = `${Math.min(this.count * this.row, TALLEST)}px`;
  }

  /** How many pixels of the list go by for one that is scrolled. */
  get stretched() {
    const all = this.count * this.row;
    return all > TALLEST ? (all - this.height) / (TALLEST - this.height) : 1;
  }

  /** Takes over a new number of rows and draws again. */
  update(count, current = -1) {
    if (count !== this.count) {
      this.count = count;
      this.stretch();
    }
    this.current = current;
    this.draw();
  }

  choose(index) {
    this.chosen?.(index);
    this.update(this.count, index);
    this.reveal(index);
  }

  /** Brings a row into sight. */
  reveal(index) {
    if (this.height === 0) return;
    const at = index * this.row;
    if (at < this.top) this.scrollTo(at);
    else if (at + this.row > this.top + this.height) this.scrollTo(at + this.row - this.height);
  }

  scrollTo(top) {
    this.top = Math.max(0, top);
    this.scrolled = this.top / this.stretched;
    this.port.scrollTop = this.scrolled;
    this.draw();
  }

  draw() {
    const top = Math.min(this.top, Math.max(0, this.count * this.row - this.height));
    const first = Math.max(0, Math.floor(top / this.row) - SPARE);
    const end = Math.min(this.count, Math.ceil((top + this.height) / this.row) + SPARE);
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

  /** Draws a board unless it is the one that is there; returns it as text, or null. */
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

  /** Draws a board for the first time and keeps that, with the board as text. */
  drawBoard({ key, tiles, moved }) {
    this.inks ??= readInks();
    const { cell, columns, rows } = this.board;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [columns * cell + 2, rows * cell + 2];
    const drawing = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
    const pen = drawing.getContext("2d");
    pen.scale(ratio, ratio);
    smallBoard(pen, this.inks, { ...this.board, tiles, moved }, width / 2, height / 2, cell);
    // One character a tile, where every tile is a digit.
    const text = (tiles.length <= 10 ? shortText : boardText)(tiles, columns);
    if (this.drawn.size === MOST_DRAWN) this.drawn.delete(this.drawn.keys().next().value);
    this.drawn.set(key, { text, drawing });
    return { text, drawing };
  }
}
