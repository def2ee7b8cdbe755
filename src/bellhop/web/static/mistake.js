// Learn from a mistake: try moves on the board, hear at once how they compare, see the solution.

import { openLit } from "./folds.js";
import { number } from "./keys.js";
import { Paths } from "./paths.js";
import "./tips.js";

const table = document.getElementById("table");
const told = document.getElementById("told");
const cancel = document.getElementById("cancel");
const solution = document.getElementById("solution");
const shown = document.getElementById("solved");
const paths = new Paths(table, JSON.parse(table.dataset.moves));
let tries = 0;
let isWaiting = false;

function refresh() {
  cancel.hidden = !paths.isBegun;
  openLit(table);
  number(table);
}

async function post(what, content) {
  const answer = await fetch(what, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ row: Number(table.dataset.row), tries, ...content }),
  });
  return answer.json();
}

async function attempt(move) {
  tries += 1;
  isWaiting = true;
  told.className = "told thinking";
  told.textContent = table.dataset.weighing;
  const answer = await post("try", { act: move.act });
  isWaiting = false;
  told.className = answer.is_solved ? "told solved" : "told";
  told.textContent = answer.told;
  if (answer.is_solved) await solve();
}

async function solve() {
  const { html, path } = await post("solution", {});
  shown.innerHTML = html;
  solution.hidden = true;
  for (const id of path) document.getElementById(id)?.classList.add("hinted");
  document.getElementById("next")?.focus();
}

document.addEventListener("click", (event) => {
  const element = event.target.closest("#table button[id]");
  if (!element || isWaiting) return;
  if (element.id === "cancel") paths.cancel();
  else if (element.id === "solution") solve();
  else {
    const move = paths.touch(element.id);
    if (move) attempt(move);
  }
  refresh();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  paths.cancel();
  refresh();
});

refresh();
