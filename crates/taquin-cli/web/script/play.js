// The puzzle as a game: slide tiles by click, key or swipe. It has a clock, a move counter, undo, hints and the
// distance to the goal from the server, and at the end a card with the result. The game and the best scores are stored
// in the browser.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { refreshControls } from "./actions.js";
import { BoardView } from "./board-view.js";
import { Walk, boardText, opposite, shortText } from "./board.js";
import { byId, make, prefersReducedMotion } from "./dom.js";
import { clock, counted, grouped } from "./format.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { Setup } from "./play-setup.js";
import { keep, recall } from "./store.js";

/** The direction in which a key slides a tile. */
const KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R", w: "U", s: "D", a: "L", d: "R" };
const WORDS = { U: "up", D: "down", L: "left", R: "right" };
/** The least length of a swipe in pixels. */
const SWIPE = 24;
/** Milliseconds per move when a solution is played. */
const WATCH_INTERVAL = 350;
const GAME = "taquin-game";
const SCORES = "taquin-scores";

export class Play {
  constructor(app) {
    this.app = app;
    this.view = new BoardView(byId("game-board"), "Game");
    this.view.host.tabIndex = 0;
    this.goal = new BoardView(byId("game-goal"), "Goal");
    this.setup = new Setup();
    this.game = null;
    /** Counts requests for boards, so that only the latest is used. */
    this.requests = 0;
    this.swiped = false;
    this.view.host.addEventListener("click", (event) => {
      const tile = event.target.closest(".tile");
      if (tile && !this.swiped) this.move((game) => game.press(Number(tile.dataset.cell)));
    });
    this.listenToSwipes();
    this.ticked = performance.now();
    setInterval(() => this.tick(), 250);
    addEventListener("pagehide", () => this.save());
  }

  described(description) {
    this.setup.described(description);
  }

  get playing() {
    return this.game !== null && !this.game.over && !this.watching;
  }

  /** Opens the view with a link's board, the current or stored game, or a new one. */
  open(puzzle = null) {
    if (!this.listed) this.listScores();
    this.game ??= Game.read(recall(GAME));
    const linked = puzzle && !puzzle.unsolvable;
    if (linked && !this.game?.isOn(puzzle)) this.playBoard(puzzle);
    else if (this.game) this.begin(this.game);
    else this.newGame();
  }

  /** Plays a board that was entered. */
  playBoard({ tiles, goalTiles, rows, columns, goal }) {
    this.begin(new Game({ start: tiles.slice(), goalTiles, rows, columns, goal }));
  }

  /** Requests a board and plays it. */
  async newGame(request = this.setup.request()) {
    if (request === null) return;
    this.requests += 1;
    const { requests } = this;
    this.say("Preparing the board …");
    // Only named goals fit boards of any size.
    const goal = /^[a-z-]+$/.test(this.app.settings.goal) ? this.app.settings.goal : "classic";
    try {
      const answer = await api.ask("game", { goal, ...request });
      if (requests !== this.requests) return;
      const { tiles: start, goal_tiles: goalTiles, rows, columns, difficulty, title, shortest } = answer;
      this.begin(new Game({ start, goalTiles, rows, columns, goal, difficulty, title, shortest }));
    } catch (error) {
      if (requests !== this.requests) return;
      this.say("");
      this.setup.showError(error);
    }
  }

  /** Plays the board of the day, by the local date. */
  playDay() {
    const now = new Date();
    const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
    const day = parts.map((part) => String(part).padStart(2, "0")).join("-");
    return this.newGame({ size: this.setup.chosen.size, day });
  }

  begin(game) {
    this.requests += 1;
    this.stopWatching();
    this.game = game;
    this.setup.show(game);
    byId("play-title").textContent =
      `${game.rows} × ${game.columns}. ${game.title ?? "A board of your own"}`;
    this.goal.show(game.goalTiles, game.rows, game.columns, { colours: game.goalTiles });
    this.ticked = performance.now();
    this.say("");
    this.show(0);
    if (game.over && game.moves.length > 0) this.end();
    else byId("game-end").hidden = true;
    this.measureDistance();
    this.save();
    this.app.changed();
    this.app.linkNow();
    // If the game was started from the panel, the focus moves to the board.
    if (byId("play-side").contains(document.activeElement)) byId("game-board").focus();
    announce(game.moves.length === 0 ? "New game." : "Game resumed.");
  }

