// Fair dice, the browser's share: it remembers the seal that was shown before the game, adds a
// random nonce of its own, and after the game checks both against what is disclosed.

const bearer = document.querySelector("[data-seal]");
const memory = `dice ${bearer.dataset.base}`;

function remembered() {
  return JSON.parse(localStorage.getItem(memory) ?? "{}");
}

function remember(entries) {
  localStorage.setItem(memory, JSON.stringify({ ...remembered(), ...entries }));
}

function freshNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function addNonce() {
  const nonce = remembered().nonce ?? freshNonce();
  remember({ seal: bearer.dataset.seal, nonce });
  const body = new URLSearchParams({ nonce });
  const answer = await fetch(`${bearer.dataset.base}/nonce`, { method: "POST", body }).catch(() => undefined);
  if (!answer?.ok) setTimeout(addNonce, 2000); // the game cannot begin without it
}

async function check() {
  const { seal, nonce } = remembered();
  const words = bearer.dataset;
  if (seal) report(seal === words.seal, words.sealKept, words.sealChanged);
  if (nonce) report(words.nonces.split(" ").includes(nonce), words.nonceUsed, words.nonceLost);
  if (!crypto.subtle) return; // only available on secure origins
  const secret = Uint8Array.from(words.secret.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", secret));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  report(hex === words.seal, words.secretFits, words.secretWrong);
}

function report(isGood, good, bad) {
  const line = document.createElement("li");
  line.textContent = isGood ? `✓ ${good}` : `✗ ${bad}`;
  line.className = isGood ? "good" : "bad";
  bearer.append(line);
}

if (bearer.id === "checks") {
  check();
} else if (bearer instanceof HTMLFormElement) {
  const nonce = freshNonce();
  bearer.elements.nonce.value = nonce;
  bearer.addEventListener("submit", () => remember({ seal: bearer.dataset.seal, nonce }));
} else if (bearer.dataset.nonce) {
  addNonce();
}
