// Links of invitations: copy one, or hand it to the device's own way of sharing.

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const entry = button.closest(".invitation");
    const field = entry.querySelector("input");
    field.select();
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      document.execCommand("copy"); // pages without https have no other way
    }
    const copied = entry.querySelector(".copied");
    copied.textContent = copied.dataset.copied;
  });
}
