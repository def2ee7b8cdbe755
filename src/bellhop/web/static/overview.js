// The overview panel, opened by a button or key; fetched when opened and when there is news.

const table = document.getElementById("table");
const overview = document.getElementById("overview");
const body = document.getElementById("overview-body");

async function fill() {
  const { base, place } = table.dataset; // a lesson has a place, a table has seats
  const seat = sessionStorage.getItem(base) ?? "";
  const answer = await fetch(`${base}/overview?${place ?? `as=${encodeURIComponent(seat)}`}`);
  if (!answer.ok) return;
  const folds = [...body.querySelectorAll("details")].map((fold) => fold.open);
  body.innerHTML = await answer.text();
  body.querySelectorAll("details").forEach((fold, number) => (fold.open = folds[number] ?? fold.open));
}

async function toggle() {
  if (overview.open) {
    overview.close();
    return;
  }
  await fill();
  if (!overview.open) overview.showModal();
}

document.querySelector("[data-opens=overview]").addEventListener("click", toggle);

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "?" || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  toggle();
});

// A click outside the panel closes it.
overview.addEventListener("click", (event) => {
  if (event.target === overview) overview.close();
});

table.addEventListener("news", () => {
  if (overview.open) fill();
});
