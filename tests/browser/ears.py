"""What a screen reader makes of a page, as lines of text: its part of Chromium's accessibility
tree in reading order, and what live regions and the focus announce while somebody acts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Locator, Page

LISTEN = """
const said = [];
const tell = (text) => {
  const words = text.replace(/\\s+/g, " ").trim();
  if (words) said.push(words);
};
const heard = (one) => {
  const copy = one.cloneNode(true);
  for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
  return copy.textContent;
};
const LIVE = "[aria-live=polite], [role=status], [role=alert], [role=log]";
window.takeSaid = () => said.splice(0);
document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const one = target.nodeType === 1 ? target : target.parentElement;
      const region = one?.closest(LIVE);
      if (region?.isConnected) regions.add(region);
      // A region that is new says nothing, unless it is an alert.
      for (const node of addedNodes) {
        if (node.nodeType !== 1 || !node.isConnected) continue;
        for (const alert of [node, ...node.querySelectorAll("[role=alert]")]) {
          if (alert.matches("[role=alert]")) regions.add(alert);
        }
      }
    }
    for (const region of regions) tell(heard(region));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
});
"""
"""Collects what live regions say: what changes in one, and an alert that appears. The text of a
region is what is in it when the browser has done everything that was asked of it at once."""

SPOKEN = {
    "button": "button",
    "checkbox": "checkbox",
    "DisclosureTriangle": "can be opened",
    "heading": "heading",
    "image": "picture",
    "link": "link",
    "radio": "radio button",
    "textbox": "text field",
}
"""What is said with its role and without what is in it."""
GROUPS = {
    "alert": "alert",
    "form": "form",
    "group": "group",
    "list": "list",
    "navigation": "navigation",
    "radiogroup": "choice",
    "region": "region",
    "complementary": "aside",
    "table": "table",
}
"""What is said before what is in it, where it has a name."""

LISTENS = 30
"""How often one listens, each tenth of a second, before nothing was said."""
ONE_LINE = ("paragraph", "listitem", "status", "alert", "row", "term", "definition")
"""What is read in one breath, whatever parts it has."""


class Ears:
    """Somebody who hears a page. Made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(LISTEN)

    def announced(self) -> list[str]:
        """What was announced since the last time, in order: a region may need a moment."""
        said: list[str] = []
        for _ in range(LISTENS):
            said = self.page.evaluate("window.takeSaid()")
            if said:
                break
            self.page.wait_for_timeout(100)
        return said

    def focus(self) -> str:
        """What is said of what has the focus; nothing of the page as a whole."""
        focused = self.page.locator("main :focus")
        return " ".join(self.read(focused)) if focused.count() else ""

    def read(self, part: Locator) -> Iterator[str]:
        """A part of the page, read from its beginning to its end."""
        session = self.page.context.new_cdp_session(self.page)
        part.evaluate("one => { window.readPart = one }")
        found = session.send("Runtime.evaluate", {"expression": "window.readPart"})
        shown = session.send("DOM.describeNode", {"objectId": found["result"]["objectId"]})
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        known = {node["nodeId"]: node for node in nodes}
        first = shown["node"]["backendNodeId"]
        root = next(node for node in nodes if node.get("backendDOMNodeId") == first)
        yield from _lines(root, known)


def _lines(node: dict[str, Any], known: dict[str, dict[str, Any]]) -> Iterator[str]:
    role, name = _value(node, "role"), " ".join(_value(node, "name").split())
    inside = [known[key] for key in node.get("childIds", ()) if key in known]
    if not node.get("ignored"):
        if role == "StaticText":
            yield from filter(None, [name])
            return
        if role == "LabelText":  # its control says it
            inside = [one for one in inside if _value(one, "role") != "StaticText"]
        if role in SPOKEN:
            said = (name, _role(node, role), *_states(node), _value(node, "description"))
            yield ", ".join(filter(None, said))
            return
        if role in GROUPS and name:
            yield f"{name}, {GROUPS[role]}"
    lines = [line for one in inside for line in _lines(one, known)]
    if role in ONE_LINE:
        yield from filter(None, [re.sub(r" ([.,:;?!])", r"\1", " ".join(lines))])
    else:
        yield from lines


def _role(node: dict[str, Any], role: str) -> str:
    level = _properties(node).get("level")
    return f"{SPOKEN[role]} {level}" if role == "heading" else SPOKEN[role]


def _states(node: dict[str, Any]) -> Iterator[str]:
    properties = _properties(node)
    for state in ("checked", "pressed"):
        if properties.get(state) in ("true", True):
            yield state
    if properties.get("disabled"):
        yield "dimmed"


def _properties(node: dict[str, Any]) -> dict[str, Any]:
    return {one["name"]: one["value"].get("value") for one in node.get("properties", ())}


def _value(node: dict[str, Any], name: str) -> str:
    return str(node.get(name, {}).get("value", ""))
