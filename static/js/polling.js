// A part of a page that keeps up with other people: data-poll names the address that is asked, with
// the version at hand. The answer says after how many seconds to ask again. Nothing is asked while
// the page is hidden, and nothing is replaced under the hands of whoever is filling it in.

import { reach, say } from "./connection.js";

const AWAY = "No connection. Your page will catch up by itself.";
const NEWS = "This page has changed. What you typed stays until you show the changes.";
const GONE = [403, 404, 409, 410];
const FIRST = 2;
const MOST = 20;

let pace = FIRST;
let failures = 0;
let isAsking = false;
let isStale = false;

const polled = () => document.querySelector("[data-poll]");

// Not all at once, where thirty phones have got the same page at the same moment.
function wait() {
  const seconds = failures ? Math.min(MOST, pace * 2 ** (failures - 1)) : pace;
  return seconds * 1000 * (0.9 + Math.random() * 0.2);
}

let due = Date.now() + wait();

function usual(select) {
  return Math.max(0, [...select.options].findIndex((option) => option.defaultSelected));
}

// Whether something was filled in that is not sent yet, or is on its way.
function isBusy(live) {
  const fields = [...live.querySelectorAll("input, textarea, select")];
  return Boolean(live.querySelector(".htmx-request, [aria-busy='true']")) || fields.some((field) => {
    if (field.type === "hidden" || field.disabled) return false;
    if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
    if (field.matches("select")) return field.selectedIndex !== usual(field);
    return field.value !== field.defaultValue;
  });
}

// What is open, scrolled or in focus stays so; what it says is done once the new part is there.
function place(live) {
  const opened = [...live.querySelectorAll("details[open][id]")].map((details) => details.id);
  const frames = [...live.querySelectorAll("[tabindex='0']")].map((frame) => [frame.scrollLeft, frame.scrollTop]);
  const at = live.contains(document.activeElement) ? document.activeElement : null;
  return (now) => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    now.querySelectorAll("[tabindex='0']").forEach((frame, index) => frame.scrollTo(...(frames[index] ?? [0, 0])));
    if (!at?.href || document.activeElement !== document.body) return;
    [...now.querySelectorAll("a")].find((link) => link.href === at.href)?.focus({ preventScroll: true });
  };
}

function show(live, html) {
  say("");
  const restore = place(live);
  const isPart = "pollPart" in live.dataset; // of a page that comes whole
  htmx.swap(
    live,
    html,
    { swapStyle: "outerHTML", transition: !isPart, swapDelay: 0, settleDelay: 0, ignoreTitle: true },
    {
      select: isPart ? `#${live.id}` : undefined,
      // Who looks on keeps the focus where it is.
      eventInfo: { isQuiet: isPart || !live.contains(document.activeElement) },
      afterSwapCallback: () => restore(polled() ?? document),
    },
  );
}

// A page that is gone at once after it was loaded anew would be loaded for ever.
const YOUNG = 30000;

function isNew() {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded?.type === "reload" && performance.now() < YOUNG;
}

async function ask(live) {
  const { poll } = live.dataset;
  const address = isStale ? poll.replace(/version=[^&]*/, "version=") : poll;
  const headers = { "HX-Request": "true", "HX-Target": live.id, "HX-Current-URL": location.href };
  const [answer, html] = await reach(address, { headers });
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  const isGone = answer.redirected || GONE.includes(answer.status);
  if (isGone && !isNew()) return location.reload();
  if (isGone || !answer.ok) throw new Error(`${answer.status}`);
  pace = Number(answer.headers.get("Pace")) || pace;
  failures = 0;
  const wasStale = isStale;
  isStale = false;
  if (answer.status === 204) return say("");
  // What has been posted meanwhile has brought something newer.
  if (!live.isConnected || live.dataset.poll !== poll) return say("");
  if (!isBusy(live)) return show(live, html);
  return wasStale ? say("") : say(NEWS, () => show(live, html));
}

async function look() {
  const live = polled();
  if (!live || document.hidden || isAsking || Date.now() < due) return;
  isAsking = true;
  try {
    await ask(live);
  } catch {
    failures += 1;
    if (failures > 1 || !navigator.onLine) say(AWAY);
  }
  isAsking = false;
  due = Date.now() + wait();
}

function lookNow() {
  due = 0;
  look();
}

// Ask for the part as it is now, although nothing may have changed.
export function lookAnew() {
  isStale = true;
  lookNow();
}

setInterval(look, 250);
document.addEventListener("visibilitychange", lookNow);
addEventListener("online", lookNow);
addEventListener("pageshow", (event) => event.persisted && lookNow());
