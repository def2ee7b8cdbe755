// The analysis of a game: begins by itself, shows how far it is, then leads to any moment.  The
// history below it is replay.js.

import { morph } from "./morph.js";

const BETWEEN = 400; // milliseconds between two looks at the progress
const PARTS = ["coach-top", "coach-bottom", "advice"];
const analysing = document.getElementById("analysing");
const table = document.getElementById("table");
const form = () => document.getElementById("moment");

async function follow() {
  const { base } = analysing.dataset;
  let { state } = analysing.dataset;
  if (state === "complete") return;
  let job = await look(base);
  if (job.percent === 0 || job.error) {
    const answer = await fetch(base, { method: "POST" });
    if (!answer.ok) return complain(await answer.text());
  }
  while (state !== "complete") {
    job = await look(base);
    analysing.querySelector("progress").value = job.percent;
    if (job.error) return tell(job.error);
    if (job.shows !== state) await refresh();
    state = job.shows;
    if (state !== "complete") await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
  analysing.hidden = true;
}

async function look(base) {
  return (await fetch(`${base}/progress`)).json();
}

// Put in what has been found out since.
async function refresh() {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const isOpen = document.getElementById("open-hands")?.checked;
  for (const id of PARTS) morph(document.getElementById(id), page.getElementById(id).innerHTML);
  const open = document.getElementById("open-hands");
  if (open && isOpen !== undefined) open.checked = isOpen;
}

function complain(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  tell(page.querySelector("main .told, main [role=alert], main p")?.textContent ?? "");
}

function tell(text) {
  analysing.querySelector(".told").textContent = text;
}

// Every sentence and sign leads to its moment, seen from the seat it is about.
document.addEventListener("click", (event) => {
  const link = event.target.closest("#coach-top [data-row], #coach-bottom [data-row]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { row, as } = Object.fromEntries(new URL(link.getAttribute("href"), location.href).searchParams);
  jump(row, as);
});

function jump(row, seat) {
  const { elements } = form();
  elements.row.value = row;
  if (seat !== undefined && elements.as) elements.as.value = seat;
  elements.row.dispatchEvent(new Event("input", { bubbles: true }));
  table.scrollIntoView({ block: "start" });
}

// A click on the curve leads to the moment below the pointer.
document.addEventListener("click", (event) => {
  const plot = event.target.closest(".plot");
  if (!plot || event.target.closest("a")) return;
  const { left, width } = plot.getBoundingClientRect();
  const { last } = plot.closest("figure").dataset;
  jump(Math.round((last * (event.clientX - left)) / width));
});

table.addEventListener("moment", ({ detail }) => {
  const cursor = document.getElementById("cursor");
  const { last } = document.getElementById("curve")?.dataset ?? {};
  for (const end of ["x1", "x2"]) cursor?.setAttribute(end, `${(100 * detail.row) / Math.max(last, 1)}%`);
});

follow();
