// The page on which an assignment is written: items dragged to their place, people found by name,
// and a question before what was typed is left behind. Without scripts there are Up and Down.

import { reveal } from "./reveal.js";

reveal("[data-drag], [data-filter]");

let dragged = null;

function items(list) {
  return [...list.children];
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest?.("[data-drag]");
  if (!handle || event.button) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const item = handle.closest("li");
  dragged = { item, from: items(item.parentElement).indexOf(item) };
  item.classList.add("is-dragged");
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const { item } = dragged;
  const middle = (other) => {
    const box = other.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const others = items(item.parentElement).filter((other) => other !== item);
  const next = others.find((other) => event.clientY < middle(other)) ?? null;
  if (next !== item.nextElementSibling) item.parentElement.insertBefore(item, next);
});

function drop(event) {
  if (!dragged) return;
  const { item, from } = dragged;
  dragged = null;
  item.classList.remove("is-dragged");
  const list = item.parentElement;
  const place = items(list).indexOf(item);
  if (place === from) return;
  if (event.type === "pointercancel") {
    const rest = items(list).filter((other) => other !== item);
    list.insertBefore(item, rest[from] ?? null);
    return;
  }
  const values = { ...Object.fromEntries(new FormData(item.closest("form"))), place: place + 1 };
  htmx.ajax("POST", item.dataset.placeUrl, { target: "#items", swap: "outerHTML", values });
}

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

// People by a part of their name; who is ticked stays in sight.

const search = document.getElementById("filter-people");

search?.addEventListener("input", () => {
  const wanted = search.value.trim().toLowerCase();
  for (const option of document.querySelectorAll("#whom .option")) {
    const fits = option.textContent.toLowerCase().includes(wanted);
    option.hidden = !fits && !option.querySelector("input").checked;
  }
});

search?.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});

// Leaving by a link.

const form = document.getElementById("writing");
let unsaved = Boolean(form?.hasAttribute("data-unsaved"));

form?.addEventListener("input", (event) => {
  unsaved ||= Boolean(event.target.name);
});

form?.addEventListener("click", (event) => {
  unsaved ||= Boolean(event.target.closest?.('#drawing [name="change"]'));
});

form?.addEventListener("submit", () => {
  unsaved = false;
});

addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});
