// The text of a card beside it, while the pointer or the focus is on it, or after a long press; a tap
// is enough where it does nothing else.  What cannot be undone says what its padlock means.
// Labels hold the same text for screen readers.

const LONG = 450; // milliseconds
const tip = document.createElement("div");
tip.className = "tip";
tip.setAttribute("aria-hidden", "true");
tip.hidden = true;
document.body.append(tip);
let shown; // the element whose text is shown
let text; // which text that was
let pointer; // where the mouse was when it asked for the text
let press; // the timer of a long press
let isPressed = false; // long enough, so that the click that follows does not count
let clicked; // where the mouse was pressed last: after a click it rests, and asks for no text

function show(element, { pointerType, clientX, clientY }) {
  shown = element;
  text = textOf(element);
  pointer = pointerType === "mouse" ? [clientX, clientY] : undefined;
  const [title, ...lines] = text.split("\n");
  const head = document.createElement("b");
  head.textContent = title;
  tip.replaceChildren(head, ...lines.map(paragraph));
  tip.hidden = false;
  const box = element.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(Math.max(6, box.left + box.width / 2 - width / 2), innerWidth - width - 6);
  const above = box.top - height - 8;
  const ceiling = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0; // its buttons stay free
  const below = Math.min(Math.max(box.bottom, ceiling) + 8, innerHeight - height - 6);
  Object.assign(tip.style, { left: `${left}px`, top: `${above > ceiling ? above : below}px` });
}

function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}

function hide() {
  clearTimeout(press);
  tip.hidden = true;
}

function tipped(element) {
  const found = element?.closest?.("[data-tip], .lit.final");
  return found && textOf(found) ? found : undefined;
}

function textOf(element) {
  const lock = element.matches(".lit.final") ? document.getElementById("final-note")?.dataset.tip ?? "" : "";
  return element.dataset.tip ? [element.dataset.tip, ...lock.split("\n").slice(1)].join("\n") : lock;
}

// Is the card whose text is shown gone, changed, or no longer under the pointer?
function isOutdated() {
  if (!shown.isConnected || textOf(shown) !== text) return true;
  return pointer !== undefined && tipped(document.elementFromPoint(...pointer)) !== shown;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || (event.clientX === clicked?.x && event.clientY === clicked.y)) return;
  clicked = undefined;
  const element = tipped(event.target);
  if (element) show(element, event);
  else hide();
});

document.addEventListener("focusin", (event) => {
  const element = tipped(event.target);
  if (element?.matches(":focus-visible")) show(element, event);
  else if (!isPressed) hide(); // lifting the finger moves the focus too
});

document.addEventListener("pointerdown", (event) => {
  hide();
  isPressed = false;
  const element = tipped(event.target);
  if (event.pointerType === "mouse") clicked = { x: event.clientX, y: event.clientY };
  if (event.pointerType === "mouse" || !element) return;
  press = setTimeout(() => {
    isPressed = !document.querySelector(".dragging");
    if (isPressed) show(element, event);
  }, LONG);
});

// What was pointed at may be gone after a move, and then no pointer ever leaves it.
new MutationObserver(() => tip.hidden || !isOutdated() || hide()).observe(document.body, {
  childList: true,
  subtree: true,
  attributeFilter: ["data-tip", "class"],
});
for (const what of ["pointerup", "pointercancel"]) document.addEventListener(what, () => clearTimeout(press));
document.addEventListener("scroll", hide, { capture: true });

document.addEventListener(
  "click",
  (event) => {
    const element = tipped(event.target);
    if (!isPressed && event.pointerType !== "mouse" && element && !element.closest("button, a")) show(element, event);
    if (!isPressed || !element) return;
    isPressed = false;
    event.stopPropagation();
    event.preventDefault();
  },
  { capture: true },
);

document.addEventListener("contextmenu", (event) => isPressed && event.preventDefault());
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
