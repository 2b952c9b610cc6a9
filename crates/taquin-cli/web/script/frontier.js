// The frontier of a recorded search at any step, in the order in which nodes are taken off it. The recording says for
// each stay of a node on the frontier from which step and until which; stays are in the order in which nodes leave. Any
// row must be found quickly, so a Fenwick tree counts the stays that are open. A step updates it for the stays that
// begin or end there, and a long jump rebuilds it.

const NEVER = 0x7fffffff;

export class Frontier {
  /**
   * Reads the frontier of a recording with the nodes of its steps; `places` is the number of its steps, with the end.
   * `existsFrom` returns the first step at which a node exists.
   */
  constructor({ from, waiting }, nodeOf, places, existsFrom) {
    const steps = nodeOf.length;
    this.count = steps + waiting.node.length;
    this.nodes = new Int32Array(this.count);
    this.nodes.set(nodeOf);
    this.nodes.set(waiting.node, steps);
    this.from = Int32Array.from(this.nodes, (node, stay) =>
      (stay < steps ? from?.[stay] : waiting.from?.[stay - steps]) ?? existsFrom(node),
    );
    this.until = Int32Array.from(this.nodes, (_, stay) =>
      stay < steps ? stay : (waiting.dropped_at?.[stay - steps] ?? NEVER),
    );
    this.sortChanges(places);
    this.isOpen = new Uint8Array(this.count);
    this.sums = new Int32Array(this.count + 1);
    this.step = 0;
    this.rebuild(0);
  }

  /** Sorts the stays by the steps at which they begin and at which they end. */
  sortChanges(places) {
    const starts = new Int32Array(places + 1);
    for (const steps of [this.from, this.until]) {
      for (const step of steps) if (step < places) starts[step + 1] += 1;
    }
    for (let step = 0; step < places; step += 1) starts[step + 1] += starts[step];
    this.starts = starts;
    this.changes = new Int32Array(starts[places]);
    const next = starts.slice();
    for (const steps of [this.from, this.until]) {
      for (let stay = 0; stay < this.count; stay += 1) {
        if (steps[stay] < places) this.changes[next[steps[stay]]++] = stay;
      }
    }
  }

  /** Goes to a step. */
  seek(step) {
    const far = Math.abs(step - this.step);
    if (far > 64 && far * 32 > this.count) {
      this.rebuild(step);
      return;
    }
    const [low, high] = [Math.min(step, this.step), Math.max(step, this.step)];
    this.step = step;
    for (let at = this.starts[low + 1]; at < this.starts[high + 1]; at += 1) this.touch(this.changes[at]);
  }

  isOpenAt(stay, step) {
    return this.from[stay] <= step && step < this.until[stay] ? 1 : 0;
  }

  /** Updates whether a stay is open at the current step. */
  touch(stay) {
    const open = this.isOpenAt(stay, this.step);
    const change = open - this.isOpen[stay];
    if (change === 0) return;
    this.isOpen[stay] = open;
    this.length += change;
    for (let at = stay + 1; at <= this.count; at += at & -at) this.sums[at] += change;
  }

  rebuild(step) {
    const { count, isOpen, sums } = this;
    this.step = step;
    this.length = 0;
    sums.fill(0);
    for (let at = 1; at <= count; at += 1) {
      const open = this.isOpenAt(at - 1, step);
      isOpen[at - 1] = open;
      this.length += open;
      sums[at] += open;
      const above = at + (at & -at);
      if (above <= count) sums[above] += sums[at];
    }
  }

  /** Returns the node in a row, with the next to be taken off first. */
  at(row) {
    let at = 0;
    let left = row;
    for (let bit = 1 << (31 - Math.clz32(this.count)); bit > 0; bit >>= 1) {
      if (at + bit <= this.count && this.sums[at + bit] <= left) {
        at += bit;
        left -= this.sums[at];
      }
    }
    return this.nodes[at];
  }
}
