// Keep the keyboard's place: htmx restores the focus to an element of the same id; where that is
// gone, the page names the successor: data-focus-here always, data-focus-else where the focus was
// lost; and failing both the board gets it.

document.addEventListener("htmx:afterSettle", () => {
  const successor = document.querySelector("#game [data-focus-here], #content > [data-focus-here]");
  if (successor) {
    successor.focus({ preventScroll: false });
    return;
  }
  if (document.activeElement !== document.body) return;
  const first =
    document.querySelector("#game [data-focus-else]") ??
    document.querySelector('#board button[tabindex="0"], #board button');
  first?.focus({ preventScroll: true });
});
