// One search from start to end: the job on the server with its live numbers, then the recorded run that the
// tree is drawn from. The recorded run is a second one of the very search that the answer names, and no time is
// ever taken from it. What is shown says which search it is of, and which form it no longer belongs to.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { shortText } from "./board.js";
import { byId, showText } from "./dom.js";
import { counted, grouped } from "./format.js";
import { Inspector } from "./inspector.js";
import { Legend } from "./legend.js";
import { NodeLists } from "./node-lists.js";
import { Numbers, outcome } from "./numbers.js";
import { Playback } from "./playback.js";
import { StepPlot } from "./plot.js";
import { algorithmName, searchName } from "./run-name.js";
import { Solution } from "./solution.js";
import { Trace } from "./trace.js";
import { TreeView } from "./tree-view.js";

/** Entries recorded unless the person says otherwise. */
const ROOM = 20_000;

export class Search {
  constructor(app, entry, form) {
    Object.assign(this, { app, entry, form });
    this.numbers = new Numbers();
    this.solution = new Solution(app, entry);
    this.plot = new StepPlot(byId("plot"));
    this.inspector = new Inspector(() => this.pick(-1));
    this.tree = new TreeView(byId("tree-canvas"), {
      picked: (node) => this.pick(node),
      moved: () => byId("follow").setAttribute("aria-pressed", this.tree?.follow ?? true),
      legend: new Legend(byId("legend")),
    });
    this.steps = new Playback(byId("trace-transport"), {
      label: "Steps of the search",
      noun: "step",
      speed: 4,
      moved: (place) => this.stepped(place),
      rested: () => this.say(),
    });
    this.lists = new NodeLists({
      chosen: (node) => this.pick(node),
      went: (place) => this.steps.go(place),
    });
    this.trace = null;
    this.picked = -1;
    /** The run whose results are shown: its name, what was wanted, and the settings for a link to it. */
    this.ran = null;
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
    this.tracing?.abort();
    this.ran = null;
    Object.assign(this.app.settings, { run: false, at: null, step: null, node: null });
    this.numbers.clear();
    this.solution.unload();
    this.dropTrace("Start a search, and its tree grows here, step by step.");
  }

  dropTrace(text) {
    this.trace = null;
    this.picked = -1;
    this.tree.load(null);
    this.steps.unload();
    this.lists.load(null);
    byId("plot-card").hidden = true;
    this.inspector.show(null, -1, false);
    this.numbers.step(null);
    showText(byId("tree-empty"), text);
    showText(byId("trace-note"), null);
  }

  /** Starts the search that the form describes on the board that was entered. */
  async start(restored = {}) {
    const { app } = this;
    const { puzzle } = app;
    const request = { ...this.form.request(), board: puzzle.board, goal: puzzle.goal };
    const { board, size, goal } = app.settings;
    this.ran = {
      name: searchName(this.form.list, request),
      place: ` on ${shortText(puzzle.tiles, puzzle.columns)}, goal ${puzzle.goal}`,
      wanted: this.form.wanted,
      settings: { ...this.form.snapshot(), board, size, goal, run: true },
    };
    this.form.showError(null);
    this.tracing?.abort();
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
    this.job = api.startJob("solve", { ...request, steps: request.algorithm !== "dfs" }, (event, data) =>
      this.heard(event, data),
    );
    try {
      const end = await this.job.ended;
      this.job = null;
      this.finished(end, puzzle, restored);
      if (end.state === "done") await this.record(request, end.result, restored);
      else showText(byId("tree-empty"), `${outcome(end.result, end.state, end.reason)[1]}.`);
    } catch (error) {
      this.job = null;
      if (error instanceof api.Unreachable) this.lost(error);
      else this.failed(error);
    }
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
    this.app.changed();
  }

  finished({ result, state, reason }, puzzle, restored) {
    const { machine } = this.app;
    const { activeElement } = document;
    this.numbers.result(result, state, reason);
    machine.send(result?.outcome === "solved" && state === "done" ? "solved" : "unsolved");
    if (result?.algorithm && result.algorithm !== result.requested)
      this.ran.name += `: answered by ${searchName(this.form.list, this.form.requestOf(result))}`;
    if (machine.state === "solved") {
      this.solution.load(result, puzzle);
      if (restored.at) this.solution.playback.go(restored.at);
      // The keys walk the solution now, so they must not write into the field any more.
      if (activeElement?.closest?.(".region-foot, .field")) byId("board").focus({ preventScroll: true });
    }
    const [, title, text] = outcome(result, state, reason);
    announce(`${title}. ${text} ${result ? `${grouped(result.stats.explored)} explored.` : ""}`);
  }

