// Keep the keyboard's place: htmx restores the focus to an element of the same id; where that is
// gone, the page names the successor: data-focus-here always, data-focus-else where the focus was
// lost; else it goes to the board, as near to the last move as a piece can be taken, or to the board
// itself while the other player moves. What is taller than the window begins at its top.
// What is only to be seen (data-in-view) is brought into view, and a board with what is said of it.

const MOVED = "moved-by-keyboard";
let moved;

document.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button?.matches(".board button")) return;
  moved = button.matches(":focus-visible") ? button.id : "";
  const { hxPost, hxGet } = event.target.dataset;
  // A form that htmx does not send, such as the first move of a game, brings a new page.
  if (moved && !hxPost && !hxGet) sessionStorage.setItem(MOVED, moved);
});

// Where a page has several boards, the names of the pieces begin with that of their board.
function nearMove() {
  const [, prefix = "", number] = /^(.*?)row-(\d+)-/.exec(moved) ?? [];
  const row = document.getElementById(`${prefix}row-${number}-name`)?.closest(".row");
  const board = document.getElementById(`${prefix}board`);
  return (
    (moved && document.getElementById(moved)) ||
    [...(row?.querySelectorAll("button") ?? [])].at(-1) ||
    board?.querySelector('button[tabindex="0"]') ||
    board?.querySelector("button") ||
    document.getElementById(`${prefix}end`) ||
    board
  );
}

// Whether the focus is on nothing, or on a board that waited for the other player.
function isLost() {
  return document.activeElement?.matches("body, #board");
}

document.addEventListener("htmx:afterSettle", (event) => {
  // What others change takes the focus from nobody; who plays by keyboard goes on at the board.
  if (event.detail?.isQuiet && (!moved || !isLost())) return;
  const successor = document.querySelector("#game [data-focus-here], #content > [data-focus-here]");
  if (successor) {
    successor.focus();
    if (successor.offsetHeight > innerHeight) successor.scrollIntoView();
    // Who answered from the list beneath a board sees the board again, above what is said of it.
    const felt = successor.closest(".dock") && document.querySelector(".felt");
    if (felt?.getBoundingClientRect().top < 0) scrollTo(0, 0);
    return;
  }
  document.querySelector("#game [data-in-view]")?.scrollIntoView({ block: "nearest" });
  if (!isLost()) return;
  const first = document.querySelector(":is(#game, .projector) [data-focus-else]") ?? nearMove();
  first?.focus({ preventScroll: true });
});

try {
  moved = sessionStorage.getItem(MOVED);
  sessionStorage.removeItem(MOVED);
} catch {
  // A page inside another site's page may have no memory.
}
// After the browser has followed the address to the board.
if (moved && !document.querySelector("#content [autofocus]")) {
  addEventListener("pageshow", () => nearMove()?.focus({ preventScroll: true }));
}

// The status line is heard again even where it says what it said before.

let heard = "";

document.addEventListener("htmx:oobAfterSwap", (event) => {
  const live = event.detail.target;
  if (live.id !== "live") return;
  if (live.textContent === heard) live.textContent += "\u00a0";
  heard = live.textContent;
});
