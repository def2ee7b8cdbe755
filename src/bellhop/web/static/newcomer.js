// Asks a newcomer once per game, before the first table is opened: a lesson, or play at once?

import { addToList, recallList } from "./memory.js";

const KEY = "bellhop-asked";
const dialog = document.getElementById("newcomer");
let button; // that waits for the answer

document.addEventListener("submit", (event) => {
  const { new: game, lesson, title } = event.submitter?.dataset ?? {};
  if (!game || recallList(KEY).includes(game)) return;
  event.preventDefault();
  button = event.submitter;
  document.getElementById("newcomer-title").textContent = title;
  document.getElementById("show-me").href = lesson;
  dialog.showModal();
});
document.getElementById("show-me").addEventListener("click", () => addToList(KEY, button.dataset.new));
document.getElementById("know-it").addEventListener("click", () => {
  addToList(KEY, button.dataset.new);
  dialog.close();
  delete button.dataset.new; // also where nothing can be remembered
  button.form.requestSubmit(button);
});
