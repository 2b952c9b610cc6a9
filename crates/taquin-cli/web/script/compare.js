// Several searches side by side: the form that says which, the job on the server, and what came of it.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { CompareForm } from "./compare-form.js";
import { BEFORE, CompareResults } from "./compare-results.js";
import { grouped } from "./format.js";

export class Compare {
  constructor(app) {
    this.app = app;
    this.form = new CompareForm(app);
    this.results = new CompareResults();
    this.job = null;
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
    app.settings.compared = true;
    this.job = api.startJob("compare", form.request(), (event, data) => this.heard(event, data));
    app.changed();
    try {
      const { state, result } = await this.job.ended;
      this.job = null;
      const cancelled = state === "cancelled";
      if (result?.rows) results.show(result);
      else results.say(cancelled ? "Cancelled." : BEFORE);
      announce(cancelled ? "Cancelled." : "Compared.");
    } catch (error) {
      this.job = null;
      app.settings.compared = false;
      results.say(BEFORE);
      form.showError([error.message, error.help].filter(Boolean).join(" "));
    }
    app.changed();
  }

  cancel() {
    this.job?.cancel();
  }

  heard(event, data) {
    if (event === "queued") this.results.say("Queued …", "busy-line");
    if (event !== "progress") return;
    const run = `Run ${grouped(data.run)} of ${grouped(data.runs)}`;
    this.results.say(`${run}, ${grouped(data.explored)} explored …`, "busy-line");
  }
}
