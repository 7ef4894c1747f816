// Whether the site answers, and the line in which the page says so.

// Every answer of the site has this header. The page of a filter or a portal, which may come in our
// name and with any status, has not: then there is no connection.
const MARK = "Marienbad";
const PATIENCE = 8000;

export function isOurs(answer) {
  return answer.headers ? answer.headers.has(MARK) : answer.getResponseHeader(MARK) !== null;
}

// An answer of the site with its text. Throws an error where there is none in time.
export async function reach(address, options = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { cache: "no-store", ...options, signal: stop.signal });
    if (!isOurs(answer)) throw new Error("That is not from here.");
    const text = await answer.text();
    document.dispatchEvent(new Event("connected"));
    return [answer, text];
  } finally {
    clearTimeout(timer);
  }
}

// What waits to be sent is said until it is sent, whatever else there is to say.
let waiting = "";

// Words of the page itself about its connection, and a button if there is something to look at.
export function say(text, look) {
  const said = look ? text : waiting || text;
  if (!look && said && document.getElementById("connection")?.textContent === said) return;
  document.getElementById("connection")?.remove();
  if (!said) return;
  const line = document.createElement("p");
  line.id = "connection";
  line.className = "connection";
  line.setAttribute("role", "status");
  document.getElementById("content").prepend(line);
  line.append(said);
  if (!look) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "ghost";
  button.textContent = "Show the changes";
  button.addEventListener("click", look);
  line.append(" ", button);
}

export function sayWaiting(text) {
  waiting = text;
  say(text);
}
