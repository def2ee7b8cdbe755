// The replay page: the slider and the arrow keys move through a game, and an act can be watched.

import { glide } from "./glide.js";
import { morph } from "./morph.js";
import { isStill } from "./settings.js";
import { watch } from "./steps.js";

const form = document.getElementById("moment");
const table = document.getElementById("table");
const button = document.getElementById("watch");
form.addEventListener("change", () => form.requestSubmit());

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input") || document.body.classList.contains("watching")) return;
  const link = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
  if (link) document.getElementById(link).click();
});

function draw(fragments) {
  const swap = () => {
    for (const [id, html] of Object.entries(fragments)) morph(document.getElementById(id), html);
  };
  return document.startViewTransition && !isStill() ? glide(table, swap) : swap();
}

button?.addEventListener("click", async () => {
  const parts = ["board", "players"];
  const after = Object.fromEntries(parts.map((id) => [id, document.getElementById(id).innerHTML]));
  const fetchSteps = async (row) => (await (await fetch(`steps?row=${row}&as=${form.elements.as?.value ?? ""}`)).json()).steps;
  await watch([button.dataset.row], fetchSteps, draw);
  draw(after);
});
