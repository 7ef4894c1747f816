// "Print" on pages made for paper; without scripts the browser's own command does it.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
