// Light, dark, or as the system has it. This is a plain script in the head, not a module: it runs before
// anything is painted, so that no page flashes in the wrong colours.
(() => {
  const KEY = "taquin-theme";
  const THEMES = ["system", "light", "dark"];

  // Some browsers refuse storage to private windows; then the choice lasts as long as the page.
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
      // Nothing to do: the page has the colours already.
    }
  };

  let theme = THEMES.includes(remembered()) ? remembered() : "system";
  const apply = () => {
    document.documentElement.dataset.theme = theme;
  };
  apply();

  const tell = () => document.dispatchEvent(new CustomEvent("themechange"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const label = () => {
      const name = theme === "system" ? "as the system" : theme;
      button.setAttribute("aria-label", `Colours: ${name}`);
      button.title = `Colours: ${name}`;
    };
    label();
    button.addEventListener("click", () => {
      // Straight to the other one than is seen, so that the first click always shows something.
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const cycle = dark ? ["system", "light", "dark"] : ["system", "dark", "light"];
      theme = cycle[(cycle.indexOf(theme) + 1) % cycle.length];
      remember(theme);
      apply();
      label();
      tell();
    });
  });
})();
