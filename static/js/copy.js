// "Copy link" beside the field that holds it, "Share", which copies where a browser cannot share, and
// "Print"; without scripts the field can be copied by hand, and the browser's own command prints.

import { reveal } from "./reveal.js";

reveal("[data-copy], [data-print]");

// Without https there is no clipboard, and a frame may be refused it; then the older way may work.
async function copies(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

document.addEventListener("click", async (event) => {
  if (event.target.closest?.("[data-print]")) window.print();
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  if ("share" in button.dataset && navigator.share) {
    await navigator.share({ text: field.value }).catch(() => {}); // they may think better of it
    return;
  }
  button.textContent = (await copies(field)) ? "Copied" : "Not copied. Select it and copy it";
});
