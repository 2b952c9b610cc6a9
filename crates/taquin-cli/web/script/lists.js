// A list that may have a hundred thousand rows: only those in sight are elements, and they are used again.

import { make } from "./dom.js";

const ROW = 26;
/** Rows above and below what is seen, so that a short scroll finds them drawn. */
const SPARE = 4;
/** Browsers cannot scroll further than some millions of pixels. */
const TALLEST = 8_000_000;

export class VirtualList {
  /**
   * `columns` are `{title, className}`; `cells(index)` gives the texts of a row; `chosen(index)` is called
   * for the row that is clicked or entered.
   */
  constructor(host, { label, columns, cells, chosen }) {
    this.columns = columns;
    this.cells = cells;
    this.chosen = chosen;
    this.count = 0;
    this.current = -1;
    this.pool = [];
    this.name = `${host.id}-row`;
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
    this.port.addEventListener(
      "scroll",
      () => {
        this.top = this.port.scrollTop;
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
  }

  /** Takes over a new number of rows and draws again. */
  update(count, current = -1) {
    if (count !== this.count) {
      this.count = count;
      this.body.style.height = `${Math.min(count * ROW, TALLEST)}px`;
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
    const at = index * ROW;
    if (at < this.top) this.scrollTo(at);
    else if (at + ROW > this.top + this.height) this.scrollTo(at + ROW - this.height);
  }

  scrollTo(top) {
    this.top = Math.max(0, top);
    this.port.scrollTop = this.top;
    this.draw();
  }

  draw() {
    const top = Math.min(this.top, Math.max(0, this.count * ROW - this.height));
    const first = Math.max(0, Math.floor(top / ROW) - SPARE);
    const end = Math.min(this.count, Math.ceil((top + this.height) / ROW) + SPARE);
    const wanted = Math.max(0, end - first);
    while (this.pool.length < wanted) this.pool.push(this.newRow());
    this.pool.forEach((row, place) => {
      const index = first + place;
      row.element.hidden = place >= wanted;
      if (place < wanted) this.fill(row, index);
    });
    const seen = this.current >= first && this.current < end;
    if (seen) this.port.setAttribute("aria-activedescendant", `${this.name}-${this.current - first}`);
    else this.port.removeAttribute("aria-activedescendant");
  }

  newRow() {
    const cells = this.columns.map(({ className }) => make("span", { className: className ?? "" }));
    const element = make(
      "div",
      { className: "vlist-row", role: "option", id: `${this.name}-${this.pool.length}` },
      ...cells,
    );
    this.body.append(element);
    return { element, cells };
  }

  fill({ element, cells }, index) {
    element.style.transform = `translateY(${index * ROW}px)`;
    element.dataset.index = index;
    element.setAttribute("aria-posinset", index + 1);
    element.setAttribute("aria-setsize", this.count);
    element.setAttribute("aria-selected", index === this.current);
    this.cells(index).forEach((text, column) => {
      const written = String(text);
      if (cells[column].textContent !== written) cells[column].textContent = written;
    });
  }
}
