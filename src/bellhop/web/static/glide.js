// Cards glide from their old place to their new one.  An element of class `glide` that keeps its
// id glides from where it was.  If one vanishes while another with the same data-glide appears, the
// new one glides from there.  The elements themselves move: pictures of them, as a view transition
// takes, are missing for a frame whenever the browser draws them late.

const DURATION = 320; // milliseconds
let running = new Map(); // by animation, what it has changed until it ends

export function glide(root, swap) {
  const before = measure(root);
  stopGliding();
  swap();
  const after = measure(root);
  const vanished = new Map();
  for (const [id, place] of before) {
    if (!after.has(id)) vanished.set(place.kind, [...(vanished.get(place.kind) ?? []), place]);
  }
  for (const [id, place] of after) {
    const from = before.get(id) ?? vanished.get(place.kind)?.shift();
    if (from) move(from, place);
  }
}

export function isGliding() {
  return running.size > 0;
}

export function stopGliding() {
  for (const animation of running.keys()) animation.finish();
  for (const restore of running.values()) restore();
  running.clear();
}

// Where everything that can glide is on the screen, and in its part of the table.
function measure(root) {
  const places = new Map();
  for (const element of root.querySelectorAll(".glide[id]")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.bottom < 0 || box.top > innerHeight) continue;
    const part = element.closest(".person, section[id]");
    places.set(element.id, { element, kind: element.dataset.glide, box, part, corner: part.getBoundingClientRect() });
  }
  return places;
}

function move(from, to) {
  const { element, box } = to;
  const isHere = from.part === to.part; // a part of the table that moves as a whole does not glide
  const x = from.box.left - box.left - (isHere ? from.corner.left - to.corner.left : 0);
  const y = from.box.top - box.top - (isHere ? from.corner.top - to.corner.top : 0);
  const [wide, high] = [from.box.width / box.width, from.box.height / box.height];
  if (Math.hypot(x, y) < 2 && Math.abs(wide - 1) < 0.05) return;
  const start = `translate(${x}px, ${y}px) scale(${wide}, ${high})`;
  const shown = [element, ...clips(element)];
  for (const each of shown) each.classList.add(each === element ? "gliding" : "unclipped");
  const animation = element.animate({ transformOrigin: ["0 0", "0 0"], transform: [start, "none"] }, { duration: DURATION, easing: "ease" });
  const restore = () => shown.forEach((each) => each.classList.remove("gliding", "unclipped"));
  running.set(animation, restore);
  animation.onfinish = () => running.delete(animation) && restore();
}

// What would cut off an element on its way, or begin to scroll, unless it scrolls anyway.
function clips(element) {
  const found = [];
  const part = element.closest("section[id]");
  for (let outer = element.parentElement; outer !== part.parentElement; outer = outer.parentElement) {
    const isScrolled = outer.scrollWidth > outer.clientWidth || outer.scrollHeight > outer.clientHeight;
    if (getComputedStyle(outer).overflow !== "visible" && !isScrolled) found.push(outer);
  }
  return found;
}
