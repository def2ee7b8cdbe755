// The bots' pause after a player's move: a thin bar shows it, and touching your own cards stops it.

const table = document.getElementById("table");
const bar = document.getElementById("pause-bar");
const goOn = document.getElementById("go-on");
let running; // the animation of the bar
let prompt; // the words before the bots were stopped
let row; // of the move that the bots are about to answer

export function showPause(state) {
  if (state.pause && state.row === row) return; // the same pause goes on
  running?.cancel();
  running = undefined;
  row = state.pause ? state.row : undefined;
  bar.hidden = !state.pause;
  goOn.hidden = true;
  if (!state.pause) return;
  const shrinking = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
  running = bar.animate(shrinking, { duration: 1000 * state.pause, fill: "forwards" });
}

// Are the bots waiting for the player?
export function isHolding() {
  return !goOn.hidden;
}

async function hold(address) {
  if (running?.playState !== "running") return;
  running.pause();
  goOn.hidden = false;
  prompt = say(bar.dataset.held);
  await tell(address, "yes");
}

// Replace the words about the bot on turn; returns what they were.
function say(text) {
  const words = document.querySelector("#prompt > span");
  const before = words?.textContent;
  if (words) words.textContent = text;
  return before;
}

function tell(address, wait) {
  return fetch(address("hold"), { method: "POST", body: new URLSearchParams({ wait }) });
}

export function offerPause(address) {
  for (const part of ["hand", "board"]) {
    document.getElementById(part).addEventListener("pointerdown", () => hold(address));
  }
  table.addEventListener("keydown", ({ target }) => target.closest("#hand, #board") && hold(address));
  goOn.addEventListener("click", () => {
    goOn.hidden = true;
    say(prompt);
    tell(address, "no");
  });
}
