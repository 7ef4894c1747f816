// A request that did not get through leaves the board as it is and says so. A move or an answer is
// kept and sent once the site answers again; what came too often, or failed on our side, is not.

import { isOurs, reach, say, sayWaiting } from "./connection.js";
import { asked, buttonOf } from "./presses.js";
import { sound } from "./sounds.js";

const NOT_SENT = "That was not sent. The network or the server did not answer. Try again.";
const KEPT = "No connection. We'll send that when the connection is back.";
const LATE = "That was not sent, and the page has changed meanwhile. Look, and press again.";
const SENT_AGAIN = "#game :is(.play-form, .typed)[data-hx-post]";
// Any answer of the site will do; this one costs it next to nothing.
const ANYTHING = "/healthz";
const FIRST = 2000;
const MOST = 20000;

let kept = "";
let hasFailed = false;
let pause = FIRST;
let timer = 0;

// What a page says that came in place of the board.
function refusal(xhr) {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  return page.querySelector("[role=alert]")?.textContent;
}

async function knock() {
  clearTimeout(timer);
  if (!kept) return;
  try {
    await reach(ANYTHING);
  } catch {
    timer = setTimeout(knock, pause);
    pause = Math.min(MOST, pause * 2);
  }
}

function sendAgain() {
  if (!kept || document.querySelector("#game .htmx-request")) return;
  const press = kept;
  forget();
  const button = buttonOf(SENT_AGAIN, (one) => asked(one.form, one) === press);
  if (!button) {
    hasFailed = true;
    say(LATE);
    return;
  }
  button.classList.add("lifted"); // it was touched twice before it was sent the first time
  button.click();
}

function forget() {
  clearTimeout(timer);
  kept = "";
  sayWaiting("");
}

// After a poll has shown what is new: the button may be another one, or its question gone.
document.addEventListener("connected", () => setTimeout(sendAgain));
addEventListener("online", knock);

// --- answers that are not the site's ---

document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!isOurs(event.detail.xhr)) event.preventDefault();
});

document.addEventListener("htmx:afterRequest", ({ detail, target }) => {
  const { xhr } = detail;
  if (xhr.status && !isOurs(xhr)) htmx.trigger(target, "htmx:sendError", detail);
});

// Of two steps back, the page of the first may come last.
let restored;
document.addEventListener("htmx:historyCacheMiss", ({ detail }) => {
  restored?.abort();
  restored = detail.xhr;
});

document.addEventListener("htmx:historyCacheMissLoad", ({ detail }) => {
  if (isOurs(detail.xhr)) return;
  detail.swapSpec.swapStyle = "none";
  location.reload(); // the browser shows what stands in the way
});

// --- what did not get through ---

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status !== 429 || !document.getElementById("live")) return;
  detail.shouldSwap = false;
  detail.isError = true;
});

document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  sound("refusal");
  hasFailed = true;
  say((xhr.status === 429 && refusal(xhr)) || NOT_SENT);
});

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, ({ detail: { requestConfig } }) => {
    sound("refusal");
    hasFailed = true;
    const { elt: form, triggeringEvent } = requestConfig;
    if (!form.matches?.(SENT_AGAIN)) return say(NOT_SENT);
    kept = asked(form, triggeringEvent?.submitter);
    pause = FIRST;
    sayWaiting(KEPT);
    timer = setTimeout(knock, pause);
  });
}

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!hasFailed || !detail.successful) return;
  hasFailed = false;
  forget();
});

// For the moments without a network; see worker.js. Not inside another site's page.
if (self === top) navigator.serviceWorker?.register("/worker.js");
