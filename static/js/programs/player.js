// A program as a player: it sits in its cage (cage.js), is asked for moves, and has a second for each.

const SECOND = 1000;
const LOADING = 15000; // Python comes by the network once, on a slow line too
const OLD = "This browser cannot run it. Use one from 2023 or later.";

// What a program did wrong, in a sentence, with its line and the board where it happened.
export class Fault extends Error {
  constructor(text, { line = 0, position = "" } = {}) {
    super(text);
    this.line = line;
    this.position = position;
  }
}

// Something else than the program went wrong: the network, or the browser.
export class Outage extends Fault {}

const spaced = (position) => position.replaceAll("+", " + ");

function where({ line, position }) {
  const parts = [line ? `in line ${line}` : "", position ? `on ${spaced(position)}` : ""];
  return parts.filter(Boolean).join(", ");
}

// The sentence for what the worker has told.
function told(called, problem, position) {
  const line = Number(problem.line) || 0;
  const at = where({ line, position });
  const place = at && ` ${at}`;
  let text = `${called} stopped${place}: ${problem.text}`;
  if (problem.isMemory) text = `${called} used more than 64 MB${place}, and was stopped.`;
  if (problem.isNetwork) text = `${called} tried to reach the network${place}. It has none here.`;
  return new Fault(text, { line, position });
}

// A move as the program reads it, and as the site does.
export function movesFor(legal) {
  return legal.map((text) => {
    const [row, left] = text.split(">");
    return [Number(row) - 1, left === "0" ? [] : left.split("+").map(Number)];
  });
}

export const rowsOf = (position) => position.split("+").map(Number).filter(Boolean);

function chosen(answer, moves, legal) {
  const number = moves.findIndex((move) => JSON.stringify(move) === answer.replaceAll(" ", ""));
  return legal[number];
}

let files;

// Both files of Python, once a page, whatever is run.
async function pythonFiles({ script, wasm }) {
  files ??= Promise.all([fetch(script).then((answer) => answer.text()), fetch(wasm).then((answer) => answer.arrayBuffer())]);
  try {
    return await files;
  } catch {
    files = undefined;
    throw new Outage("Python did not come through. Check your connection and try again.");
  }
}

export class Player {
  printed = "";
  #worker;
  #hear = () => {};

  // *called* stands in sentences about it: there may be two.
  constructor({ cage, called = "The program", ...python }) {
    this.cage = cage;
    this.called = called;
    this.python = python;
  }

  async sit(language, code) {
    const [script, wasm] = language === "python" ? await pythonFiles(this.python) : [];
    try {
      this.#worker = new Worker(this.cage, { type: "module" });
    } catch {
      throw new Outage(OLD);
    }
    this.#worker.addEventListener("message", ({ data }) => this.#hear(data));
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#hear({ problem: { text: event.message || "it ran out of memory", line: 0 } });
    });
    const said = await this.#next({ language, code, script, wasm }, LOADING, () => true);
    if (!said) throw this.#stopped(`${this.called} had not started after fifteen seconds, and was stopped.`);
    this.printed = String(said.printed ?? "");
    if (!said.ready) throw this.#ended(told(this.called, said.problem, ""));
  }

  // The moves on these boards, each with its *position*, *legal* moves and *seed*.
  async choose(boards) {
    const moves = boards.map(({ legal }) => movesFor(legal));
    const asked = boards.map(({ seed, position }, at) => JSON.stringify([seed, rowsOf(position), moves[at]]));
    const made = [];
    for (const [at, { position, legal }] of boards.entries()) {
      const said = await this.#next(at ? null : { boards: asked }, SECOND, (data) => data.at === at || data.problem);
      if (!said) {
        const text = `${this.called} thought for more than a second on ${spaced(position)}, and was stopped.`;
        throw this.#stopped(text, position);
      }
      if (said.printed) this.printed = String(said.printed);
      if (said.problem) throw this.#ended(told(this.called, said.problem, position));
      const move = chosen(String(said.answer), moves[at], legal);
      if (!move) {
        const who = this.called[0].toLowerCase() + this.called.slice(1);
        const text = `On ${spaced(position)} ${who} answered ${said.shown}. That is not one of its moves.`;
        throw this.#ended(new Fault(text, { position }));
      }
      made.push(move);
    }
    return made;
  }

  leave() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #ended(fault) {
    this.leave();
    return fault;
  }

  #stopped(text, position) {
    return this.#ended(new Fault(text, { position }));
  }

  // What the worker says next that *fits*; nothing after *most* milliseconds. A program that says
  // other things does not win time.
  #next(message, most, fits) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), most);
      this.#hear = (data) => {
        if (!data || !fits(data)) return;
        clearTimeout(timer);
        resolve(data);
      };
      if (message) this.#worker.postMessage(message);
    });
  }
}
