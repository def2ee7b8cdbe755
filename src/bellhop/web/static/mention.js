// What the page did for the player is said below the bar for a while.

const READING = 10_000; // milliseconds
const place = document.getElementById("mention");
let reading; // the timer that takes the words away
let lasting = ""; // the words that still hold in the player's next turn

export function mention(text, now = "") {
  clearTimeout(reading);
  if (!place) return; // a lesson says everything itself
  lasting = text;
  place.textContent = `${text} ${now}`.trim();
  if (text) reading = setTimeout(mention, READING, "");
}

// Whose turn it was is no longer true.
export function mentionNoTurn() {
  if (place && place.textContent !== lasting) place.textContent = lasting;
}
