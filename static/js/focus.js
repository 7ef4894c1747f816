// Keep the keyboard's place: htmx restores the focus to an element of the same id; where that is
// gone, the page names the successor: data-focus-here always, data-focus-else where the focus was
// lost; and failing both it goes to the board, as near to the last move as a piece can be taken, and
// to the board itself while it is the other player's turn.
// What is only to be seen (data-in-view) is brought into view.

const MOVED = "moved-by-keyboard";
let moved = "";

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button?.matches(".board button:focus-visible")) return;
  moved = button.id;
  // A form that htmx does not send, such as the first move of a game, brings a new page.
  if (!event.target.dataset.hxPost) sessionStorage.setItem(MOVED, moved);
});

function nearMove() {
  const number = /row-(\d+)-/.exec(moved)?.[1];
  const row = document.getElementById(`row-${number}-name`)?.closest(".row");
  return (
    (moved && document.getElementById(moved)) ||
    [...(row?.querySelectorAll("button") ?? [])].at(-1) ||
    document.querySelector('#board button[tabindex="0"], #board button') ||
    document.getElementById("board")
  );
}

// Whether the focus has no place: on nothing, or on a board that waited for the other player.
function isLost() {
  return document.activeElement === document.body || document.activeElement?.id === "board";
}

document.addEventListener("htmx:afterSettle", (event) => {
  // What others change takes the focus from nobody; who plays by keyboard goes on at the board.
  if (event.detail?.isQuiet && (!moved || !isLost())) return;
  const successor = document.querySelector("#game [data-focus-here], #content > [data-focus-here]");
  if (successor) {
    successor.focus({ preventScroll: false });
    return;
  }
  document.querySelector("#game [data-in-view]")?.scrollIntoView({ block: "nearest" });
  if (!isLost()) return;
  const first = document.querySelector(":is(#game, .projector) [data-focus-else]") ?? nearMove();
  first?.focus({ preventScroll: true });
});

moved = sessionStorage.getItem(MOVED) ?? "";
sessionStorage.removeItem(MOVED);
// After the browser has followed the address to the board; a page that names its place is left to it.
if (moved && !document.querySelector("#content [autofocus]")) {
  addEventListener("pageshow", () => nearMove()?.focus({ preventScroll: true }));
}
