// The summary of a round: shown when the round is over, until the player goes on, and again at will.

import { layAboveHand } from "./above.js";

const panel = document.getElementById("summary");
const body = document.getElementById("summary-body");
const done = document.getElementById("summary-done");
const again = document.getElementById("summarise");
let asked = 0; // how often it was asked for or closed: only the newest answer is shown

// A player who has moved on before the answer is here does not want it any more.  By itself, a
// summary is shown only if something was gained or scored.
export async function showSummary(address, isByItself = false) {
  const mine = ++asked;
  const answer = await fetch(address("summary"));
  const text = await answer.text();
  if (!answer.ok || mine !== asked) return;
  body.innerHTML = text;
  if (isByItself && body.querySelector(".nothing")) return;
  panel.hidden = false;
  layAboveHand(panel);
}

// The button that shows it again, once a round is over.
export function offerSummary(state) {
  again.hidden = !(state.round > 0);
  if (!panel.hidden) layAboveHand(panel); // which has changed
}

export function closeSummary() {
  if (panel.contains(document.activeElement)) document.getElementById("table").querySelector(".lit")?.focus({ preventScroll: true });
  asked += 1;
  panel.hidden = true;
}

done.addEventListener("click", closeSummary);
document.addEventListener("keydown", ({ key }) => key === "Escape" && closeSummary());
