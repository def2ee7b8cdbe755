// Folds: open on wide screens, folded on a phone.  A folded one opens by itself while something in
// it may be touched or is pointed at, and closes again afterwards.

const WIDE = 62; // rem, from which a fold is open if it names no other width
const wide = matchMedia(`(min-width: ${WIDE}rem)`);
const known = new WeakSet();
const opened = new WeakSet();

function openByWidth(fold) {
  fold.open = matchMedia(`(min-width: ${fold.dataset.from ?? WIDE}rem)`).matches;
}

export function openLit(root) {
  for (const fold of root.querySelectorAll("details.fold")) {
    if (!known.has(fold)) openByWidth(fold);
    known.add(fold);
    const isLit = fold.querySelector(".lit, .picked, .pointed") !== null;
    if (isLit && !fold.open) {
      fold.open = true;
      opened.add(fold);
    } else if (!isLit && opened.delete(fold)) {
      fold.open = false;
    }
  }
}

// On narrow screens, scroll to what may be touched: when a turn begins, to the first of it.
export function bringLit(root, isBeginning) {
  const lit = [...root.querySelectorAll("#board .lit")];
  if (wide.matches || !lit.length || (isBeginning ? lit.slice(0, 1) : lit).some(isOnScreen)) return;
  lit[0].scrollIntoView({ block: "center" });
}

function isOnScreen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  const cover = document.getElementById("hand")?.getBoundingClientRect().top ?? innerHeight;
  return top > 0 && bottom < Math.min(cover, innerHeight);
}

wide.addEventListener("change", () => {
  for (const fold of document.querySelectorAll("details.fold")) openByWidth(fold);
});
openLit(document);
