// Answers by touch: the fields hold what is answered, the pictures above them show it.

// --- marks: moves on the board, and places of a map, are labels of checkboxes elsewhere ---

function showMarks() {
  for (const label of document.querySelectorAll("label:is(.touch, .twin)")) {
    label.toggleAttribute("data-marked", Boolean(label.control?.checked));
  }
  for (const count of document.querySelectorAll("span[data-marked]")) {
    const marked = count.closest("fieldset").querySelectorAll("[name=moves]:checked").length;
    count.textContent = marked ? `, ${marked} marked` : "";
  }
}

// "None" and a mark, or a row that is built, exclude each other.
function exclude(field) {
  const isSaid = field.name === "row" ? field.value : field.checked;
  if (!isSaid || !["moves", "marks", "row", "none"].includes(field.name)) return;
  const others = field.name === "none" ? "[name=moves], [name=marks], [name=row]" : "[name=none]";
  for (const other of field.form.querySelectorAll(others)) {
    if (other.name === "row") other.value = "";
    else other.checked = false;
  }
}

document.addEventListener("pointerover", (event) => {
  const line = event.target.closest?.(".board")?.closest("form")?.querySelector("[data-preview-line]");
  const label = event.target.closest?.("label.touch");
  if (line && (label || line.closest(".marks"))) line.textContent = label ? `${label.dataset.means}.` : "";
});

// --- all of them ---

// A list that repeats the board is folded once the board answers.
function fold() {
  for (const list of document.querySelectorAll("details[data-fold]")) {
    list.open = false;
    list.removeAttribute("data-fold");
  }
}

function show() {
  fold();
  showMarks();
}

document.addEventListener("input", ({ target }) => target.name === "row" && exclude(target));
document.addEventListener("change", (event) => {
  exclude(event.target);
  show();
});
document.addEventListener("htmx:afterSettle", show);
window.addEventListener("pageshow", show);
show();
