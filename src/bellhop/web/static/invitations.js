// Invitation links: copy one, or share it with the device's share menu.

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
      document.execCommand("copy"); // the only way on pages without https
    }
    const copied = entry.querySelector(".copied");
    copied.textContent = copied.dataset.copied;
  });
}
