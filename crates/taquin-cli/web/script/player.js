// One player for two tracks: the steps of the search and the moves of the solution. One set of buttons works
// on the track that is chosen; where that stands and whether it plays decides which buttons work, and nothing
// else does. Speed is told as the time that the whole of a track takes, however long it is.

import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { grouped } from "./format.js";

/** Seconds that the whole of a track may take. */
const SECONDS = [2, 6, 15, 60];
const DEFAULT_SECONDS = 6;
/** Seconds that one place takes at most, so that short tracks do not dawdle. */
const LONGEST_PLACE = 1;
/** Milliseconds after the end of the search, in which its path is seen before the tiles slide. */
const BREATH = 800;
/** Milliseconds that a tile slides at most. */
const SLIDE = 260;

/** Places in a row that can be walked. */
class Track {
  /**
   * `moved(place, milliseconds)` is called at each place with how long the way to it may take,
   * `rested(place)` where playing ended; `noun` names a place, and `of` all of them.
   */
  constructor(player, { id, name, noun, of, moved, rested }) {
    Object.assign(this, { player, id, name, noun, of, moved, rested });
    this.build();
    this.unload();
  }

  /** Begins with places from `first` to `last`; `open` says that there will be more of them. */
  load(first, last, { place = first, open = false } = {}) {
    Object.assign(this, { first, last, open });
    this.stand(place);
    this.refresh();
    this.player.refresh();
  }

  unload() {
    if (this.player.playing === this) this.player.pause();
    this.load(0, -1);
  }

  get loaded() {
    return this.last >= this.first;
  }

  get playing() {
    return this.player.playing === this;
  }

  /** Goes to a place, as near as there is one. */
  go(place, milliseconds = 0) {
    if (!this.loaded) return;
    this.stand(place);
    this.moved(this.place, milliseconds);
    this.refresh();
    this.player.refresh();
  }

  /** Goes where somebody wants to be: the track is chosen, and nothing plays on. */
  walkTo(place) {
    this.player.choose(this);
    this.go(place);
  }

  stand(place) {
    this.place = Math.max(this.first, Math.min(this.last, place));
    this.played = this.last > this.first ? ((this.place - this.first) / this.count) ** (1 / this.bend) : 1;
  }

  get count() {
    return this.last - this.first;
  }

  /** Long tracks begin slowly, so that their first places are seen. */
  get bend() {
    return Math.max(1, Math.min(3, Math.log10(this.count) - 1));
  }

  /** Seconds that it takes where the whole may take so many. */
  seconds(whole) {
    return Math.min(whole, LONGEST_PLACE * Math.max(this.count, 1));
  }

  /** Plays on for so many seconds. */
  playOn(seconds, whole) {
    const all = this.seconds(whole);
    const played = Math.min(1, this.played + seconds / all);
    const place = this.first + Math.floor(this.count * played ** this.bend);
    if (place > this.place) this.go(place, Math.min(SLIDE, (800 * all) / this.count));
    this.played = played;
  }

  build() {
    const { player, noun } = this;
    this.radio = make("input", { type: "radio", name: "track" });
    this.radio.addEventListener("change", () => player.choose(this));
    this.slider = make("input", { type: "range", step: 1, "aria-label": `${this.name}: ${noun}` });
    this.slider.addEventListener("input", () => this.walkTo(Number(this.slider.value)));
    this.jump = make("input", {
      type: "text",
      inputMode: "numeric",
      className: "jump",
      "aria-label": `${this.name}: go to ${noun}`,
    });
    this.jump.addEventListener("change", () => {
      const place = Number.parseInt(this.jump.value.replaceAll(",", ""), 10);
      if (Number.isFinite(place)) this.walkTo(place);
      this.refresh();
    });
    this.total = make("span", { className: "total" });
    this.row = make(
      "div",
      { className: "track", id: this.id, "data-track": this.of },
      make("label", { className: "track-name" }, this.radio, this.name),
      this.slider,
      make("div", { className: "track-place" }, `${noun} `, this.jump, this.total),
    );
  }

  refresh() {
    const { first, last, loaded, slider } = this;
    this.row.classList.toggle("track-empty", !loaded);
    this.radio.disabled = !loaded;
    slider.disabled = !loaded;
    slider.min = first;
    slider.max = Math.max(last, first);
    slider.value = this.place;
    slider.setAttribute(
      "aria-valuetext",
      loaded ? `${this.noun} ${grouped(this.place)} of ${grouped(last)}` : "none",
    );
    slider.style.setProperty("--done", this.count > 0 ? (this.place - first) / this.count : 0);
    this.jump.disabled = !loaded;
    if (document.activeElement !== this.jump || this.playing)
      this.jump.value = loaded ? grouped(this.place) : "";
    this.total.textContent = loaded ? `of ${grouped(last)}${this.open ? " …" : ""}` : "";
  }
}

