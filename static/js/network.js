// A request that did not get through, or came too often, leaves the board as it is and says so.

import { sound } from "./sounds.js";

const NOT_SENT = "That was not sent. The network or the server did not answer. Try again.";

function say(text) {
  const live = document.getElementById("live");
  if (!live) return;
  // The same sentence twice must still be heard.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

// What a page says that came in place of the board.
function refusal(xhr) {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  return page.querySelector("[role=alert]")?.textContent;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status !== 429 || !document.getElementById("live")) return;
  detail.shouldSwap = false;
  detail.isError = true;
});

for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, ({ detail: { xhr } }) => {
    sound("refusal");
    say((xhr.status === 429 && refusal(xhr)) || NOT_SENT);
  });
}
