// One search from start to end: a job on the server that is recorded while it searches. While it runs, the page shows
// live numbers and the first part of the recording; then it plays all of it. Results are labelled with their search and
// marked if the form has changed since.

import * as api from "./api.js";
import { announce, mute } from "./announce.js";
import { shortText } from "./board.js";
import { byId, showText, prefersReducedMotion } from "./dom.js";
import { counted, grouped } from "./format.js";
import { Inspector } from "./inspector.js";
import { Legend } from "./legend.js";
import { narrate, narrateEnd } from "./narration.js";
import { NarrationView } from "./narration-view.js";
import { NodeLists } from "./node-lists.js";
import { Numbers, outcome } from "./numbers.js";
import { AUTO } from "./options.js";
import { OWN } from "./own-heuristic.js";
import { Player } from "./player.js";
import { StepPlot } from "./plot.js";
import { algorithmName, searchName } from "./run-name.js";
import { Solution } from "./solution.js";
import { Trace } from "./trace.js";
import { TreeView } from "./tree-view.js";

/** Shown before the first search. */
const EMPTY = "Start a search to see its tree grow here, step by step.";
/** Milliseconds after opening before the demonstration starts, unless the user does something. */
const DEMO_DELAY = 900;
/** Events that show that the user does something. */
const USER_EVENTS = ["pointerdown", "keydown", "input", "wheel"];
/** How the searches of `auto` ended. */
const ATTEMPTS = { solved: "answered", stopped: "stopped by a limit", exhausted: "found nothing" };

export class Search {
  constructor(app, entry, form) {
    Object.assign(this, { app, entry, form });
    this.numbers = new Numbers();
    this.player = new Player(byId("player"));
    this.narration = new NarrationView();
    this.plot = new StepPlot(byId("plot"));
    this.inspector = new Inspector(() => this.pick(-1));
    this.tree = new TreeView(byId("tree-canvas"), {
      picked: (node) => this.pick(node),
      moved: () => byId("follow").setAttribute("aria-pressed", this.tree?.follow ?? true),
      legend: new Legend(byId("legend"), byId("zoom-hint")),
    });
    this.steps = this.player.add({
      id: "trace-transport",
      name: "Search",
      noun: "step",
      of: "search",
      moved: (place) => this.stepped(place),
      rested: () => this.announceStep(),
    });
    this.solution = new Solution(app, entry, this.player);
    for (const id of ["region-stage", "plot-card"]) byId(id).dataset.track = "search";
    for (const id of ["board", "solution"]) byId(id).dataset.track = "solution";
    this.lists = new NodeLists({
      chosen: (node) => this.pick(node),
      jumped: (place) => this.steps.walkTo(place),
    });
    this.trace = null;
    /** The first part of a search that is still running, or that was ended without an answer. */
    this.part = null;
    this.picked = -1;
    /** The pseudo-code of the algorithm that is shown, if it has any. */
    this.pseudocode = null;
    /** The run whose results are shown: its name, what the form described, its request, and the settings for a link to it. */
    this.ran = null;
    /** Whether the search that is shown is the demonstration. */
    this.isDemo = false;
    app.machine.watch((state, before) => this.stateChanged(state, before));
  }

  /** Drops the result when the board is edited, and updates what can be edited. */
  stateChanged(state, before) {
    const had = ["solved", "unsolved", "failed"].includes(before);
    if (had && ["checking", "empty", "ready"].includes(state)) this.dropResult();
    if (before === "failed") this.form.forgive();
    if (state === "ready" && had) this.entry.show();
    this.entry.board.setEditable(this.app.machine.can("edit-board"));
    this.entry.goal.setEditable(this.app.machine.can("goal"));
    this.entry.text.readOnly = !this.app.machine.can("type");
  }

  dropResult() {
    this.ran = null;
    Object.assign(this.app.settings, { run: false, at: null, step: null, node: null });
    this.numbers.clear();
    this.solution.unload();
    this.dropTrace(EMPTY);
  }

