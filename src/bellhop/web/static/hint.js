// Hints on the table page: the master's moves beside the board, with the best one marked on the
// table, until somebody acts.

import { layAboveHand } from "./above.js";

const table = document.getElementById("table");
const panel = document.getElementById("hint");
let row; // the hint is for the act after this row
let newest = 0;

async function ask(form) {
  const button = form.querySelector("button");
  button.disabled = true;
  button.classList.add("thinking");
  row = newest;
  try {
    const answer = await fetch(form.action, { method: "POST" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (row === newest) show([...page.querySelectorAll("main > .hints, main > .told")]);
  } finally {
    button.disabled = false;
    button.classList.remove("thinking");
  }
}

function show(found) {
  panel.querySelector(".hint-body").replaceChildren(...found);
  panel.hidden = false;
  layAboveHand(panel);
  const best = panel.querySelector("[data-path]")?.dataset.path.split(" ") ?? [];
  const marked = best.map((id) => document.getElementById(id)).filter(Boolean);
  for (const element of marked) element.classList.add("hinted");
  bringIntoSight(marked[0]);
}

// Scroll so that an element lies below the bar.
function bringIntoSight(element) {
  const { bottom } = panel.parentElement.getBoundingClientRect();
  const top = element?.getBoundingClientRect().top;
  if (top < bottom + 12) window.scrollBy({ top: top - bottom - 12 });
  else element?.scrollIntoView({ block: "nearest" });
}

function close() {
  panel.hidden = true;
  for (const element of table.querySelectorAll(".hinted")) element.classList.remove("hinted");
}

table.addEventListener("submit", (event) => {
  if (!event.target.matches("form.hint")) return;
  event.preventDefault();
  ask(event.target);
});
panel.querySelector("button").addEventListener("click", close);
table.addEventListener("news", ({ detail }) => {
  newest = detail.row;
  if (newest !== row) close();
});
