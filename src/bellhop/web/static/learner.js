// Tips for learners: the first time that something appears at a table, one line about it with a
// link to the rule.  This device remembers which have been read; a setting switches them off.

import { addToList, recallList } from "./memory.js";
import { setting } from "./settings.js";

const KEY = "bellhop-tips";
const table = document.getElementById("table");
const panel = document.createElement("p");
panel.className = "learner-tip";
panel.setAttribute("role", "status");
panel.hidden = true;
const wide = matchMedia("(min-width: 62rem)");

function show({ id, text, rule, link }) {
  const more = document.createElement("a");
  Object.assign(more, { href: link, target: "_blank", textContent: rule });
  const close = document.createElement("button");
  Object.assign(close, { type: "button", className: "plain", textContent: "×" });
  close.setAttribute("aria-label", table.dataset.close);
  close.addEventListener("click", () => (panel.hidden = true));
  panel.replaceChildren(text, " ", more, " ", close);
  if (wide.matches) table.querySelector(".log-side").prepend(panel); // it covers nothing there
  else table.querySelector(".bar").append(panel);
  panel.hidden = false;
  addToList(KEY, id);
}

table.addEventListener("news", async ({ detail }) => {
  panel.hidden = true;
  if (!setting("tips") || !detail.turn) return;
  const seat = sessionStorage.getItem(table.dataset.base) ?? "";
  const answer = await fetch(`${table.dataset.base}/tips?as=${encodeURIComponent(seat)}`);
  if (!answer.ok) return;
  const known = recallList(KEY);
  const first = (await answer.json()).tips.find(({ id }) => !known.includes(id));
  if (first && setting("tips")) show(first);
});
