// What the page keeps in the browser from one visit to the next. Some browsers refuse that to private windows;
// then it lasts as long as the page.

const lasting = new Map();

/** The text that was kept under a name, or null. */
export function recall(name) {
  try {
    return localStorage.getItem(name) ?? lasting.get(name) ?? null;
  } catch {
    return lasting.get(name) ?? null;
  }
}

/** Keeps a text under a name. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    lasting.set(name, text);
  }
}
