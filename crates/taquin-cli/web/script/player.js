// One player for two tracks: the steps of the search and the moves of the solution. One set of buttons controls the
// chosen track; which buttons are enabled depends only on its position and on whether it plays. Speed is given as the
// time for a whole track, however long it is.

import { make } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { grouped } from "./format.js";

/** The speeds: seconds for a whole track. */
const SECONDS = [2, 6, 15, 60];
const DEFAULT_SECONDS = 6;
/** The most seconds for one place, so that short tracks are not too slow. */
const MAX_PLACE_SECONDS = 1;
/** Milliseconds between the end of the search and the solution, in which the path can be seen. */
const PAUSE_BETWEEN_TRACKS = 800;
/** The most milliseconds that a tile slides. */
const MAX_SLIDE = 260;

/** A sequence of places with a current one. */
class Track {
  /**
   * `moved(place, milliseconds)` is called at each place with the time that the move to it may take, `rested(place)`
   * where playing ended; `noun` names a place, and `of` the whole track.
   */
  constructor(player, { id, name, noun, of, moved, rested }) {
    Object.assign(this, { player, id, name, noun, of, moved, rested });
    this.build();
    this.unload();
  }

  /** Loads places from `first` to `last`; `open` means that more will follow. */
  load(first, last, { place = first, open = false } = {}) {
    Object.assign(this, { first, last, open });
    this.setPlace(place);
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

  /** Goes to a place, or to the nearest one that exists. */
  go(place, milliseconds = 0) {
    if (!this.loaded) return;
    this.setPlace(place);
    this.moved(this.place, milliseconds);
    this.refresh();
    this.player.refresh();
  }

  /** Goes to a place at the user's request: chooses the track and pauses. */
  walkTo(place) {
    this.player.choose(this);
    this.go(place);
  }

  setPlace(place) {
    this.place = Math.max(this.first, Math.min(this.last, place));
    this.played = this.last > this.first ? ((this.place - this.first) / this.count) ** (1 / this.bend) : 1;
  }

  get count() {
    return this.last - this.first;
  }

  /** The exponent of the speed curve: long tracks start slowly, so that their first places can be seen. */
  get bend() {
    return Math.max(1, Math.min(3, Math.log10(this.count) - 1));
  }

  /** Returns the seconds that this track takes at a speed. */
  seconds(whole) {
    return Math.min(whole, MAX_PLACE_SECONDS * Math.max(this.count, 1));
  }

  /** Advances by this many seconds of playing. */
  advance(seconds, whole) {
    const all = this.seconds(whole);
    const played = Math.min(1, this.played + seconds / all);
    const place = this.first + Math.floor(this.count * played ** this.bend);
    if (place > this.place) this.go(place, Math.min(MAX_SLIDE, (800 * all) / this.count));
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
    /** The track that the buttons and keys control. */
    this.chosen = null;
    /** The track that plays, if one does. */
    this.playing = null;
    /** Counts pauses, so that a frame requested before a pause does nothing. */
    this.turn = 0;
    this.build();
    for (const type of ["pointerdown", "focusin"]) {
      // Clicking or focusing the board or the tree chooses its track.
      document.addEventListener(type, ({ target }) => {
        const of = target.closest?.("[data-track]")?.dataset.track;
        const track = this.tracks.find((each) => each.of === of);
        if (track?.loaded && !this.playing) this.choose(track);
      });
    }
  }

  /** Adds a track below the others. */
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

  /** Pauses, and makes a track the one that the buttons and keys control. */
  choose(track) {
    this.pause();
    this.chosen = track;
    this.refresh();
  }

  /** Returns whether a control is enabled now. */
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

  /** Applies a control if it is enabled. */
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

  /** Plays tracks one after the other, the first from its current place or, at its end, from the start. */
  play(track, ...others) {
    this.choose(track);
    if (track.place >= track.last && !track.open) track.go(track.first);
    this.playing = track;
    const { turn } = this;
    this.refresh();
    let before = null;
    const frame = (now) => {
      if (turn !== this.turn) return;
      // A page that was hidden does not catch up.
      if (before !== null) track.advance(Math.min(now - before, 250) / 1000, Number(this.speed.value));
      before = now;
      if (track.played < 1 || track.open) requestAnimationFrame(frame);
      else if (others.length === 0) this.pause();
      else this.later = setTimeout(() => this.play(...others), PAUSE_BETWEEN_TRACKS);
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
    // Clicking the player's own buttons chooses no track.
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
