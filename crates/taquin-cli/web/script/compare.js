// Comparing several searches: the form, the job on the server, and the results.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { shortText } from "./board.js";
import { CompareForm } from "./compare-form.js";
import { BEFORE, CompareResults } from "./compare-results.js";
import { byId, showText } from "./dom.js";
import { counted, grouped } from "./format.js";

export class Compare {
  constructor(app) {
    this.app = app;
    this.form = new CompareForm(app);
    this.results = new CompareResults(this.form);
    this.job = null;
    /** The run whose results are shown: its boards, its request, and the settings for a link to it. */
    this.ran = null;
  }

  described(list) {
    this.form.described(list);
    this.results.described(list);
  }

  get running() {
    return this.job !== null;
  }

  get possible() {
    return !this.running && this.form.complete;
  }

  async start() {
    const { app, form, results } = this;
    form.showError(null);
    results.say("Comparing …", "busy-line");
    announce("Comparing.");
    const request = form.request();
    this.ran = { name: nameOf(request, app), wanted: JSON.stringify(request), settings: form.snapshot() };
    this.job = api.startJob("compare", request, (event, data) => this.onEvent(event, data));
    app.changed();
    try {
      const { state, result, reason } = await this.job.ended;
      this.job = null;
      const stopped = reason === "shutdown" ? "The server is shutting down." : "Cancelled.";
      const end = state === "cancelled" ? stopped : "";
      if (result?.rows) results.show(result, end);
      else results.say(end || BEFORE);
      announce(end || `Compared. ${byId("verdict")?.textContent ?? ""}`);
    } catch (error) {
      this.job = null;
      this.ran = null;
      results.say(BEFORE);
      form.showError([error.message, error.help].filter(Boolean).join(" "));
    }
    app.changed();
  }

  cancel() {
    this.job?.cancel();
  }

  /** Discards the results. */
  drop() {
    this.ran = null;
    this.results.say(BEFORE);
  }

  /** Shows what was compared, and whether the form has changed since then. */
  showRun() {
    const { ran, form } = this;
    const old = ran !== null && !form.matches(ran.wanted);
    showText(byId("compare-name"), ran && ran.name);
    const note = old ? "The form has changed since this run. Press Compare to use the new settings." : null;
    showText(byId("compare-old"), note);
    for (const id of ["compare-stage", "compare-side"]) byId(id).dataset.old = old;
  }

  onEvent(event, data) {
    if (event === "queued") this.results.say("Queued …", "busy-line");
    if (event !== "progress") return;
    const run = `Run ${grouped(data.run)} of ${grouped(data.runs)}`;
    this.results.say(`${run}, ${grouped(data.explored)} explored …`, "busy-line");
  }
}

/** Describes the boards of a comparison; the searches are in the table. */
function nameOf({ boards, random, goal }, { puzzle }) {
  if (boards) return `On ${shortText(puzzle.tiles, puzzle.columns)}, goal ${goal}`;
  return `On ${counted(random.count, `random ${random.size} board`)} with seed ${random.seed}, goal ${goal}`;
}
