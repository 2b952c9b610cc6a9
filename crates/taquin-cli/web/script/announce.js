// What happens, said to screen readers: one polite region, and a short toast for those who look.

import { byId } from "./dom.js";

let timer = 0;
let silent = false;
let toastTimer = 0;

/** Says nothing, until told otherwise. */
export function hush(on) {
  silent = on;
}

/** Says a sentence; of many in quick succession only the last. */
export function announce(text) {
  clearTimeout(timer);
  if (silent) return;
  timer = setTimeout(() => {
    byId("announcer").textContent = text;
  }, 120);
}

/** Says it and shows it for a moment. */
export function toast(text) {
  announce(text);
  const shown = byId("toast");
  shown.textContent = text;
  shown.classList.add("toast-shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => shown.classList.remove("toast-shown"), 2400);
}
