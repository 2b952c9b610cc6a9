// The page put together: settings, the machine that says what can be done, and the parts that do it.

import { perform, refreshControls, register } from "./actions.js";
import { toast } from "./announce.js";
import * as api from "./api.js";
import { Compare } from "./compare.js";
import { connection } from "./connection.js";
import { byId, debounced, make } from "./dom.js";
import { Entry } from "./entry.js";
import { placeIcons } from "./icons.js";
import { listenToKeys, showHelp } from "./keys.js";
import { buildLegend } from "./legend.js";
import { Play } from "./play.js";
import { SearchForm } from "./search-form.js";
import { Search } from "./search.js";
import { readLink, writeLink } from "./share.js";
import { copyText } from "./solution.js";
import { Machine, STATUS } from "./state.js";

/** What the regions of each view are called on a narrow screen. */
const REGIONS = {
  search: ["Board", "Tree", "Numbers"],
  compare: ["Board", "Table", "Plots"],
  play: ["Board", "Game", "Numbers"],
};

/** What all parts share. */
const app = {
  settings: readLink(location.hash),
  machine: new Machine(),
  puzzle: null,
  limits: null,
  perform,
  /** Something changed that controls or the link may depend on. */
  changed() {
    refreshControls();
    if (app.limits) {
      search.sayWhose();
      compare.sayWhose();
    }
    app.linkChanged();
  },
  linkChanged: debounced(200, () => app.linkNow()),
  /** Writes the link at once, for what must survive a reload in the same moment. */
  linkNow() {
    app.linkChanged.cancel();
    history.replaceState(null, "", `#${writeLink(linked())}`);
  },
  /** Takes over settings that something else than the form chose. */
  choose(settings) {
    Object.assign(app.settings, settings);
    form.restore();
  },
};

placeIcons();
buildLegend(byId("legend"));
const entry = new Entry(app);
const form = new SearchForm(app);
const search = new Search(app, entry, form);
const compare = new Compare(app);
const play = new Play(app);

app.machine.watch((state) => {
  const [text, tone] = STATUS[state];
  byId("status").textContent = text;
  byId("status").dataset.tone = tone;
  byId("unsolvable").hidden = state !== "unsolvable";
  document.body.dataset.state = state;
  refreshControls();
});

// What can be done, and when.
const { machine } = app;
const when = (action) => () => machine.can(action);
const inView = (view) => app.settings.view === view;
const idle = () => !["loading", "queued", "running"].includes(machine.state);
const hasTree = () => search.trace !== null;

register("view", (value) => {
  showView(value);
  if (value === "play") play.open();
});
register("region", (value) => showRegion(value));
register("share", share);
register("help", showHelp);
register(
  "start",
  () => {
    touched = null;
    search.start();
  },
  () => machine.can("start") && form.wrong === null && inView("search"),
);
register("cancel", () => search.cancel(), when("cancel"));
register(
  "edit",
  () => {
    machine.send("edited");
    app.changed();
  },
  when("edit"),
);
register(
  "clear",
  () => entry.clear(),
  () => machine.can("clear") && idle(),
);
register("shuffle", () => entry.shuffle(), when("shuffle"));
register("fix", () => entry.fix(), when("fix"));
register("zoom-in", () => search.tree.zoomBy(2), hasTree);
register("zoom-out", () => search.tree.zoomBy(1 / 2), hasTree);
register("zoom-fit", () => search.tree.fit(), hasTree);
register(
  "follow",
  () => {
    search.tree.setFollow(!search.tree.follow);
    search.tree.update();
  },
  hasTree,
);
register("copy-moves", () => search.solution.copy(), when("solution"));
register("letters", () => search.solution.turnLetters(), when("solution"));
register("download-json", () => search.solution.downloadJson(), when("solution"));
register("download-gif", () => search.solution.downloadPicture("gif"), when("solution"));
register("download-svg", () => search.solution.downloadPicture("svg"), when("solution"));
register(
  "add-configuration",
  () => compare.form.add(),
  () => !compare.running,
);
register(
  "compare",
  () => {
    showRegion("stage");
    compare.start();
  },
  () => compare.possible,
);
register(
  "cancel-compare",
  () => compare.cancel(),
  () => compare.running,
);
register(
  "play-board",
  () => play.playBoard(app.puzzle),
  () => app.puzzle !== null && !app.puzzle.unsolvable,
);
register(
  "undo",
  () => play.undo(),
  () => play.canUndo,
);
register(
  "hint",
  () => play.hint(),
  () => play.playing,
);
register(
  "restart",
  () => play.restart(),
  () => play.game !== null,
);
register("new-game", () => play.newGame());
register("day-game", () => play.playDay());
register(
  "watch",
  () => play.watch(),
  () => play.canWatch,
);
register(
  "search-game",
  () => {
    Object.assign(app.settings, play.link);
    showView("search");
    entry.restore();
  },
  () => play.game !== null && idle(),
);

