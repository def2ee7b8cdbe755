// Lists that this device remembers, such as the tips that have been read.

export function recallList(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return []; // storage is disabled, or holds something else
  }
}

export function addToList(key, entry) {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set([...recallList(key), entry])]));
  } catch {
    // Then it is soon forgotten.
  }
}
