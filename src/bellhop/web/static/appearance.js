// The look that this device has chosen, applied before the page is drawn: theme, zoom, animations.
// A classic script, because a module would run after the first drawing.

(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  function wanted() {
    try {
      return JSON.parse(localStorage.getItem("bellhop")) ?? {};
    } catch {
      return {}; // storage is disabled, or holds something else
    }
  }

  function apply({ detail } = {}) {
    const { theme, zoom, motion } = detail ?? wanted();
    const isDark = theme === "dark" || (theme !== "light" && dark.matches);
    root.dataset.theme = isDark ? "dark" : "light";
    root.style.setProperty("--zoom", Number(zoom) >= 50 && Number(zoom) <= 200 ? zoom / 100 : 1);
    root.classList.toggle("still", motion === "off");
  }

  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply); // changed in another tab
  addEventListener("settings", apply);
})();
