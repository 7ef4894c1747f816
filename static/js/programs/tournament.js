// A class's tournament, in the instructor's browser: every program against every other one, either of
// them first. All games go on move by move together, and one program at a time is in the cage, so a
// class of forty needs no more memory than one player. The site judges the moves.

import { Fault, Outage, Player } from "./player.js";
import { Site } from "./runs.js";

const SEEDS = 1000; // between the seeds of two games; no game has as many moves

const form = document.getElementById("tournament-run");
const part = (name) => form.querySelector(`[data-${name}]`);
const { cage, script, wasm, round } = form.dataset;
const site = new Site({
  token: form.elements.csrfmiddlewaretoken.value,
  addresses: { round, run: form.action },
  busy: () => say("The site is busy. The games go on in a moment."),
});

let isStopped = false;

function say(text) {
  part("status").textContent = text;
}

class Stopped extends Error {}

function pairs(entries, start) {
  const all = entries.flatMap((first) => entries.filter((one) => one !== first).map((second) => ({ first, second })));
  return all.map((pair, number) => ({
    ...pair,
    ...{ seed: 1 + number * SEEDS, position: start, moves: [], next: "-", fault: "", isOver: false },
  }));
}

const toMove = ({ first, second, moves }) => (moves.length % 2 ? second : first);

// What does not even start is not tried again in its other games: each time may take fifteen seconds.
async function seated(entry) {
  if (entry.broken) throw entry.broken;
  const player = new Player({ cage, script, wasm });
  try {
    await player.sit(entry.language, entry.code);
  } catch (fault) {
    entry.broken = fault;
    throw fault;
  }
  return player;
}

// The program's next move in each of *theirs*; a game in which it stops is over.
async function move(entry, theirs, legal) {
  let player;
  try {
    for (const one of theirs) {
      if (isStopped) throw new Stopped();
      try {
        player ??= await seated(entry);
        const { position, seed, moves } = one;
        [one.next] = await player.choose([{ position, legal: legal[position], seed: seed + moves.length }]);
      } catch (fault) {
        if (!(fault instanceof Fault) || fault instanceof Outage) throw fault;
        player = undefined; // its cage is gone, too
        Object.assign(one, { fault: fault.message, isOver: true });
      }
    }
  } finally {
    player?.leave();
  }
}

const pieces = ({ isOver, position }) => (isOver ? 0 : position.split("+").reduce((sum, size) => sum + Number(size), 0));

function tell(games, start) {
  const left = games.reduce((sum, one) => sum + pieces(one), 0);
  part("progress").value = 1 - left / (games.length * pieces({ position: start }));
  say(`${games.filter(({ isOver }) => isOver).length} of ${games.length} games`);
}

async function programs() {
  const answer = await fetch(form.action).catch(() => undefined);
  if (!answer?.ok) throw new Outage("The site did not answer. Check your connection and try again.");
  return answer.json();
}

async function play() {
  const { game, start, entries } = await programs();
  const games = pairs(entries, start);
  for (let open = games; open.length; open = games.filter(({ isOver }) => !isOver)) {
    const lines = open.map(({ seed, moves, position, next }) => `${seed}:${moves.length}:${position}:${next}`);
    const { boards, legal } = await site.round({ game, opponent: "rival" }, lines);
    for (const [at, one] of open.entries()) {
      const [, position, won] = boards[at];
      if (one.next !== "-") one.moves.push(one.next);
      Object.assign(one, { position, isOver: won !== null });
    }
    tell(games, start);
    for (const entry of entries) {
      await move(entry, games.filter((one) => !one.isOver && toMove(one) === entry), legal);
      tell(games, start);
    }
  }
  return games.map(({ first, second, moves, fault }) => ({ first: first.id, second: second.id, moves: moves.join(" "), fault }));
}

function told(fault) {
  if (fault instanceof Stopped) return "You stopped the games. Nothing is stored.";
  return fault instanceof Fault ? fault.message : `Something went wrong on this page: ${fault.message}`;
}

async function run() {
  isStopped = false;
  part("fault").hidden = true;
  part("start").disabled = true;
  for (const name of ["stop", "progress"]) part(name).hidden = false;
  part("stop").focus();
  try {
    const games = await play();
    say("The solver looks at every move.");
    part("stop").hidden = true;
    const { address } = await site.told("run", { games: JSON.stringify(games) });
    location.assign(address);
  } catch (fault) {
    part("fault").textContent = told(fault);
    part("fault").hidden = false;
    for (const name of ["stop", "progress"]) part(name).hidden = true;
    part("start").disabled = false;
    say("");
    part("start").focus();
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
part("stop").addEventListener("click", () => {
  isStopped = true;
});
for (const one of document.querySelectorAll("[data-needs-scripts]")) one.hidden = false;
