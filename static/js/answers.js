// Answers by touch: the fields hold what is answered, the pictures above them show it.

// --- moves marked on the board: each is a label of its checkbox in the list ---

function showMarks() {
  for (const label of document.querySelectorAll("label.touch")) {
    label.toggleAttribute("data-marked", Boolean(label.control?.checked));
  }
  for (const count of document.querySelectorAll("span[data-marked]")) {
    const marked = count.closest("fieldset").querySelectorAll("[name=moves]:checked").length;
    count.textContent = marked ? `, ${marked} marked` : "";
  }
}

// "None" and a mark exclude each other.
function exclude(field) {
  if (!field.checked || !["moves", "none"].includes(field.name)) return;
  const other = field.name === "none" ? "moves" : "none";
  for (const box of field.form.querySelectorAll(`[name=${other}]`)) box.checked = false;
}

document.addEventListener("pointerover", (event) => {
  const line = event.target.closest?.(".board")?.closest("form")?.querySelector("[data-preview-line]");
  const label = event.target.closest?.("label.touch");
  if (line && (label || line.closest(".marks"))) line.textContent = label ? `${label.dataset.means}.` : "";
});

// --- both ---

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

document.addEventListener("change", (event) => {
  exclude(event.target);
  show();
});
document.addEventListener("htmx:afterSettle", show);
window.addEventListener("pageshow", show);
show();
