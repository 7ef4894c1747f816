// The board: what a touch would take, arrow keys inside a row, the taken pieces leaving.

const previewLine = (board) => board.closest("form")?.querySelector("[data-preview-line]");

function preview(event) {
  const board = event.target.closest?.(".board");
  if (!board) return;
  const button = event.target.closest("[data-preview]");
  const line = previewLine(board);
  if (line) line.textContent = button ? button.dataset.preview : "";
}

document.addEventListener("pointerover", preview);
document.addEventListener("focusin", preview);

// One tab stop a row: the arrow keys go on from there.
function rove(row) {
  const buttons = [...row.querySelectorAll("button")];
  const current = buttons.find((button) => button === document.activeElement) ?? buttons.at(-1);
  for (const button of buttons) button.tabIndex = button === current ? 0 : -1;
}

function roveAll(root = document) {
  root.querySelectorAll("[data-roving]").forEach(rove);
}

document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.("[data-roving]");
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [...row.querySelectorAll("button")];
  const index = buttons.indexOf(event.target);
  const last = buttons.length - 1;
  const goal = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
  if (goal !== undefined && buttons[goal]) {
    event.preventDefault();
    buttons[goal].focus();
    rove(row);
    return;
  }
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step) return;
  const rows = [...document.querySelectorAll("[data-roving]")].filter((r) => r.querySelector("button"));
  const next = rows[rows.indexOf(row) + step];
  if (!next) return;
  event.preventDefault();
  next.querySelector('button[tabindex="0"]').focus();
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest(".play-form");
  if (!form) return;
  form.setAttribute("aria-busy", "true");
  event.submitter?.classList.add("taken");
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.(".play-form");
  if (!form) return;
  form.removeAttribute("aria-busy");
  if (!event.detail.successful) form.querySelector(".taken")?.classList.remove("taken");
});

document.addEventListener("htmx:afterSettle", () => roveAll());
roveAll();

// The second click of a double click would land on the board the first one brought.
document.addEventListener(
  "click",
  (event) => {
    if (event.detail < 2 || !event.target.closest?.(".board")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
