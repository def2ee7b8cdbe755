// The lobby: import a game from a file, and dates as the reader's calendar has them.

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
