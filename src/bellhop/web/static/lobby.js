// The lobby: lessons under way, import a game from a file, and dates as the reader's calendar has them.

import { recallPlace, rememberPlace } from "./places.js";

const form = document.getElementById("import");
const told = form.querySelector(".told");

form.addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  const answer = await fetch(form.action, { method: "POST", body: await file.arrayBuffer() });
  const found = await answer.json().catch(() => ({}));
  if (answer.ok) location.assign(found.at);
  else told.textContent = found.told ?? answer.statusText;
  event.target.value = "";
});

for (const time of document.querySelectorAll(".mine time")) {
  time.textContent = new Date(time.dateTime).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
}

const lessons = document.getElementById("lessons");

// Show the chapter in which this device is, of every lesson that it has begun.
function showLessons() {
  for (const entry of lessons.children) {
    const { lesson, chapter } = entry.dataset;
    const at = new URLSearchParams(recallPlace(lesson)).get("at") ?? "";
    entry.hidden = at.split(".")[0] !== chapter;
  }
  lessons.hidden = !lessons.querySelector("li:not([hidden])");
}

lessons.addEventListener("click", ({ target }) => {
  if (!target.closest("button")) return;
  rememberPlace(target.closest("li").dataset.lesson, "");
  showLessons();
});
addEventListener("pageshow", showLessons); // also when the reader comes back from the lesson
