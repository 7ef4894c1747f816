// Sentences of a proof: each stands in the place of the number that its box holds, by a touch, by
// dragging or by choosing the number. Only the pages of such a question load it.

const homes = new WeakMap(); // where a sentence waits until it has a place
let dragged = null; // the sentence under a finger, and the order in which it was taken up

const slotsOf = (board) => [...board.querySelectorAll("ol > li")];

// Give a sentence a place. Another that stands there moves to the place that this one had, or to
// the nearest free one, and those between move along.
function put(board, label, place, order) {
  const rest = order.map((one) => (one === label ? null : one));
  if (place >= 0) {
    const free = [place, order.indexOf(label), rest.indexOf(null, place), rest.lastIndexOf(null, place)];
    rest.splice(free.find((at) => rest[at] === null), 1);
    rest.splice(place, 0, label);
  }
  for (const one of board.querySelectorAll("label")) one.control.selectedIndex = rest.indexOf(one) + 1;
}

function draw(board) {
  const slots = slotsOf(board);
  const focused = document.activeElement;
  const places = {};
  board.querySelector(".order-proof").hidden = false;
  board.dataset.live = "";
  for (const label of board.querySelectorAll("label")) {
    const number = label.control.selectedIndex;
    if (!homes.has(label)) homes.set(label, label.parentElement);
    const home = slots[number - 1] ?? homes.get(label);
    if (label.parentElement !== home) home.append(label);
    if (number) places[label.dataset.name] = number;
  }
  const free = [...board.querySelectorAll("li")].filter((one) => !one.querySelector("label"));
  const next = slots.find((slot) => free.includes(slot));
  for (const one of board.querySelectorAll("li")) {
    one.toggleAttribute("data-free", free.includes(one));
    one.toggleAttribute("data-next", one === next);
  }
  for (const label of board.querySelectorAll("[data-needs]")) {
    const on = label.dataset.needs.split(" ").map((name) => places[name]);
    const stands = on.every((number) => number < label.control.selectedIndex);
    const list = new Intl.ListFormat("en-GB").format(on.sort((a, b) => a - b).map(String));
    label.querySelector("[data-stands]").textContent = stands ? ` stands on ${list}` : "";
  }
  if (focused !== document.activeElement) focused.focus({ preventScroll: true });
}

function move(label, place) {
  const box = label.control;
  if (box.selectedIndex === place + 1) return;
  box.selectedIndex = place + 1;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("change", ({ target }) => {
  const board = target.closest?.("[data-order]");
  if (!board) return;
  const order = dragged?.order ?? slotsOf(board).map((slot) => slot.querySelector("label"));
  put(board, target.labels[0], target.selectedIndex - 1, order);
  draw(board);
});

document.addEventListener("click", (event) => {
  const label = event.target.closest?.("[data-order] label");
  if (!label || event.target === label.control) return;
  event.preventDefault();
  const slots = slotsOf(label.closest("[data-order]"));
  if (dragged?.moved) dragged = null;
  else move(label, label.control.selectedIndex ? -1 : slots.findIndex((slot) => slot.matches("[data-next]")));
});

document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest?.("[data-order] label");
  const takes = label && !event.button && (event.pointerType === "mouse" || event.target.matches(".grip"));
  const board = takes && label.closest("[data-order]");
  dragged = takes ? { label, board, order: slotsOf(board).map((slot) => slot.querySelector("label")) } : null;
});

document.addEventListener("pointermove", (event) => {
  if (!dragged?.label) return;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-order] :is(ol > li, ul)");
  if (!over || over.closest("[data-order]") !== dragged.board) return;
  const place = slotsOf(dragged.board).indexOf(over);
  if (dragged.label.control.selectedIndex === place + 1) return;
  dragged.moved = true;
  dragged.label.classList.add("is-lifted");
  move(dragged.label, place);
});

for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    dragged?.label?.classList.remove("is-lifted");
    dragged = dragged?.moved && { moved: true };
  });
}

function show() {
  document.querySelectorAll("[data-order]").forEach(draw);
}

for (const name of ["change", "htmx:afterSettle"]) document.addEventListener(name, show);
window.addEventListener("pageshow", show);
show();
