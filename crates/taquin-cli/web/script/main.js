// Puts the page together: the settings, the state machine, and the parts of the page.

import { perform, refreshControls, register } from "./actions.js";
import { toast } from "./announce.js";
import * as api from "./api.js";
import { Compare } from "./compare.js";
import { connection } from "./connection.js";
import { byId, debounced, make } from "./dom.js";
import { Entry } from "./entry.js";
import { GOAL, buildExamples, markExample } from "./examples.js";
import { placeIcons } from "./icons.js";
import { listenToKeys, showHelp } from "./keys.js";
import { WATCHED } from "./options.js";
import { Play } from "./play.js";
import { Race } from "./race.js";
import { SearchForm } from "./search-form.js";
import { Search } from "./search.js";
import { defaultSettings, readAddress, scrambleOf, writeLink } from "./share.js";
import { copyText } from "./solution.js";
import { Machine, STATUS } from "./state.js";
import { markTerms } from "./terms.js";

/** The names of each view's regions on a narrow screen. */
const REGIONS = {
  search: ["Board", "Tree", "Numbers"],
  compare: ["Board", "Table", "Plots"],
  race: ["Board", "Race"],
  play: ["Board", "Game", "Numbers"],
};

/** The state that all parts share. */
const app = {
  settings: readAddress(location),
  machine: new Machine(),
  puzzle: null,
  limits: null,
  perform,
  /** Updates everything that depends on the settings: controls, notes and the link. */
  changed() {
    refreshControls();
    markExample(app.settings);
    if (app.limits) {
      search.showRun();
      compare.showRun();
      race.showRun();
    }
    app.linkChanged();
  },
  linkChanged: debounced(200, replaceLink),
  /** Writes the link immediately, for changes that must survive a reload right after them. */
  linkNow: replaceLink,
  visit,
  /** Applies settings that were not chosen in the form. */
  choose(settings) {
    Object.assign(app.settings, settings);
    form.restore();
  },
};

placeIcons();
const entry = new Entry(app);
const form = new SearchForm(app);
const search = new Search(app, entry, form);
const compare = new Compare(app);
const race = new Race(app, compare.form);
const play = new Play(app);
buildExamples();
markTerms("#numbers th, .list h3, .vlist-head span");

app.machine.watch((state) => {
  const [text, tone] = STATUS[state];
  byId("status").textContent = text;
  byId("status").dataset.tone = tone;
  byId("unsolvable").hidden = state !== "unsolvable";
  document.body.dataset.state = state;
  refreshControls();
});

// Without a link, a small search is played as a demonstration.
if (location.hash.length < 2 && !scrambleOf(location)) search.demonstrate();

// The actions, and when they are possible.
const { machine } = app;
const when = (action) => () => machine.can(action);
const inView = (view) => app.settings.view === view;
const idle = () => !["loading", "queued", "running"].includes(machine.state);
const hasTree = () => search.trace !== null;
byId("no-gif").hidden = api.hasServer;

register("view", (value) =>
  visit(() => {
    showView(value);
    if (value === "play") play.open();
  }),
);
register("region", (value) => showRegion(value));
register("share", share);
register("help", showHelp);
register(
  "start",
  () => entry.whenChecked(() => machine.can("start") && visit(start)),
  // If the board is still being checked, the action waits for that.
  () => (machine.can("start") || machine.state === "checking") && form.errors.size === 0 && inView("search"),
);
register("cancel", () => search.cancel(), when("cancel"));
register("edit", () => edit(!entry.editing), when("type"));
register("example", (board) => visit(() => entry.choose(board, GOAL)), when("type"));
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
register(
  "download-gif",
  () => search.solution.downloadPicture("gif"),
  () => machine.can("solution") && api.hasServer,
);
register("download-svg", () => search.solution.downloadPicture("svg"), when("solution"));
register(
  "add-configuration",
  () => compare.form.add(),
  () => !compare.running,
);
register(
  "compare",
  () => {
    visit(() => compare.start());
    showRegion("stage");
  },
  () => compare.possible,
);
register(
  "cancel-compare",
  () => compare.cancel(),
  () => compare.running,
);
register(
  "race",
  () => {
    if (!inView("race")) showView("race");
    visit(() => race.start());
    showRegion("stage");
  },
  () => race.possible,
);
register(
  "cancel-race",
  () => race.cancel(),
  () => race.running,
);
register("watch", watch, when("start"));
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
  "watch-game",
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
  player: search.player,
  game: () => (inView("play") ? play : null),
});

