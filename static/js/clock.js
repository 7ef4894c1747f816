// The clock of a round or a turn counts down; without scripts it says when the time is over. The
// server says how many seconds are left, because many a phone's own clock is wrong.

const RUNNING = new WeakSet();

function tick(clock, end) {
  if (!clock.isConnected) return;
  const left = Math.max(0, Math.round((end - performance.now()) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.parentElement.firstChild.textContent = left ? "Time left: " : "Time's up: ";
  clock.textContent = text;
  if (left) setTimeout(tick, 1000, clock, end);
  else if (clock.dataset.then) setTimeout(goOn, LAST, clock);
}

// What comes when the time is over comes by itself, where a button or a link for it is on the page.
const LAST = 700;

function goOn(clock) {
  const next = document.getElementById(clock.dataset.then);
  if (!clock.isConnected || !next) return;
  if (next.form) next.form.requestSubmit(next);
  else next.click();
}

function start() {
  for (const clock of document.querySelectorAll("[data-seconds-left]")) {
    if (RUNNING.has(clock)) continue;
    RUNNING.add(clock);
    tick(clock, performance.now() + 1000 * Number(clock.dataset.secondsLeft));
  }
}

start();
document.addEventListener("htmx:afterSettle", start);
