// The words of the field, explained where they stand: whatever names a term in `data-term` shows what it
// means when it is pointed at, focused or touched.

import { byId, make } from "./dom.js";

/** Every term with what it means; the help lists them all. */
export const TERMS = {
  frontier: "States that were generated and wait to be taken. Also called the open list.",
  explored: "How many states were taken off the frontier.",
  expanded: "How many of the explored states had their children generated.",
  generated: "How many children were made, those that were known already included.",
  "max frontier": "The most states that ever waited at once.",
  "max depth": "Moves from the start to the deepest state that was put on the frontier.",
  open: "The frontier: states that wait to be taken, the next one first.",
  closed: "States that were taken off the frontier already.",
  heuristic: "An estimate of what it still costs to get from a state to the goal.",
  g: "What the path from the start to this state costs.",
  h: "The heuristic's estimate of what is still to come.",
  f: "g + h: the estimated cost of a whole solution through this state.",
  admissible: "Never overestimates: the estimate is at most what is really still to come.",
  consistent: "No move lowers the estimate by more than the move costs.",
  complete: "Finds a solution wherever there is one, given time and memory.",
  optimal: "Whether the solution found is the shortest, or the cheapest where moves differ in cost.",
  memory: "What the search has to remember while it runs.",
  cost: "What a move counts: 1 each, or more for some tiles than for others.",
  "order of children": "In which order the blank tries to move: U up, D down, L left, R right.",
  ties: "Which state is taken first where several are equally good.",
  "goal test": "When a state is compared with the goal: as soon as it is generated, or when it is taken.",
  weight: "How many times the estimate h counts. Above 1 the search is quicker, the solution may be longer.",
  "width of the beam": "How many states of each layer are kept; all others are dropped.",
  "depth limit": "The search turns back after this many moves.",
  seed: "A number that a shuffle begins with: the same seed gives the same board.",
};

/** A term as a button that looks like text. */
export const term = (name, text = name) =>
  make("button", { type: "button", className: "term", "data-term": name.toLowerCase(), textContent: text });

/** A question mark beside a label that explains it, where it is a term. */
export function termMark(label) {
  if (!(label.toLowerCase() in TERMS)) return null;
  const mark = term(label, "?");
  mark.classList.add("term-mark");
  mark.setAttribute("aria-label", `What is “${label}”?`);
  return mark;
}

/** Lets texts that are terms explain themselves; in heads hidden from screen readers, to a pointer only. */
export function markTerms(selector) {
  for (const element of document.querySelectorAll(selector)) {
    const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
    const name = text?.data.trim().toLowerCase();
    if (!name || !(name in TERMS)) continue;
    if (element.closest("[aria-hidden=true]")) element.dataset.term = name;
    else text.replaceWith(term(name, text.data.trim()));
  }
}

/** Milliseconds that a pointer rests on a term before it is explained. */
const REST = 200;
const GAP = 6;

const box = byId("term-text");
let shown = null;
let timer = 0;

function show(element) {
  clearTimeout(timer);
  if (shown === element) return;
  hide();
  shown = element;
  box.textContent = TERMS[element.dataset.term];
  box.showPopover();
  element.setAttribute("aria-describedby", box.id);
  const at = element.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + GAP + height <= innerHeight;
  box.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
  box.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
}

function hide() {
  clearTimeout(timer);
  if (!shown) return;
  shown.removeAttribute("aria-describedby");
  shown = null;
  box.hidePopover();
}

const termAt = (event) => event.target.closest?.("[data-term]");

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || box.contains(event.target)) return;
  clearTimeout(timer);
  const element = termAt(event);
  if (element) timer = setTimeout(() => show(element), REST);
  else if (shown !== document.activeElement) hide();
});
document.addEventListener("focusin", (event) => (termAt(event) ? show(termAt(event)) : hide()));
document.addEventListener("click", (event) => (termAt(event) ? show(termAt(event)) : hide()));
document.addEventListener("scroll", hide, { capture: true, passive: true });
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !shown) return;
    hide();
    // This press is spent: it must not cancel a search as well.
    event.stopPropagation();
    event.preventDefault();
  },
  { capture: true },
);
