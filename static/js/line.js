// A line of play moves on by itself once, where motion is welcome, until somebody touches it; its
// buttons and the arrow keys (film.js) turn its frames one by one.

import { moves } from "./device.js";

const PAUSE = 1800;
let timer = 0;

function show(line, number) {
  const frames = [...line.querySelectorAll(".line-frames > li")];
  for (const [place, frame] of frames.entries()) frame.classList.toggle("is-shown", place === number);
  for (const [place, dot] of [...line.querySelectorAll(".film-dots i")].entries()) {
    dot.classList.toggle("current", place === number);
  }
  line.querySelector("#line-back").disabled = number <= 0;
  line.querySelector("#line-next").disabled = number >= frames.length - 1;
  return frames[number];
}

function placeOf(line) {
  return [...line.querySelectorAll(".line-frames > li")].findIndex((frame) => frame.matches(".is-shown"));
}

function lastOf(line) {
  return line.querySelectorAll(".line-frames > li").length - 1;
}

function name(line) {
  const button = line.querySelector("#line-play");
  button.dataset.said ??= button.textContent;
  button.textContent = timer ? button.dataset.plays : button.dataset.said;
}

function stop(line) {
  clearInterval(timer);
  timer = 0;
  name(line);
}

function play(line) {
  clearInterval(timer);
  timer = setInterval(() => {
    if (!line.isConnected) return clearInterval(timer);
    show(line, placeOf(line) + 1);
    if (placeOf(line) >= lastOf(line)) stop(line);
  }, PAUSE);
  name(line);
}

document.addEventListener("click", (event) => {
  const line = event.target.closest?.("[data-line]");
  const button = line && event.target.closest("button");
  if (!button) return;
  const was = timer;
  stop(line);
  if (button.dataset.turns) {
    const frame = show(line, placeOf(line) + Number(button.dataset.turns));
    line.querySelector("[data-line-heard]").textContent = frame.querySelector(".film-sentence").textContent;
    // A button that has nowhere left to go cannot keep the focus.
    if (button.disabled) line.focus({ preventScroll: true });
  } else if (!was) {
    if (placeOf(line) >= lastOf(line)) show(line, 0);
    play(line);
  }
});

function begin() {
  const line = document.querySelector("[data-line]:not([data-begun])");
  if (!line) return;
  line.dataset.begun = "";
  if (moves()) play(line);
}

document.addEventListener("htmx:afterSettle", begin);
begin();
