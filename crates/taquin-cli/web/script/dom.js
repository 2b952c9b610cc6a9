// Helpers for building and finding elements.

/** Returns the element with this id. */
export const byId = (id) => document.getElementById(id);

/** Creates an element from its properties, of which some, such as `role`, become attributes, and its children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.includes("-") || name === "role" || name === "for" || name === "list")
      element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Fills a select with `{id, title}` entries and keeps the chosen entry if it still exists. */
export function fillSelect(select, entries, chosen = select.value) {
  select.replaceChildren(...entries.map(({ id, title }) => make("option", { value: id, textContent: title })));
  if (entries.some((entry) => entry.id === chosen)) select.value = chosen;
}

/** Shows a text in an element, or hides the element if there is none. */
export function showText(element, text) {
  element.hidden = !text;
  if (element.textContent !== (text ?? "")) element.textContent = text ?? "";
}

/** Returns a function that calls `call` once it has not been called for this many milliseconds. */
export function debounced(milliseconds, call) {
  let timer = 0;
  const later = (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      call(...values);
    }, milliseconds);
  };
  later.cancel = () => {
    clearTimeout(timer);
    timer = 0;
  };
  /** Whether a call is pending. */
  later.isPending = () => timer !== 0;
  return later;
}

/** Returns whether the user prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Returns whether an element takes typed characters itself. */
export function takesText(element) {
  if (!(element instanceof HTMLElement)) return false;
  if (element instanceof HTMLInputElement)
    return !["range", "checkbox", "radio", "button"].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
