// What the page stores in the browser from one visit to the next. Some browsers deny storage to private windows; then
// it lasts as long as the page.

const fallback = new Map();

/** Returns the text stored under a name, or null. */
export function recall(name) {
  try {
    return localStorage.getItem(name) ?? fallback.get(name) ?? null;
  } catch {
    return fallback.get(name) ?? null;
  }
}

/** Stores a text under a name. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    fallback.set(name, text);
  }
}
