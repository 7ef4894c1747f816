// The board: what a touch would take, arrow keys inside a row, the taken pieces leaving at once.

import { sound } from "./sounds.js";

// At a table the line is in the dock, elsewhere in the form of the board.
const previewLine = (board) =>
  (board.closest(".table") ?? board.closest("form"))?.querySelector("[data-preview-line]");

// What the line says of a piece; without one, how far a take reaches, while that is new.
function say(board, button) {
  const line = previewLine(board);
  if (!line) return;
  line.setAttribute("aria-hidden", "true");
  line.textContent = button ? button.dataset.preview : (line.dataset.reach ?? "");
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const board = event.target.closest?.(".board");
  if (board) say(board, event.target.closest("[data-preview]"));
});

document.addEventListener("focusin", (event) => {
  const button = event.target.closest?.(".board [data-preview]");
  if (button?.matches(":focus-visible")) say(button.closest(".board"), button);
});

// A finger cannot point without pressing: its first touch lifts, the second takes.
let touched = false;

document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  if (touched && !event.target.closest?.(".board button")) drop();
}, true);

document.addEventListener("keydown", () => (touched = false), true);

// The places of the pieces that a button takes.
function taken(button) {
  const { at, takes } = button.dataset;
  const places = [...button.closest(".row").querySelectorAll(".cell")];
  if (at) return places.slice(+at, +at + +takes);
  const cells = places.filter((cell) => !cell.matches(".gap"));
  const first = cells.indexOf(button.closest(".cell"));
  if (button.closest(".to-the-end")) return cells.slice(first);
  return cells.slice(first, first + (button.matches(".pair") ? 2 : 1));
}

function drop() {
  for (const button of document.querySelectorAll(".board button.lifted")) say(button.closest(".board"));
  for (const one of document.querySelectorAll(".board .lifted")) one.classList.remove("lifted");
}

function lift(button) {
  drop();
  for (const one of [button, ...taken(button)]) one.classList.add("lifted");
  const line = previewLine(button.closest(".board"));
  if (!line) return;
  line.setAttribute("aria-live", "polite");
  line.removeAttribute("aria-hidden");
  line.textContent = `${button.dataset.preview}. Touch again to confirm.`;
}

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
  // A row that was swapped in a moment ago may not have its one stop yet.
  if (!next.querySelector('button[tabindex="0"]')) rove(next);
  next.querySelector('button[tabindex="0"]').focus();
});

// What a move takes leaves at once, and the answer confirms it. Until then no other move is sent.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target.closest(".play-form");
    if (!form) return;
    if (form.matches("[aria-busy='true']") || form.closest("#game")?.querySelector(".htmx-request")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    form.setAttribute("aria-busy", "true");
    const button = event.submitter;
    // An answer in a live room takes nothing yet.
    if (!button?.matches(".play-form:not(#live-form) .board button")) return;
    for (const cell of taken(button)) cell.classList.add("going");
    sound("take");
  },
  true,
);

// A move that was refused, or never arrived, brings its pieces back.
function bringBack(form) {
  form.removeAttribute("aria-busy");
  for (const cell of form.querySelectorAll(".going")) cell.classList.remove("going");
}

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.(".play-form");
  if (form && !event.detail.successful) bringBack(form);
});

addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll(".play-form").forEach(bringBack);
});

document.addEventListener("htmx:afterSettle", () => roveAll());
roveAll();

// The second click of a double click would land on the board the first one brought; the first
// touch of a piece takes nothing yet.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".board [data-preview]");
    if (!button || !button.form) return;
    const lifts = touched && !button.classList.contains("lifted");
    if (lifts) lift(button);
    if (!lifts && (touched || event.detail < 2)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
