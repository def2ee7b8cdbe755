// Notes that it is one's turn, where a page may show them by itself and where, as on phones, only
// a worker may.

const WORKER = new URL("worker.js", import.meta.url);

// Have the worker ready before it is needed; it is only there on https or this computer.
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
