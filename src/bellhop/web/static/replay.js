// The game history: play it, jump by move, turn and round, move the slider, look from any seat.  Each
// moment is a page of its own; only its parts are swapped in.

import { glide } from "./glide.js";
import { offerLog } from "./log.js";
import { morph } from "./morph.js";
import { isStill } from "./settings.js";
import { watch } from "./steps.js";

const PARTS = ["board", "hand", "players", "log", "advice"].filter((id) => document.getElementById(id));
const PER_MOVE = 1000; // milliseconds at normal speed
const KEYS = {
  Home: "first", End: "last", ArrowLeft: "earlier", ArrowRight: "later",
  ArrowUp: "turn-back", ArrowDown: "turn-on", PageUp: "round-back", PageDown: "round-on",
};
const table = document.getElementById("table");
const nav = document.querySelector(".bar.replay");
const form = document.getElementById("moment");
const play = document.getElementById("play");
const speed = document.getElementById("speed");
let asked = 0; // the number of the newest request
let isPlaying = false;

function draw(fragments) {
  const swap = () => {
    for (const [id, html] of Object.entries(fragments)) morph(document.getElementById(id), html);
  };
  if (isStill()) swap();
  else glide(table, swap);
}

// Show the moment at an address, unless another one is asked for meanwhile.
async function show(address) {
  const mine = ++asked;
  const answer = await fetch(address);
  if (!answer.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  morph(nav, page.querySelector(".bar.replay").innerHTML);
  for (const control of form.elements) {
    const fresh = page.querySelector(`#moment [name="${control.name}"]`);
    if (fresh) control.value = fresh.value; // what was changed by hand ignores its attribute
  }
  offerControls();
  await draw(Object.fromEntries(PARTS.map((id) => [id, page.getElementById(id).innerHTML])));
  history.replaceState(null, "", address);
  table.dispatchEvent(new CustomEvent("moment", { detail: { row: form.elements.row.value } }));
}

function showChosen() {
  return show(`?${new URLSearchParams(new FormData(form))}`);
}

function offerControls() {
  play.hidden = speed.hidden = false;
  play.setAttribute("aria-pressed", isPlaying);
}

function isAtEnd() {
  return form.elements.row.value === form.elements.row.max;
}

async function start() {
  if (isAtEnd()) await show(document.getElementById("first").href);
  setPlaying(true);
  while (isPlaying && !isAtEnd()) {
    const pause = PER_MOVE / Number(speed.querySelector("select").value);
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (isPlaying) await show(document.getElementById("later").href);
  }
  setPlaying(false);
}

function setPlaying(value) {
  isPlaying = value;
  play.setAttribute("aria-pressed", value);
}

function toggle() {
  if (isPlaying) setPlaying(false);
  else start();
}

async function watchSteps(row) {
  setPlaying(false);
  const after = Object.fromEntries(["board", "players"].map((id) => [id, document.getElementById(id).innerHTML]));
  const seat = form.elements.as?.value ?? "";
  const fetchSteps = async (row) => (await (await fetch(`steps?row=${row}&as=${seat}`)).json()).steps;
  await watch([row], fetchSteps, draw);
  draw(after);
}

nav.addEventListener("click", (event) => {
  const link = event.target.closest(".jumps a");
  if (link) {
    event.preventDefault();
    setPlaying(false);
    show(link.href);
  } else if (event.target.closest("#play")) {
    toggle();
  } else if (event.target.closest("#watch")) {
    watchSteps(event.target.closest("#watch").dataset.row);
  }
});

offerLog((row) => {
  form.elements.row.value = row;
  showChosen();
}, (first) => `details?${new URLSearchParams(new FormData(form))}&first=${first}`);

form.addEventListener("input", ({ target }) => {
  if (target.name === "row") setPlaying(false);
  showChosen();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  showChosen();
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || document.body.classList.contains("watching")) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("#log")) return;
  if (event.key === " " && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    toggle();
  } else if (event.key in KEYS) {
    event.preventDefault();
    document.getElementById(KEYS[event.key]).click();
  }
});

offerControls();
