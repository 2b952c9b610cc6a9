// Which part of the search tree is in sight. Places in the tree are units: one to the next neighbour, one to
// the next level; the camera turns them into pixels.

/** Pixels between neighbours and between levels at zoom 1. */
export const UNIT = { x: 96, y: 110 };
/** No small tree is blown up further than this when it is shown whole. */
const MOST_WHOLE = 1.5;
/** Pixels left free at the edges. */
const MARGIN = 16;

export class Camera {
  constructor() {
    this.width = 0;
    this.height = 0;
    this.tree = null;
    this.zoom = 1;
    this.mostZoom = 2;
    this.centre = { x: 0, y: 0 };
    /** Whether the whole tree is in sight, as long as nobody zooms or pans. */
    this.whole = true;
  }

  /** Looks at a tree so wide and high, the whole of it. */
  lookAt(tree) {
    this.tree = tree;
    this.showAll();
  }

  /** The room it has on the screen changed. */
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

  /** The zoom at which the tree fits one way; the outermost nodes reach half a unit beyond their places. */
  fitting(size, units, unit) {
    return (size - 2 * MARGIN) / ((units + 1) * unit);
  }

  get leastZoom() {
    const across = this.fitting(this.width, this.tree.width, UNIT.x);
    const down = this.fitting(this.height, this.tree.height, UNIT.y);
    return Math.max(1e-6, Math.min(across, down, MOST_WHOLE));
  }

  /** Pixels a unit, each way. A tree that fits one way is not squeezed that way for the sake of the other. */
  get scale() {
    const least = (size, units, unit) => Math.min(1, this.fitting(size, units, unit));
    return {
      x: UNIT.x * Math.max(this.zoom, least(this.width, this.tree.width, UNIT.x)),
      y: UNIT.y * Math.max(this.zoom, least(this.height, this.tree.height, UNIT.y)),
    };
  }

  /** Pixels of a place. */
  pixel(place, scale = this.scale) {
    return [
      (place.x - this.centre.x) * scale.x + this.width / 2,
      (place.y - this.centre.y) * scale.y + this.height / 2,
    ];
  }

  /** The place at a pixel. */
  placeAt(x, y) {
    const { scale } = this;
    return {
      x: this.centre.x + (x - this.width / 2) / scale.x,
      y: this.centre.y + (y - this.height / 2) / scale.y,
    };
  }

  /** Zooms so that the place under a pixel stays there. */
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

  /** Moves only if a place is about to leave the sight, and shows no more emptiness than it must. */
  keepInSight(place) {
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
