// "Print" on pages made for paper; without scripts the browser's own command does it.

import { reveal } from "./reveal.js";

reveal("[data-print]");

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) window.print();
});
