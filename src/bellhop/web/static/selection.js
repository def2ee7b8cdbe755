// Small moves that are chosen together, such as the cards of a set.  Some are chosen in advance; a
// click leaves one out or takes it back in, and the closing button makes them all at once.

let selection; // as the server describes it
let row; // of the state that it belongs to
let chosen = new Set();

export function follow(state) {
  if (state.selection && state.row === row) return;
  ({ selection, row } = state);
  restore();
}

export function restore() {
  chosen = new Set((selection?.items ?? []).filter((item) => item.chosen).map((item) => item.id));
}

export function isSelecting() {
  return Boolean(selection);
}

export function isChanged() {
  return isSelecting() && selection.items.some((item) => item.chosen !== chosen.has(item.id));
}

// Take an element in or leave it out; false if it is not up for choice.
export function toggle(id) {
  if (!selection?.items.some((item) => item.id === id)) return false;
  if (!chosen.delete(id)) chosen.add(id);
  return true;
}

// The moves to make if this element closes the selection.
export function closedBy(id) {
  if (selection?.button !== id) return undefined;
  const first = selection.items.filter((item) => chosen.has(item.id)).map((item) => item.act);
  return { first, act: selection.act };
}

function isAllowed() {
  const counts = new Map();
  for (const { id, act } of selection.items) counts.set(act, (counts.get(act) ?? 0) + chosen.has(id));
  return selection.allowed.includes([...counts.values()].join(" "));
}

// Light up what can be chosen, and the closing button if what is chosen is enough.
export function lightSelection(root) {
  for (const element of root.querySelectorAll(".left-out")) element.classList.remove("left-out");
  if (!selection) return;
  for (const { id } of selection.items) {
    const element = document.getElementById(id);
    element?.classList.add("lit");
    element?.classList.toggle("left-out", !chosen.has(id));
    element?.setAttribute("aria-pressed", chosen.has(id));
  }
  const button = document.getElementById(selection.button);
  button?.classList.toggle("lit", isAllowed());
  button?.classList.toggle("final", isAllowed() && selection.final);
}
