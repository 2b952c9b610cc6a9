// Mouse, pen and touch input on a canvas: drag to pan, wheel or pinch to zoom, click to pick.

/** How many pixels a pointer may move during a click. */
const CLICK_TOLERANCE = 4;

/** Listens on a canvas; calls `pan(dx, dy)`, `zoom(factor, x, y)`, `pick(x, y)` and `open(x, y)` for a double click. */
export function listenToPointers(canvas, { pan, zoom, pick, open }) {
  const pointers = new Map();
  let spread = 0;
  let travelled = 0;

  const local = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spreadOf = () => {
    const [one, other] = [...pointers.values()];
    return Math.hypot(one.x - other.x, one.y - other.y);
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, local(event));
    travelled = 0;
    if (pointers.size === 2) spread = spreadOf();
  });

  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = local(event);
    pointers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled < CLICK_TOLERANCE) return;
    pan((now.x - before.x) / pointers.size, (now.y - before.y) / pointers.size);
    if (pointers.size !== 2) return;
    const [one, other] = [...pointers.values()];
    const wider = spreadOf();
    zoom(wider / Math.max(spread, 1), (one.x + other.x) / 2, (one.y + other.y) / 2);
    spread = wider;
  });

  const lifted = (event) => {
    const clicked = pointers.delete(event.pointerId) && travelled < CLICK_TOLERANCE && event.type === "pointerup";
    if (!clicked) return;
    const { x, y } = local(event);
    pick(x, y);
  };
  canvas.addEventListener("pointerup", lifted);
  canvas.addEventListener("pointercancel", lifted);

  canvas.addEventListener("dblclick", (event) => {
    const { x, y } = local(event);
    open(x, y);
  });

  const wheel = (event) => {
    event.preventDefault();
    const { x, y } = local(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
    zoom(Math.exp(-event.deltaY * (lines ? 0.05 : 0.0015)), x, y);
  };
  canvas.addEventListener("wheel", wheel, { passive: false });
}
