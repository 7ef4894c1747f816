// The form of a question with a button of its own: what is ticked, built or typed there is kept as
// soon as it changes, on this device until the site has it. Without scripts the buttons beside the
// form keep it.

import { reach } from "./connection.js";

const SOON = 600;
const FIRST = 2000;
const MOST = 20000;
const WEEK = 7 * 24 * 3600 * 1000;
const NAME = "draft ";
const BESIDE = ["csrfmiddlewaretoken", "form_key"];
const AWAY = "No connection. This device keeps your answer, and we send it when the connection is back.";
const SIGNED_OUT =
  "You are signed out, or this page is old. This device keeps your answer. Reload the page.";

const start = { steady: performance.now(), wall: Date.now() };
const seen = new WeakMap();
const unsent = new Map(); // for a browser that keeps nothing
const refused = new Set(); // what this page cannot send: of somebody else on this device, perhaps
let timer = 0;
let pause = FIRST;
let isSending = false;

const forms = () => [...document.querySelectorAll("form[data-draft]")];
const nameOf = ({ dataset, id }) => `${NAME}${dataset.draft} ${dataset.student} ${id}`;

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? unsent.get(name);
  } catch {
    return unsent.get(name);
  }
}

function store(name, draft) {
  unsent.set(name, draft);
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {}
}

function forget(name, draft) {
  if (stored(name)?.edited !== draft.edited) return; // it has been changed meanwhile
  unsent.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {}
}

function names() {
  try {
    return [...new Set([...unsent.keys(), ...Object.keys(localStorage)])].filter((one) => one.startsWith(NAME));
  } catch {
    return [...unsent.keys()];
  }
}

// The server's time, whatever the clock of this device says, and although it may have slept.
function now(form) {
  const passed = Math.max(performance.now() - start.steady, Date.now() - start.wall);
  return Math.round(Number(form.dataset.now) + passed);
}

function fieldsOf(form) {
  const fields = new URLSearchParams(new FormData(form));
  for (const name of BESIDE) fields.delete(name);
  return `${fields}`;
}

function say(text) {
  const line = document.getElementById("draft-words");
  if (line && line.textContent !== text) line.textContent = text;
}

// Put a draft back into its form, a field of several of the same name after the other.
function fill(form, fields) {
  const values = new URLSearchParams(fields);
  const places = {};
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden" || field.matches("button")) continue;
    const given = values.getAll(field.name);
    if (["checkbox", "radio"].includes(field.type)) field.checked = given.includes(field.value);
    else field.value = given[(places[field.name] = (places[field.name] ?? -1) + 1)] ?? "";
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

function body(name, draft) {
  const [, , student] = name.split(" ");
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const more = new URLSearchParams({ edited: draft.edited, student, csrfmiddlewaretoken: csrf });
  return new URLSearchParams(`${draft.fields}&${more}`);
}

async function post(name) {
  const draft = stored(name);
  const isHere = forms().some((form) => nameOf(form) === name);
  if (!draft || refused.has(name)) return;
  const [answer, text] = await reach(name.split(" ")[1], { method: "POST", body: body(name, draft) });
  if (answer.redirected || [403, 404].includes(answer.status)) {
    refused.add(name);
    if (isHere) say(SIGNED_OUT);
    if (Date.now() - draft.edited > WEEK) forget(name, draft);
    return;
  }
  if (answer.status === 429 || answer.status >= 500) throw new Error(`${answer.status}`);
  forget(name, draft);
  if (isHere) say(text);
}

async function send() {
  clearTimeout(timer);
  timer = 0;
  if (isSending || !document.querySelector("[name=csrfmiddlewaretoken]")) return;
  isSending = true;
  try {
    for (const name of names()) await post(name);
    pause = FIRST;
  } catch {
    if (forms().some((form) => stored(nameOf(form)))) say(AWAY);
    timer = setTimeout(send, pause);
    pause = Math.min(MOST, pause * 2);
  }
  isSending = false;
  if (forms().some(isWaiting)) timer ||= setTimeout(send, SOON);
}

function isWaiting(form) {
  return Boolean(stored(nameOf(form))) && !refused.has(nameOf(form));
}

function look() {
  for (const form of forms()) {
    const fields = fieldsOf(form);
    if (fields === seen.get(form)) continue;
    seen.set(form, fields);
    store(nameOf(form), { fields, edited: now(form) });
    clearTimeout(timer);
    timer = setTimeout(send, SOON);
  }
}

// What a click does to a form is done by the others first.
for (const name of ["input", "change", "click"]) document.addEventListener(name, () => setTimeout(look));

// --- before the page, the time or the network is gone ---

document.addEventListener("timeup", () => {
  look();
  send();
});
document.addEventListener("connected", () => {
  if (!isSending && names().some((name) => !refused.has(name))) send();
});
addEventListener("online", send);

function sendLast() {
  look();
  for (const form of forms().filter(isWaiting)) {
    const name = nameOf(form);
    navigator.sendBeacon?.(form.dataset.draft, body(name, stored(name)));
  }
}

addEventListener("pagehide", sendLast);
document.addEventListener("visibilitychange", () => document.hidden && sendLast());

// A link waits for what is on its way, but not for a network that is gone.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  look();
  if (link.target || link.origin !== location.origin || link.hash || !forms().some(isWaiting)) return;
  event.preventDefault();
  await Promise.race([send(), new Promise((wake) => setTimeout(wake, FIRST))]);
  location.assign(link.href);
});

// --- what was kept before ---

for (const form of forms()) {
  seen.set(form, fieldsOf(form));
  const draft = stored(nameOf(form));
  if (draft && draft.edited > Number(form.dataset.edited)) {
    fill(form, draft.fields);
    seen.set(form, fieldsOf(form));
  } else if (draft) forget(nameOf(form), draft);
}
if (names().length) send();
