// Keeps the board beside a step of a lesson up with what is typed. Without it the stored one stays.

const PLACES = ["ruleset", "position", "convention", "to_move"];
const NAME = new RegExp(`^(.+-(\\d+)-)(${PLACES.join("|")})$`);
const waiting = new WeakMap();

function place(field) {
  const parts = NAME.exec(field.name ?? "");
  const inline = field.closest(".inline-related");
  const host = inline?.querySelector("[data-live-board]");
  if (!parts || !host) return null;
  const values = PLACES.map((name) => inline.querySelector(`[name="${parts[1]}${name}"]`)?.value ?? "");
  return { host, number: parts[2], values };
}

async function show({ host, number, values }, signal) {
  const query = new URLSearchParams(PLACES.map((name, index) => [name, values[index]]));
  query.set("step", number);
  const response = await fetch(`${host.dataset.boardUrl}?${query}`, { signal });
  if (!response.ok) throw new Error(`${response.status}`);
  const body = host.querySelector("[data-live-body]");
  body.innerHTML = await response.text();
  host.querySelector("[role=status]").textContent = body.querySelector("[data-said]")?.textContent ?? "";
  host.dataset.shown = values.join("|");
}

function look(field, delay) {
  const step = place(field);
  if (!step) return;
  const before = waiting.get(step.host);
  clearTimeout(before?.timer);
  before?.stop.abort();
  if (step.host.dataset.shown === step.values.join("|")) return;
  const stop = new AbortController();
  const timer = setTimeout(async () => {
    try {
      await show(step, stop.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      tell(step.host, "The board could not be fetched; saving checks the position all the same.");
    }
  }, delay);
  waiting.set(step.host, { timer, stop });
}

function tell(host, text) {
  host.querySelector("[role=status]").textContent = text;
}

document.addEventListener("input", (event) => look(event.target, 250));
document.addEventListener("change", (event) => look(event.target, 0));

// What was typed before a refused save, or kept by the browser over a reload.
document.querySelectorAll("[data-live-board]").forEach((host) => {
  const field = host.closest(".inline-related")?.querySelector("[data-place]");
  if (field && !field.name.includes("__prefix__")) look(field, 0);
});
