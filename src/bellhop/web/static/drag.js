// Moves by drag and drop, for mouse, pen and finger.  Picking up an element that begins a path
// lights up the next ones; dropping it on one of them continues the path, anywhere else cancels it.
// A short press is still a click.  A finger must hold still for a moment before it drags, so that
// pages can still be scrolled, except in a direction that does not scroll (touch-action).

const FAR = 7; // pixels before a press becomes a drag
const HOLD = 260; // milliseconds
const NEAR = 26; // pixels around a lit element that still count as on it
const EDGE = 70; // pixels from the edge of the window where dragging scrolls

// `canBegin(id)` says whether an element may be picked up; the other callbacks report what happens.
export function allowDragging(root, { canBegin, begin, drop, cancel }) {
  let press; // { element, x, y, isFinger, timer }
  let ghost;
  let over;
  let scrolling;

  root.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const element = event.target.closest("button[id]");
    if (!element || !canBegin(element.id)) return;
    press = { element, x: event.clientX, y: event.clientY, isFinger: event.pointerType === "touch" };
    if (press.isFinger) press.timer = setTimeout(lift, HOLD);
  });

  document.addEventListener("pointermove", (event) => {
    if (!press || !event.isPrimary) return;
    const [across, along] = [Math.abs(event.clientX - press.x), Math.abs(event.clientY - press.y)];
    if (!ghost && Math.hypot(across, along) > FAR) {
      if (!press.isFinger || (along > across && getComputedStyle(press.element).touchAction === "pan-x")) lift();
      else finish(); // the finger is scrolling
    }
    if (ghost) follow(event.clientX, event.clientY);
  });

  document.addEventListener("pointerup", () => {
    if (!press) return;
    const target = ghost && over?.id;
    const dragged = ghost !== undefined;
    finish();
    if (!dragged) return;
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }));
    if (target) drop(target);
    else cancel();
  });

  for (const what of ["pointercancel", "blur"]) {
    window.addEventListener(what, abandon);
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") abandon();
  });
  document.addEventListener("touchmove", (event) => ghost && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => press && event.preventDefault());

  function lift() {
    clearTimeout(press.timer);
    const { element, x, y } = press;
    const box = element.getBoundingClientRect();
    ghost = element.cloneNode(true);
    ghost.removeAttribute("id");
    ghost.setAttribute("aria-hidden", "true");
    ghost.className = `${element.className} ghosted`.replace(/\b(lit|glide|picked)\b/g, "");
    Object.assign(ghost.style, { width: `${box.width}px`, height: `${box.height}px`, left: `${box.left - x}px`, top: `${box.top - y}px` });
    root.append(ghost);
    root.classList.add("dragging");
    begin(element.id);
    follow(x, y);
  }

  function follow(x, y) {
    ghost.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
    const nearest = findNearest(x, y);
    if (nearest !== over) {
      over?.classList.remove("over");
      over = nearest;
      over?.classList.add("over");
    }
    cancelAnimationFrame(scrolling);
    const speed = y < EDGE ? y - EDGE : Math.max(0, y - innerHeight + EDGE);
    if (speed) scroll(x, y, speed / 4);
  }

  function scroll(x, y, speed) {
    scrolling = requestAnimationFrame(() => {
      const before = scrollY;
      window.scrollBy(0, speed);
      if (ghost && scrollY !== before) follow(x, y);
    });
  }

  // The lit element under the pointer, or almost.
  function findNearest(x, y) {
    let best;
    let least = NEAR;
    for (const element of root.querySelectorAll(".lit")) {
      const box = element.getBoundingClientRect();
      const away = Math.hypot(x - clamp(x, box.left, box.right), y - clamp(y, box.top, box.bottom));
      if (away < least && element !== press.element) [best, least] = [element, away];
    }
    return best;
  }

  function abandon() {
    const dragged = ghost !== undefined;
    finish();
    if (dragged) cancel();
  }

  function finish() {
    clearTimeout(press?.timer);
    cancelAnimationFrame(scrolling);
    ghost?.remove();
    over?.classList.remove("over");
    root.classList.remove("dragging");
    press = ghost = over = undefined;
  }
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
