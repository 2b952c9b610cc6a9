// Technical terms, explained in place: an element with `data-term` shows an explanation when it is pointed at, focused
// or touched.

import { byId, make } from "./dom.js";
import { sentence } from "./format.js";
import { OPTIONS } from "./options.js";

/** Every term with its meaning; the help lists them all. */
export const TERMS = {
  frontier: "States that were generated but not explored yet. Also called the open list.",
  explored: "The number of states taken off the frontier.",
  expanded: "The number of explored states whose children were generated.",
  generated: "The number of children generated, including states that were already known.",
  "max frontier": "The largest number of states on the frontier at any time.",
  "max depth": "The number of moves from the start to the deepest state put on the frontier.",
  open: "The frontier: states that are still to be explored, the next one first.",
  closed: "States that were already taken off the frontier.",
  heuristic: "An estimate of the cost from a state to the goal.",
  g: "The cost of the path from the start to this state.",
  h: "The heuristic's estimate of the cost from this state to the goal.",
  f: "g + h: the estimated cost of a whole solution through this state.",
  admissible: "Never overestimates: the estimate is at most the true cost to the goal.",
  consistent: "No move lowers the estimate by more than the cost of the move.",
  complete: "Finds a solution if there is one, given enough time and memory.",
  optimal: "Whether the solution found is the shortest, or the cheapest if moves differ in cost.",
  memory: "What the search has to remember while it runs.",
  cost: "The cost of a move: 1 each, or more for some tiles than for others.",
  ...Object.fromEntries(OPTIONS.map(({ label, doc }) => [label.toLowerCase(), sentence(doc)])),
  seed: "A number that determines the shuffle: the same seed gives the same board.",
};

/** Creates a button that looks like text and explains a term. */
export const term = (name, text = name) =>
  make("button", { type: "button", className: "term", "data-term": name.toLowerCase(), textContent: text });

/** Creates a question mark that explains a label, if the label is a term. */
export function termMark(label) {
  if (!(label.toLowerCase() in TERMS)) return null;
  const mark = term(label, "?");
  mark.classList.add("term-mark");
  mark.setAttribute("aria-label", `What is “${label}”?`);
  return mark;
}

/** Turns texts that are terms into explained terms; those hidden from screen readers react to a pointer only. */
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
const HOVER_DELAY = 200;
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
  if (element) timer = setTimeout(() => show(element), HOVER_DELAY);
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
    // The key is consumed: it must not also cancel a search.
    event.stopPropagation();
    event.preventDefault();
  },
  { capture: true },
);
