// A request that did not get through leaves the board as it is and says so.

const NOT_SENT = "That was not sent. The network or the server did not answer. Try again.";

function say(text) {
  const live = document.getElementById("live");
  if (!live) return;
  // The same sentence twice must still be heard.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, () => say(NOT_SENT));
}
