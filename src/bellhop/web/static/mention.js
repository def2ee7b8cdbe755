// What the page did for the player is said below the bar for a while.

const READING = 10_000; // milliseconds
const place = document.getElementById("mention");
let reading; // the timer that takes the words away

export function mention(text) {
  clearTimeout(reading);
  if (!place) return; // a lesson says everything itself
  place.textContent = text;
  if (text) reading = setTimeout(mention, READING, "");
}
