// "Copy link" beside the field that holds it; without scripts the field can be copied by hand.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    await navigator.clipboard?.writeText(field.value);
    button.textContent = "Copied";
  });
}
