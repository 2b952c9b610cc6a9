// The choice of the next game: its size and difficulty. The levels come from the server.

import { byId, fillSelect, make } from "./dom.js";
import { sentence } from "./format.js";

const OWN = "own";

export class Setup {
  constructor() {
    this.games = [];
    byId("game-size").addEventListener("change", () => this.showLevels());
    byId("game-level").addEventListener("change", () => this.showNumber());
    byId("game-number").addEventListener("keydown", (event) => {
      if (event.key === "Enter") byId("new-game").click();
    });
  }

  described({ games }) {
    this.games = games;
    const titled = ({ size }) => ({ id: size, title: size.replace("x", " × ") });
    fillSelect(byId("game-size"), games.map(titled), "3x3");
    this.showLevels();
  }

  get chosen() {
    return this.games.find(({ size }) => size === byId("game-size").value);
  }

  showLevels() {
    const { levels, exact } = this.chosen;
    const own = { id: OWN, title: exact ? "A number of moves I choose" : "A random walk of a length I choose" };
    fillSelect(byId("game-level"), [...levels, own]);
    byId("game-number-label").textContent = exact ? "Moves from the goal" : "Steps of the random walk";
    this.showNumber();
  }

  showNumber() {
    const own = byId("game-level").value === OWN;
    byId("game-number-field").hidden = !own;
    this.showError(null);
  }

  /** Returns the request for a game; if the number is not valid, shows an error and returns null. */
  request() {
    const { size, exact } = this.chosen;
    const level = byId("game-level").value;
    this.showError(null);
    if (level !== OWN) return { size, level };
    const number = Number(byId("game-number").value);
    if (Number.isSafeInteger(number) && number > 0) return { size, [exact ? "depth" : "walk"]: number };
    this.showError({ message: "Enter a whole number of 1 or more" });
    return null;
  }

  /** Shows the size and difficulty of a game, as far as they are in the menus. */
  show({ size, difficulty }) {
    const game = this.games.find((each) => each.size === size);
    if (!game || difficulty === null) return;
    byId("game-size").value = size;
    this.showLevels();
    const level = game.levels.find((each) => each.difficulty === difficulty);
    const [kind, number] = difficulty.split(" ");
    if (level) byId("game-level").value = level.id;
    else if (kind !== "day") {
      byId("game-level").value = OWN;
      byId("game-number").value = number;
    }
    this.showNumber();
  }

  showError(error) {
    const box = byId("game-error");
    box.hidden = error === null;
    if (error) byId("game-number").setAttribute("aria-invalid", "true");
    else byId("game-number").removeAttribute("aria-invalid");
    const lines = error ? [error.message, error.help].filter(Boolean) : [];
    box.replaceChildren(...lines.map((line) => make("span", { textContent: sentence(line) })));
  }
}