  dropTrace(text) {
    this.steps.unload();
    this.trace = null;
    this.part = null;
    this.picked = -1;
    this.pseudocode = null;
    this.tree.load(null);
    this.lists.load(null);
    byId("plot-card").hidden = true;
    this.inspector.show(null, -1, false);
    this.numbers.step(null);
    this.narration.clear();
    showText(byId("tree-empty"), text);
    showText(byId("trace-note"), null);
  }

  /**
   * Plays a search of the first board as a demonstration if the user has just opened the page and does nothing. It
   * announces nothing to screen readers, leaves the focus alone, and ends as soon as the user does anything.
   */
  demonstrate() {
    const { machine, settings } = this.app;
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => {
      controller.abort();
      this.endDemo();
    };
    for (const type of USER_EVENTS) document.addEventListener(type, end, { capture: true, signal });
    const begin = () => {
      if (!signal.aborted && machine.state === "ready" && settings.view === "search") this.start({}, true);
    };
    let isWaiting = false;
    machine.watch((state) => {
      if (state !== "ready" || isWaiting) return;
      isWaiting = true;
      setTimeout(begin, DEMO_DELAY);
    });
  }

  /** Ends the demonstration; a result that is already there stays for the user. */
  endDemo() {
    if (!this.isDemo) return;
    this.player.pause();
    this.setDemo(false);
    if (this.job) {
      this.job.cancel();
      this.forget();
    }
    this.app.changed();
  }

  /** Sets whether this is the demonstration, which is not announced. */
  setDemo(isDemo) {
    this.isDemo = isDemo;
    mute(isDemo);
  }

  /** Discards the running search as if it had never been started. */
  forget() {
    this.job = null;
    this.setDemo(false);
    this.app.machine.send("lost");
    this.dropResult();
  }

  /** Starts the search that the form describes, on the board that was entered. */
  async start(restored = {}, isDemo = false) {
    const { app } = this;
    const { puzzle } = app;
    const request = { ...this.form.request(), board: puzzle.board, goal: puzzle.goal };
    const { board, size, goal, capacity } = app.settings;
    this.ran = {
      name: searchName(this.form.list, request),
      place: ` on ${shortText(puzzle.tiles, puzzle.columns)}, goal ${puzzle.goal}`,
      wanted: this.form.wanted,
      request,
      settings: { ...this.form.snapshot(), board, size, goal, run: true },
    };
    this.setDemo(isDemo);
    app.machine.send("started");
    this.solution.unload();
    this.entry.show();
    this.dropTrace("Searching …");
    this.numbers.clear();
    this.numbers.say("busy", "Searching", "");
    app.settings.run = true;
    app.changed();
    announce("Searching.");
    const more = { steps: true };
    if (capacity !== null) more.capacity = Math.min(capacity, app.limits?.max_trace_capacity ?? Infinity);
    const job = api.startJob("trace", { ...request, ...more }, (event, data) => {
      if (this.job === job) this.onEvent(event, data);
    });
    this.job = job;
    const [end, error] = await job.ended.then(
      (found) => [found, null],
      (wrong) => [null, wrong],
    );
    // Another search may have been started in the meantime.
    if (this.job !== job) return;
    this.job = null;
    if (error === null) this.finished(end, puzzle, restored);
    else if (isDemo) this.forget();
    else if (error instanceof api.Unreachable) this.lost(error);
    else this.failed(error, request.heuristic === OWN);
    app.changed();
  }

  /** Shows which search the results are of, and whether the form has changed since then. */
  showRun() {
    const { ran } = this;
    const old = ran !== null && ran.wanted !== this.form.wanted;
    showText(byId("run-name"), ran && `${ran.name}${ran.place}`);
    const note = old ? "The form has changed since this run. Press Start Search to use the new settings." : null;
    for (const id of ["run-old", "tree-old"]) showText(byId(id), note);
    for (const id of ["region-side", "region-stage"]) byId(id).dataset.old = old;
  }

  cancel() {
    this.job?.cancel();
  }

