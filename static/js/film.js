// The arrow keys turn the frames of the film that has the focus; on a wall those of the only film,
// and so do the keys of a presenter in the hand.

import { reveal } from "./reveal.js";

reveal("[data-film-keys]");

const EVERYWHERE = ".film-fitted [data-film]";

document.addEventListener("keydown", (event) => {
  const own = event.target.closest?.("[data-film]");
  const film = own ?? document.querySelector(EVERYWHERE);
  const keys = { ArrowLeft: "back", ArrowRight: "next", PageUp: "back", PageDown: "next" };
  const goal = keys[event.key];
  const isFilled = event.target.matches?.("input, select, textarea");
  const isPaging = event.key.startsWith("Page") && !film?.matches(EVERYWHERE);
  if (!film || !goal || isFilled || isPaging || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.getElementById(`${film.dataset.film}-${goal}`);
  if (!link?.matches("[rel], [data-turns]")) return;
  event.preventDefault();
  link.click();
});
