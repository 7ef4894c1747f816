// The worker in which a program runs. Its answer has a policy of its own: nothing is loaded here but
// what the page hands over, so the program has no network, whatever name it finds again. The page
// ends it from outside when a move takes too long. What it says is only a move to be checked.

const MEMORY = 64 * 2 ** 20;
// MicroPython doubles its heap as long as there is memory; each time it looks through all of it first.
const HEAP = 16 * 2 ** 20;
const PRINTED = 1000; // characters of a move that the page shows
const LONGEST = 200; // characters of an answer, which no move needs

const NETWORK = ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts"];
const REST = [
  ...["indexedDB", "caches", "BroadcastChannel", "MessageChannel", "Worker", "SharedWorker", "navigator", "close"],
  ...["postMessage", "onmessage", "addEventListener", "Notification", "FileReaderSync", "createImageBitmap"],
  ...["webkitRequestFileSystem", "webkitRequestFileSystemSync", "location", "origin", "name", "URL"],
];
const TRIED = "Programs have no network";

const say = self.postMessage.bind(self);
const hear = self.addEventListener.bind(self);
const addressOf = URL.createObjectURL.bind(URL);
const module = (text) => import(addressOf(new Blob([text], { type: "text/javascript" })));

let choose; // from the text of a board to two lines: the answer, and how the program writes it
let printed = "";
let isNetworkTried = false;

function print(text) {
  printed = `${printed}${text}\n`.slice(0, PRINTED);
}

for (const name of Object.keys(console)) console[name] = (...said) => print(said.join(" "));
hear("securitypolicyviolation", () => {
  isNetworkTried = true;
});

// What cannot be taken away has no network all the same.
function without(names) {
  for (const name of names) {
    for (let scope = self; scope; scope = Object.getPrototypeOf(scope)) Reflect.deleteProperty(scope, name);
  }
}

function shut() {
  without([...NETWORK, ...REST]);
}

// --- chance that can be drawn again ---

let state = 1;

// mulberry32, by Tommy Ettinger: public domain, and enough for games.
Math.random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

// What each language says of a name that has been taken away.
const MISSING = new RegExp(`(?:has no attribute '|^ReferenceError: (?:Can't find variable: )?)(?:${NETWORK.join("|")})\\b`);

// --- Python ---

const ASK = `
import json as _json, random as _random
def _ask(_text):
    _seed, _rows, _moves = _json.loads(_text)
    _random.seed(_seed)
    _made = choose(_rows, [(_row, tuple(_left)) for _row, _left in _moves])
    _is_pair = isinstance(_made, (tuple, list))
    return (_json.dumps(_made) if _is_pair else "") + "\\n" + repr(_made)
`;

function lineOfPython(message) {
  const lines = [...message.matchAll(/File "<stdin>", line (\d+)/g)];
  return Number(lines.at(-1)?.[1] ?? 0);
}

async function python({ code, script, wasm }) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function bounded(pages) {
    if (this.buffer.byteLength + pages * 65536 > MEMORY) throw new RangeError("no more memory");
    return grow.call(this, pages);
  };
  self.fetch = async () => new Response(wasm, { headers: { "Content-Type": "application/wasm" } });
  const { loadMicroPython } = await module(script);
  const begin = { url: "micropython.wasm", heapsize: HEAP, stdout: print, stderr: () => {} };
  const machine = await loadMicroPython(begin);
  printed = "";
  shut();
  machine.runPython(code);
  if (!machine.globals.get("choose")) throw new Error("it defines no function choose(rows, moves)");
  machine.runPython(ASK);
  const ask = machine.globals.get("_ask");
  return (text) => ask(text);
}

function whyPython(error) {
  const words = error.message.trim().split("\n").at(-1);
  // Lines of ours come last only where the program has no part in it.
  return { line: lineOfPython(error.message), text: words, isMemory: error.type === "MemoryError" };
}

// --- JavaScript ---

async function javascript({ code }) {
  const load = module;
  shut();
  const { default: made } = await load(`${code}\nexport default typeof choose === "function" ? choose : undefined;`);
  if (!made) throw new Error("it defines no function choose(rows, moves)");
  return (board) => {
    const [seed, rows, moves] = JSON.parse(board);
    state = seed | 0;
    const answer = made(rows, moves);
    const text = answer instanceof Promise ? "a promise" : String(JSON.stringify(answer));
    return `${text}\n${text}`;
  };
}

function whyJavascript(error) {
  const line = /blob:[^\s]*?:(\d+):\d+/.exec(error?.stack ?? "");
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { line: Number(line?.[1] ?? 0), text, isMemory: false };
}

// --- what the page asks ---

const LANGUAGES = { python: [python, whyPython], javascript: [javascript, whyJavascript] };
let why = whyJavascript;

function problem(error) {
  const told = why(error);
  const isNetwork = isNetworkTried || MISSING.test(told.text);
  return { problem: { ...told, text: told.text.slice(0, LONGEST), isNetwork } };
}

hear("message", async ({ data }) => {
  if (data.code !== undefined) {
    try {
      const [begin, tell] = LANGUAGES[data.language];
      if (data.language === "python") why = (error) => (error.name === "PythonError" ? tell(error) : whyJavascript(error));
      choose = await begin(data);
      say({ ready: true, printed });
    } catch (error) {
      say({ ...problem(error), printed });
    }
    return;
  }
  for (const [at, board] of data.boards.entries()) {
    printed = "";
    try {
      const [answer, shown] = String(choose(board)).split("\n");
      if (isNetworkTried) throw new Error(TRIED);
      say({ at, answer: answer.slice(0, LONGEST), shown: shown.slice(0, LONGEST), printed });
    } catch (error) {
      say({ at, ...problem(error), printed });
      return;
    }
  }
});
