// The steps inside one move (of an animation, not of an environment), each with its drawing of the
// table and its words.  The viewer may pause, go on by hand, or skip the rest.

import { apply } from "./changes.js";
import { setting } from "./settings.js";

const PACES = { slow: 1.8, normal: 1, fast: 0.5 };
const SHORTEST = 400; // milliseconds per step at normal pace
const PER_LETTER = 8;
const PER_GAIN = 190; // a name and a number
const MAX_LETTERS = 220;
const MAX_LINES = 10;
const FEW_LINES = 3; // read at a glance
const PER_LINE = 600; // of more than a few lines: a newcomer cannot read them in less
const LONGEST = 15_000; // milliseconds for many steps in a row, at normal pace

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
    const acts = [];
    for (const row of rows) acts.push(await fetchSteps(row));
    const haste = hurry(acts.flat());
    for (const steps of acts) await play(steps, haste, draw);
  } finally {
    if (bar.contains(document.activeElement)) focused.focus();
    bar.hidden = true;
    caption.replaceChildren();
    document.body.classList.remove("watching");
    mark([]);
    window.scrollTo({ top: scrolled });
  }
}

// The factor by which many steps in a row are shortened.
function hurry(steps) {
  const whole = steps.reduce((sum, step) => sum + time(step), 0);
  return Math.min(1, LONGEST / Math.max(1, whole));
}

function time(step) {
  const letters = Math.min(step.says.join(" ").length, MAX_LETTERS);
  const lines = step.says.length > FEW_LINES ? Math.min(step.says.length, MAX_LINES) : 0;
  return Math.max(SHORTEST + PER_LETTER * letters + PER_GAIN * step.gains.length, PER_LINE * lines);
}

async function play(steps, haste, draw) {
  let drawn = {};
  for (const step of steps) {
    if (isSkipped) return;
    drawn = Object.fromEntries(
      Object.entries(step.changed).map(([part, change]) => [part, apply(drawn[part] ?? "", change)]),
    );
    await draw(drawn);
    say(step);
    mark(step.spots);
    await wait(Math.max(SHORTEST, haste * time(step)));
  }
}

function say({ says, gains }) {
  const shown = says.length > MAX_LINES ? [...says.slice(0, MAX_LINES - 1), "…"] : says;
  caption.replaceChildren(...shown.map((line) => write("p", line)));
  if (!gains.length) return;
  const list = write("ul", "");
  list.append(...gains.map((gain) => write("li", gain)));
  caption.append(list);
}

function write(tag, text) {
  return Object.assign(document.createElement(tag), { textContent: text });
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

function wait(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => isPaused || resolve(), milliseconds * (PACES[setting("pace")] ?? 1));
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
