// Looking back without leaving the table: the board as it was after an earlier move, with ways to the
// moves and turns around it and back to the game.

const KEYS = { Home: "first", ArrowLeft: "earlier", ArrowRight: "later", ArrowUp: "turn-back", ArrowDown: "turn-on", End: "now" };
const bar = document.getElementById("past");
const where = document.getElementById("past-where");
const news = document.getElementById("past-news");
const log = document.getElementById("log");
let table; // what the page of the table offers
let asked = 0; // the number of the newest request
let jumps = {}; // the row that each button leads to

export function isLookingBack() {
  return bar !== null && !bar.hidden; // a lesson has none
}

// Show the table after a row; `table` begins and ends the look back, draws, and makes addresses.
export async function lookBack(row) {
  const mine = ++asked;
  const answer = await fetch(`${table.address("moment")}&row=${row}`);
  if (!answer.ok || mine !== asked) return;
  const moment = await answer.json();
  if (mine !== asked || (!isLookingBack() && !table.begin())) return;
  bar.hidden = false;
  document.body.classList.add("past");
  where.textContent = moment.where;
  jumps = moment.jumps;
  for (const button of bar.querySelectorAll("[data-to]")) {
    button.disabled = jumps[button.dataset.to] === moment.row;
  }
  await table.draw(moment.fragments);
  mark(moment.row);
}

// Mark what happened in this row, in the log and on the board.
function mark(row) {
  for (const line of log.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
  const lines = [...log.querySelectorAll(`li[value="${row}"]`)];
  for (const line of lines) line.setAttribute("aria-current", "true");
  table.point(isLookingBack() ? lines : []);
}

function returnToNow() {
  if (!isLookingBack()) return;
  asked += 1;
  bar.hidden = true;
  news.hidden = true;
  document.body.classList.remove("past");
  mark(-1);
  table.end();
}

// Say that the game has gone on meanwhile, and whether it is the reader's turn.
export function tellOfNews(isMine) {
  news.hidden = false;
  news.textContent = isMine ? news.dataset.turn : news.dataset.news;
}

function go(to) {
  if (to === "now") returnToNow();
  else lookBack(jumps[to]);
}

export function offerPast(offered) {
  table = offered;
  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-to]");
    if (button && !button.disabled) go(button.dataset.to);
  });
  document.addEventListener("keydown", (event) => {
    if (!isLookingBack() || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") returnToNow();
    else if (event.key in KEYS && !event.target.closest("input, textarea, select, #log")) {
      event.preventDefault();
      go(KEYS[event.key]);
    }
  });
}
