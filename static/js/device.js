// What this device is to do, kept in the browser: whether pages move, and whether they sound.
// The settings are at the foot of each page and of each table, for whoever has scripts.

const MOTION = "motion";
const still = matchMedia("(prefers-reduced-motion: reduce)");

// A browser that keeps nothing has the usual settings on each page.
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {}
}

export const moves = () => !still.matches && kept(MOTION) !== "off";
export const sounds = () => kept("sound") === "on";

// What is set is no answer: a page that is asked for anew has nothing typed to keep.
function set(box, on) {
  box.checked = box.defaultChecked = on;
}

function show() {
  document.documentElement.toggleAttribute("data-still", !moves());
  for (const form of document.querySelectorAll(".device")) {
    form.hidden = false;
    set(form.elements.motion, moves());
    form.elements.motion.disabled = still.matches;
    set(form.elements.sound, sounds());
  }
}

document.addEventListener("change", ({ target }) => {
  if (!target.form?.matches(".device")) return;
  keep(target.name, target.checked ? "on" : "off");
  show();
});

still.addEventListener("change", show);
document.addEventListener("htmx:afterSettle", show);
show();

// Where a form asks for a time zone, the browser's own is the first guess.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

for (const field of document.querySelectorAll("[data-browser-zone]")) {
  if (zone) field.value = zone;
}
