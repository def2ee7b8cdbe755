// The settings of this device; `appearance.js` applies those of its look.

import { prepareNotes } from "./notes.js";

const KEY = "bellhop";
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const DEFAULTS = { sound: false, notify: false, pace: "normal", motion: "on", chances: "auto", forced: true, tips: false, theme: "system", zoom: "100" };
const wanted = { ...DEFAULTS, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage is disabled, or holds something else
  }
}

function set(name, value) {
  wanted[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(wanted));
  } catch {
    // Without storage, the setting lasts until the page is closed.
  }
  dispatchEvent(new CustomEvent("settings", { detail: wanted }));
}

export function turnOnTips() {
  set("tips", true);
}

export function setting(name) {
  return wanted[name];
}

export function isStill() {
  return wanted.motion === "off" || reduced.matches;
}

// Does the player want to be told of their turn while the tab is in the background?
export function isListening() {
  return wanted.sound || wanted.notify;
}

function offerSettings(form) {
  if (!("Notification" in window) || Notification.permission === "denied") {
    form.elements.notify.disabled = true;
    form.querySelector(".no-notes").hidden = false;
    wanted.notify = false;
  } else if (Notification.permission !== "granted") {
    wanted.notify = false;
  }
  for (const control of form.elements) {
    if (control.type === "checkbox") control.checked = wanted[control.name];
    else if (control.name) control.value = wanted[control.name];
    if (control.selectedIndex === -1) set(control.name, (control.value = DEFAULTS[control.name])); // it is unknown
  }
  form.addEventListener("change", async ({ target }) => {
    if (target.name === "notify" && target.checked) {
      target.checked = (await Notification.requestPermission()) === "granted";
      if (target.checked) prepareNotes();
    }
    set(target.name, target.type === "checkbox" ? target.checked : target.value);
    if (target.name === "sound" && target.checked) ring();
  });
}

// A menu closes with a click anywhere else, or with Escape, which gives the focus back.
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
});

offerSettings(document.getElementById("settings"));

let audio;

// A reception bell: two partials that fade out.
export function ring() {
  audio ??= new AudioContext();
  audio.resume();
  for (const [frequency, loudness] of [[1568, 0.12], [3136, 0.05]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const now = audio.currentTime;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loudness, now);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 1.1);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + 1.2);
  }
}
