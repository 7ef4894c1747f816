// A program as the answer to a question: it plays the boards of the question here, and its moves are
// sent along with it. What they are worth the site decides.

import { edit } from "./editing.js";
import { Fault, Player } from "./player.js";

const root = document.querySelector("[data-program]");
const form = root?.closest("form");

function fields() {
  const { code, moves, language } = form.elements;
  return { code, moves, language };
}

const boardsOf = (text) =>
  text.split(" ").map((one) => {
    const [position, legal] = one.split(":");
    return { position, legal: legal.split(","), seed: 1 };
  });

async function moves() {
  const { code, language } = fields();
  const { cage, script, wasm, boards } = root.dataset;
  const player = new Player({ cage, script, wasm, called: "Your program" });
  try {
    await player.sit(language.value, code.value);
    return await player.choose(boardsOf(boards));
  } finally {
    player.leave();
  }
}

const part = (name) => root.querySelector(`[data-${name}]`);

function tell(fault = "") {
  part("fault").textContent = fault;
  part("fault").hidden = !fault;
}

// Moves belong to the text that made them.
function forget() {
  fields().moves.value = "";
}

async function send(submitter) {
  tell();
  submitter.disabled = true;
  part("status").textContent = "Your program plays.";
  try {
    const made = await moves();
    fields().moves.value = made.join(" ");
  } catch (fault) {
    tell(fault instanceof Fault ? fault.message : `Something went wrong on this page: ${fault.message}`);
    part("fault").scrollIntoView({ block: "nearest" });
  } finally {
    submitter.disabled = false;
    part("status").textContent = "";
  }
  if (fields().moves.value) form.requestSubmit(submitter);
}

// Another language begins with its own first version, unless something has been written.
function translate() {
  const { code, language } = fields();
  const first = [...root.querySelectorAll("[data-first-version]")];
  const own = first.find(({ dataset }) => dataset.firstVersion === language.value);
  if (first.some(({ value }) => value.trim() === code.value.trim())) code.value = own.value;
  forget();
}

if (form && !root.dataset.ready && !root.closest("[inert]")) {
  root.dataset.ready = "1";
  edit(fields().code);
  root.addEventListener("input", forget);
  root.addEventListener("change", ({ target }) => target.name === "language" && translate());
  // Before the site counts it as sent.
  addEventListener(
    "submit",
    (event) => {
      const { target, submitter } = event;
      if (target !== form || submitter?.hasAttribute("formaction") || fields().moves.value) return;
      event.preventDefault();
      event.stopPropagation();
      send(submitter);
    },
    true,
  );
}
