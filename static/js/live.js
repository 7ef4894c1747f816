// What others change while one looks: a part of a page that is live is asked for anew, while it is
// seen. The server says nothing where nothing has changed.

const EVERY = 10_000;
let looked = Date.now();
let place = null;

function look() {
  if (document.hidden || Date.now() - looked < EVERY) return;
  const live = document.querySelector("[data-live]");
  if (!live) return;
  looked = Date.now();
  htmx.trigger(live, "look");
}

setInterval(look, EVERY / 4);
document.addEventListener("visibilitychange", look);

// What is open, scrolled or in focus stays so.
document.addEventListener("htmx:beforeSwap", (event) => {
  const live = event.detail.target;
  if (!live.matches("[data-live]") || !event.detail.shouldSwap) return;
  const frame = live.querySelector("[tabindex]");
  place = {
    left: frame?.scrollLeft,
    top: frame?.scrollTop,
    opened: [...live.querySelectorAll("tr:has(details[open]) th a")].map((link) => link.href),
    at: live.contains(document.activeElement) ? document.activeElement : null,
  };
});

document.addEventListener("htmx:afterSettle", () => {
  const live = document.querySelector("[data-live]");
  if (!place || !live) return;
  const { left, top, opened, at } = place;
  place = null;
  live.querySelector("[tabindex]")?.scrollTo(left, top);
  for (const link of live.querySelectorAll("th[scope=row] a")) {
    if (opened.includes(link.href)) link.nextElementSibling.open = true;
  }
  if (!at) return;
  const links = [...live.querySelectorAll("a")];
  const same = at.href ? links.find((link) => link.href === at.href) : live.querySelector(at.tagName);
  same?.focus({ preventScroll: true });
});
