// The table page: light up what may be touched, send moves, swap in what changed.
// A move is a path of element ids; touching them one after the other makes it.

const table = document.getElementById("table");
const told = document.getElementById("told");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let state = { row: 0, moves: [], turn: false };
let touched = [];
let seat = sessionStorage.getItem(table.dataset.base) ?? "";
let stream;

function address(what) {
  return `${table.dataset.base}/${what}?as=${encodeURIComponent(seat)}`;
}

function candidates() {
  return state.moves.filter((move) => touched.every((id, step) => move.path[step] === id));
}

function light() {
  for (const element of table.querySelectorAll(".lit, .picked")) {
    element.classList.remove("lit", "picked");
    element.removeAttribute("aria-pressed");
  }
  for (const id of touched) {
    const element = document.getElementById(id);
    element?.classList.add("picked");
    element?.setAttribute("aria-pressed", "true");
  }
  for (const move of candidates()) {
    document.getElementById(move.path[touched.length])?.classList.add("lit");
  }
  document.getElementById("cancel").hidden = touched.length === 0;
  document.getElementById("undo").hidden = !state.undo;
  document.getElementById("redo").hidden = !state.redo;
  document.getElementById("restart").hidden = !state.restart;
  document.title = state.turn ? `● ${table.dataset.yourTurn}` : table.dataset.title;
}

function touch(id) {
  const step = touched.length;
  let matching = candidates().filter((move) => move.path[step] === id);
  if (matching.length === 0) {
    // Touching another first element begins the path anew.
    matching = state.moves.filter((move) => move.path[0] === id);
    if (matching.length === 0) {
      explain([...touched, id]);
      return;
    }
    touched = [];
  }
  told.textContent = "";
  touched.push(id);
  const done = matching.find((move) => move.path.length === touched.length);
  if (done) {
    touched = [];
    send(done.act);
  } else {
    light();
  }
}

async function explain(ids) {
  const answer = await fetch(`${address("why")}&touched=${encodeURIComponent(ids.join(","))}`);
  tell(await answer.json());
}

function tell(answer) {
  told.textContent = answer.told ?? "";
  if (!answer.link) return;
  const link = document.createElement("a"); // a new tab, so that a half-made move stays
  Object.assign(link, { href: answer.link, target: "_blank", textContent: answer.rule });
  told.append(" ", link);
}

async function send(act) {
  told.textContent = "";
  state.moves = []; // nothing more may be touched before the answer is here
  light();
  const body = JSON.stringify({ row: state.row + 1, act, key: crypto.randomUUID() });
  try {
    const answer = await fetch(address("act"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const news = await answer.json();
    tell(news);
    if (news.fragments) show(news);
  } catch {
    listen(); // the stream brings the newest state as soon as the server is back
  }
}

function show(news) {
  if (news.row < state.row) return;
  const swap = () => {
    const focused = document.activeElement?.id;
    for (const [id, html] of Object.entries(news.fragments)) {
      const place = document.getElementById(id);
      if (place && place.innerHTML !== html) place.innerHTML = html;
    }
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
    if (news.begun) document.querySelector(".invitations")?.remove();
    if (news.row !== state.row) touched = [];
    state = { ...state, ...news };
    light();
    table.dispatchEvent(new Event("news"));
  };
  if (!document.startViewTransition || still.matches || document.hidden) {
    swap();
    return;
  }
  name(true);
  const transition = document.startViewTransition(() => {
    swap();
    name(true);
  });
  transition.finished.finally(() => name(false));
}

function name(on) {
  for (const element of table.querySelectorAll(".glide[id]")) {
    element.style.viewTransitionName = on ? element.id : "";
  }
}

function listen() {
  stream?.close();
  stream = new EventSource(address("events"));
  stream.onmessage = (event) => show(JSON.parse(event.data));
}

table.addEventListener("click", (event) => {
  const self = event.target.closest("[data-as]");
  if (self) {
    seat = self.dataset.as;
    sessionStorage.setItem(table.dataset.base, seat);
    listen();
    return;
  }
  const element = event.target.closest("button[id]");
  if (!element) return;
  if (element.id === "undo" || element.id === "redo") send(element.id);
  else if (element.id === "restart") send("restart turn");
  else if (element.id === "cancel") cancel();
  else touch(element.id);
});

function cancel() {
  touched = [];
  light();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) cancel();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stream?.close();
  else listen();
});

listen();
