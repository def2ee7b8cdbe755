// The table page: lights up what may be touched, sends moves, swaps in what has changed.
// A move is a path of element ids; touching them one after another makes the move.

import { apply } from "./changes.js";
import { allowDragging } from "./drag.js";
import { bringLit, openLit } from "./folds.js";
import { glide, isGliding, stopGliding } from "./glide.js";
import { number } from "./keys.js";
import { offerLog, point } from "./log.js";
import { mention, mentionNoTurn } from "./mention.js";
import { morph } from "./morph.js";
import { isLookingBack, lookBack, offerPast, tellOfNews } from "./past.js";
import { refreshPanels, showPanels } from "./panels.js";
import { isHolding, offerPause, showPause } from "./pause.js";
import { layToSleep } from "./rest.js";
import { closedBy, follow, isChanged, isSelecting, lightSelection, restore, toggle } from "./selection.js";
import { isListening, isStill, setting } from "./settings.js";
import { watch } from "./steps.js";
import { closeSummary, offerSummary, showSummary } from "./summary.js";
import "./tips.js";
import { announce } from "./turn.js";
import { askTutor, blunderOf, noteWarning } from "./tutor.js";

const table = document.getElementById("table");
const told = document.getElementById("told");
const isLesson = "place" in table.dataset;
let state = { row: 0, moves: [], turn: false, steps: [], fragments: {} };
let held; // the newest state, while the steps that led to it are shown
let watched; // the last row whose steps have been seen; undefined until the first state is here
let isWatching = false;
let touched = [];
let warned; // the acts that the text on the page warns of
const sent = []; // the moves made here since the last redo or restart
let forced; // what the last move was, if the page made it because no other was left
let moved = 0; // the row of the last move made here, if nothing was undone since
let seat = sessionStorage.getItem(table.dataset.base) ?? "";
let stream;
let outage; // the timer that mentions a lost connection
let asking; // the timer that asks for a lesson again
let reading; // the timer that takes a refusal away
let isExplained = false; // does it say why something could not be touched?
let wasGliding = false; // when the pointer went down
const drawn = {}; // the last HTML of each fragment
const READING = 15_000; // milliseconds for which a refusal stays
const REFUSED = 10_000; // milliseconds before a refused stream is opened again
const TAKING_BACK = ["undo", "redo", "restart turn"];
const OUTAGE = 1500; // milliseconds without a connection before it is mentioned
const PATIENCE = 2000; // milliseconds to wait for news of our own act before asking again

function address(what) {
  return `${table.dataset.base}/${what}?${table.dataset.place ?? `as=${encodeURIComponent(seat)}`}`;
}

function candidates() {
  if (isWatching) return [];
  return state.moves.filter((move) => touched.every((id, step) => move.path[step] === id));
}

function through(id) {
  return candidates().filter((move) => move.path[touched.length] === id);
}

function light() {
  for (const element of table.querySelectorAll(".lit, .picked, [aria-pressed]:not(.tools *)")) {
    element.classList.remove("lit", "picked", "final");
    element.removeAttribute("aria-pressed");
    element.removeAttribute("aria-describedby");
  }
  for (const id of touched) {
    const element = document.getElementById(id);
    element?.classList.add("picked");
    element?.setAttribute("aria-pressed", "true");
  }
  const next = isSelecting() ? [] : new Set(candidates().map((move) => move.path[touched.length]));
  if (!isWatching && state.moves.length) lightSelection(table);
  for (const id of next) {
    const isFinal = through(id).every((move) => move.final);
    const element = document.getElementById(id);
    element?.classList.add("lit", ...(isFinal ? ["final"] : []));
    if (isFinal) element?.setAttribute("aria-describedby", "final-note");
  }
  table.querySelector(".doing")?.replaceChildren();
  document.getElementById("final-note").hidden = !table.querySelector(".final");
  document.getElementById("cancel").hidden = touched.length === 0 && !isChanged();
  document.getElementById("undo").hidden = !state.undo || isWatching;
  document.getElementById("redo").hidden = !state.redo || isWatching;
  document.getElementById("restart").hidden = !state.restart || isWatching;
  document.getElementById("again").hidden = !state.steps?.length || isWatching;
  for (const element of table.querySelectorAll("[data-back]")) {
    element.hidden = !state.undo || isWatching || sent.at(-1) !== element.dataset.back;
  }
  openLit(table);
  number(table);
}

