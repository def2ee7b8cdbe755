// Announce the player's turn: title, icon and, if the settings say so, a sound and a notification.

import { prepareNotes, showNote } from "./notes.js";
import { ring, setting } from "./settings.js";

const icon = document.querySelector("link[rel=icon]");
const plain = icon.href;
let was = false;

export function announce(table, isMine, isNew) {
  const { yourTurn, title, turnIcon } = table.dataset;
  document.title = isMine ? `● ${yourTurn} – ${title}` : title;
  icon.href = isMine ? turnIcon : plain;
  if (isMine && !was && isNew) {
    if (setting("sound")) ring();
    if (setting("notify") && document.hidden) {
      showNote(yourTurn, { body: title, icon: turnIcon, tag: location.pathname });
    }
  }
  was = isMine;
}

if (setting("notify")) prepareNotes();
