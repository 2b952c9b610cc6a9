// The clock of a race. It counts explored nodes, for all lanes at once, and speeds up as it runs, so that a search of
// fifty nodes and one of fifty thousand can both be watched. Every race takes the same time, whatever its length.

import { make } from "./dom.js";
import { grouped } from "./format.js";
import { icon, iconButton } from "./icons.js";

/** Milliseconds from the first node to the last. */
const DURATION = 8000;
/** The number of slider positions; the slider is linear in time, like the clock. */
const POSITIONS = 1000;

export class RaceClock {
  /** Builds the controls into an element. `moved(nodes)` is called whenever the clock changes. */
  constructor(host, moved) {
    this.moved = moved;
    this.first = 0;
    this.last = 0;
    this.nodes = 0;
    this.playing = false;
    this.build(host);
  }

  /** Starts at the first of `last` nodes. */
  load(last) {
    this.playing = false;
    this.first = Math.min(1, last);
    this.last = last;
    this.go(this.first);
  }

  /** Returns the share of the time that has passed at a number of nodes; `nodesAt` is the inverse. */
  shareOf(nodes) {
    return this.last > 1 ? Math.log(Math.max(nodes, 1)) / Math.log(this.last) : 1;
  }

  nodesAt(share) {
    return Math.max(this.first, Math.min(this.last, Math.round(this.last ** share)));
  }

  /** Goes to a number of nodes, within the range of the race. */
  go(nodes) {
    this.nodes = Math.max(this.first, Math.min(this.last, nodes));
    this.moved(this.nodes);
    this.refresh();
  }

  can(control) {
    if (control === "first" || control === "back") return this.nodes > this.first;
    if (control === "forward" || control === "last") return this.nodes < this.last;
    return this.last > this.first;
  }

  press(control, by = 1) {
    if (!this.can(control)) return;
    if (control === "play") {
      if (this.playing) this.pause();
      else this.play();
      return;
    }
    this.pause();
    const { first, last, nodes } = this;
    this.go({ first, last, back: nodes - by, forward: nodes + by }[control]);
  }

  play() {
    if (this.nodes >= this.last) this.go(this.first);
    this.playing = true;
    let share = this.shareOf(this.nodes);
    let before = performance.now();
    const frame = (now) => {
      if (!this.playing) return;
      // A page that was hidden does not catch up.
      share += Math.min(now - before, 250) / DURATION;
      before = now;
      if (share >= 1) this.playing = false;
      this.go(share >= 1 ? this.last : this.nodesAt(share));
      if (this.playing) requestAnimationFrame(frame);
    };
    this.refresh();
    requestAnimationFrame(frame);
  }

  pause() {
    this.playing = false;
    this.refresh();
  }

  /** Handles a key; returns whether it is one of the clock's. */
  key({ key, shiftKey, target }) {
    const by = shiftKey ? 10 : 1;
    if (key === "ArrowLeft") this.press("back", by);
    else if (key === "ArrowRight") this.press("forward", by);
    else if (key === "Home") this.press("first");
    else if (key === "End") this.press("last");
    else if (key === " " && !target.closest("button, summary, a, input, label")) this.press("play");
    else return false;
    return true;
  }

  build(host) {
    const button = (control, name) => iconButton(control, name, () => this.press(control));
    this.buttons = {
      first: button("first", "To the beginning"),
      back: button("back", "One node back"),
      play: button("play", "Play"),
      forward: button("forward", "One node forward"),
      last: button("last", "To the end"),
    };
    this.buttons.play.classList.add("play");
    this.slider = make("input", {
      type: "range",
      min: 0,
      max: POSITIONS,
      step: 1,
      id: "race-slider",
      "aria-label": "Clock of the race",
    });
    this.slider.addEventListener("input", () => {
      this.playing = false;
      this.go(this.nodesAt(Number(this.slider.value) / POSITIONS));
    });
    this.count = make("output", { id: "race-nodes", className: "race-nodes" });
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", "Clock of the race");
    host.replaceChildren(
      make("div", { className: "inline" }, ...Object.values(this.buttons)),
      this.slider,
      this.count,
    );
  }

  refresh() {
    for (const [control, button] of Object.entries(this.buttons)) {
      if (this.can(control)) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
    if (this.shownPlaying !== this.playing) {
      this.shownPlaying = this.playing;
      this.buttons.play.replaceChildren(icon(this.playing ? "pause" : "play"));
      this.buttons.play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    }
    const share = this.shareOf(this.nodes);
    const text = `${grouped(this.nodes)} of ${grouped(this.last)} nodes`;
    this.slider.value = Math.round(share * POSITIONS);
    this.slider.style.setProperty("--done", share);
    this.slider.setAttribute("aria-valuetext", text);
    this.count.textContent = text;
  }
}
