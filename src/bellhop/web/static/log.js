// The game log: an entry under the pointer or the focus points to its places on the board, arrow keys
// move between entries, unfolding one fetches its details, and a click or Enter asks for the moment
// after a line.

const log = document.getElementById("log");

// The elements that a line is about; "2:room-1-1" is a room in the own house of seat 2.
function placesOf(line) {
  return (line.dataset.at ?? "").split(" ").map((place) => {
    const [seat, id] = place.split(":");
    if (id === undefined) return document.getElementById(place);
    const person = document.getElementById(`person-${seat}`);
    return (person?.matches(".me") && document.getElementById(id)) || person;
  });
}

export function point(lines) {
  for (const element of document.querySelectorAll(".pointed")) element.classList.remove("pointed");
  for (const element of lines.flatMap(placesOf)) element?.classList.add("pointed");
}

// The lines of an entry that can be seen.
function linesOf(entry) {
  return [...entry.querySelectorAll("li[value]")].filter((line) => line.getClientRects().length > 0);
}

function pointFrom(event) {
  const line = event.target.closest("li[value]");
  const entry = event.target.closest(".turn");
  point(line ? [line] : entry ? linesOf(entry) : []);
}

// Put all lines of an unfolded entry before those that are seen while it is folded.
async function fetchDetails(fold, addressOf) {
  const { id } = fold.parentElement;
  const { lines } = fold.dataset;
  const answer = await fetch(addressOf(id.replace("log-", "")));
  if (!answer.ok || !fold.isConnected) return;
  document.getElementById(`${id}-details`)?.remove();
  const list = document.createElement("ol");
  Object.assign(list, { id: `${id}-details`, className: "fetched", innerHTML: await answer.text() });
  list.dataset.lines = lines;
  fold.after(list);
}

function isStale(fold) {
  return fold.dataset.lines !== document.getElementById(`${fold.parentElement.id}-details`)?.dataset.lines;
}

// What the keys do at an entry, or at the log as a whole; each says whether there was anything to do.
const KEYS = {
  ArrowDown: (entry) => focusOn(neighbour(entry, 1)),
  ArrowUp: (entry) => focusOn(entry && (neighbour(entry, -1) ?? log)),
  ArrowRight: (entry) => unfold(entry, true),
  ArrowLeft: (entry) => unfold(entry, false),
  Enter: (entry, show) => {
    if (entry) show(linesOf(entry).at(-1).value);
    return Boolean(entry);
  },
};

function neighbour(entry, by) {
  const entries = [...log.querySelectorAll(".turn")];
  return entry ? entries[entries.indexOf(entry) + by] : entries[0];
}

function focusOn(element) {
  element?.focus();
  return Boolean(element);
}

function unfold(entry, isOpen) {
  const fold = entry?.querySelector("details");
  if (!fold || fold.open === isOpen) return false;
  fold.open = isOpen;
  return true;
}

function hear(event, show) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (KEYS[event.key]?.(event.target.closest(".turn"), show)) event.preventDefault();
}

// `show` is called with the row after which the table is to be seen; `addressOf` gives the address of
// the details of an entry.
export function offerLog(show, addressOf) {
  const refresh = (fold) => isStale(fold) && fetchDetails(fold, addressOf);
  log.addEventListener("toggle", ({ target }) => target.open && refresh(target), { capture: true });
  document.getElementById("table").addEventListener("news", () => log.querySelectorAll("details[open]").forEach(refresh));
  log.addEventListener("pointerover", pointFrom);
  log.addEventListener("focusin", pointFrom);
  log.addEventListener("pointerleave", () => point([]));
  log.addEventListener("focusout", () => point([]));
  log.addEventListener("keydown", (event) => hear(event, show));
  log.addEventListener("click", (event) => {
    const line = event.target.closest("li[value]");
    const isForBrowser = event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("summary");
    if (!line || isForBrowser) return;
    event.preventDefault();
    document.activeElement.blur(); // so that arrow keys go on from the moment that is shown
    show(line.value);
  });
}
