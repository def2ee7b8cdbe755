// The places of lessons and exercises that are under way; this device remembers them.

const keyOf = (base) => `bellhop-lesson ${base}`;

export function rememberPlace(base, place) {
  try {
    if (place) localStorage.setItem(keyOf(base), place);
    else localStorage.removeItem(keyOf(base));
  } catch {
    // Storage may be disabled; then a lesson begins at its start.
  }
}

export function recallPlace(base) {
  try {
    return localStorage.getItem(keyOf(base)) ?? "";
  } catch {
    return "";
  }
}
