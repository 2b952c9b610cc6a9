// Under the tree: the present step in a sentence, and the algorithm's pseudo-code with the lines at work marked.

import { byId, make, showText } from "./dom.js";

/** Spaces that the description indents each level by. */
const INDENT = 4;
/** Screens on which the pseudo-code is folded until somebody opens it. */
const SMALL = "(max-width: 560px)";

export class NarrationView {
  constructor() {
    this.sentence = byId("step-sentence");
    this.fold = byId("pseudocode");
    this.title = make("summary");
    this.list = make("ol");
    this.fold.append(this.title, this.list);
    this.fold.open = !matchMedia(SMALL).matches;
    this.clear();
  }

  /** Shows an algorithm's lines, none of them marked. */
  load({ title, pseudocode }) {
    this.marked = [];
    this.items = pseudocode.lines.map((line) => {
      const item = make("li", { textContent: line.trim() });
      item.style.setProperty("--level", Math.floor((line.length - line.trimStart().length) / INDENT));
      return item;
    });
    this.title.textContent = `Pseudo-code: ${title}`;
    this.list.replaceChildren(...this.items);
    this.fold.hidden = false;
  }

  clear() {
    this.items = [];
    this.marked = [];
    this.fold.hidden = true;
    showText(this.sentence, null);
  }

  /** The sentence in sight. */
  get text() {
    return this.sentence.textContent;
  }

  /** Shows what was said of a step, and marks its lines; the one that it is about most of all. */
  show({ sentence, line, lines }) {
    showText(this.sentence, sentence);
    for (const item of this.marked) {
      item.removeAttribute("aria-current");
      item.classList.remove("at-work");
    }
    this.marked = lines.map((each) => this.items[each]).filter(Boolean);
    for (const item of this.marked) item.classList.add("at-work");
    this.items[line]?.setAttribute("aria-current", "step");
  }
}