  restart() {
    this.game.restart();
    this.begin(this.game);
  }

  save() {
    if (this.game) keep(GAME, this.game.text());
  }

  show(milliseconds = 130) {
    const { tiles, rows, columns, goalTiles, moves } = this.game;
    this.view.show(tiles, rows, columns, { goal: goalTiles, milliseconds: prefersReducedMotion() ? 0 : milliseconds });
    this.point(null);
    byId("game-moves").textContent = grouped(moves.length);
    this.tick();
    refreshControls();
  }

  /** Shows a message below the board. */
  say(text) {
    byId("game-hint").textContent = text;
  }

  /** Advances the clock, which runs after the first move while the game is visible. */
  tick() {
    const now = performance.now();
    const passed = now - this.ticked;
    this.ticked = now;
    if (!this.game) return;
    const isVisible = this.app.settings.view === "play" && !document.hidden;
    if (this.playing && this.game.moves.length > 0 && isVisible) this.game.seconds += passed / 1000;
    const text = clock(this.game.seconds);
    if (byId("game-time").textContent !== text) byId("game-time").textContent = text;
  }

  /** Makes a move: `slide` changes the game and returns the tile that moved, or 0. */
  move(slide) {
    if (!this.playing) return 0;
    this.tick();
    const tile = slide(this.game);
    if (tile === 0) return 0;
    this.moved();
    return tile;
  }

  moved() {
    this.say("");
    this.show();
    if (this.game.over) this.end();
    this.measureDistance();
    this.save();
  }

  /** Whether there is a move to undo. */
  get canUndo() {
    return this.playing && this.game.moves.length > 0;
  }

  undo() {
    this.game.undo();
    this.moved();
  }

  /** Requests the distance to the goal; a newer request replaces an older one. */
  async measureDistance() {
    this.asking?.abort();
    const control = new AbortController();
    this.asking = control;
    const { game } = this;
    const known = game.over ? 0 : game.moves.length === 0 ? game.shortest : null;
    byId("game-distance").textContent = known === null ? "…" : grouped(known);
    if (known !== null) return;
    let text = "–";
    try {
      const { distance, at_most: most } = await this.askHint(control.signal);
      text = distance !== null ? grouped(distance) : most !== null ? `≤ ${grouped(most)}` : "–";
    } catch {
      // Without an answer the distance is unknown.
    }
    if (!control.signal.aborted) byId("game-distance").textContent = text;
  }

  /** Repeats the requests that failed while the server was away. */
  retry() {
    if (!this.game) return;
    if (this.playing && byId("game-distance").textContent === "–") this.measureDistance();
    if (this.game.over && this.game.moves.length > 0 && !this.game.verdict) this.judge();
  }

  askHint(signal) {
    const { tiles, columns, goalTiles } = this.game;
    const body = { board: boardText(tiles, columns), goal: boardText(goalTiles, columns) };
    return api.ask("hint", body, { signal });
  }

  /** Points at the tile of the next best move. */
  async hint() {
    const { game } = this;
    // The hint is already shown, and counts only once.
    if (this.view.host.querySelector(".hint-arrow")) return;
    this.say("Thinking …");
    const moves = game.moves.length;
    try {
      const answer = await this.askHint();
      if (this.game !== game || game.moves.length !== moves || !this.playing) return;
      game.hints += 1;
      const proven = answer.optimal ? "" : " (a good move, not proven to be the best)";
      this.say(`Hint: move ${answer.tile} ${WORDS[answer.move_tile]}${proven}.`);
      this.point(answer.tile, answer.move_tile);
      this.save();
    } catch (error) {
      this.say(error.message);
    }
  }

  /** Draws an arrow on a tile in the direction it should go, or removes it if `tile` is null. */
  point(tile, direction) {
    this.view.host.querySelector(".hint-arrow")?.remove();
    this.view.elements.forEach((element, number) => element.classList.toggle("tile-hinted", number === tile));
    if (tile === null) return;
    const arrow = make("i", { className: "hint-arrow", "data-to": direction }, icon("arrow"));
    this.view.elements[tile].append(arrow);
  }

