// Folds: open where there is room, folded on a phone; one opens by itself while something in it may
// be touched, and closes again after.

const wide = matchMedia("(min-width: 62rem)");
const opened = new WeakSet();

function unfold() {
  for (const fold of document.querySelectorAll("details.fold")) fold.open = wide.matches;
}

export function openLit(root) {
  for (const fold of root.querySelectorAll("details.fold")) {
    const isLit = fold.querySelector(".lit, .picked") !== null;
    if (isLit && !fold.open) {
      fold.open = true;
      opened.add(fold);
    } else if (!isLit && opened.delete(fold)) {
      fold.open = false;
    }
  }
}

wide.addEventListener("change", unfold);
unfold();
