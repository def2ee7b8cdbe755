// The chance bar: everybody's chances as far as this viewer knows, after every move.

import { setting } from "./settings.js";

const BETWEEN = 700; // milliseconds, so that a run of bots' moves asks once
const table = document.getElementById("table");
const bar = document.getElementById("chances");
let waiting;

function isWanted() {
  const wanted = setting("chances");
  return wanted === "on" || (wanted === "auto" && bar.dataset.watching === "yes");
}

async function show() {
  bar.hidden = !isWanted();
  if (bar.hidden) return;
  const seat = sessionStorage.getItem(table.dataset.base) ?? "";
  const answer = await fetch(`${table.dataset.base}/chances?as=${encodeURIComponent(seat)}`);
  if (answer.ok) bar.innerHTML = (await answer.json()).html;
  else if (answer.status === 403) bar.hidden = true; // the game is over
}

table.addEventListener("news", () => {
  clearTimeout(waiting);
  waiting = setTimeout(show, BETWEEN);
});
addEventListener("settings", show);
