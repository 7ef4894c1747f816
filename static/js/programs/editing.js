// The keys of a text field in which somebody writes a program.

const TAB = "    ";

// As if typed, so that it can be undone.
function type(code, text) {
  if (!document.execCommand("insertText", false, text)) code.setRangeText(text, code.selectionStart, code.selectionEnd, "end");
}

export function edit(code) {
  let leaves = false; // Escape was the last key, so Tab leaves the editor

  code.addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (key === "Tab" && !shiftKey && !leaves) {
      event.preventDefault();
      type(code, TAB);
    } else if (key === "Enter" && !ctrlKey && !altKey && !metaKey && !event.isComposing) {
      const line = code.value.slice(0, code.selectionStart).split("\n").at(-1);
      event.preventDefault();
      type(code, `\n${/^\s*/.exec(line)[0]}${line.trimEnd().endsWith(":") || line.trimEnd().endsWith("{") ? TAB : ""}`);
    }
    if (key !== "Shift") leaves = key === "Escape";
  });
}
