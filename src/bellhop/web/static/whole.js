// A page that arrived without one of its scripts or style sheets, because the server was being
// restarted or the connection was lost, is dead.  It is loaded again as soon as the server answers.
// A classic script before all others, because it must be listening when they fail.

(() => {
  const WAIT = 1000; // milliseconds between two attempts to reach the server
  const MAX_ATTEMPTS = 5; // in a row to load the page: something may be missing for good
  const attempt = history.state?.attempt ?? 0; // remembered when the page is loaded again
  let isWhole = true;

  function mention() {
    const line = document.getElementById("unconnected");
    if (line) line.textContent = line.dataset.says;
  }

  async function loadAgain(missing) {
    const answer = await fetch(missing, { cache: "no-store" }).catch(() => undefined);
    if (!answer || answer.status >= 500) {
      mention();
      setTimeout(loadAgain, WAIT, missing);
    } else {
      history.replaceState({ attempt: attempt + 1 }, "");
      location.reload();
    }
  }

  addEventListener(
    "error",
    ({ target }) => {
      if (!isWhole || !target.matches?.("script, link[rel=stylesheet]")) return;
      isWhole = false;
      if (attempt < MAX_ATTEMPTS) setTimeout(loadAgain, WAIT, target.src ?? target.href);
    },
    { capture: true },
  );
  addEventListener("load", () => isWhole && attempt && history.replaceState(null, ""));
})();
