// A race: two to four searches on the same board, recorded one after the other and then shown side by side, driven by
// one clock that counts nodes.

import { perform } from "./actions.js";
import { announce } from "./announce.js";
import * as api from "./api.js";
import { shortText } from "./board.js";
import { RACERS } from "./compare-form.js";
import { byId, showText, takesText, prefersReducedMotion } from "./dom.js";
import { grouped } from "./format.js";
import { RaceClock } from "./race-clock.js";
import { Lane } from "./race-lane.js";
import { placings, raceVerdict } from "./race-places.js";

/** The most entries recorded of each search, and the most seconds it may take. */
const TRACE_CAPACITY = 1_000_000;
const MAX_SECONDS = 10;
const BEFORE = "Select two to four searches and start the race: they run on the same board, node by node.";

export class Race {
  /** `form` is the form for comparisons, whose searches race. */
  constructor(app, form) {
    Object.assign(this, { app, form });
    this.job = null;
    this.running = false;
    /** The race that is shown: its board, its request, and the settings for a link to it. */
    this.ran = null;
    /** The lanes in use; `all` has every lane. */
    this.lanes = [];
    this.all = Array.from({ length: RACERS.most }, (_, at) => new Lane(at + 1));
    byId("lanes").replaceChildren(...this.all.map(({ element }) => element));
    this.clock = new RaceClock(byId("race-clock"), (nodes) => this.moved(nodes));
    this.say(BEFORE);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  get possible() {
    const { machine, settings } = this.app;
    const { length } = settings.racing;
    return !this.running && machine.can("start") && length >= RACERS.least && length <= RACERS.most;
  }

  /** Everything that the result depends on, as text. */
  get wanted() {
    const { puzzle, settings } = this.app;
    return JSON.stringify([puzzle?.board, puzzle?.goal, settings.racing]);
  }

  /** Shows a message instead of lanes, or the lanes if `text` is null. */
  say(text, className = "tree-empty") {
    byId("race-says").className = className;
    showText(byId("race-says"), text);
    byId("race").hidden = text !== null;
  }

  async start() {
    const { app, form } = this;
    const { puzzle } = app;
    const { board, size, goal, racing } = app.settings;
    this.drop();
    this.running = true;
    this.ran = {
      name: `On ${shortText(puzzle.tiles, puzzle.columns)}, goal ${puzzle.goal}`,
      wanted: this.wanted,
      settings: { board, size, goal, racing: racing.slice(), raced: true },
    };
    const capacity = Math.min(TRACE_CAPACITY, app.limits?.max_trace_capacity ?? TRACE_CAPACITY);
    const common = { board: puzzle.board, goal: puzzle.goal, capacity, max_seconds: MAX_SECONDS };
    try {
      const runners = [];
      for (const [at, word] of racing.entries()) {
        const name = form.configurations.name(word);
        const answer = await this.record(name, `${at + 1} of ${racing.length}`, {
          ...form.configurations.read(word),
          ...common,
        });
        if (!answer) break;
        runners.push({ name, word, answer });
      }
      this.running = false;
      if (runners.length === racing.length) this.show(runners);
      else this.abandon(this.end);
    } catch (error) {
      this.running = false;
      this.abandon([error.message, error.help].filter(Boolean).join(" "));
    }
    app.changed();
  }

  /** Records one search; null if it was cancelled. */
  async record(name, which, request) {
    const message = `Recording ${which}: ${name}`;
    this.say(`${message} …`, "busy-line");
    announce(`${message}.`);
    this.job = api.startJob("trace", request, (event, data) => {
      if (event === "progress") this.say(`${message}, ${grouped(data.explored)} explored …`, "busy-line");
    });
    this.app.changed();
    try {
      const { state, result, reason } = await this.job.ended;
      const left = reason === "shutdown" ? "The server is shutting down." : "Cancelled.";
      this.end = state === "stopped" ? reason : left;
      return state === "done" ? result : null;
    } finally {
      this.job = null;
    }
  }

  cancel() {
    this.job?.cancel();
  }

  /** Abandons the race and shows why. */
  abandon(text) {
    this.ran = null;
    this.say(text);
    announce(text);
  }

  /** Removes the race. */
  forget() {
    this.drop();
    this.ran = null;
    this.say(BEFORE);
  }

  drop() {
    this.clock.pause();
    for (const lane of this.lanes) lane.unload();
    this.lanes = [];
  }

  show(runners) {
    const places = placings(runners.map(({ answer }) => answer));
    this.say(null);
    this.lanes = this.all.slice(0, runners.length);
    this.lanes.forEach((lane, at) => lane.load({ ...runners[at], placing: places[at] }));
    byId("lanes").dataset.count = runners.length;
    this.verdict = raceVerdict(this.lanes);
    this.clock.load(Math.max(...this.lanes.map((lane) => lane.explored)));
    // With reduced motion only the end is shown, where all places are known.
    if (prefersReducedMotion()) this.clock.go(this.clock.last);
    else this.clock.play();
  }

  /** Updates the lanes when the clock has changed. */
  moved(nodes) {
    if (this.app.settings.view !== "race") this.clock.pause();
    const before = this.lanes.filter((lane) => lane.shown !== null && lane.finished(lane.shown));
    for (const lane of this.lanes) lane.show(nodes);
    const ended = this.lanes.length > 0 && nodes >= this.clock.last;
    byId("race-verdict").textContent = ended ? this.verdict : "";
    const now = this.lanes.filter((lane) => lane.finished(nodes) && !before.includes(lane));
    if (ended) announce(this.verdict);
    else if (now.length > 0) announce(now.map(({ name, placing }) => `${name}: ${placing.text}.`).join(" "));
  }

  /** Shows the board of the race, and whether the form has changed since then. */
  showRun() {
    const { ran } = this;
    const old = ran !== null && ran.wanted !== this.wanted;
    showText(byId("race-name"), ran && ran.name);
    const note = old ? "The form has changed since this race. Press Start race to use the new settings." : null;
    showText(byId("race-old"), note);
    byId("race-stage").dataset.old = old;
  }

  key(event) {
    if (this.app.settings.view !== "race" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || byId("help").open) return;
    if (event.key === "Escape") perform("cancel-race");
    else if (this.lanes.length > 0 && !takesText(event.target) && this.clock.key(event)) event.preventDefault();
  }
}
