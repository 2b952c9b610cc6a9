// The few helpers that every part uses to build and find elements.

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** A new element: its properties (those with a dash, and `role`, become attributes), then what is in it. */
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

/** Fills a select with `{id, title}` entries and keeps what was chosen, where it is still there. */
export function fillSelect(select, entries, chosen = select.value) {
  select.replaceChildren(...entries.map(({ id, title }) => make("option", { value: id, textContent: title })));
  if (entries.some((entry) => entry.id === chosen)) select.value = chosen;
}

/** Shows a text in an element, or hides the element where there is none. */
export function showText(element, text) {
  element.hidden = !text;
  if (element.textContent !== (text ?? "")) element.textContent = text ?? "";
}

/** Calls a function once things have been quiet for so many milliseconds. */
export function debounced(milliseconds, call) {
  let timer = 0;
  const later = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = 0;
      call(...given);
    }, milliseconds);
  };
  later.cancel = () => {
    clearTimeout(timer);
    timer = 0;
  };
  /** Whether a call is still to come. */
  later.waits = () => timer !== 0;
  return later;
}

/** Whether the person asked for less motion. */
export const wantsStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether an element takes typed characters itself. */
export function takesText(element) {
  if (!(element instanceof HTMLElement)) return false;
  if (element instanceof HTMLInputElement)
    return !["range", "checkbox", "radio", "button"].includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
