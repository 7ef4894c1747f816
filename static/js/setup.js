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
