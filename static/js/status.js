// The status line is heard again even where it says what it said before.

let heard = "";

document.addEventListener("htmx:oobAfterSwap", (event) => {
  const live = event.detail.target;
  if (live.id !== "live") return;
  if (live.textContent === heard) live.textContent += "\u00a0";
  heard = live.textContent;
});