export class Player {
  constructor(host) {
    this.host = host;
    this.tracks = [];
    /** The track that the buttons and keys work on. */
    this.chosen = null;
    /** The track that plays, if one does. */
    this.playing = null;
    this.turn = 0;
    this.build();
    for (const type of ["pointerdown", "focusin"]) {
      // Whoever looks at the board or at the tree walks what is shown there.
      document.addEventListener(type, ({ target }) => {
        const of = target.closest?.("[data-track]")?.dataset.track;
        const track = this.tracks.find((each) => each.of === of);
        if (track?.loaded && !this.playing) this.choose(track);
      });
    }
  }

  /** A new track, below the others. */
  add(settings) {
    const track = new Track(this, settings);
    this.tracks.push(track);
    this.chosen ??= track;
    this.host.append(track.row);
    this.refresh();
    return track;
  }

  get loaded() {
    return this.tracks.some((track) => track.loaded);
  }

  /** Makes a track the one that the buttons and keys work on; another one that plays is paused. */
  choose(track) {
    this.pause();
    this.chosen = track;
    this.refresh();
  }

  /** Whether a control works now. */
  can(control) {
    const { chosen: track } = this;
    const speed = SECONDS.indexOf(Number(this.speed.value));
    if (control === "slower") return speed < SECONDS.length - 1;
    if (control === "faster") return speed > 0;
    if (!track?.loaded) return false;
    if (control === "first" || control === "back") return track.place > track.first;
    if (control === "forward" || control === "last") return track.place < track.last;
    return track.last > track.first;
  }

  /** Does what a control says, if it works now. */
  press(control, by = 1) {
    if (!this.can(control)) return false;
    const { chosen: track } = this;
    if (control === "play") this.playing ? this.pause() : this.play(track);
    else if (control === "slower" || control === "faster")
      this.speed.value = SECONDS[SECONDS.indexOf(Number(this.speed.value)) + (control === "slower" ? 1 : -1)];
    else {
      this.pause();
      const { first, last, place } = track;
      track.go({ first, last, back: place - by, forward: place + by }[control], by === 1 ? 160 : 0);
    }
    return true;
  }

  /** Plays tracks one after the other, the first from where it stands or, at its end, once more. */
  play(track, ...others) {
    this.choose(track);
    if (track.place >= track.last && !track.open) track.go(track.first);
    this.playing = track;
    const { turn } = this;
    this.refresh();
    let before = null;
    const frame = (now) => {
      if (turn !== this.turn) return;
      // A page that was out of sight does not catch up.
      if (before !== null) track.playOn(Math.min(now - before, 250) / 1000, Number(this.speed.value));
      before = now;
      if (track.played < 1 || track.open) requestAnimationFrame(frame);
      else if (others.length === 0) this.pause();
      else this.later = setTimeout(() => this.play(...others), BREATH);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    const { playing } = this;
    this.playing = null;
    this.turn += 1;
    clearTimeout(this.later);
    if (!playing) return;
    this.refresh();
    playing.rested(playing.place);
  }

  build() {
    const button = (control, name) => iconButton(control, name, () => this.press(control));
    this.buttons = {
      first: button("first", "To the first"),
      back: button("back", "One back"),
      play: button("play", "Play"),
      forward: button("forward", "One forward"),
      last: button("last", "To the last"),
    };
    this.buttons.play.classList.add("play");
    this.speed = make("select", { "aria-label": "Speed" });
    this.speed.append(...SECONDS.map((seconds) => make("option", { value: seconds })));
    this.speed.value = DEFAULT_SECONDS;
    this.host.classList.add("player");
    // Its buttons are for the track that is chosen already.
    this.host.dataset.track = "";
    this.host.setAttribute("role", "group");
    this.host.setAttribute("aria-label", "Player");
    this.host.append(
      make(
        "div",
        { className: "player-row" },
        make("div", { className: "inline" }, ...Object.values(this.buttons)),
        this.speed,
      ),
    );
  }

  refresh() {
    const { buttons, chosen, host, speed, tracks } = this;
    for (const [control, button] of Object.entries(buttons)) {
      if (this.can(control)) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    }
    const playing = this.playing !== null;
    if (host.dataset.playing !== String(playing)) {
      host.dataset.playing = playing;
      buttons.play.replaceChildren(icon(playing ? "pause" : "play"));
      buttons.play.setAttribute("aria-label", playing ? "Pause" : "Play");
      buttons.play.title = playing ? "Pause" : "Play";
    }
    if (!chosen || speed.dataset.of === chosen.of) return;
    speed.dataset.of = chosen.of;
    for (const option of speed.options) option.textContent = `whole ${chosen.of} in ${option.value} s`;
    for (const track of tracks) track.radio.checked = track === chosen;
  }
}
