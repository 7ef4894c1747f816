// The arrow keys turn the frames of the film that has the focus.

import { reveal } from "./reveal.js";

reveal("[data-film-keys]");

document.addEventListener("keydown", (event) => {
  const film = event.target.closest?.("[data-film]");
  const goal = { ArrowLeft: "back", ArrowRight: "next" }[event.key];
  if (!film || !goal || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.getElementById(`${film.dataset.film}-${goal}`);
  if (!link?.rel) return;
  event.preventDefault();
  link.click();
});
