// The summary of a round: shown when the round is over, until the player goes on, and again at will.

import { layAboveHand } from "./above.js";

const panel = document.getElementById("summary");
const body = document.getElementById("summary-body");
const done = document.getElementById("summary-done");
const again = document.getElementById("summarise");

export async function showSummary(address) {
  const answer = await fetch(address("summary"));
  if (!answer.ok) return;
  body.innerHTML = await answer.text();
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
  panel.hidden = true;
}

done.addEventListener("click", closeSummary);
document.addEventListener("keydown", ({ key }) => key === "Escape" && closeSummary());
