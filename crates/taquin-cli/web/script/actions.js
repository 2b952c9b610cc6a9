// The registry of actions. A control names its action in `data-action`; parts of the page register what an action
// does and when it is possible. A control that cannot be used is marked with `aria-disabled` and keeps the focus, so
// that keyboard users do not lose their position.

const registered = new Map();

/** Registers what an action does, and whether it is possible now. */
export function register(name, run, possible = () => true) {
  registered.set(name, { run, possible });
}

/** Runs an action if it is possible; returns whether it was. */
export function perform(name, value, control) {
  const action = registered.get(name);
  if (!action?.possible(value)) return false;
  action.run(value, control);
  return true;
}

/** Enables or disables every control according to what is possible now. */
export function refreshControls(root = document) {
  for (const control of root.querySelectorAll("[data-action]")) {
    const action = registered.get(control.dataset.action);
    const possible = action?.possible(control.dataset.value) ?? false;
    if (possible) control.removeAttribute("aria-disabled");
    else control.setAttribute("aria-disabled", "true");
  }
}

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[data-action]");
  if (!control) return;
  if (control.getAttribute("aria-disabled") === "true") return;
  perform(control.dataset.action, control.dataset.value, control);
});
