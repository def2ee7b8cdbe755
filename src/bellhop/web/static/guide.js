// The guide of a lesson: points at what it speaks of, and leads back and on.  The address of the
// page is the place in the lesson; this device remembers the last one, to resume there.

import { openLit } from "./folds.js";
import { placePointers } from "./pointer.js";
import { recallPlace, rememberPlace } from "./places.js";
import { turnOnTips } from "./settings.js";

const table = document.getElementById("table");
let path = []; // the elements to touch for the suggested move
let points = []; // other elements that the guide speaks of
let selection; // small moves that are chosen together, as the server describes them
let wanted; // those of its elements that should be chosen
let isByKeyboard = false; // the last thing that the learner did
let covered = 0; // the height of the bar above the board
const MARGIN = 12; // pixels around what is brought into sight

async function go(place) {
  const answer = await fetch(`${table.dataset.base}/news?${place}`);
  if (answer.ok) table.dispatchEvent(new CustomEvent("lesson", { detail: await answer.json() }));
}

// The element to touch next: along the path of the suggested move, or in a selection.
function findNext() {
  const wrong = selection?.items.find(({ id }) => isPressed(id) !== wanted.includes(id));
  if (selection) return wrong?.id ?? selection.button;
  return path.find((id) => !document.getElementById(id)?.classList.contains("picked"));
}

function isPressed(id) {
  return document.getElementById(id)?.ariaPressed === "true";
}

// The board stays where it is on the screen while the text above it grows and shrinks.
function keepStill() {
  const height = table.querySelector(".bar").offsetHeight;
  if (covered) window.scrollBy({ top: height - covered, behavior: "instant" });
  covered = height;
}

function point() {
  keepStill();
  for (const element of table.querySelectorAll(".pointed")) element.classList.remove("pointed");
  const next = findNext();
  if (next && !document.getElementById(next)?.classList.contains("lit")) return; // a move is on its way
  const ids = next ? [next, ...points] : points;
  const elements = ids.map((id) => document.getElementById(id)).filter(Boolean);
  for (const element of elements) element.classList.add("pointed");
  openLit(table);
  bringIntoSight(elements);
  placePointers(table, elements);
  // Whoever follows the guide by keyboard finds the focus on what comes next.
  const isFollowing = document.activeElement.matches("body, #guide-on, .touch");
  if (isByKeyboard && isFollowing) document.getElementById(next ?? "guide-on")?.focus({ preventScroll: true });
}

// Scroll so that elements lie between the guide and the player's cards.
function bringIntoSight(elements) {
  for (const element of elements.toReversed()) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const hand = document.getElementById("hand");
  const onBoard = elements.filter((element) => !hand.contains(element));
  const boxes = (onBoard.length ? onBoard : elements).map((element) => element.getBoundingClientRect());
  if (!boxes.length) return;
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const isPinned = onBoard.length && getComputedStyle(hand).position === "sticky";
  const covers = [...table.querySelectorAll(".bar, .bar > .tools")]; // on a phone, the tools hang below the bar
  const ceiling = Math.max(...covers.map((cover) => cover.getBoundingClientRect().bottom)) + MARGIN;
  const floor = (isPinned ? hand.getBoundingClientRect().top : innerHeight) - MARGIN;
  if (top < ceiling) window.scrollBy({ top: top - ceiling });
  else if (bottom > floor) window.scrollBy({ top: Math.min(bottom - floor, top - ceiling) });
}

table.addEventListener("news", ({ detail }) => {
  ({ path, points, selection, wanted } = detail);
  rememberPlace(table.dataset.base, detail.underWay ? detail.place : ""); // a finished game starts over
  if (location.search !== `?${detail.place}`) {
    history[location.search ? "pushState" : "replaceState"](null, "", `?${detail.place}`);
  }
  point();
});

table.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  link.closest("details")?.removeAttribute("open");
  go(new URL(link.href).search.slice(1));
});
document.addEventListener("click", () => setTimeout(point));
document.addEventListener("keydown", () => (isByKeyboard = true), { capture: true });
document.addEventListener("pointerdown", () => (isByKeyboard = false), { capture: true });
// The real game that follows begins with tips.
table.addEventListener("submit", turnOnTips);
addEventListener("resize", point);
window.addEventListener("popstate", () => go(location.search.slice(1)));

if (!location.search) table.dataset.place = recallPlace(table.dataset.base) || table.dataset.place;