  /** Shows the card at the end: first what is known at once, then the server's verdict. */
  end() {
    const { moves, seconds, verdict } = this.game;
    const done = `Solved in ${counted(moves.length, "move")} and ${clock(seconds)}`;
    byId("game-end").hidden = false;
    byId("end-title").textContent = verdict?.title ?? done;
    byId("end-text").textContent = verdict
      ? `${verdict.sentence} ${verdict.remark}`
      : "Looking for the best solution …";
    refreshControls();
    announce(verdict ? `${verdict.sentence} ${verdict.remark}` : done);
    if (!verdict) this.judge();
  }

  /** Requests the verdict on the game, and stores the best scores. */
  async judge() {
    const { game } = this;
    const { board, difficulty, moves, hints, seconds, columns, goalTiles } = game;
    const won = {
      board,
      goal: boardText(goalTiles, columns),
      difficulty,
      moves: moves.join(""),
      hints,
      solution_seen: game.solutionSeen,
      seconds,
    };
    try {
      const answer = await this.askScores(won);
      if (this.game !== game || !game.over) return;
      game.verdict = answer.verdict;
      this.save();
      this.end();
    } catch (error) {
      if (this.game === game && game.over) byId("end-text").textContent = error.message;
    }
  }

  async listScores() {
    this.listed = true;
    await this.askScores(null).catch(() => {
      this.listed = false;
    });
  }

  /** Sends the stored scores and a game that was won, if any; stores and shows the updated scores. */
  async askScores(game) {
    const answer = await api.ask("scores", { stored: recall(SCORES), game });
    keep(SCORES, answer.stored);
    this.listed = true;
    const cell = (textContent) => make("td", { textContent });
    const rows = answer.best.map(({ size, title, moves, shortest, seconds }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row", textContent: `${size.replace("x", " × ")}. ${title}` }),
        cell(grouped(moves)),
        cell(grouped(shortest)),
        cell(clock(seconds)),
      ),
    );
    byId("score-rows").replaceChildren(...rows);
    byId("score-table").hidden = rows.length === 0;
    byId("no-scores").hidden = rows.length > 0;
    return answer;
  }

  /** Whether there is a best solution to play. */
  get canWatch() {
    return Boolean(this.game?.over && this.game.verdict?.best_moves);
  }

  /** Plays the best solution on the board, or stops playing it. */
  watch() {
    if (this.watching) {
      this.stopWatching();
      this.show(0);
      return;
    }
    const { game } = this;
    const { start, rows, columns, goalTiles, verdict } = game;
    game.solutionSeen = true;
    this.save();
    const walk = new Walk(start, verdict.best_moves, rows, columns);
    const to = (place, milliseconds) => {
      this.view.show(walk.to(place), rows, columns, { goal: goalTiles, milliseconds });
      this.say(`Move ${grouped(place)} of ${grouped(verdict.best_moves.length)}`);
    };
    to(0, 0);
    this.watching = setInterval(() => {
      to(walk.place + 1, prefersReducedMotion() ? 0 : 200);
      if (walk.place === verdict.best_moves.length) this.stopWatching();
    }, WATCH_INTERVAL);
    byId("watch").textContent = "Stop";
    byId("game-board").scrollIntoView({ block: "nearest" });
    refreshControls();
  }

  stopWatching() {
    clearInterval(this.watching);
    this.watching = null;
    byId("watch").textContent = "Watch solution";
    refreshControls();
  }

  /** The settings for a link to this game. */
  get link() {
    const { start, columns, goal } = this.game;
    return { board: shortText(start, columns), size: null, goal };
  }

  /** Handles a key of the game; returns whether it was one. */
  key(event) {
    const tileGoes = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!tileGoes || !this.playing) return false;
    // When a tile goes up, the blank goes down.
    const tile = this.move((game) => game.slide(opposite(tileGoes)));
    if (tile && this.playing) announce(`${tile} ${WORDS[tileGoes]}`);
    return true;
  }

  listenToSwipes() {
    const { host } = this.view;
    let begun = null;
    host.addEventListener("pointerdown", (event) => {
      begun = { x: event.clientX, y: event.clientY };
    });
    host.addEventListener("pointerup", (event) => {
      if (!begun) return;
      const [dx, dy] = [event.clientX - begun.x, event.clientY - begun.y];
      begun = null;
      if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
      // The click event that follows immediately is part of the swipe.
      this.swiped = true;
      setTimeout(() => {
        this.swiped = false;
      });
      const tileGoes = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
      this.move((game) => game.slide(opposite(tileGoes)));
    });
  }
}
