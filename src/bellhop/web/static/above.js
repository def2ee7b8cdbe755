// Panels at the foot of the screen lie above the hand, where it reaches below them.

export function layAboveHand(panel) {
  const hand = document.getElementById("hand").getBoundingClientRect();
  const { left, right } = panel.getBoundingClientRect();
  const isBelow = hand.height > 0 && hand.right > left && hand.left < right;
  const below = isBelow ? Math.max(0, innerHeight - hand.top) : 0;
  panel.style.setProperty("--below", `${Math.min(below, innerHeight / 2)}px`);
}
