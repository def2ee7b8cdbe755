// The keyboard: arrow keys and digits move between the things that may be touched, Enter touches
// them, U undoes, H asks for a hint.  The overview lists the keys.

const MAX_DIGITS = 10;
const table = document.getElementById("table");

// Number the things that may be touched, once the keyboard is used.
export function number(root) {
  if (!document.body.classList.contains("by-keyboard")) return;
  for (const element of root.querySelectorAll("[data-digit]")) delete element.dataset.digit;
  for (const [place, element] of lit().slice(0, MAX_DIGITS).entries()) element.dataset.digit = (place + 1) % MAX_DIGITS;
}

function lit() {
  return [...table.querySelectorAll(".lit")].filter((element) => element.getClientRects().length > 0);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The nearest one in a direction; what lies aside counts as farther away.
function nearest(from, [across, along], choices) {
  const [x, y] = middle(from);
  let best;
  let least = Infinity;
  for (const element of choices) {
    const [dx, dy] = [middle(element)[0] - x, middle(element)[1] - y];
    const ahead = dx * across + dy * along;
    const aside = Math.abs(dx * along) + Math.abs(dy * across);
    if (element !== from && ahead > 1 && ahead + 3 * aside < least) [best, least] = [element, ahead + 3 * aside];
  }
  return best;
}

function move(direction) {
  const choices = lit();
  const from = document.activeElement;
  if (!choices.includes(from)) return choices[0];
  const place = choices.indexOf(from);
  const isBack = direction[0] + direction[1] < 0;
  // At the edge, go on in reading order, so that everything can be reached with one key.
  return nearest(from, direction, choices) ?? choices.at((place + (isBack ? -1 : 1)) % choices.length);
}

function chosen(key) {
  if (key in ARROWS) return move(ARROWS[key]);
  return table.querySelector(`.lit[data-digit="${key}"]`);
}

function press(selector) {
  const button = document.querySelector(selector);
  if (button && !button.hidden && !button.disabled) button.click();
}

document.addEventListener("keydown", (event) => {
  const isElsewhere = event.target.closest("input, textarea, select, dialog, [contenteditable], #log");
  if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey || document.body.matches(".watching, .past")) return;
  const key = /^[a-z0-9]$/i.test(event.key) ? event.key.toLowerCase() : event.code.replace("Key", "").toLowerCase(); // other alphabets
  if (key === "u") press("#undo");
  else if (key === "h") press("form.hint button");
  else if (event.key in ARROWS || /^[0-9]$/.test(key)) {
    document.body.classList.add("by-keyboard");
    number(table);
    const element = chosen(event.key);
    if (!element) return;
    event.preventDefault(); // the page does not scroll
    element.focus({ focusVisible: true });
  }
});
document.addEventListener("pointerdown", () => document.body.classList.remove("by-keyboard"));
