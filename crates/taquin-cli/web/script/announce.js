// Announcements: a polite live region for screen readers, and a short visible toast.

import { byId } from "./dom.js";

let timer = 0;
let muted = false;
let toastTimer = 0;

/** Turns announcements off or on. */
export function mute(on) {
  muted = on;
}

/** Announces a sentence to screen readers; of several in quick succession only the last. */
export function announce(text) {
  clearTimeout(timer);
  if (muted) return;
  timer = setTimeout(() => {
    byId("announcer").textContent = text;
  }, 120);
}

/** Announces a text and shows it for a moment. */
export function toast(text) {
  announce(text);
  const shown = byId("toast");
  shown.textContent = text;
  shown.classList.add("toast-shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => shown.classList.remove("toast-shown"), 2400);
}
