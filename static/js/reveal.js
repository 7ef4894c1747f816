// Buttons that do nothing without scripts are hidden until there are some, in swapped parts too.

export function reveal(selector) {
  const show = () => {
    for (const button of document.querySelectorAll(selector)) button.hidden = false;
  };
  document.addEventListener("htmx:afterSettle", show);
  show();
}
