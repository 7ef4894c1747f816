// Keeps the board beside a step of a lesson up with what is typed. Without it the stored one stays.

const PLACES = ["ruleset", "position", "convention", "to_move"];
const NAME = new RegExp(`^(.+-(\\d+)-)(${PLACES.join("|")})$`);
const waiting = new WeakMap();

function place(field) {
  const found = NAME.exec(field.name ?? "");
  const step = field.closest(".inline-related");
  const host = step?.querySelector("[data-live-board]");
  if (!found || !host) return null;
  const values = PLACES.map((name) => step.querySelector(`[name="${found[1]}${name}"]`)?.value ?? "");
  return { host, number: found[2], values };
}

async function show({ host, number, values }, signal) {
  const asked = new URLSearchParams(PLACES.map((name, index) => [name, values[index]]));
  asked.set("step", number);
  const response = await fetch(`${host.dataset.boardUrl}?${asked}`, { signal });
  if (!response.ok) throw new Error(`${response.status}`);
  const body = host.querySelector("[data-live-body]");
  body.innerHTML = await response.text();
  host.querySelector("[role=status]").textContent = body.querySelector("[data-said]")?.textContent ?? "";
  host.dataset.shown = values.join("|");
}

function look(field, delay) {
  const here = place(field);
  if (!here) return;
  const before = waiting.get(here.host);
  clearTimeout(before?.timer);
  before?.stop.abort();
  if (here.host.dataset.shown === here.values.join("|")) return;
  const stop = new AbortController();
  const timer = setTimeout(async () => {
    try {
      await show(here, stop.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      host_says(here.host, "The board could not be fetched; saving checks the position all the same.");
    }
  }, delay);
  waiting.set(here.host, { timer, stop });
}

function host_says(host, text) {
  host.querySelector("[role=status]").textContent = text;
}

document.addEventListener("input", (event) => look(event.target, 250));
document.addEventListener("change", (event) => look(event.target, 0));

// What was typed before a refused save, or kept by the browser over a reload.
document.querySelectorAll("[data-live-board]").forEach((host) => {
  const field = host.closest(".inline-related")?.querySelector("[data-place]");
  if (field && !field.name.includes("__prefix__")) look(field, 0);
});
