// Cards glide from their old place to their new one.  An element of class `glide` that keeps its
// id glides under that name.  If one vanishes while another with the same data-glide appears, the
// new one takes over its name.  The promise resolves after the swap, before the movement ends.

let running;

export function glide(root, swap) {
  const before = name(root, new Map());
  running = document.startViewTransition(() => {
    swap();
    name(root, before);
  });
  const transition = running;
  transition.ready.catch(() => {}); // skipped by a newer one, or because the page is hidden
  transition.finished.finally(() => {
    if (transition !== running) return;
    running = undefined;
    for (const element of root.querySelectorAll(".glide")) element.style.viewTransitionName = "";
  });
  return transition.updateCallbackDone;
}

export function isGliding() {
  return running !== undefined;
}

export function stopGliding() {
  running?.skipTransition();
}

function name(root, before) {
  const now = [...root.querySelectorAll(".glide[id]")].filter(isOnScreen);
  const staying = new Set(now.map((element) => element.id));
  const vanished = new Map();
  for (const [id, kind] of before) {
    if (!staying.has(id)) vanished.set(kind, [...(vanished.get(kind) ?? []), id]);
  }
  for (const element of now) {
    const from = before.has(element.id) ? element.id : vanished.get(element.dataset.glide)?.shift();
    element.style.viewTransitionName = from ?? element.id;
  }
  return new Map(now.map((element) => [element.id, element.dataset.glide]));
}

function isOnScreen(element) {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}
