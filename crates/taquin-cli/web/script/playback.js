// The controls of anything that has places in a row: the moves of a solution, the steps of a search. Where
// it stands and whether it plays decides which of its buttons work, and nothing else does.

import { make } from "./dom.js";
import { icon } from "./icons.js";
import { grouped } from "./format.js";

/** Places a second; beyond 60 several places go by between two frames. */
const SPEEDS = [0.5, 1, 2, 4, 8, 15, 30, 60, 120, 250, 500];

export class Playback {
  /**
   * Builds the controls into an element. `moved(place, milliseconds)` is called at each place with how long
   * the way to it may take, `rested(place)` where playing ended; `noun` names a place.
   */
  constructor(host, { label, noun, moved, rested, speed }) {
    this.moved = moved;
    this.rested = rested;
    this.noun = noun;
    this.first = 0;
    this.last = -1;
    this.place = 0;
    this.speed = SPEEDS.indexOf(speed);
    this.playing = false;
    this.build(host, label);
    this.refresh();
  }

  /** Begins with places from `first` to `last`; without any, nothing works. */
  load(first, last, place = first) {
    this.pause();
    this.first = first;
    this.last = last;
    this.place = place;
    this.refresh();
  }

  unload() {
    this.load(0, -1, 0);
  }

  get loaded() {
    return this.last >= this.first;
  }

  /** Whether a control works now. */
  can(control) {
    if (!this.loaded) return false;
    if (control === "first" || control === "back") return this.place > this.first;
    if (control === "forward" || control === "last") return this.place < this.last;
    if (control === "slower") return this.speed > 0;
    if (control === "faster") return this.speed < SPEEDS.length - 1;
    return this.last > this.first;
  }

  /** Does what a control says, if it works now. */
  press(control, by = 1) {
    if (!this.can(control)) return false;
    if (control === "play") this.playing ? this.pause() : this.play();
    else if (control === "slower" || control === "faster") {
      this.speed += control === "faster" ? 1 : -1;
      this.refresh();
    } else {
      this.pause();
      const to = { first: this.first, last: this.last, back: this.place - by, forward: this.place + by }[
        control
      ];
      this.go(to, by === 1 ? 160 : 0);
    }
    return true;
  }

  /** Goes to a place, as near as there is one. */
  go(place, milliseconds = 0) {
    if (!this.loaded) return;
    this.place = Math.max(this.first, Math.min(this.last, place));
    this.moved(this.place, milliseconds);
    this.refresh();
  }

  play() {
    if (this.place >= this.last) this.go(this.first);
    this.playing = true;
    this.refresh();
    let before = performance.now();
    let due = 0;
    const frame = (now) => {
      if (!this.playing) return;
      due += ((now - before) / 1000) * SPEEDS[this.speed];
      before = now;
      // A page that was out of sight does not catch up.
      const whole = Math.min(Math.floor(due), 30);
      due -= Math.floor(due);
      if (whole > 0) this.go(this.place + whole, Math.min(260, 800 / SPEEDS[this.speed]));
      if (this.place >= this.last) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    const played = this.playing;
    this.playing = false;
    this.refresh();
    if (played) this.rested(this.place);
  }

  build(host, label) {
    const button = (control, name) => {
      const made = make(
        "button",
        { type: "button", className: "quiet icon-only", "aria-label": name, title: name },
        icon(control === "slower" ? "minus" : control === "faster" ? "plus" : control),
      );
      made.addEventListener("click", () => this.press(control));
      return made;
    };
    this.buttons = {
      first: button("first", "To the first"),
      back: button("back", "One back"),
      play: button("play", "Play"),
      forward: button("forward", "One forward"),
      last: button("last", "To the last"),
      slower: button("slower", "Slower"),
      faster: button("faster", "Faster"),
    };
    this.buttons.play.classList.add("play");
    this.slider = make("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": label });
    this.slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.slider.value));
    });
    this.jump = make("input", {
      type: "text",
      inputMode: "numeric",
      className: "jump",
      "aria-label": `Jump to ${this.noun}`,
    });
    this.jump.addEventListener("change", () => {
      const place = Number.parseInt(this.jump.value.replaceAll(",", ""), 10);
      if (Number.isFinite(place)) this.go(place);
      this.refresh();
    });
    this.total = make("span", { className: "total" });
    this.rate = make("output", { className: "rate", "aria-label": "Speed" });
    const { first, back, play, forward, last, slower, faster } = this.buttons;
    host.classList.add("transport");
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", label);
    host.replaceChildren(
      make(
        "div",
        { className: "transport-row" },
        this.slider,
        make("div", { className: "inline place" }, this.jump, this.total),
      ),
      make(
        "div",
        { className: "transport-row" },
        make("div", { className: "inline" }, first, back, play, forward, last),
        make("div", { className: "inline" }, slower, this.rate, faster),
      ),
    );
  }

  refresh() {
    if (!this.buttons) return;
    for (const [control, button] of Object.entries(this.buttons)) {
      if (this.can(control)) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
    if (this.shownPlaying !== this.playing) {
      this.shownPlaying = this.playing;
      this.buttons.play.replaceChildren(icon(this.playing ? "pause" : "play"));
      this.buttons.play.setAttribute("aria-label", this.playing ? "Pause" : "Play");
    }
    this.slider.disabled = !this.loaded;
    this.slider.min = this.first;
    this.slider.max = Math.max(this.last, this.first);
    this.slider.value = this.place;
    this.slider.setAttribute(
      "aria-valuetext",
      this.loaded ? `${this.noun} ${this.place} of ${this.last}` : "none",
    );
    this.slider.style.setProperty(
      "--done",
      this.last > this.first ? (this.place - this.first) / (this.last - this.first) : 0,
    );
    this.jump.disabled = !this.loaded;
    if (document.activeElement !== this.jump || this.playing)
      this.jump.value = this.loaded ? grouped(this.place) : "";
    this.total.textContent = this.loaded ? `of ${grouped(this.last)}` : "";
    this.rate.textContent = `${SPEEDS[this.speed]}/s`;
  }
}
