// Looking back: the slider and the arrow keys move through a game.

const form = document.getElementById("moment");
form.addEventListener("change", () => form.requestSubmit());

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input")) return;
  const link = { ArrowLeft: "earlier", ArrowRight: "later" }[event.key];
  if (link) document.getElementById(link).click();
});
