// Chat: sending a message, and muting players on this device only.

const talk = document.getElementById("talk");
const form = document.getElementById("say");
const memory = `muted ${document.getElementById("table").dataset.base}`;
const muted = new Set(JSON.parse(localStorage.getItem(memory) ?? "[]"));

function hideMuted() {
  for (const line of talk.querySelectorAll("li[data-seat]")) {
    const isHidden = muted.has(line.dataset.seat) && !line.classList.contains("happened");
    if (line.hidden !== isHidden) line.hidden = isHidden;
  }
  for (const button of document.querySelectorAll("[data-mute-seat]")) {
    const is = muted.has(button.dataset.muteSeat);
    button.textContent = `${is ? talk.dataset.unmute : talk.dataset.mute} ${button.dataset.name}`;
  }
  talk.classList.add("sifted");
  talk.scrollTop = talk.scrollHeight;
}

async function say(event) {
  event.preventDefault();
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
  });
  if (answer.ok) form.reset();
  else document.getElementById("told").textContent = (await answer.json()).told;
}

document.getElementById("mutes")?.addEventListener("click", (event) => {
  const seat = event.target.dataset.muteSeat;
  if (!seat) return;
  if (!muted.delete(seat)) muted.add(seat);
  localStorage.setItem(memory, JSON.stringify([...muted]));
  hideMuted();
});

form?.addEventListener("submit", say);
new MutationObserver(hideMuted).observe(talk, { childList: true, subtree: true, attributeFilter: ["hidden"] });
hideMuted();
