// A desk of the admin: a button posts the page and gets the desk back, a step is dragged to its
// place, and what stands beside the open step keeps up with what is typed.

import { isOurs } from "./connection.js";

const form = document.querySelector("#desk")?.closest("form");
const WAIT = 500;
let stop = new AbortController();
let timer = 0;

// What the server makes of the page as it stands, with one button pressed.
async function ask(name, value) {
  clearTimeout(timer);
  stop.abort();
  stop = new AbortController();
  const body = new FormData(form);
  body.append(name, value);
  const options = { method: "POST", body, headers: { "X-Desk": "1" }, signal: stop.signal };
  const response = await fetch(location.href, options);
  if (!response.ok || !isOurs(response)) throw new Error(`${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector("#desk");
}

function say(text) {
  const line = document.querySelector("#desk .desk-said");
  if (line) line.textContent = text;
}

// Put the new desk in the place of the old one; what had the focus keeps it.
function show(desk, { id, selectionStart: start, selectionEnd: end } = document.activeElement ?? {}) {
  document.querySelector("#desk").replaceWith(document.adoptNode(desk));
  const again = id && document.getElementById(id);
  if (again) {
    again.focus({ preventScroll: true });
    if (start !== null && start !== undefined) again.setSelectionRange?.(start, end);
  }
}

// Until the answer is there the old desk takes nothing in that would be lost.
async function press(button) {
  const desk = button.closest("#desk");
  try {
    const [verb, key] = button.value.split(":");
    const answer = ask(button.name, button.value);
    desk.inert = true;
    show(await answer, button);
    if (button.name !== "do") return;
    const opened = document.querySelector(".desk-open");
    if (["open", "add", "copy"].includes(verb) && opened) {
      opened.closest("[data-step]").scrollIntoView({ block: "start" });
      opened.querySelector("[name='open-kind']")?.focus({ preventScroll: true });
    } else if (verb === "fold") document.getElementById(`open-${key}`)?.focus({ preventScroll: true });
  } catch (error) {
    desk.inert = false;
    if (error.name !== "AbortError") say("The server did not answer. Try again.");
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#desk button[name]");
  if (!button || !form || button.formTarget) return;
  event.preventDefault();
  press(button);
});

// What changes the fields themselves brings them all anew; anything else, only what is beside them.
// An answer that comes after something more was typed is dropped: the next one is on its way.
const RENEWS = /^(open-)?(laid-)?(kind|ruleset|gallery-\w+|claims-\d+-(position|ruleset|to_move)|.+-more)$/;
let typed = 0;
let isRenewing = false;

function showBeside(desk, name) {
  const [old, fresh] = [document, desk].map((from) => from.querySelector(name));
  if (!old || !fresh) return;
  const { scrollTop } = old;
  old.replaceWith(document.adoptNode(fresh));
  fresh.scrollTop = scrollTop;
}

async function keepUp() {
  const before = typed;
  try {
    const desk = await ask("do", "look");
    if (typed !== before) return;
    if (isRenewing) show(desk);
    else ["#beside", "#solved"].forEach((name) => showBeside(desk, name));
    isRenewing = false;
  } catch (error) {
    if (error.name !== "AbortError") say("The board could not be loaded. Saving still checks everything.");
  }
}

document.addEventListener("input", (event) => {
  if (!event.target.closest?.("#desk") || !event.target.name) return;
  typed += 1;
  isRenewing ||= RENEWS.test(event.target.name);
  clearTimeout(timer);
  timer = setTimeout(keepUp, event.target.matches("select") ? 0 : WAIT);
});

// Dragging by the grip: the steps stand in the order in which the page posts them.
let dragged = null;

document.addEventListener("pointerdown", (event) => {
  const step = event.target.closest?.("[data-grip]")?.closest("[data-step]");
  if (!step || event.button) return;
  event.preventDefault();
  dragged = step;
  step.classList.add("desk-dragged");
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  for (const other of dragged.parentElement.querySelectorAll("[data-step]")) {
    if (other === dragged) continue;
    const { top, bottom, height } = other.getBoundingClientRect();
    if (event.clientY < top || event.clientY > bottom) continue;
    if (event.clientY < top + height / 2) other.before(dragged);
    else other.after(dragged);
    return;
  }
});

document.addEventListener("pointerup", () => {
  if (!dragged) return;
  dragged.classList.remove("desk-dragged");
  const steps = [...dragged.parentElement.querySelectorAll("[data-step]")];
  const place = steps.indexOf(dragged) + 1;
  dragged = null;
  ask("do", "look").then(show).then(() => say(`It is now ${document.querySelector("#desk").dataset.noun} ${place}.`)).catch(() => {});
});