  onEvent(event, data) {
    if (event === "queued") {
      this.numbers.say(
        "busy",
        "Queued",
        data.position > 0 ? `Searches ahead of this one: ${grouped(data.position)}.` : "It starts right away.",
      );
      return;
    }
    this.app.machine.send("running");
    if (event === "progress") this.numbers.progress(data);
    if (event === "part" && Trace.hasTree(data)) this.grow(data);
    this.app.changed();
  }

  /** Plays the first part of a search that is still running. */
  grow(part) {
    const isFirst = this.trace === null;
    this.part = part;
    this.load(part, true);
    if (prefersReducedMotion()) this.steps.go(this.steps.last);
    else if (isFirst) this.player.play(this.steps);
  }

  finished({ result, state, reason }, puzzle, restored) {
    const { machine } = this.app;
    const { activeElement } = document;
    // With the user's own heuristic the result is proven only if that is admissible.
    if (result?.heuristic === OWN) result.optimal &&= this.form.own.isAdmissible(puzzle);
    this.numbers.result(result, state, reason, this.attempts(result));
    machine.send(result?.outcome === "solved" && state === "done" ? "solved" : "unsolved");
    if (result?.algorithm && result.algorithm !== result.request.algorithm)
      this.ran.name += `: answered by ${searchName(this.form.list, this.form.requestOf(result))}`;
    if (machine.state === "solved") {
      this.solution.load(result, puzzle);
      if (restored.at) this.solution.track.go(restored.at);
      // From now on the keys step through the solution, so the focus must leave the text field.
      if (activeElement?.closest?.(".region-foot, .field") && !this.isDemo)
        byId("board").focus({ preventScroll: true });
    }
    const stats = result?.stats ?? this.numbers.latest;
    const [, title, text] = outcome(result, state, reason, stats !== null);
    this.show(result, state === "done" ? null : title, restored);
    announce(`${title}. ${text} ${stats ? `${grouped(stats.explored)} explored.` : ""}`);
  }

  /** Describes the searches that `auto` tried, and which of them found the answer. */
  attempts(result) {
    const tried = result?.attempts ?? [];
    if (tried.length === 0) return [];
    const { list } = this.form;
    const names = tried.map((each) => `${algorithmName(list, each)} (${ATTEMPTS[each.outcome] ?? each.outcome})`);
    const answered = result.outcome === "solved" ? `; answered by ${algorithmName(list, result)}` : "";
    return [`auto tried ${names.join(", then ")}${answered}.`];
  }

  /** Handles a lost connection: the search is discarded, but the verdict on the board still holds. */
  lost(error) {
    this.forget();
    this.numbers.say("warn", "Connection lost", "Start the search again once the server is back.");
    announce(error.message);
  }

  failed(error, isOwn) {
    this.app.machine.send("failed");
    this.dropResult();
    this.numbers.say("bad", "Failed", isOwn ? "The reason is below the code of your heuristic." : "");
    this.form.fail([error.message, error.help].filter(Boolean).join(" "), isOwn);
    announce(isOwn ? "Failed." : error.message);
  }

  /**
   * Shows the recorded search and plays it, unless a link has a step to restore or the user paused it while it grew.
   * `ended` describes how the search ended, if it was ended early.
   */
  show(result, ended, restored) {
    const wasPaused = this.trace !== null && !this.steps.playing && !prefersReducedMotion();
    if (result?.trace && Trace.hasTree(result)) {
      this.load(result, false);
      showText(byId("trace-note"), this.noteOf(result, result.stats));
    } else if (result === null && this.part) {
      this.load(this.part, false);
      showText(byId("trace-note"), this.noteOf(null, this.numbers.latest));
    } else {
      this.dropTrace(ended ? `${ended}.` : this.whyNoTree(result));
      if (result?.trace && this.loadPseudocode(result)) this.narration.show(narrateEnd(result));
    }
    // A link may name a node that this search does not have.
    const node = restored.node ?? -1;
    if (node >= 0 && node < (this.trace?.total ?? 0)) this.pick(node);
    const tracks = [this.steps, this.solution.track].filter((track) => track.loaded);
    const [stepped, moved] = [restored.step ?? null, restored.at ?? null];
    if (tracks.length === 0 || wasPaused) return;
    if (stepped === null && moved === null && !prefersReducedMotion()) {
      this.player.play(...tracks);
      return;
    }
    this.steps.go(stepped ?? this.steps.last);
    this.player.choose(tracks.at(-1));
  }

