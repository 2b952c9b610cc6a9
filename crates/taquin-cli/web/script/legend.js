// The legend of the tree: the shapes that this search uses, as they look at the current zoom.

import { make } from "./dom.js";
import { dots, frame, ring } from "./tree-paint.js";

/** The size of a shape in pixels: cards are wider than dots. */
const HEIGHT = 20;
const WIDTHS = { cards: 30, dots: 20, pixels: 20 };

export class Legend {
  /** `hint` is an element that suggests zooming in. */
  constructor(host, hint) {
    this.host = host;
    this.hint = hint;
    this.shown = "";
  }

  /** Shows entries `[kind, text]` in a style of the tree: `cards`, `dots` or `pixels`. */
  show(entries, style, inks) {
    const wanted = `${style} ${entries.join()}`;
    if (wanted === this.shown && inks === this.inks) return;
    this.shown = wanted;
    this.inks = inks;
    this.hint.hidden = style === "cards" || entries.length === 0;
    const ratio = devicePixelRatio || 1;
    this.host.replaceChildren(
      ...entries.map(([kind, text]) => {
        const canvas = make("canvas", {
          width: WIDTHS[style] * ratio,
          height: HEIGHT * ratio,
          "aria-hidden": "true",
        });
        canvas.style.width = `${WIDTHS[style]}px`;
        const pen = canvas.getContext("2d");
        pen.scale(ratio, ratio);
        this.draw(pen, kind, style);
        return make("li", { "data-kind": kind }, canvas, text);
      }),
    );
  }

  draw(pen, kind, style) {
    const { inks } = this;
    const [x, y] = [WIDTHS[style] / 2, HEIGHT / 2];
    const isDouble = kind === "goal" || kind === "meeting";
    if (kind === "current") ring(pen, inks, x, y, style === "cards" ? 12 : 2, 2);
    else if (style === "cards") frame(pen, inks, kind, x, y, 18, isDouble ? 8 : 11);
    else if (style === "dots" || isDouble || kind === "path") {
      dots(pen, inks, kind, isDouble ? 3 : 4, [[x, y]]);
    } else {
      pen.fillStyle = inks[kind];
      pen.fillRect(x - 2, y - 3, 4, 6);
    }
  }
}
