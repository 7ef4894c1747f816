// A program at the table, against a person: whenever the table says that it is to move, it moves.

import { Fault, Player } from "./player.js";

const PAUSE = 600; // the own pieces have left before the next ones do

const seat = document.getElementById("program-seat");
let player;

async function seated() {
  if (!player) {
    const { cage, script, wasm, called, language } = seat.dataset;
    player = new Player({ cage, script, wasm, called });
    await player.sit(language, seat.querySelector("textarea").value);
  }
  return player;
}

// The game cannot go on without it, so whoever plays against it may take the win.
function tell(turn, fault) {
  const text = fault instanceof Fault ? fault.message : `Something went wrong on this page: ${fault.message}`;
  const [said, form] = [turn.querySelector(".problem"), turn.querySelector("form")];
  said.hidden = form.hidden = false;
  said.textContent = text;
  player = undefined; // if a move is taken back, it begins anew
}

async function move() {
  const turn = document.getElementById("program-turn");
  if (!seat || !turn || turn.dataset.asked) return;
  turn.dataset.asked = "1";
  const { board, legal, seed } = turn.dataset;
  try {
    const asked = { position: board, legal: legal.split(" "), seed: Number(seed) };
    const thinks = seated().then((one) => one.choose([asked]));
    const [[made]] = await Promise.all([thinks, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
    if (!turn.isConnected) return;
    const form = document.getElementById("play-form");
    const button = Object.assign(document.createElement("button"), { name: "move", value: made, hidden: true });
    form.append(button);
    form.requestSubmit(button);
    button.remove();
  } catch (fault) {
    if (turn.isConnected) tell(turn, fault);
  }
}

document.addEventListener("htmx:afterSettle", move);
move();