function showView(view) {
  app.settings.view = view;
  document.body.dataset.view = view;
  for (const button of document.querySelectorAll(".views [data-value]")) {
    if (button.dataset.value === view) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  document.querySelectorAll(".regions button").forEach((button, at) => {
    button.textContent = REGIONS[view][at] ?? "";
    button.hidden = !REGIONS[view][at];
  });
  document.querySelector(".skip").textContent = `Skip to the ${REGIONS[view][1].toLowerCase()}`;
  document.querySelector(".skip").href = {
    search: "#region-stage",
    compare: "#compare-stage",
    race: "#race-stage",
    play: "#play-stage",
  }[view];
  showResults();
  app.changed();
}

/** On a narrow screen, shows the results if there are any, otherwise the board. */
function showResults() {
  const shown = { search: search.ran, compare: compare.ran, race: race.ran, play: play.game }[app.settings.view];
  showRegion(shown ? "stage" : "board");
}

/** Starts the search, closes the editor and, on a narrow screen, shows the tree. */
function start() {
  const { activeElement } = document;
  const fromEditor = byId("editing").contains(activeElement);
  search.start();
  entry.setEditing(false);
  showRegion("stage");
  // If the control that started the search is now hidden, the focus moves to the results.
  if (byId("region-board").offsetParent === null) {
    byId("region-stage").focus({ preventScroll: true });
    byId("region-stage").scrollIntoView();
  } else if (fromEditor) byId("board").focus({ preventScroll: true });
}

/** Opens or closes the editor, which edits the board that was entered. */
function edit(open) {
  entry.setEditing(open);
  if (!open) return;
  if (machine.can("solution")) entry.show();
  byId("editing").scrollIntoView({ block: "nearest" });
}

function showRegion(region) {
  document.body.dataset.region = region;
  for (const button of document.querySelectorAll(".regions button")) {
    if (button.dataset.value === region) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** Shows one search of a comparison or a race in the search view, on the same board. */
async function watch(word) {
  const { board, size, goal, boards } = (inView("race") ? race : compare).ran?.settings ?? {};
  const { settings } = app;
  const moved = board !== settings.board || goal !== settings.goal;
  if (boards !== "random" && moved) {
    Object.assign(settings, { board, size, goal });
    await entry.restore();
  }
  app.choose(compare.form.asSettings(word));
  showView("search");
  perform("start");
}

/** Returns the address of a link. It has no query, whose board may be another one. */
const addressOf = (link) => Object.assign(new URL(location.href), { search: "", hash: `#${link}` }).href;

/** Writes the current state into the address. */
function replaceLink() {
  app.linkChanged.cancel();
  // The demonstration is not something that the user asked for.
  if (search.isDemo) return;
  history.replaceState(null, "", addressOf(writeLink(linked())));
}

/** Makes a change with an entry in the browser's history, so that Back returns to the state before it. */
function visit(change) {
  replaceLink();
  change();
  app.linkChanged.cancel();
  const link = writeLink(linked());
  if (link !== location.hash.slice(1)) history.pushState(null, "", addressOf(link));
}

async function share() {
  replaceLink();
  await copyText(location.href, "A link to this page was copied.");
}

/**
 * Returns the settings for a link: those of the results that are shown, even if the form has changed since, or the
 * form if there are no results. Results of other views are included if they come from the same settings.
 */
function linked() {
  const { settings } = app;
  if (settings.view === "play" && play.game)
    return { ...settings, run: false, compared: false, raced: false, ...play.link };
  const views = { search, compare, race };
  const shown = views[settings.view] ?? search;
  const link = { ...settings, run: false, compared: false, raced: false, ...shown.ran?.settings };
  for (const other of Object.values(views)) {
    const { run, compared, raced, ...wanted } = other.ran?.settings ?? {};
    const fits = Object.entries(wanted).every(([name, value]) => String(link[name]) === String(value));
    if (fits) Object.assign(link, other.ran?.settings);
  }
  return link;
}

/** Restores the page from a link, and runs again what had been run. */
async function restore() {
  const { settings } = app;
  const { run, at, step, node, compared, raced } = settings;
  form.restore();
  compare.form.restore();
  showView(settings.view);
  await entry.restore();
  const begun = run && machine.can("start") ? search.start({ at, step, node }) : null;
  showResults();
  await begun;
  if (compared && compare.possible && settings.view === "compare") {
    const comparing = compare.start();
    showResults();
    await comparing;
  }
  if (raced && settings.view === "race") perform("race");
  // Without a board in the link, the stored game is resumed, or a new one starts.
  if (settings.view === "play") play.open(settings.board === defaultSettings().board ? undefined : app.puzzle);
  app.changed();
}

/** Handles Back, Forward, and a link that is pasted into the address bar of the open page. */
async function follow() {
  app.linkChanged.cancel();
  const wanted = readAddress(location);
  const { settings } = app;
  const matches = (values) =>
    Object.entries(values).every(([name, value]) => String(wanted[name]) === String(value));
  const { board, size, goal } = settings;
  const [ran, isRun] = { compare: [compare.ran, wanted.compared], race: [race.ran, wanted.raced] }[wanted.view] ?? [
    search.ran,
    wanted.run,
  ];
  const isShown = wanted.view === "play" || (isRun ? ran !== null && matches(ran.settings) : ran === null);
  const stays = isShown && matches({ board, size, goal });
  if (!stays) {
    perform("cancel");
    perform("cancel-compare");
    perform("cancel-race");
    await Promise.allSettled([machine.reached(idle), compare.job?.ended, race.job?.ended]);
    if (wanted.view === "compare") compare.drop();
    if (wanted.view === "race") race.forget();
  }
  Object.assign(settings, wanted);
  if (!stays) return restore();
  form.restore();
  compare.form.restore();
  showView(wanted.view);
  return wanted.view === "play" ? play.open() : null;
}
addEventListener("hashchange", () => {
  if (location.hash.slice(1) !== writeLink(linked())) follow();
});

// The skip link moves the focus without changing the address, which holds the settings.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  const region = document.querySelector(event.target.getAttribute("href"));
  region.tabIndex = -1;
  region.focus();
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
  play.retry();
});

/** Returns the server's description of what it offers, as soon as it answers. */
async function described() {
  try {
    return await api.ask("describe");
  } catch (error) {
    if (!(error instanceof api.Unreachable)) throw error;
    await new Promise((resolve) => connection.watch((away) => away || resolve()));
    return described();
  }
}

try {
  const description = await described();
  form.described(description);
  app.limits = description.limits;
  const known = (list, id) => form.list[list].some((each) => each.id === id);
  if (!known("algorithms", app.settings.algorithm)) app.settings.algorithm = WATCHED.algorithm;
  if (!known("heuristics", app.settings.heuristic)) app.settings.heuristic = WATCHED.heuristic;
  entry.described(description);
  compare.described(description);
  play.described(description);
  machine.send("described");
  await restore();
} catch (error) {
  byId("status").textContent = "Failed";
  byId("tree-empty").replaceChildren(make("span", { textContent: error.message }));
  throw error;
}
