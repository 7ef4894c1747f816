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

// --- rows that are built: touching a place sets the number, and the last one again takes it off ---

function showBuilt() {
  for (const row of document.querySelectorAll("[data-build]")) {
    const size = Number(row.querySelector("input").value) || 0;
    row.querySelectorAll("i").forEach((piece, place) => piece.toggleAttribute("data-absent", place >= size));
    for (const button of row.querySelectorAll("[data-step]")) button.hidden = false;
  }
}

document.addEventListener("click", (event) => {
  const row = event.target.closest?.("[data-build]");
  const step = event.target.closest?.("[data-step]");
  const piece = event.target.closest?.("[data-build] i");
  if (!step && !piece) return;
  const pieces = [...row.querySelectorAll("i")];
  const box = row.querySelector("input");
  const size = Number(box.value) || 0;
  const touched = pieces.indexOf(piece) + 1;
  const wanted = step ? size + Number(step.dataset.step) : touched - (touched === size);
  box.value = Math.min(Math.max(wanted, 0), pieces.length) || "";
  showBuilt();
});

document.addEventListener("input", showBuilt);

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
  showBuilt();
}

document.addEventListener("change", (event) => {
  exclude(event.target);
  show();
});
document.addEventListener("htmx:afterSettle", show);
window.addEventListener("pageshow", show);
show();
