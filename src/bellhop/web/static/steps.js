// The steps inside one move (of an animation, not of an environment), each with its drawing of the
// table and its words.  The viewer may pause, go on by hand, or skip the rest.

import { apply } from "./changes.js";
import { setting } from "./settings.js";

const PACES = { slow: 1.8, normal: 1, fast: 0.5 };
const SHORTEST = 1200; // milliseconds per step at normal pace
const PER_LETTER = 18;
const MAX_LINES = 6;

const bar = document.getElementById("steps");
const caption = document.getElementById("caption");
const pause = document.getElementById("pause");
let answer; // ends the wait between two steps
let isPaused = false;
let isSkipped = false;

// Show the steps of these rows; `draw` swaps a drawing of the table into the page.
export async function watch(rows, fetchSteps, draw) {
  const scrolled = scrollY;
  const focused = document.activeElement;
  isSkipped = false;
  setPaused(false);
  bar.hidden = false;
  document.body.classList.add("watching");
  try {
    for (const row of rows) {
      if (!isSkipped) await play(await fetchSteps(row), draw);
    }
  } finally {
    if (bar.contains(document.activeElement)) focused.focus();
    bar.hidden = true;
    caption.replaceChildren();
    document.body.classList.remove("watching");
    mark([]);
    window.scrollTo({ top: scrolled });
  }
}

async function play(steps, draw) {
  let drawn = {};
  for (const step of steps) {
    if (isSkipped) return;
    drawn = Object.fromEntries(
      Object.entries(step.changed).map(([part, change]) => [part, apply(drawn[part] ?? "", change)]),
    );
    await draw(drawn);
    say(step.says);
    mark(step.spots);
    await wait(step.says.join(" ").length);
  }
}

function say(lines) {
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), "…"] : lines;
  caption.replaceChildren(
    ...shown.map((line) => Object.assign(document.createElement("p"), { textContent: line })),
  );
}

function mark(ids) {
  for (const element of document.querySelectorAll(".spot")) element.classList.remove("spot");
  const elements = ids.map((id) => document.getElementById(id)).filter(Boolean);
  for (const element of elements) element.classList.add("spot");
  const box = elements[0]?.getBoundingClientRect();
  const shown = innerHeight - bar.offsetHeight;
  if (box && (box.top < 60 || box.bottom > shown)) {
    window.scrollBy({ top: box.top - (shown - box.height) / 2, behavior: "instant" });
  }
}

function wait(letters) {
  const time = (SHORTEST + PER_LETTER * Math.min(letters, 160)) * (PACES[setting("pace")] ?? 1);
  return new Promise((resolve) => {
    const timer = setTimeout(() => isPaused || resolve(), time);
    answer = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function setPaused(value) {
  isPaused = value;
  pause.setAttribute("aria-pressed", value);
  if (!value) answer?.();
}

function skip() {
  isSkipped = true;
  answer?.();
}

pause.addEventListener("click", () => setPaused(!isPaused));
document.getElementById("next").addEventListener("click", () => answer?.());
document.getElementById("skip").addEventListener("click", skip);
document.addEventListener("keydown", (event) => {
  if (bar.hidden) return;
  if (event.key === "Escape") skip();
  else if (event.key === "ArrowRight") answer?.();
});
