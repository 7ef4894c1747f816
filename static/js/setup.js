// Choosing one's own game opens its fields; typing in them chooses it.

const own = document.getElementById("own-start");
const more = document.getElementById("own-game");

own?.addEventListener("change", () => {
  more.open = true;
  more.scrollIntoView({ block: "nearest" });
});

for (const field of document.querySelectorAll("#own-ruleset, #own-position")) {
  field.addEventListener("input", () => {
    own.checked = true;
  });
}

// The opponents follow the game that is chosen. Who is chosen meanwhile stays chosen.
let chosen = "";

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "opponents") return;
  chosen = document.querySelector("#opponents [name=opponent]:checked")?.value ?? "";
});

document.addEventListener("htmx:afterSettle", () => {
  const again = chosen && document.querySelector(`#opponents [value="${chosen}"]`);
  if (again) again.checked = true;
  chosen = "";
});
