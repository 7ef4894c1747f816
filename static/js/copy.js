// "Copy link" beside the field that holds it, "Share", which copies where a browser cannot share, and
// "Print"; without scripts the field can be copied by hand, and the browser's own command prints.

import { reveal } from "./reveal.js";

reveal("[data-copy], [data-print]");

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-print]")) window.print();
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
