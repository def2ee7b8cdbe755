// A pointer that rests where a turn was ended must not end the next turn: what would make a move at
// the first click sleeps under it until the pointer moves.  Fingers do not rest on the screen.

const FAR = 3; // pixels
let resting; // where the mouse was clicked last, until it moves
let sleeper;

document.addEventListener(
  "pointerdown",
  (event) => {
    follow(event);
    if (event.pointerType === "mouse") resting = [event.clientX, event.clientY];
  },
  { capture: true },
);
document.addEventListener("pointermove", follow);

function follow({ pointerType, clientX, clientY }) {
  if (resting && pointerType === "mouse" && Math.hypot(clientX - resting[0], clientY - resting[1]) < FAR) return;
  resting = undefined;
  wake();
}

function wake() {
  sleeper?.classList.remove("asleep");
  sleeper = undefined;
}

// At the beginning of a turn; `makesMove(id)` says whether one click on an element is a move.
export function layToSleep(makesMove) {
  wake();
  const element = resting && document.elementFromPoint(...resting)?.closest(".lit");
  if (!element || !makesMove(element.id)) return;
  sleeper = element;
  element.classList.add("asleep");
}
