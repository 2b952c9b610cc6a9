// A small plot of the frontier over the steps of a trace, with a mark at the current step. It is drawn once; only the
// mark moves.

import { make } from "./dom.js";
import { grouped } from "./format.js";
import { FONT, readInks } from "./tree-paint.js";

const LEFT = 8;
const RIGHT = 8;
const TOP = 20;
const BOTTOM = 18;

export class StepPlot {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.values = [];
    this.place = 0;
    this.cursor = canvas.parentElement.appendChild(make("div", { className: "plot-cursor" }));
    new ResizeObserver(() => this.resize()).observe(canvas);
    document.addEventListener("themechange", () => this.redraw());
  }

  load(values) {
    this.values = values;
    this.canvas.setAttribute(
      "aria-label",
      values.length > 0
        ? `Frontier by step: from ${grouped(values[0])} to ${grouped(values.at(-1))}, at most ${grouped(this.max)}`
        : "Frontier by step",
    );
    this.redraw();
  }

  get max() {
    let max = 1;
    for (const value of this.values) max = Math.max(max, value);
    return max;
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.max(1, Math.round(this.width * ratio));
    this.canvas.height = Math.max(1, Math.round(this.height * ratio));
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.redraw();
  }

  x(step) {
    return LEFT + ((this.width - LEFT - RIGHT) * step) / Math.max(this.values.length - 1, 1);
  }

  redraw() {
    if (!this.width || this.values.length === 0) return;
    const { values, max, pen } = this;
    this.inks = readInks();
    pen.clearRect(0, 0, this.width, this.height);
    const floor = this.height - BOTTOM;
    const y = (value) => floor - ((floor - TOP) * value) / max;
    pen.strokeStyle = this.inks.line;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const part of [0, 0.5, 1]) {
      pen.moveTo(LEFT, Math.round(y(max * part)) + 0.5);
      pen.lineTo(this.width - RIGHT, Math.round(y(max * part)) + 0.5);
    }
    pen.stroke();
    // Two points per pixel are enough.
    const stride = Math.max(1, Math.floor(values.length / (this.width * 2)));
    pen.beginPath();
    pen.moveTo(LEFT, floor);
    for (let step = 0; step < values.length; step += stride) pen.lineTo(this.x(step), y(values[step]));
    pen.lineTo(this.x(values.length - 1), y(values.at(-1)));
    pen.lineTo(this.x(values.length - 1), floor);
    pen.fillStyle = this.inks["open-soft"];
    pen.fill();
    pen.beginPath();
    for (let step = 0; step < values.length; step += stride) pen.lineTo(this.x(step), y(values[step]));
    pen.lineTo(this.x(values.length - 1), y(values.at(-1)));
    pen.strokeStyle = this.inks.open;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.fillStyle = this.inks["ink-2"];
    pen.font = `11px ${FONT}`;
    pen.fillText(grouped(max), LEFT, TOP - 6);
    pen.fillText("1", LEFT, this.height - 5);
    pen.textAlign = "right";
    pen.fillText(`step ${grouped(values.length)}`, this.width - RIGHT, this.height - 5);
    pen.textAlign = "left";
    this.mark(this.place);
  }

  /** Moves the mark. */
  mark(step) {
    this.place = step;
    if (!this.width || this.values.length === 0) return;
    this.cursor.style.transform = `translateX(${this.x(Math.min(step, this.values.length - 1))}px)`;
  }
}
