// Eight short sounds, made by the browser, for whoever has asked for them.

import { moves, sounds } from "./device.js";

// Each note: its pitch in hertz, when it begins and how long it lasts in seconds.
const NOTES = {
  take: [[660, 0, 0.07]],
  answer: [[440, 0, 0.07]],
  win: [[523, 0, 0.14], [659, 0.12, 0.14], [784, 0.24, 0.14], [1047, 0.36, 0.4]],
  loss: [[392, 0, 0.18], [330, 0.16, 0.18], [262, 0.32, 0.4]],
  hint: [[880, 0, 0.12], [1175, 0.1, 0.3]],
  right: [[659, 0, 0.12], [988, 0.1, 0.25]],
  wrong: [[294, 0, 0.15], [277, 0.13, 0.25]],
  refusal: [[185, 0, 0.09], [185, 0.13, 0.12]],
};

// What a new part of a page holds says what has happened; the first that fits is heard.
const HEARD = {
  "[role=alert]": "refusal",
  ".ending-won": "win",
  ".ending-lost": "loss",
  "#verdict.good": "right",
  "#verdict.bad": "wrong",
  "#hints[data-in-view]": "hint",
  ".was-theirs .leaving": "answer",
};

let context;

// When it happens on the board that has come, in seconds: the reply after the move, and what is said
// of both at the end. The style sheet of the table says so; where nothing moves, only the reply waits.
function delay(name, part) {
  const isReply = name === "answer";
  if (!moves()) return isReply ? 0.6 : 0;
  const table = getComputedStyle(part.querySelector(".table") ?? part);
  return parseFloat(table.getPropertyValue(isReply ? "--reply" : "--told")) || 0;
}

export function sound(name, after = 0) {
  if (!sounds()) return;
  context ??= new AudioContext();
  context.resume();
  for (const [pitch, start, length] of NOTES[name]) {
    const from = context.currentTime + after + start;
    const note = context.createOscillator();
    const volume = context.createGain();
    note.type = "triangle";
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.2, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    note.connect(volume).connect(context.destination);
    note.start(from);
    note.stop(from + length);
  }
}

document.addEventListener("htmx:afterSwap", ({ target }) => {
  const part = target.isConnected ? target : document.getElementById(target.id);
  const what = part && Object.keys(HEARD).find((one) => part.querySelector(one));
  if (what) sound(HEARD[what], delay(HEARD[what], part));
});
