// Below the tree: the current step in a sentence, and the algorithm's pseudo-code with the active lines marked.

import { byId, make, showText } from "./dom.js";

/** The number of spaces by which the description indents each level. */
const INDENT = 4;
/** Screens on which the pseudo-code is collapsed at first. */
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

  /** The sentence that is shown. */
  get text() {
    return this.sentence.textContent;
  }

  /** Shows the narration of a step, marks all its lines, and its main line as the current one. */
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
