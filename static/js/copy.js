// "Copy link" beside the field that holds it; without scripts the field can be copied by hand.

import { reveal } from "./reveal.js";

reveal("[data-copy]");

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard?.writeText(field.value);
  button.textContent = "Copied";
});
