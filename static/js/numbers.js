// Numbers by touch: rows that are built, columns and digits, strips that are cut. The boxes hold what
// is answered, the pictures show it. Only the pages of such questions and phones in a room load this.

// --- rows that are built: touching a place sets the number, and the last one again takes it off ---

const MOST = 999; // what a box for a number without places holds

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
  if (!row || (!step && !piece)) return;
  const pieces = [...row.querySelectorAll("i")];
  const box = row.querySelector("input");
  const size = Number(box.value) || 0;
  const touched = pieces.indexOf(piece) + 1;
  const wanted = step ? size + Number(step.dataset.step) : touched - (touched === size);
  const built = Math.min(Math.max(wanted, 0), pieces.length || MOST);
  box.value = box.required ? built : built || "";
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

// --- a number: a 0 or 1 in each of its columns, or its digits ---

function showNumber(board) {
  const { value } = board.querySelector("[name=gap]");
  for (const part of board.querySelectorAll("[hidden]")) part.hidden = false;
  for (const bit of board.querySelectorAll(".bit input")) bit.checked = Number(value) & bit.value;
  board.toggleAttribute("data-empty", !value);
}

document.addEventListener("click", ({ target }) => {
  const board = target.closest?.("[data-number]");
  if (!board || !target.matches(".bit input, .digit")) return;
  const box = board.querySelector("[name=gap]");
  const bits = [...board.querySelectorAll(".bit :checked")];
  const { value } = target;
  if (target.matches("input")) box.value = bits.reduce((sum, bit) => sum + Number(bit.value), 0);
  else if (value === "−") box.value = box.value.startsWith(value) ? box.value.slice(1) : value + box.value;
  else box.value = value ? (box.value + value).slice(0, box.maxLength) : box.value.slice(0, -1);
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

// --- strips that are cut: a piece of one is a square, of two a domino; the boxes hold what is left ---

function piecesOf(board) {
  const pieces = [];
  for (const strip of board.querySelectorAll("[data-strip]")) {
    let piece = [];
    for (const cell of strip.children) {
      piece.push(cell);
      if (cell.querySelector("[aria-pressed=false]")) continue;
      pieces.push(piece);
      piece = [];
    }
  }
  return pieces;
}

const counted = (board) => ["squares", "dominoes"].map((name) => board.querySelector(`[name=${name}]`));

// Numbers that were typed, stepped to or kept before are cut as well, if the strips can come to them.
function cutAsWritten(board) {
  const written = counted(board).map((box) => box.value);
  if (`${written}` === board.dataset.written || !written.every(Boolean)) return;
  board.dataset.written = written;
  const [squares, dominoes] = written.map(Number);
  const strips = [...board.querySelectorAll("[data-strip]")].map((strip) => [...strip.querySelectorAll(".cut")]);
  const long = strips.reduce((sum, cuts) => sum + cuts.length + 1, 0);
  const pairs = (long - squares - 2 * dominoes) / 3;
  const halves = strips.reduce((sum, cuts) => sum + ((cuts.length + 1) >> 1), 0);
  let left = dominoes + pairs;
  if (!Number.isInteger(pairs) || pairs < 0 || left > halves) return;
  board.dataset.pairs = pairs;
  for (const cuts of strips) {
    const here = Math.min(left, (cuts.length + 1) >> 1);
    left -= here;
    cuts.forEach((cut, at) => cut.setAttribute("aria-pressed", at % 2 === 1 || at >= 2 * here));
  }
}

// The first pairs that cancel are faint. Returns what is left, and the lengths still to be cut.
function drawCuts(board) {
  cutAsWritten(board);
  const pieces = piecesOf(board);
  const [squares, dominoes] = [1, 2].map((size) => pieces.filter((piece) => piece.length === size));
  const most = Math.min(squares.length, dominoes.length);
  const pairs = Math.max(0, Math.min(Number(board.dataset.pairs ?? 0), most));
  board.dataset.pairs = pairs;
  const gone = [...squares.slice(0, pairs), ...dominoes.slice(0, pairs)].flat();
  for (const piece of pieces) {
    for (const cell of piece) {
      cell.dataset.tile = ["", "square", "domino"][piece.length] ?? "";
      cell.toggleAttribute("data-first", cell === piece[0]);
      cell.toggleAttribute("data-last", cell === piece.at(-1));
      cell.toggleAttribute("data-gone", gone.includes(cell));
    }
  }
  for (const part of board.querySelectorAll(".cut, .cut-tools")) part.hidden = false;
  board.querySelector("[data-cancel='1']").disabled = pairs === most;
  board.querySelector("[data-cancel='-1']").disabled = pairs === 0;
  const whole = pieces.map((piece) => piece.length).filter((size) => size > 2);
  return { squares: squares.length - pairs, dominoes: dominoes.length - pairs, whole };
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".cut, [data-cancel]");
  if (!button) return;
  const board = button.closest("[data-cuts]");
  if (button.dataset.cancel) board.dataset.pairs = Number(board.dataset.pairs) + Number(button.dataset.cancel);
  else button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  const { squares, dominoes, whole } = drawCuts(board);
  const boxes = counted(board);
  [boxes[0].value, boxes[1].value] = [squares, dominoes];
  board.dataset.written = [squares, dominoes];
  boxes[0].dispatchEvent(new Event("input", { bubbles: true }));
  const left = `Squares: ${squares}. Dominoes: ${dominoes}.`;
  const more = whole.length ? ` Still to be cut: ${whole.map((size) => `a piece of ${size}`).join(", ")}.` : "";
  board.querySelector("[data-cut-line]").textContent = left + more;
});

// --- all of them ---

function show() {
  showBuilt();
  document.querySelectorAll("[data-cuts]").forEach(drawCuts);
  document.querySelectorAll("[data-number]").forEach(showNumber);
}

for (const name of ["input", "change", "htmx:afterSettle"]) document.addEventListener(name, show);
window.addEventListener("pageshow", show);
show();
