// What the shapes in the tree mean, drawn with the same pen.

import { make } from "./dom.js";
import { frame, readInks, ring } from "./tree-paint.js";

/** What nodes can be, as people are told. */
const SHOWN = { open: "open", closed: "closed", path: "path", goal: "goal", current: "now" };

export function buildLegend(host) {
  const entries = Object.entries(SHOWN).map(([kind, title]) => {
    const canvas = make("canvas", { width: 60, height: 40, className: "legend-shape", "aria-hidden": "true" });
    return { kind, canvas, item: make("li", {}, canvas, title) };
  });
  host.replaceChildren(...entries.map(({ item }) => item));
  const draw = () => {
    const inks = readInks();
    for (const { kind, canvas } of entries) {
      const pen = canvas.getContext("2d");
      pen.setTransform(2, 0, 0, 2, 0, 0);
      pen.clearRect(0, 0, 30, 20);
      if (kind === "current") ring(pen, inks, 15, 10, 12, 2);
      else frame(pen, inks, kind, 15, 10, 18, kind === "goal" ? 8 : 11);
    }
  };
  draw();
  document.addEventListener("themechange", draw);
}