  /** The server went away, and the search with it; of the board everything is known that was. */
  lost(error) {
    this.app.machine.send("lost");
    this.app.settings.run = false;
    this.ran = null;
    this.numbers.clear();
    this.numbers.say("warn", "Connection lost", "Start the search again once the server is back.");
    showText(byId("tree-empty"), "Start a search, and its tree grows here, step by step.");
    announce(error.message);
  }

  failed(error) {
    this.app.machine.send("failed");
    this.app.settings.run = false;
    this.ran = null;
    this.numbers.clear();
    this.numbers.say("bad", "Failed", error.message);
    showText(byId("tree-empty"), "Start a search, and its tree grows here, step by step.");
    this.form.showError([error.message, error.help].filter(Boolean).join(" "));
    announce(error.message);
  }

  /** Asks for the search that the answer names once more, recorded. It ends when the room is full. */
  async record(request, result, restored) {
    const { list } = this.form;
    if (result.algorithm === "auto") {
      const name = algorithmName(list, result);
      const says = `${name}: none of its searches came to an answer, so there is no tree of one.`;
      showText(byId("tree-empty"), says);
      return;
    }
    const room = Math.min(this.app.settings.room ?? ROOM, this.app.limits?.max_trace_room ?? Infinity);
    const control = new AbortController();
    this.tracing = control;
    showText(byId("tree-empty"), "Recording the search …");
    try {
      // Of a search that was stopped, no more than was searched.
      const most = result.outcome === "solved" ? room : Math.min(room, Math.max(result.stats.explored, 1));
      const { board, goal } = request;
      const named = { ...this.form.requestOf(result), board, goal };
      const answer = await api.trace({ ...named, max_nodes: most, room }, { signal: control.signal });
      if (control.signal.aborted) return;
      this.show(answer, named, result, restored);
    } catch (error) {
      if (control.signal.aborted) return;
      showText(byId("tree-empty"), [error.message, error.help].filter(Boolean).join(" "));
    }
  }

  /** Shows the recorded search, which is the one that `result` names; `named` is how it was asked for. */
  show(answer, named, result, restored) {
    const name = searchName(this.form.list, named);
    if (!answer.trace || !Trace.hasTree(answer)) {
      const whose = algorithmName(this.form.list, result);
      const says =
        result.algorithm === result.requested
          ? `${whose} explores no tree.`
          : `The answer is from ${whose}, which explores no tree.`;
      showText(
        byId("tree-empty"),
        `${says} Choose breadth-first search, A* or another search to watch one grow.`,
      );
      return;
    }
    const trace = new Trace(answer);
    this.trace = trace;
    showText(byId("tree-empty"), null);
    byId("plot-card").hidden = !trace.counted.frontier;
    this.plot.load(answer.trace.steps.frontier);
    this.tree.load(trace);
    this.lists.load(trace);
    this.steps.load(trace.first, trace.last);
    const note = [`The tree of ${name}.`];
    if (trace.complete && answer.length !== result.length) {
      const found = counted(answer.length, "move");
      note.push(`It found ${found}, which were shortened to ${grouped(result.length)} later.`);
    }
    if (!trace.complete)
      note.push(`Recorded are the first ${counted(trace.stepCount, "step")}; options set how many.`);
    if (trace.groups.length > 1)
      note.push(`${counted(trace.groups.length, "round")}; the tree is that of the present one.`);
    if (trace.groups[0]?.roots.length > 1) note.push("Two trees: from the start and from the goal.");
    showText(byId("trace-note"), note.join(" "));
    if (restored.node) this.picked = restored.node;
    // The whole tree first: from there it is one key to the beginning, and playing starts over.
    this.steps.go(restored.step ?? trace.last);
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
    this.app.settings.step = place;
    this.app.linkChanged();
    if (!this.steps.playing) this.say();
    performance.measure("taquin-step", { start: begun, end: performance.now() });
  }

  say() {
    const { trace } = this;
    const { explored } = trace.numbers;
    const bound = trace.group.bound === null ? "" : ` Round ${trace.group.number}, bound ${trace.group.bound}.`;
    const open = trace.keepsLists ? `, ${grouped(trace.openCount)} open` : "";
    const text = `Step ${this.steps.place} of ${this.steps.last}: ${grouped(explored)} explored${open}.${bound}`;
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
