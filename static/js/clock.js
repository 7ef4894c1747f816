// The clock of a round, a turn or a test counts down; without scripts it says when the time is over.
// The server says how many seconds are left, because many a phone's own clock is wrong.

import { lookAnew } from "./polling.js";

const RUNNING = new WeakSet();
const WARNED_AT = 60;
// More than this between the two clocks of a browser: it slept, or somebody has set its time.
const JUMP = 2000;

// Both clocks of the browser: one may stand still while a laptop sleeps, the other may be set.
function passed(since) {
  return [performance.now() - since.steady, Date.now() - since.wall];
}

function tick(clock, since) {
  if (!clock.isConnected) return;
  const [steady, wall] = passed(since);
  const end = 1000 * Number(clock.dataset.secondsLeft);
  const left = Math.max(0, Math.round((end - Math.max(steady, wall)) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const line = clock.parentElement;
  line.firstChild.textContent = left ? "Time left: " : "Time's up: ";
  clock.textContent = text;
  if ("warns" in clock.dataset) warn(line, left);
  if (Math.abs(wall - steady - since.apart) > JUMP) {
    since.apart = wall - steady;
    lookAnew();
  }
  if (left) {
    setTimeout(tick, 1000, clock, since);
    return;
  }
  clock.dispatchEvent(new Event("timeup", { bubbles: true }));
  if (clock.dataset.then) setTimeout(goOn, LAST, clock);
}

// Seen all the time, heard twice.
function warn(line, left) {
  line.classList.toggle("is-last", left <= WARNED_AT);
  const heard = line.parentElement.querySelector("[data-clock-heard]");
  const words = left > WARNED_AT ? "" : left ? "One minute is left, or less." : "Time's up.";
  if (heard && heard.textContent !== words) heard.textContent = words;
}

// What comes when the time is over comes by itself, where a button or a link for it is on the page.
const LAST = 700;

function goOn(clock) {
  if (clock.isConnected) document.getElementById(clock.dataset.then)?.click();
}

function start() {
  for (const clock of document.querySelectorAll("[data-seconds-left]")) {
    if (RUNNING.has(clock)) continue;
    RUNNING.add(clock);
    tick(clock, { steady: performance.now(), wall: Date.now(), apart: 0 });
  }
}

start();
document.addEventListener("htmx:afterSettle", start);
