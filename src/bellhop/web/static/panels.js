// The players' panels: who is online, and how long everybody has been thinking.

const table = document.getElementById("table");
let shown = {}; // the newest clock and who is here
let ahead = 0; // milliseconds by which this device's clock is ahead of the server's

function write(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const pad = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

function tick() {
  const { spent = [], since, turn } = shown.clock ?? {};
  for (const place of table.querySelectorAll("[data-clock]")) {
    const seat = Number(place.dataset.clock);
    const running = seat === turn && since ? (Date.now() - ahead) / 1000 - since : 0;
    const text = seat in spent ? write(spent[seat] + running) : "";
    if (place.textContent !== text) place.textContent = text;
    place.title = text && table.dataset.thinking;
  }
}

function showPresence() {
  for (const place of table.querySelectorAll("[data-presence]")) {
    const isHere = shown.here?.[place.dataset.presence]; // undefined for bots, null if unknown
    const says = isHere ? table.dataset.online : table.dataset.offline;
    place.hidden = isHere === undefined || isHere === null;
    place.className = isHere ? "presence here" : "presence";
    place.title = says;
    place.setAttribute("aria-label", says);
  }
}

export function showPanels(state) {
  shown = state;
  if (state.now) ahead = Date.now() - 1000 * state.now;
  showPresence();
  tick();
}

// Draw them again after the panels were swapped.
export function refreshPanels() {
  showPresence();
  tick();
}

setInterval(tick, 1000);
