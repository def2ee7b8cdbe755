// Chat: sending a message, and muting players on this device only.

import { tell } from "./table.js";

const talk = document.getElementById("talk");
const form = document.getElementById("say");
const memory = `muted ${document.getElementById("table").dataset.base}`;
const CALLED = "name as spectator"; // remembered on this device
const news = document.getElementById("remark");
const muted = new Set(JSON.parse(localStorage.getItem(memory) ?? "[]"));

function hideMuted() {
  for (const line of talk.querySelectorAll("li[data-seat]")) {
    const isHidden = muted.has(line.dataset.seat) && !line.classList.contains("happened");
    if (line.hidden !== isHidden) line.hidden = isHidden;
  }
  for (const button of document.querySelectorAll("[data-mute-seat]")) offerMuting(button);
  talk.classList.add("sifted");
  talk.scrollTop = talk.scrollHeight;
  pointOut();
}

// Somebody else's newest remark stands in the bar until the chat is in sight, as on a phone it rarely is.
let seen; // the number of the newest one that was in sight; undefined until the page is here
let isInSight = false;
function pointOut() {
  if (!news) return;
  const others = [...talk.querySelectorAll("li:not(.happened):not([hidden])")].filter(({ dataset }) => document.querySelector(`[data-mute-seat="${dataset.seat}"]`));
  const newest = others.at(-1);
  const number = Number(newest?.dataset.number ?? 0);
  if (isInSight || seen === undefined) seen = number;
  news.hidden = number <= seen;
  if (!news.hidden && news.textContent !== newest.textContent) news.replaceChildren(...newest.cloneNode(true).childNodes);
}
if (news) {
  new IntersectionObserver(([{ isIntersecting }]) => {
    isInSight = isIntersecting;
    pointOut();
  }).observe(form);
  news.addEventListener("click", () => form.scrollIntoView({ block: "center" }));
}

// A button for everybody who has said something; a friend may have taken another name since the page was loaded.
function offerMuting(button) {
  const seat = button.dataset.muteSeat;
  const isMuted = muted.has(seat);
  const label = button.querySelector("span");
  label.textContent = document.querySelector(`#person-${seat} .name`)?.textContent ?? label.textContent;
  button.hidden = !talk.querySelector(`li[data-seat="${seat}"]:not(.happened)`);
  button.title = `${isMuted ? talk.dataset.unmute : talk.dataset.mute} ${label.textContent}`;
  button.setAttribute("aria-label", button.title);
  button.setAttribute("aria-pressed", isMuted);
}

async function say(event) {
  event.preventDefault();
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
  });
  if (answer.ok) {
    if (form.elements.name) localStorage.setItem(CALLED, form.elements.name.value);
    form.elements.text.value = "";
  }
  else tell(await answer.json());
}

document.getElementById("mutes")?.addEventListener("click", (event) => {
  const seat = event.target.closest("button")?.dataset.muteSeat;
  if (!seat) return;
  if (!muted.delete(seat)) muted.add(seat);
  localStorage.setItem(memory, JSON.stringify([...muted]));
  hideMuted();
});

if (form?.elements.name) form.elements.name.value = localStorage.getItem(CALLED) ?? "";
form?.addEventListener("submit", say);
new MutationObserver(hideMuted).observe(talk, { childList: true, subtree: true, attributeFilter: ["hidden"] });
hideMuted();
