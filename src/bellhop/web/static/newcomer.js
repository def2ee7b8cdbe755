// Asks a newcomer once per game, before the first table is opened: a lesson, or play at once?

const KEY = "bellhop-asked";
const dialog = document.getElementById("newcomer");
let button; // that waits for the answer

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return []; // storage is disabled, or holds something else
  }
}

function remember(game) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...read(), game])]));
  } catch {
    // Then the question comes again.
  }
}

document.addEventListener("submit", (event) => {
  const { new: game, lesson, title } = event.submitter?.dataset ?? {};
  if (!game || read().includes(game)) return;
  event.preventDefault();
  button = event.submitter;
  document.getElementById("newcomer-title").textContent = title;
  document.getElementById("show-me").href = lesson;
  dialog.showModal();
});
document.getElementById("show-me").addEventListener("click", () => remember(button.dataset.new));
document.getElementById("know-it").addEventListener("click", () => {
  remember(button.dataset.new);
  dialog.close();
  delete button.dataset.new; // also where nothing can be remembered
  button.form.requestSubmit(button);
});
