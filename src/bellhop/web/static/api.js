// The page on which calls of the API can be tried: each form sends one call and shows the answer.

const token = document.getElementById("token");

function addressOf(form) {
  let address = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset.place === "path") {
      address = address.replace(`{${input.name}}`, encodeURIComponent(input.value));
    } else if (input.value) {
      query.set(input.name, input.value);
    }
  }
  return query.size ? `${address}?${query}` : address;
}

async function call(form) {
  const headers = {};
  const body = form.querySelector("textarea")?.value;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if ("token" in form.dataset && token.value) headers.Authorization = `Bearer ${token.value}`;
  const answer = await fetch(addressOf(form), { method: form.dataset.method, headers, body });
  const text = await answer.text();
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Anything but JSON is shown as it is.
  }
  return `${answer.status} ${answer.statusText}\n${shown}`;
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const shown = event.target.querySelector(".answer");
  shown.hidden = false;
  shown.textContent = "…";
  shown.textContent = await call(event.target).catch(String);
});
