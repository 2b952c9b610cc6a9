// The theme: light, dark, or that of the system. This is a plain script in the head, not a module: it runs before
// anything is painted, so that the page does not flash in the wrong colours.
(() => {
  const KEY = "taquin-theme";
  const THEMES = ["system", "light", "dark"];

  // Some browsers deny storage to private windows; then the choice lasts as long as the page.
  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const remember = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Nothing to do: the page already has the colours.
    }
  };

  let theme = THEMES.includes(remembered()) ? remembered() : "system";
  const apply = () => {
    document.documentElement.dataset.theme = theme;
  };
  apply();

  const notify = () => document.dispatchEvent(new CustomEvent("themechange"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", notify);

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const label = () => {
      button.setAttribute("aria-label", `Colours: ${theme}`);
      button.title = `Colours: ${theme}`;
    };
    label();
    button.addEventListener("click", () => {
      // The first click always changes what is seen: it selects the opposite of the system's theme.
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const cycle = dark ? ["system", "light", "dark"] : ["system", "dark", "light"];
      theme = cycle[(cycle.indexOf(theme) + 1) % cycle.length];
      remember(theme);
      apply();
      label();
      notify();
    });
  });
})();