for (const id of ["rows", "columns", "goal"])
  machine.watch(() => {
    byId(id).disabled = !machine.can(id === "goal" ? "goal" : "size");
  });

listenToKeys({
  inSearch: () => inView("search"),
  target: walked,
  game: () => (inView("play") ? play : null),
});

/** Which of the two playbacks the keys walk: the one that was touched last; the solution, where there is no other. */
let touched = null;
for (const type of ["pointerdown", "focusin"]) {
  document.addEventListener(type, (event) => {
    if (event.target.closest?.("#region-stage, #plot-card")) touched = search.steps;
    else if (event.target.closest?.("#region-board, #region-side")) touched = search.solution.playback;
  });
}
function walked() {
  const { steps, solution } = search;
  if (touched?.loaded) return touched;
  return solution.playback.loaded ? solution.playback : steps.loaded ? steps : null;
}

function showView(view) {
  app.settings.view = view;
  document.body.dataset.view = view;
  for (const button of document.querySelectorAll(".views [data-value]")) {
    if (button.dataset.value === view) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  document.querySelectorAll(".regions button").forEach((button, at) => {
    button.textContent = REGIONS[view][at];
  });
  document.querySelector(".skip").textContent = `Skip to the ${REGIONS[view][1].toLowerCase()}`;
  document.querySelector(".skip").href = {
    search: "#region-stage",
    compare: "#compare-stage",
    play: "#play-stage",
  }[view];
  showRegion(view === "play" && play.game ? "stage" : "board");
  app.changed();
}

function showRegion(region) {
  document.body.dataset.region = region;
  for (const button of document.querySelectorAll(".regions button")) {
    if (button.dataset.value === region) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

async function share() {
  app.linkNow();
  await copyText(location.href);
  toast("The link to all of this is copied.");
}

/**
 * What a link holds: the results that are shown with the settings they come from, whatever the form says by
 * now; where there are none, the form. Of the other view's results only such as come from the same settings.
 */
function linked() {
  const { settings } = app;
  if (settings.view === "play" && play.game)
    return { ...settings, run: false, compared: false, ...play.link };
  const [shown, other] = settings.view === "compare" ? [compare, search] : [search, compare];
  const link = { ...settings, run: false, compared: false, ...shown.ran?.settings };
  const { run, compared, ...wanted } = other.ran?.settings ?? {};
  const fits = Object.entries(wanted).every(([name, value]) => String(link[name]) === String(value));
  return fits ? { ...link, ...other.ran?.settings } : link;
}

/** Shows what a link says, and runs what had been run. */
async function restore() {
  const { settings } = app;
  const { run, at, step, node, compared } = settings;
  form.restore();
  compare.form.restore();
  showView(settings.view);
  await entry.restore();
  if (run && machine.can("start")) await search.start({ at, step, node });
  if (compared && compare.possible && settings.view === "compare") await compare.start();
  if (settings.view === "play") play.open(app.puzzle);
  app.changed();
}

addEventListener("hashchange", () => {
  // A link that was pasted into the address of this very page.
  if (location.hash.slice(1) === writeLink(linked()) || !idle()) return;
  Object.assign(app.settings, readLink(location.hash));
  restore();
});

register(
  "reconnect",
  () => connection.retry(),
  () => connection.away,
);
connection.watch((away) => {
  refreshControls();
  if (away) return;
  entry.checkAgain();
  play.askAgain();
});

/** What the server can do, as soon as it answers. */
async function described() {
  try {
    return await api.describe();
  } catch (error) {
    if (!(error instanceof api.Unreachable)) throw error;
    await new Promise((resolve) => connection.watch((away) => away || resolve()));
    return described();
  }
}

try {
  const description = await described();
  app.limits = description.limits;
  const known = (list, id) => description[list].some((each) => each.id === id);
  if (!known("algorithms", app.settings.algorithm)) app.settings.algorithm = "astar";
  if (!known("heuristics", app.settings.heuristic)) app.settings.heuristic = "manhattan";
  entry.described(description);
  form.described(description);
  compare.described(description);
  play.described(description);
  machine.send("described");
  await restore();
} catch (error) {
  byId("status").textContent = "Failed";
  byId("tree-empty").replaceChildren(make("span", { textContent: error.message }));
  throw error;
}
