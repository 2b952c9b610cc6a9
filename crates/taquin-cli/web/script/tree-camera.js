// The visible part of the search tree. Places in the tree are in units: one between neighbours, one between levels; the
// camera turns them into pixels.

/** Pixels between neighbours and between levels at zoom 1. */
export const UNIT = { x: 96, y: 110 };
/** The greatest zoom at which a small tree is shown whole. */
const MAX_WHOLE_ZOOM = 1.5;
/** Free pixels at the edges. */
const MARGIN = 16;

export class Camera {
  constructor() {
    this.width = 0;
    this.height = 0;
    this.tree = null;
    this.zoom = 1;
    this.mostZoom = 2;
    this.centre = { x: 0, y: 0 };
    /** Whether the whole tree is kept visible, until the user zooms or pans. */
    this.whole = true;
  }

  /** Shows the whole of a tree with this `width` and `height`. */
  lookAt(tree) {
    this.tree = tree;
    this.showAll();
  }

  /** Sets the size of the canvas. */
  resize(width, height) {
    this.width = width;
    this.height = height;
    if (this.whole && this.tree) this.showAll();
  }

  showAll() {
    this.whole = true;
    this.zoom = this.leastZoom;
    this.centre = { x: this.tree.width / 2, y: this.tree.height / 2 };
  }

  /** Returns the zoom at which the tree fits in one direction; outer nodes extend half a unit beyond their places. */
  fitting(size, units, unit) {
    return (size - 2 * MARGIN) / ((units + 1) * unit);
  }

  get leastZoom() {
    const across = this.fitting(this.width, this.tree.width, UNIT.x);
    const down = this.fitting(this.height, this.tree.height, UNIT.y);
    return Math.max(1e-6, Math.min(across, down, MAX_WHOLE_ZOOM));
  }

  /** Pixels per unit in each direction. A tree that fits in one direction is not squeezed in it to fit in the other. */
  get scale() {
    const least = (size, units, unit) => Math.min(1, this.fitting(size, units, unit));
    return {
      x: UNIT.x * Math.max(this.zoom, least(this.width, this.tree.width, UNIT.x)),
      y: UNIT.y * Math.max(this.zoom, least(this.height, this.tree.height, UNIT.y)),
    };
  }

  /** Returns the pixel of a place. */
  pixel(place, scale = this.scale) {
    return [
      (place.x - this.centre.x) * scale.x + this.width / 2,
      (place.y - this.centre.y) * scale.y + this.height / 2,
    ];
  }

  /** Returns the place at a pixel. */
  placeAt(x, y) {
    const { scale } = this;
    return {
      x: this.centre.x + (x - this.width / 2) / scale.x,
      y: this.centre.y + (y - this.height / 2) / scale.y,
    };
  }

  /** Zooms; the place under the given pixel stays where it is. */
  zoomBy(factor, x = this.width / 2, y = this.height / 2) {
    const before = this.placeAt(x, y);
    this.whole = false;
    this.zoom = Math.max(this.leastZoom, Math.min(this.mostZoom, this.zoom * factor));
    const after = this.placeAt(x, y);
    this.centre.x += before.x - after.x;
    this.centre.y += before.y - after.y;
  }

  panBy(x, y) {
    const { scale } = this;
    this.whole = false;
    this.centre.x -= x / scale.x;
    this.centre.y -= y / scale.y;
  }

  /** Moves only if a place is about to leave the view, and shows as little empty space as possible. */
  keepInView(place) {
    if (this.whole) return;
    const { scale } = this;
    for (const [axis, size, total] of [
      ["x", this.width, this.tree.width],
      ["y", this.height, this.tree.height],
    ]) {
      const half = (size / 2 - Math.max(2 * MARGIN, scale[axis] / 2)) / scale[axis];
      if (Math.abs(place[axis] - this.centre[axis]) > half) this.centre[axis] = place[axis];
      const fits = total <= 2 * half;
      this.centre[axis] = fits ? total / 2 : Math.max(half, Math.min(total - half, this.centre[axis]));
    }
  }
}
