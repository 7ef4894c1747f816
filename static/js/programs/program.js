// The page on which somebody writes a player (/play/program/): its editor, its runs and what they show.

import { edit } from "./editing.js";
import { Fault, Player } from "./player.js";
import { Site, play, review, tryCases } from "./runs.js";

const MANY = 100; // games of a run
const FEW = 20; // against each of all opponents: ten from either side
const WRONG = 5; // positions that are shown of those it gets wrong
const LOST = 10; // lost games that are listed
const CASES = 20; // test cases that are kept with the program
const RIVAL = "rival"; // somebody's program, which plays here as well

const form = document.getElementById("program-form");
const code = form.elements.code;
const out = (id) => document.getElementById(id);
const site = new Site({
  token: form.elements.csrfmiddlewaretoken.value,
  addresses: { round: form.dataset.round, faults: form.dataset.faults, game: form.dataset.game },
  busy: () => say("The site is busy. The games go on in a moment."),
});

for (const part of document.querySelectorAll("[data-needs-scripts]")) part.hidden = false;

// --- the text ---

// Of a saved program the version is part of the name, so that a draft never hides a newer one.
const draft = `program ${form.dataset.first}`;

function keep() {
  try {
    localStorage.setItem(draft, code.value);
  } catch {} // a browser that keeps nothing
}

// What has been saved is no draft of any version any more.
function forgetSaved() {
  const ours = `program ${form.elements.program.value} `;
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(ours) && localStorage.getItem(name) === code.defaultValue) localStorage.removeItem(name);
  }
}

function recall() {
  try {
    forgetSaved();
    code.value = localStorage.getItem(draft) ?? code.value;
  } catch {}
}

edit(code);
code.addEventListener("input", keep);

function goTo(line) {
  const lines = code.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1);
  code.focus();
  code.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
}

// --- what the page says ---

const spaced = (position) => position.replaceAll("+", " + ");

