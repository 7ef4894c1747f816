// One step of a room after the other: a press while another step is on its way waits for the screen
// that this one brings, and is made there. Where its button is gone, the page says so.

import { say } from "./connection.js";

const SCREENS = "#desk, #projector, #round";
const ENDS = ["htmx:afterSettle", "htmx:responseError", "htmx:sendError", "htmx:sendAbort", "htmx:timeout"];
const GONE = "Your last press came too late. The room has moved on. Look, and press again.";
const TWICE = "You pressed the same button twice. It counts once.";

// The same on whatever version of the room.
function step(form, button) {
  return asked(form, button).replace(/([?&])version=[^&]*/, "$1");
}

let sent = "";
let next = "";

const OF_THE_FORM = ["csrfmiddlewaretoken", "form_key", "token"];

// What a press asks for, in whatever form it stands.
export function asked(form, button) {
  const fields = new FormData(form);
  if (button?.name) fields.append(button.name, button.value);
  for (const name of OF_THE_FORM) fields.delete(name);
  const where = button?.getAttribute("formaction") ?? form.getAttribute("action");
  return `${where}?${new URLSearchParams(fields)}`;
}

// The first button that fits, of these forms; one in the dock stands outside of its form.
export function buttonOf(forms, fits) {
  const found = [...document.querySelectorAll(forms)].flatMap((form) => [...form.elements]);
  return found.find((one) => one.type === "submit" && fits(one));
}

// htmx sends the button inside a form; one in the dock stands outside of it.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const button = detail.triggeringEvent?.submitter;
  if (button?.name) detail.parameters[button.name] = button.value;
});

document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter: button } = event;
    const screen = form.dataset.hxPost && form.closest(SCREENS);
    if (!screen) return;
    const press = step(form, button);
    if (!sent || !screen.querySelector(".htmx-request")) {
      sent = press;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (press === sent) {
      say(TWICE);
      return;
    }
    next = press;
    button?.setAttribute("aria-busy", "true");
  },
  true,
);

function goOn(event) {
  if (event.detail && "isQuiet" in event.detail) return; // what others have changed
  const press = next;
  sent = next = "";
  if (!press) return;
  const button = buttonOf(`:is(${SCREENS}) form[data-hx-post]`, (one) => step(one.form, one) === press);
  if (button) button.click();
  else say(GONE);
}

for (const name of ENDS) document.addEventListener(name, goOn);