  /** Loads a recorded search, or with `open` the first part of one; the current step is kept. */
  load(answer, open) {
    const trace = new Trace(answer);
    const place = this.trace ? this.steps.place : trace.first;
    this.trace = trace;
    this.picked = -1;
    showText(byId("tree-empty"), null);
    const { frontier } = answer.trace.steps;
    byId("plot-card").hidden = frontier === null;
    this.plot.load(frontier ?? []);
    this.tree.load(trace);
    this.lists.load(trace);
    this.loadPseudocode(answer);
    this.steps.load(trace.first, trace.last, { place, open });
    this.steps.go(place);
  }

  /** Shows the pseudo-code of an answer's algorithm; returns whether it has any. */
  loadPseudocode({ algorithm }) {
    const description = this.form.list.algorithms.find((each) => each.id === algorithm);
    this.pseudocode = description?.pseudocode ?? null;
    if (this.pseudocode) this.narration.load(description);
    return this.pseudocode !== null;
  }

  whyNoTree(result) {
    const { list } = this.form;
    const name = algorithmName(list, result);
    if (result.algorithm === AUTO)
      return `${name}: none of its searches found an answer, so there is no tree to show.`;
    const reason =
      result.algorithm === result.request.algorithm
        ? `${name} explores no tree.`
        : `The answer is from ${name}, which explores no tree.`;
    return `${reason} Choose breadth-first search, A* or another search to watch one grow.`;
  }

  /** Returns the note above the tree: which search it is of, and what is missing; without a result if it was ended. */
  noteOf(result, stats) {
    const { trace } = this;
    const { list } = this.form;
    const note = [`The tree of ${searchName(list, result ? this.form.requestOf(result) : this.ran.request)}.`];
    const found = trace.path.length - 1;
    if (result && trace.complete && result.request.algorithm === AUTO && found > result.length)
      note.push(`It found ${counted(found, "move")}, which were later shortened to ${grouped(result.length)}.`);
    if (!trace.complete) {
      const all = stats ? counted(stats.explored, "step") : "them";
      const rest = result?.outcome === "solved" ? " The solution plays the path that was found later." : "";
      note.push(`Only the first ${grouped(trace.stepCount)} of ${all} were recorded.${rest}`);
    }
    if (trace.rounds.length > 1)
      note.push(`${counted(trace.rounds.length, "round")}; the tree shows the current one.`);
    if (trace.goalRoot !== undefined) note.push("Two trees: from the start and from the goal.");
    return note.join(" ");
  }

  /** Handles a step: updates everything that shows the current step, and measures the time that takes. */
  stepped(place) {
    const begun = performance.now();
    const { trace } = this;
    trace.seek(place);
    this.numbers.step(trace.numbers);
    this.tree.update();
    this.lists.update();
    this.plot.mark(trace.step);
    this.inspect();
    if (this.pseudocode) this.narration.show(narrate(trace));
    this.app.settings.step = place;
    this.app.linkChanged();
    if (!this.steps.playing) this.announceStep();
    performance.measure("taquin-step", { start: begun, end: performance.now() });
  }

  announceStep() {
    const { place, last } = this.steps;
    const narration = `${this.narration.text} ${grouped(this.trace.numbers.explored)} explored.`;
    const text = `Step ${grouped(place)} of ${grouped(last)}. ${narration.trim()}`;
    byId("tree-canvas").setAttribute("aria-label", `Search tree. ${text}`);
    announce(text);
  }

  /** Inspects a node, or with -1 the current one again. */
  pick(node) {
    if (!this.trace) return;
    this.picked = node;
    this.app.settings.node = node >= 0 ? node : null;
    this.tree.select(node);
    this.inspect();
    this.app.linkChanged();
  }

  inspect() {
    const node = this.picked >= 0 ? this.picked : this.trace.focus;
    this.inspector.show(this.trace, node, this.picked >= 0);
  }
}
