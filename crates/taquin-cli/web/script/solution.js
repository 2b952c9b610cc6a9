// The solution: its moves as letters and as a list, played on the board, copied and downloaded.

import * as api from "./api.js";
import { announce, toast } from "./announce.js";
import { Walk, cellBeyond, goalRows, opposite } from "./board.js";
import { byId, make, prefersReducedMotion } from "./dom.js";
import { VirtualList } from "./lists.js";

const WORDS = { U: "up", D: "down", L: "left", R: "right" };
/** The number of letters that are shown; a solution may have sixty thousand. */
const MAX_LETTERS = 400;

export class Solution {
  constructor(app, entry, player) {
    this.app = app;
    this.entry = entry;
    this.byTile = false;
    this.result = null;
    this.track = player.add({
      id: "solution-transport",
      name: "Solution",
      noun: "move",
      of: "solution",
      moved: (place, milliseconds) => this.moved(place, milliseconds),
      rested: (place) => this.announceMove(place),
    });
    this.list = new VirtualList(byId("step-list"), {
      label: "Steps of the solution",
      columns: [
        { title: "Step", className: "num" },
        { title: "Blank" },
        { title: "Tile", className: "num" },
        { title: "Board", board: true },
        { title: "Id", className: "num" },
        { title: "Cost", className: "num" },
      ],
      cells: (index) => this.row(index),
      chosen: (index) => this.track.walkTo(index),
    });
  }

  /** Loads a result with a solution; `puzzle` is the puzzle that was solved. */
  load(result, puzzle) {
    this.result = result;
    this.puzzle = puzzle;
    this.moves = result.moves_blank;
    this.walk = new Walk(puzzle.tiles, this.moves, puzzle.rows, puzzle.columns);
    this.rowWalk = new Walk(puzzle.tiles, this.moves, puzzle.rows, puzzle.columns);
    byId("solution").hidden = false;
    byId("solution").classList.toggle("with-costs", result.cost_model !== "unit");
    this.list.showBoards(puzzle.rows, puzzle.columns, goalRows(puzzle.goalTiles, puzzle.columns));
    this.track.load(0, this.moves.length);
    this.writeMoves();
    this.moved(0, 0);
  }

  unload() {
    this.result = null;
    this.track.unload();
    byId("solution").hidden = true;
    this.list.update(0);
  }

  /** Shows the board after `place` moves of the solution. */
  moved(place, milliseconds) {
    const { puzzle } = this;
    const tiles = this.walk.to(place);
    const slide = prefersReducedMotion() ? 0 : milliseconds;
    this.entry.board.show(tiles, puzzle.rows, puzzle.columns, {
      goal: puzzle.goalTiles,
      moved: place === 0 ? 0 : tileMoved(this.walk, this.moves[place - 1]),
      milliseconds: slide,
      extra: `, move ${place} of ${this.moves.length}`,
    });
    this.list.update(this.moves.length + 1, place);
    this.list.reveal(place);
    this.markMove(place);
    this.app.settings.at = place;
    this.app.linkChanged();
    if (!this.track.playing) this.announceMove(place);
  }

  announceMove(place) {
    if (place === 0) announce(`At the start; ${this.moves.length} moves to go.`);
    else {
      const letter = this.moves[place - 1];
      const goal = place === this.moves.length ? " The goal." : "";
      announce(`Move ${place} of ${this.moves.length}: blank ${WORDS[letter]}.${goal}`);
    }
  }

  row(index) {
    const tiles = this.rowWalk.to(index);
    const step = this.result.steps?.[index];
    if (index === 0) return [0, "", "", { key: 0, tiles, moved: 0 }, step?.id ?? "", ""];
    const letter = this.moves[index - 1];
    const tile = tileMoved(this.rowWalk, letter);
    return [index, letter, tile, { key: index, tiles, moved: tile }, step?.id ?? "", step?.cost ?? ""];
  }

  writeMoves() {
    const letters = this.byTile ? this.result.moves_tile : this.result.moves_blank;
    this.firstLetter = -1;
    byId("letters").setAttribute("aria-pressed", this.byTile);
    byId("letters").textContent = this.byTile ? "By tile" : "By blank";
    byId("moves").setAttribute(
      "aria-label",
      `Moves of the ${this.byTile ? "tiles" : "blank"}: ${letters.slice(0, MAX_LETTERS)}`,
    );
    this.markMove(this.track.place);
  }

  /** Marks the moves up to a place; of a very long solution only the part around it is shown. */
  markMove(place) {
    const host = byId("moves");
    const letters = this.byTile ? this.result.moves_tile : this.result.moves_blank;
    const first = letters.length <= MAX_LETTERS ? 0 : Math.max(0, Math.floor(place / 200) * 200 - 100);
    if (first !== this.firstLetter || host.childElementCount === 0) {
      this.firstLetter = first;
      const part = letters.slice(first, first + MAX_LETTERS);
      host.replaceChildren(
        ...(first > 0 ? ["… "] : []),
        ...Array.from(part, (letter) => make("span", { textContent: letter })),
        ...(first + MAX_LETTERS < letters.length ? [" …"] : []),
        ...(letters.length === 0 ? ["none: this is the goal"] : []),
      );
      this.letters = host.querySelectorAll("span");
      this.marked = 0;
    }
    const done = place - first;
    const [low, high] = [Math.min(this.marked, done), Math.max(this.marked, done)];
    for (let at = low; at < high && at < this.letters.length; at += 1)
      this.letters[at].classList.toggle("done", at < done);
    this.marked = done;
  }

  turnLetters() {
    this.byTile = !this.byTile;
    this.writeMoves();
  }

  async copy() {
    const letters = this.byTile ? this.result.moves_tile : this.result.moves_blank;
    await copyText(letters, "Moves copied.");
  }

  /** Downloads the answer without the recorded search, as the command line prints it. */
  downloadJson() {
    const { trace, ...answer } = this.result;
    download(new Blob([`${JSON.stringify(answer)}\n`], { type: "application/json" }), "solution.json");
  }

  async downloadPicture(kind) {
    const { board } = this.puzzle;
    try {
      toast(`Drawing the ${kind.toUpperCase()} …`);
      const picture = await api.ask("picture", { board, goal: this.puzzle.goal, moves: this.moves, kind });
      download(picture, `solution.${kind}`);
    } catch (error) {
      toast([error.message, error.help].filter(Boolean).join(" "));
    }
  }
}

/** Returns the tile that moved: it is where the blank was before. */
function tileMoved({ tiles, rows, columns }, letter) {
  return tiles[cellBeyond(tiles.indexOf(0), opposite(letter), rows, columns)];
}

/** Copies a text to the clipboard and shows `done`; falls back to `execCommand` if the browser denies access. */
export async function copyText(text, done) {
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { value: text, className: "visually-hidden" });
    document.body.append(field);
    field.select();
    isCopied = document.execCommand("copy");
    field.remove();
  }
  toast(isCopied ? done : "The browser does not allow copying.");
}

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
