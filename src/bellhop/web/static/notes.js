// Notifications that it is the player's turn, from the page or, where only it may show them (as on
// phones), from the service worker.

const WORKER = new URL("worker.js", import.meta.url);

// Start the worker before it is needed; browsers allow one only on https and on localhost.
export function prepareNotes() {
  navigator.serviceWorker?.register(WORKER).catch(() => {});
}

export async function showNote(title, options) {
  try {
    const note = new Notification(title, options);
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    const helper = await navigator.serviceWorker?.getRegistration(WORKER);
    await helper?.showNotification(title, { ...options, data: location.href });
  }
}