// Touch an element; what is picked up to be dragged waits for the place where it is dropped.
function touch(id, isDragged = false) {
  if (isWatching) return;
  const isFree = state.moves.length > 0;
  if (isFree && toggle(id)) {
    say("");
    return light();
  }
  const closed = isFree && closedBy(id);
  if (closed) return isHeldBack(closed.act, closed.first) || send(closed.act, closed.first);
  const step = touched.length;
  let matching = candidates().filter((move) => move.path[step] === id);
  if (matching.length === 0) {
    // Touching another first element starts a new path.
    matching = state.moves.filter((move) => move.path[0] === id);
    if (matching.length === 0) {
      explain([...touched, id]);
      return;
    }
    touched = [];
  }
  if (!matching.some((move) => move.act === warned?.acts)) say("");
  touched.push(id);
  const isOne = matching.length === 1 && !isDragged && !isLesson; // where only one place is possible, it needs no click
  const done = isOne ? matching[0] : matching.find((move) => move.path.length === touched.length);
  if (done && isHeldBack(done.act)) {
    touched.pop();
    light();
  } else if (done) {
    touched = [];
    sent.push(done.act);
    send(done.act);
  } else {
    light();
  }
}

// Warn of what is about to be sent.  The same moves made again while the warning stands are meant.
function isHeldBack(act, first = []) {
  const acts = [...first, act].join();
  const rash = [...first, act].map((one) => state.moves.find((move) => move.act === one)?.warning);
  // The tutor knows the moves that can be made now, each of a set alone.
  const blunders = (first.length ? first : [act]).map((one) => blunderOf(state.row, one));
  const text = [...new Set([...rash, ...blunders])].filter(Boolean).join(" ");
  if (!text || (warned?.acts === acts && warned.text === text)) return false;
  say(text);
  warned = { acts, text };
  if (blunders.some(Boolean)) noteWarning(address);
  return true;
}

async function explain(ids) {
  if (isWatching || isHolding()) return; // the prompt says what to do
  const answer = await fetch(`${address("why")}&touched=${encodeURIComponent(ids.join(","))}`);
  tell(await answer.json());
  isExplained = true;
}

function say(text) {
  clearTimeout(reading);
  isExplained = false;
  warned = undefined;
  told.textContent = text;
}

export function tell(answer) {
  say(answer.told ?? "");
  if (answer.told && !isLesson) reading = setTimeout(say, READING, ""); // it stands in place of the prompt
  if (!answer.link) return;
  const link = document.createElement("a"); // in a new tab, so that a half-made move is not lost
  Object.assign(link, { href: answer.link, target: "_blank", textContent: answer.rule });
  told.append(" ", link);
}

function freshKey() {
  const numbers = crypto.getRandomValues(new Uint32Array(4)); // randomUUID would need https
  return Array.from(numbers, (number) => number.toString(36)).join("-");
}

