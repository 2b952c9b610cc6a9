// One search from start to end: a job on the server that records while it searches, with its live numbers and,
// while it runs, its first part; then all of it, played. What is shown says which search it is of, and which form
// it no longer belongs to.

import * as api from "./api.js";
import { announce, hush } from "./announce.js";
import { shortText } from "./board.js";
import { byId, showText, wantsStill } from "./dom.js";
import { counted, grouped } from "./format.js";
import { Inspector } from "./inspector.js";
import { Legend } from "./legend.js";
import { narrate, narrateEnd } from "./narration.js";
import { NarrationView } from "./narration-view.js";
import { NodeLists } from "./node-lists.js";
import { Numbers, outcome } from "./numbers.js";
import { OWN } from "./own-heuristic.js";
import { Player } from "./player.js";
import { StepPlot } from "./plot.js";
import { algorithmName, searchName } from "./run-name.js";
import { Solution } from "./solution.js";
import { Trace } from "./trace.js";
import { TreeView } from "./tree-view.js";

/** What is there before anything was searched. */
const EMPTY = "Start a search, and its tree grows here, step by step.";
/** Milliseconds after opening in which somebody may do something before a search plays by itself. */
const PATIENCE = 900;
/** What shows that somebody is there. */
const DEEDS = ["pointerdown", "keydown", "input", "wheel"];
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
      rested: () => this.say(),
    });
    this.solution = new Solution(app, entry, this.player);
    for (const id of ["region-stage", "plot-card"]) byId(id).dataset.track = "search";
    for (const id of ["board", "solution"]) byId(id).dataset.track = "solution";
    this.lists = new NodeLists({
      chosen: (node) => this.pick(node),
      went: (place) => this.steps.walkTo(place),
    });
    this.trace = null;
    this.picked = -1;
    /** How the algorithm of what is shown describes itself, if it does. */
    this.pseudocode = null;
    /** The run whose results are shown: its name, what was wanted, and the settings for a link to it. */
    this.ran = null;
    /** Whether what is shown was started by the page itself. */
    this.isDemo = false;
    app.machine.watch((state, before) => this.stateChanged(state, before));
  }

  /** A board that is edited has no result any more. */
  stateChanged(state, before) {
    const had = ["solved", "unsolved", "failed"].includes(before);
    if (had && ["checking", "empty", "ready"].includes(state)) this.dropResult();
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
   * Plays a search of the first board by itself, for somebody who has just opened the page and does nothing. It
   * says nothing to screen readers, moves no focus, and ends as soon as somebody does anything.
   */
  demonstrate() {
    const { machine, settings } = this.app;
    const noticed = new AbortController();
    const { signal } = noticed;
    const end = () => {
      noticed.abort();
      this.endDemo();
    };
    for (const deed of DEEDS) document.addEventListener(deed, end, { capture: true, signal });
    const begin = () => {
      if (!signal.aborted && machine.state === "ready" && settings.view === "search") this.start({}, true);
    };
    let isWaiting = false;
    machine.watch((state) => {
      if (state !== "ready" || isWaiting) return;
      isWaiting = true;
      setTimeout(begin, PATIENCE);
    });
  }

  /** Leaves what the page has begun by itself to the person who has come. */
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

  /** What nobody asked for is not said. */
  setDemo(isDemo) {
    this.isDemo = isDemo;
    hush(isDemo);
  }

  /** The search that runs is as if it had never been started. */
  forget() {
    this.job = null;
    this.setDemo(false);
    this.app.machine.send("lost");
    this.dropResult();
  }

  /** Starts the search that the form describes on the board that was entered. */
  async start(restored = {}, isDemo = false) {
    const { app } = this;
    const { puzzle } = app;
    const request = { ...this.form.request(), board: puzzle.board, goal: puzzle.goal };
    const { board, size, goal, room } = app.settings;
    this.ran = {
      name: searchName(this.form.list, request),
      place: ` on ${shortText(puzzle.tiles, puzzle.columns)}, goal ${puzzle.goal}`,
      wanted: this.form.wanted,
      settings: { ...this.form.snapshot(), board, size, goal, run: true },
    };
    this.setDemo(isDemo);
    this.form.showError(null);
    app.machine.send("started");
    this.solution.unload();
    this.entry.show();
    this.dropTrace("Searching …");
    this.numbers.clear();
    this.numbers.say("busy", "Searching", "");
    app.settings.run = true;
    app.changed();
    announce("Searching.");
    // A solution of depth-first search may be too long to be told board by board.
    const more = { steps: request.algorithm !== "dfs" };
    if (room !== null) more.room = Math.min(room, app.limits?.max_trace_room ?? Infinity);
    const job = api.startJob("trace", { ...request, ...more }, (event, data) => {
      if (this.job === job) this.heard(event, data);
    });
    this.job = job;
    const [end, error] = await job.ended.then(
      (found) => [found, null],
      (wrong) => [null, wrong],
    );
    // Another search may have been started meanwhile.
    if (this.job !== job) return;
    this.job = null;
    if (error === null) this.finished(end, puzzle, restored);
    else if (isDemo) this.forget();
    else if (error instanceof api.Unreachable) this.lost(error);
    else this.failed(error);
    app.changed();
  }

  /** Says whose results are shown, and whether the form has become another one since. */
  sayWhose() {
    const { ran } = this;
    const old = ran !== null && ran.wanted !== this.form.wanted;
    showText(byId("run-name"), ran && `${ran.name}${ran.place}`);
    const says = old ? "The form has changed since then: Start Search runs what it says now." : null;
    for (const id of ["run-old", "tree-old"]) showText(byId(id), says);
    for (const id of ["region-side", "region-stage"]) byId(id).dataset.old = old;
  }

  cancel() {
    this.job?.cancel();
  }

  heard(event, data) {
    if (event === "queued") {
      this.numbers.say(
        "busy",
        "Queued",
        data.position > 0 ? `Before this one: ${grouped(data.position)}.` : "It begins at once.",
      );
      return;
    }
    this.app.machine.send("running");
    if (event === "progress") this.numbers.progress(data);
    if (event === "part" && Trace.hasTree(data)) this.grow(data);
    this.app.changed();
  }

  /** Plays the first part of a search that still runs. */
  grow(part) {
    const begins = this.trace === null;
    this.load(part, true);
    if (wantsStill()) this.steps.go(this.steps.last);
    else if (begins) this.player.play(this.steps);
  }

  finished({ result, state, reason }, puzzle, restored) {
    const { machine } = this.app;
    const { activeElement } = document;
    // What is built on a heuristic of the user's is proven if that never overestimates.
    if (result?.heuristic === OWN) result.optimal &&= this.form.own.isAdmissible(puzzle);
    this.numbers.result(result, state, reason, this.attempts(result));
    machine.send(result?.outcome === "solved" && state === "done" ? "solved" : "unsolved");
    if (result?.algorithm && result.algorithm !== result.requested)
      this.ran.name += `: answered by ${searchName(this.form.list, this.form.requestOf(result))}`;
    if (machine.state === "solved") {
      this.solution.load(result, puzzle);
      if (restored.at) this.solution.track.go(restored.at);
      // The keys walk the steps now, so they must not write into the field any more.
      if (activeElement?.closest?.(".region-foot, .field") && !this.isDemo)
        byId("board").focus({ preventScroll: true });
    }
    const [, title, text] = outcome(result, state, reason);
    this.show(result, state === "done" ? null : title, restored);
    announce(`${title}. ${text} ${result ? `${grouped(result.stats.explored)} explored.` : ""}`);
  }

  /** Which searches `auto` tried, and which of them answered. */
  attempts(result) {
    const tried = result?.attempts ?? [];
    if (tried.length === 0) return [];
    const { list } = this.form;
    const told = tried.map((each) => `${algorithmName(list, each)} (${ATTEMPTS[each.outcome] ?? each.outcome})`);
    const answered = result.outcome === "solved" ? `; answered by ${algorithmName(list, result)}` : "";
    return [`auto tried ${told.join(", then ")}${answered}.`];
  }

  /** The server went away, and the search with it; of the board everything is known that was. */
  lost(error) {
    this.forget();
    this.numbers.say("warn", "Connection lost", "Start the search again once the server is back.");
    announce(error.message);
  }

  failed(error) {
    this.app.machine.send("failed");
    this.dropResult();
    this.numbers.say("bad", "Failed", error.message);
    this.form.showError([error.message, error.help].filter(Boolean).join(" "));
    announce(error.message);
  }

  /**
   * Shows the search that ran, as far as it came, and plays it, unless a link says where to stand or somebody has
   * stopped it while it grew. `ended` says how it ended, if that was before its time.
   */
  show(result, ended, restored) {
    const wasStopped = this.trace !== null && !this.steps.playing && !wantsStill();
    if (result?.trace && Trace.hasTree(result)) {
      this.load(result, false);
      showText(byId("trace-note"), this.noteOf(result));
    } else {
      this.dropTrace(ended ? `${ended}.` : this.whyNoTree(result));
      if (result?.trace && this.tell(result)) this.narration.show(narrateEnd(result, this.pseudocode));
    }
    if (restored.node) this.pick(restored.node);
    const tracks = [this.steps, this.solution.track].filter((track) => track.loaded);
    const [stepped, moved] = [restored.step ?? null, restored.at ?? null];
    if (tracks.length === 0 || wasStopped) return;
    if (stepped === null && moved === null && !wantsStill()) {
      this.player.play(...tracks);
      return;
    }
    this.steps.go(stepped ?? this.steps.last);
    this.player.choose(tracks.at(-1));
  }

  /** Takes over a recorded search, or with `open` the first part of one; whoever stood at a step stays there. */
  load(answer, open) {
    const trace = new Trace(answer);
    const place = this.trace ? this.steps.place : trace.first;
    this.trace = trace;
    this.picked = -1;
    showText(byId("tree-empty"), null);
    byId("plot-card").hidden = !trace.counted.frontier;
    this.plot.load(answer.trace.steps.frontier);
    this.tree.load(trace);
    this.lists.load(trace);
    this.tell(answer);
    this.steps.load(trace.first, trace.last, { place, open });
    this.steps.go(place);
  }

  /** Shows the pseudo-code of the search that an answer is of; returns whether there is one. */
  tell({ algorithm }) {
    const description = this.form.list.algorithms.find((each) => each.id === algorithm);
    this.pseudocode = description?.pseudocode ?? null;
    if (this.pseudocode) this.narration.load(description);
    return this.pseudocode !== null;
  }

  whyNoTree(result) {
    const { list } = this.form;
    const name = algorithmName(list, result);
    if (result.algorithm === "auto")
      return `${name}: none of its searches came to an answer, so there is no tree of one.`;
    const says =
      result.algorithm === result.requested
        ? `${name} explores no tree.`
        : `The answer is from ${name}, which explores no tree.`;
    return `${says} Choose breadth-first search, A* or another search to watch one grow.`;
  }

  /** What has to be known about the tree that is shown. */
  noteOf(result) {
    const { trace } = this;
    const { list } = this.form;
    const note = [`The tree of ${searchName(list, this.form.requestOf(result))}.`];
    const found = trace.path.length - 1;
    if (trace.complete && result.requested === "auto" && found > result.length)
      note.push(`It found ${counted(found, "move")}, which were shortened to ${grouped(result.length)} later.`);
    if (!trace.complete) {
      const all = counted(result.stats.explored, "step");
      const rest = result.outcome === "solved" ? " The solution plays the path that it found later." : "";
      note.push(`Recorded are the first ${grouped(trace.stepCount)} of ${all}.${rest}`);
    }
    if (trace.groups.length > 1)
      note.push(`${counted(trace.groups.length, "round")}; the tree is that of the present one.`);
    if (trace.groups[0]?.roots.length > 1) note.push("Two trees: from the start and from the goal.");
    return note.join(" ");
  }

  /** A step's handler: everything that shows the present step, measured. */
  stepped(place) {
    const begun = performance.now();
    const { trace } = this;
    trace.seek(place);
    this.numbers.step(trace.numbers);
    this.tree.update();
    this.lists.update();
    this.plot.mark(trace.step);
    this.inspect();
    if (this.pseudocode) this.narration.show(narrate(trace, this.pseudocode));
    this.app.settings.step = place;
    this.app.linkChanged();
    if (!this.steps.playing) this.say();
    performance.measure("taquin-step", { start: begun, end: performance.now() });
  }

  say() {
    const { place, last } = this.steps;
    const told = `${this.narration.text} ${grouped(this.trace.numbers.explored)} explored.`;
    const text = `Step ${grouped(place)} of ${grouped(last)}. ${told.trim()}`;
    byId("tree-canvas").setAttribute("aria-label", `Search tree. ${text}`);
    announce(text);
  }

  /** Looks at a node, or with -1 at the present one again. */
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
