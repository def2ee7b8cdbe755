// The arrow of a lesson's guide: at what may be touched next, on a side where it covers no words.

const SIZE = 24; // pixels, as in learn.css
const REACH = SIZE + 8; // with the gap, and the way that it moves
const SIDES = {
  above: ({ left, top, width }) => new DOMRect(left + (width - SIZE) / 2, top - REACH, SIZE, REACH),
  left: ({ left, top, height }) => new DOMRect(left - REACH, top + (height - SIZE) / 2, REACH, SIZE),
  right: ({ right, top, height }) => new DOMRect(right, top + (height - SIZE) / 2, REACH, SIZE),
  below: ({ left, bottom, width }) => new DOMRect(left + (width - SIZE) / 2, bottom, SIZE, REACH),
  inside: ({ left, bottom, width }) => new DOMRect(left + (width - SIZE) / 2, bottom - REACH, SIZE, REACH),
};
const UNSEEN = ".unseen, .visually-hidden, [hidden], .symbols";

// The boxes of all words that are drawn.
function findWords(table) {
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxes = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.data.trim() || text.parentElement.closest(UNSEEN)) continue;
    range.selectNodeContents(text);
    boxes.push(...range.getClientRects());
  }
  return boxes;
}

function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

// The first side without words and pictures, or else without words; without any, the frame says it alone.
export function placePointers(table, elements) {
  const words = findWords(table);
  const pictures = [...table.querySelectorAll("svg")].map((picture) => picture.getBoundingClientRect());
  for (const element of elements) {
    const box = element.getBoundingClientRect();
    const isFree = (side, boxes) => {
      const arrow = SIDES[side](box);
      return arrow.left >= 0 && arrow.right <= innerWidth && !boxes.some((one) => overlap(arrow, one));
    };
    const free = Object.keys(SIDES).filter((side) => isFree(side, words));
    element.dataset.pointer = free.find((side) => isFree(side, pictures)) ?? free[0] ?? "none";
  }
}