async function send(act, first = []) {
  closeSummary();
  say("");
  mention("");
  forced = undefined;
  moved = TAKING_BACK.includes(act) ? 0 : state.row + first.length + 1;
  state.moves = []; // nothing may be touched until the answer is here
  light();
  const body = JSON.stringify({ row: state.row + 1, act, first, key: freshKey() });
  try {
    const answer = await fetch(address("act"), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const news = await answer.json();
    tell(news);
    if (isLesson) return show(news);
    if (answer.ok) setTimeout(() => (held ?? state).row < news.row && listen(), PATIENCE);
    else if (news.fragments) show(news);
    else listen(); // refused: the newest state brings back what may be touched
    if (news.key === "stale" && act === "undo" && news.undo) send(act); // a bot was quicker, in practice
  } catch {
    listen(); // the stream brings the newest state as soon as the server is back
  }
}

function show(news) {
  const newest = held ?? state;
  if (news.row < newest.row) return;
  if (isLesson) table.dataset.place = news.place;
  held = { ...newest, ...news, fragments: { ...newest.fragments, ...news.fragments } };
  showPanels(held);
  watched ??= held.steps?.at(-1) ?? 0;
  if (!isWatching) settle();
  else if (isLookingBack() && held.row > newest.row) tellOfNews(held.turn);
}

function isOver() {
  return table.querySelector("#sheet table") !== null;
}

// Show the newest state, after the steps that led to it if they have not been seen yet.
async function settle() {
  const rows = (held.steps ?? []).filter((row) => row > watched);
  if (rows.length && !document.hidden) {
    watched = rows.at(-1);
    if (setting("pace") !== "off") {
      await watchRows(rows);
      settle(); // there may be more steps by now
      return;
    }
  }
  const next = held;
  const wasOver = isOver();
  held = undefined;
  swapIn(next.fragments, () => {
    const isNew = state.row > 0 && next.row > state.row;
    const isRoundOver = isNew && next.round > state.round;
    const isMyTurn = next.turn && (!state.turn || (moved > 0 && next.row > moved)); // others have moved
    if (isMyTurn && isExplained) say("");
    if (isMyTurn) mentionNoTurn();
    state = next;
    while (touched.length && candidates().length === 0) touched.pop();
    follow(state);
    if (state.begun) document.querySelector(".invitations")?.remove();
    light();
    if (isMyTurn) layToSleep((id) => through(id).length === 1);
    showPause(state);
    offerSummary(state);
    if (isRoundOver && setting("pace") !== "off") showSummary(address, true);
    if (isNew) bringLit(table, isMyTurn);
    if (isOver() && !wasOver) {
      window.scrollTo({ top: 0 }); // to the ranking
      mention("");
      forced = undefined;
    }
    announce(table, state.turn, isNew);
    askTutor(address, state);
    table.dispatchEvent(new CustomEvent("news", { detail: state }));
    if (forced && state.row >= moved) mentionForced();
    goOn();
  });
}

// After your own move, the only move that is left is made at once, if it can be undone.
function goOn() {
  const [only, ...others] = state.moves;
  if (!only || others.length || only.final || only.warning || isSelecting()) return;
  if (state.row !== moved || isLesson || !setting("forced")) return;
  sent.push(only.act);
  send(only.act);
  forced = only.says;
}

// Say which move it was, and if it ended the turn, whose turn it is now.
function mentionForced() {
  const next = state.turn ? undefined : document.querySelector(`#person-${state.clock?.turn} .name`)?.textContent;
  const { forced: made, othersTurn } = table.dataset;
  mention(made.replace("{move}", forced), next && othersTurn.replace("{player}", next));
  forced = undefined;
}

async function watchRows(rows) {
  held ??= state;
  isWatching = true;
  touched = [];
  light();
  try {
    await watch(rows, fetchSteps, (fragments) => swapIn(fragments, () => {}));
  } catch {
    // Without the steps, their result is still shown.
  }
  isWatching = false;
}

// Nothing may be touched, and the newest state waits, while somebody looks back.
function beginLookingBack() {
  if (isWatching) return false;
  held ??= state;
  isWatching = true;
  touched = [];
  light();
  return true;
}

function endLookingBack() {
  isWatching = false;
  settle();
}

async function fetchSteps(row) {
  const answer = await fetch(`${address("steps")}&row=${row}`);
  return (await answer.json()).steps ?? [];
}

function swapIn(fragments, settled) {
  const swap = () => {
    const focused = document.activeElement?.id;
    for (const [id, html] of Object.entries(fragments)) {
      const place = document.getElementById(id);
      if (place && drawn[id] !== html) morph(place, html);
      drawn[id] = html;
    }
    refreshPanels();
    if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
    settled();
  };
  if (isStill() || document.hidden) swap();
  else glide(table, swap);
}

// A lesson has no stream: it changes only when the learner does something.
async function askOnce() {
  clearTimeout(asking);
  const answer = await fetch(address("news")).catch(() => undefined);
  if (!answer || answer.status >= 500) {
    expectOutage();
    clearTimeout(asking);
    asking = setTimeout(askOnce, PATIENCE);
    return;
  }
  endOutage();
  if (answer.ok) showNext(await answer.json());
}

function showNext(news) {
  show({ ...news, row: (held ?? state).row + 1 });
}

function listen() {
  if (isLesson) return askOnce();
  stream?.close();
  stream = new EventSource(address("events"));
  let texts = {};
  stream.onopen = () => {
    texts = {}; // a new connection starts with the full texts
    endOutage();
  };
  stream.onerror = ({ target }) => {
    expectOutage();
    // A browser never retries after a refusal, but the server may only have been busy.
    if (target === stream && target.readyState === EventSource.CLOSED) setTimeout(listen, REFUSED);
  };
  stream.addEventListener("unsaved", (event) => {
    document.getElementById("unsaved").textContent = JSON.parse(event.data);
  });
  stream.onmessage = (event) => {
    const { changed, version, ...news } = JSON.parse(event.data);
    if (version !== table.dataset.version) return location.reload(); // the server was upgraded
    for (const [id, change] of Object.entries(changed)) texts[id] = apply(texts[id] ?? "", change);
    show({ ...news, fragments: { ...texts } });
  };
}

function expectOutage() {
  outage ??= setTimeout(mentionOutage, OUTAGE);
}

function mentionOutage() {
  const line = document.getElementById("unconnected");
  line.textContent = line.dataset.says;
}

function endOutage() {
  clearTimeout(outage);
  outage = undefined;
  document.getElementById("unconnected").textContent = "";
}

// A network that changes may leave a stream that is open in name only.
for (const change of ["online", "offline"]) {
  window.addEventListener(change, () => stream && stream.readyState !== EventSource.CLOSED && listen());
}

document.addEventListener(
  "pointerdown",
  () => {
    wasGliding = isGliding();
    stopGliding();
  },
  { capture: true },
);

document.addEventListener("click", (event) => {
  // A click on a gliding element is meant for what lies below it.
  const meant = wasGliding && event.detail ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
  wasGliding = false;
  const self = meant?.closest("[data-as]");
  if (self) {
    lookFrom(self.dataset.as);
    return;
  }
  const back = meant?.closest("[data-back]");
  if (back) {
    takeBack();
    return;
  }
  const element = meant?.closest("#table button[id]");
  if (!element) return;
  if (element.id === "undo") takeBack();
  else if (element.id === "redo") forgetAndSend(element.id);
  else if (element.id === "restart") forgetAndSend("restart turn");
  else if (element.id === "cancel") cancel();
  else if (element.id === "again") watchRows(state.steps).then(settle);
  else if (element.id === "summarise") showSummary(address);
  else if (element.id !== "go-on") touch(element.id);
});

// After the end, the game can be seen from any seat.
table.addEventListener("change", ({ target }) => target.name === "as" && lookFrom(target.value));

function lookFrom(chosen) {
  seat = chosen;
  sessionStorage.setItem(table.dataset.base, seat);
  listen();
}

function forgetAndSend(act) {
  sent.length = 0;
  send(act);
}

function takeBack() {
  sent.pop();
  send("undo");
}

function cancel() {
  touched = [];
  restore();
  say("");
  light();
}

allowDragging(table, {
  canBegin: (id) => [...through(id), ...state.moves.filter((move) => !isWatching && move.path[0] === id)].some((move) => move.path.at(-1) !== id),
  begin: (id) => touch(id, true),
  drop: (id) => touch(id),
  cancel,
});

// Say what touching an element would do, while the pointer or the focus is on it.
function tellMove(event) {
  const doing = table.querySelector(".doing");
  if (!doing) return;
  const element = event.target.closest?.(".lit");
  const moves = element && !isSelecting() ? through(element.id) : [];
  doing.textContent = moves.length === 1 ? moves[0].says : "";
}
table.addEventListener("pointerover", tellMove);
table.addEventListener("focusin", tellMove);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) cancel();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) listen();
  else if (!isListening()) stream?.close();
});

table.addEventListener("lesson", ({ detail }) => showNext(detail));

offerPause(address);
if (!isLesson) {
  offerPast({
    address,
    begin: beginLookingBack,
    end: endLookingBack,
    draw: (fragments) => swapIn(fragments, () => {}),
    point,
  });
  offerLog(lookBack, (first) => `${address("details")}&first=${first}`);
}
const early = table.querySelector("select[name=as]"); // a seat may be chosen before this script is here
if (early && !early.selectedOptions[0].defaultSelected) lookFrom(early.value);
else listen();
