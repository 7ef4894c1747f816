// "Copy link" beside the field that holds it, and "Share", which copies where a browser cannot share;
// without scripts the field can be copied by hand.

import { reveal } from "./reveal.js";

reveal("[data-copy]");

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  if ("share" in button.dataset && navigator.share) {
    await navigator.share({ text: field.value }).catch(() => {}); // they may think better of it
    return;
  }
  field.select();
  await navigator.clipboard?.writeText(field.value);
  button.textContent = "Copied";
});
