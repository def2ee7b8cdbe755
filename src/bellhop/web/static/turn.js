// Whose turn it is, for those who look elsewhere: title, icon, and what the settings ask for.

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
    if (setting("notify") && document.hidden) notify(yourTurn, title, turnIcon);
  }
  was = isMine;
}

function notify(yourTurn, title, turnIcon) {
  try {
    const note = new Notification(yourTurn, { body: title, icon: turnIcon, tag: location.pathname });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Some phones only let an installed page do this; title and icon still tell.
  }
}