function make(tag, text = "", more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

function say(text) {
  out("program-status").textContent = text;
}

function clear() {
  for (const id of ["program-fault", "program-result", "program-why", "program-game"]) out(id).replaceChildren();
  say("");
}

function tellFault(fault) {
  const text = fault instanceof Fault ? fault.message : `Something went wrong on this page: ${fault.message}`;
  const box = make("div", "", { className: "problem" });
  box.setAttribute("role", "alert");
  box.append(make("p", text));
  if (fault.line) {
    const button = make("button", `Go to line ${fault.line}`, { type: "button", className: "ghost small" });
    button.addEventListener("click", () => goTo(fault.line));
    box.append(button);
  }
  out("program-fault").replaceChildren(box);
  say("");
}

function tellPrinted(text) {
  out("program-printed").textContent = text;
  out("program-printed").parentElement.hidden = !text;
}

function progress(share) {
  out("program-progress").value = share;
}

const score = (games) => games.filter(({ won }) => won).length;

// "2 from row 3", "row 3 to 1 and 2": what a move does, in few words.
function moveWords(position, move) {
  const [row, left] = move.split(">");
  const parts = left.split("+").map(Number);
  const size = Number(position.split("+")[row - 1]);
  const rest = parts.reduce((sum, part) => sum + part, 0);
  if (parts.length > 1) return `leave ${parts.join(" and ")} of row ${row}`;
  return rest < size ? `take ${size - rest} from row ${row}` : `leave row ${row} as it is`;
}

function whyLink(position, game = form.elements.game.value) {
  const text = make("a", "Show me why");
  const { explore } = [...form.elements.game.options].find(({ value }) => value === game).dataset;
  text.href = explore.replace("/0/", `/${encodeURIComponent(position)}/`);
  text.append(make("span", ` ${spaced(position)}`, { className: "only-heard" }));
  return text;
}

function slipWords({ position, move, better }) {
  return `From ${spaced(position)} it plays “${moveWords(position, move)}”. To win, ${moveWords(position, better)}. `;
}

// --- the runs ---

const chosen = () => form.elements.game.selectedOptions[0];
const opponentName = () => form.elements.opponent.selectedOptions[0].textContent;

const { cage, script, wasm } = form.dataset;
const rivalCode = out("rival-code");

async function seated(work) {
  const player = new Player({ cage, script, wasm });
  try {
    await player.sit(form.elements.language.value, code.value);
    return await work(player);
  } finally {
    player.leave();
    tellPrinted(player.printed);
  }
}

async function withRival(work) {
  const rival = new Player({ cage, script, wasm, called: "The other program" });
  try {
    await rival.sit(rivalCode.dataset.language, rivalCode.value);
    return await work(rival);
  } finally {
    rival.leave();
  }
}

const everyOther = (number) => number % 2 === 0;

// The same program plays the same games, so that two versions of it can be compared.
function against(player, { opponent, count, starts = everyOther, tell = progress, seed = 1 }) {
  const game = { game: form.elements.game.value, start: chosen().dataset.start };
  const run = (rival) => play({ site, player, rival, opponent, count, seed, starts, tell, ...game });
  return opponent === RIVAL ? withRival(run) : run();
}

async function one() {
  const starts = form.elements.starter.value === "program";
  const opponent = form.elements.opponent.value;
  const [game] = await seated((player) => against(player, { opponent, count: 1, starts: () => starts }));
  const winner = game.won ? "Your program wins." : `${opponentName()} wins.`;
  out("program-result").replaceChildren(make("h2", winner));
  const fields = { game: form.elements.game.value, opponent, moves: game.moves.join(" ") };
  out("program-game").innerHTML = await site.shown(starts ? { ...fields, starts: "1" } : fields);
  document.dispatchEvent(new Event("htmx:afterSettle")); // line.js plays what is new on the page
  await tellWhy([game]);
}

function halves(games) {
  const sides = [true, false].map((first) => games.filter(({ starts }) => starts === first));
  const [first, second] = sides.map((side) => `${score(side)} of ${side.length}`);
  return `${first} when it starts, ${second} when it does not.`;
}

async function many() {
  const opponent = form.elements.opponent.value;
  const games = await seated((player) => against(player, { opponent, count: MANY }));
  const title = `Your program wins ${score(games)} of ${MANY} games against ${opponentName()}.`;
  out("program-result").replaceChildren(make("h2", title), make("p", `It wins ${halves(games)}`));
  await tellWhy(games);
}

async function everybody() {
  const rows = [];
  const all = [];
  const opponents = [...form.elements.opponent.options];
  await seated(async (player) => {
    for (const [number, { value, textContent }] of opponents.entries()) {
      if (chosen().dataset.leaves.split(" ").includes(value)) {
        rows.push([textContent, "does not play this game", ""]);
        continue;
      }
      say(`Against ${textContent}`);
      const tell = (share) => progress((number + share) / opponents.length);
      const games = await against(player, { opponent: value, count: FEW, tell, seed: 1 + number * FEW });
      const [first, second] = [true, false].map((side) => games.filter(({ starts }) => starts === side));
      rows.push([textContent, `${score(first)} of ${first.length}`, `${score(second)} of ${second.length}`]);
      all.push(...games);
    }
  });
  const table = make("table", "", { className: "facts" });
  table.append(make("caption", `Games that your program wins, ${FEW} against each opponent.`));
  const head = table.createTHead().insertRow();
  for (const text of ["Opponent", "It starts", "The opponent starts"]) head.append(make("th", text, { scope: "col" }));
  const body = table.createTBody();
  for (const [name, first, second] of rows) {
    const row = body.insertRow();
    row.append(make("th", name, { scope: "row" }), make("td", first), make("td", second));
  }
  const title = `Your program wins ${score(all)} of ${all.length} games against everybody.`;
  out("program-result").replaceChildren(make("h2", title), table);
  await tellWhy(all);
}

// --- why it lost ---

async function tellWhy(games) {
  say("The solver looks at every move.");
  const { slips, habit } = await review(site, form.elements.game.value, games);
  const parts = [];
  if (!slips.length) {
    parts.push(make("p", "It never gave a win away.", { className: "good" }));
    const isLost = games.some(({ won }) => !won);
    if (isLost) parts.push(make("p", "Where it lost, it had no winning position to keep."));
  } else {
    parts.push(make("h2", "Why it lost"));
    if (habit) parts.push(make("p", habit, { className: "program-habit" }));
    parts.push(make("h3", slips.length > WRONG ? "Five positions it gets wrong" : "Positions it gets wrong"));
    const list = make("ol", "", { className: "wrong-positions" });
    for (const slip of slips.slice(0, WRONG)) {
      const item = make("li", slipWords(slip));
      item.append(whyLink(slip.position));
      list.append(item);
    }
    parts.push(list, ...lostGames(games));
    keepCases(slips.slice(0, WRONG));
  }
  out("program-why").replaceChildren(...parts);
}

// --- its test cases ---

const cases = () => form.elements.wrong.value.split(" ").filter(Boolean);

function keepCases(slips) {
  const found = slips.map(({ position }) => `${form.elements.game.value}:${position}`);
  const old = cases().filter((one) => !found.includes(one));
  form.elements.wrong.value = [...old, ...found].slice(-CASES).join(" ");
  out("program-cases").hidden = false;
}

async function again() {
  const tried = await seated(async (player) => {
    const games = new Map();
    for (const [game, position] of cases().map((one) => one.split(":"))) games.set(game, [...(games.get(game) ?? []), position]);
    const done = [];
    for (const [game, positions] of games) done.push(...(await tryCases(site, player, game, positions)));
    return done;
  });
  const right = tried.filter(({ better }) => !better).length;
  out("program-result").replaceChildren(make("h2", `Your program gets ${right} of ${tried.length} test cases right.`));
  const list = make("ol", "", { className: "wrong-positions" });
  for (const slip of tried.filter(({ better }) => better)) {
    const item = make("li", slipWords(slip));
    item.append(whyLink(slip.position, slip.game));
    list.append(item);
  }
  out("program-why").replaceChildren(list);
}

function lostGames(games) {
  const lost = games.filter(({ won, slip }) => !won && slip);
  if (games.length === 1 || !lost.length) return [];
  const list = make("ul");
  for (const { slip, starts } of lost.slice(0, LOST)) {
    const who = starts ? "It started." : "The opponent started.";
    const item = make("li", `${who} At move ${slip.number} it gave the win away, facing ${spaced(slip.position)}. `);
    item.append(whyLink(slip.position));
    list.append(item);
  }
  const fold = make("details", "", { className: "more" });
  const shown = lost.length > LOST ? `The first ${LOST} of ${lost.length} games that it gave away` : "The games that it gave away";
  fold.append(make("summary", shown), list);
  return [fold];
}

// --- the buttons ---

const RUNS = { one, many, everybody, cases: again };

form.addEventListener("submit", async (event) => {
  const run = RUNS[event.submitter?.value];
  if (!run) return; // it is saved
  event.preventDefault();
  const buttons = form.querySelectorAll("button");
  clear();
  for (const button of buttons) button.disabled = true;
  progress(0);
  out("program-progress").hidden = false;
  say("The games are played.");
  try {
    await run();
    say("");
  } catch (fault) {
    tellFault(fault);
  } finally {
    out("program-progress").hidden = true;
    for (const button of buttons) button.disabled = false;
    event.submitter?.focus({ preventScroll: true });
  }
});

document.getElementById("program-anew").addEventListener("click", () => {
  code.value = code.defaultValue;
  keep();
  code.focus();
});

recall();
