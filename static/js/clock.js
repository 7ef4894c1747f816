// A round's clock counts down; without scripts it says when the time is over.

function tick(clock) {
  const left = Math.max(0, Math.round((new Date(clock.dataset.ends) - Date.now()) / 1000));
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.parentElement.firstChild.textContent = left ? "Time left: " : "Time is over: ";
  clock.textContent = text;
  if (left) setTimeout(tick, 1000, clock);
}

document.querySelectorAll("[data-ends]").forEach(tick);
