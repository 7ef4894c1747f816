"""Pictures and words of the whole course lie beside each other, on a phone and on a screen."""

import pytest

from games.content.reading import FOLDER
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Step

pytestmark = pytest.mark.browser

FAULTS = """() => {
  const faults = [];
  const meets = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const holds = (a, b) => a.left - 1 <= b.left && a.top - 1 <= b.top
    && b.right <= a.right + 1 && b.bottom <= a.bottom + 1;
  const words = [];
  const content = document.querySelector("#content");
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("svg, .only-heard, .dock, .film-foot")) continue;
    if (!parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) words.push([node.data.trim(), box]);
  }
  const pictures = [...document.querySelectorAll("#content svg.thumbnail")];
  for (const picture of pictures) {
    const box = picture.getBoundingClientRect();
    for (const [text, line] of words) if (meets(box, line)) faults.push(`on "${text}"`);
    if (!holds(picture.parentElement.getBoundingClientRect(), box)) faults.push("out of its card");
    for (const piece of picture.children) {
      if (!holds(box, piece.getBoundingClientRect())) faults.push("cut");
    }
    if (pictures.some((other) => other !== picture && meets(box, other.getBoundingClientRect()))) {
      faults.push("on a picture");
    }
  }
  return [pictures.length, faults];
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_no_picture_lies_on_words_or_is_cut(page, site, client, width):
    LessonFiles.load(FOLDER)
    page.set_viewport_size({"width": width, "height": 900})
    drawn, faults = {}, {}
    for step in Step.objects.select_related("lesson"):
        address = f"/learn/{step.lesson.slug}/{step.order}/"
        if 'class="thumbnail"' not in client.get(address).content.decode():
            continue
        page.goto(site + address)
        drawn[address], found = page.evaluate(FAULTS)
        if found:
            faults[address] = found
    assert faults == {}
    assert len(drawn) > 30
    assert drawn["/learn/squares-and-dominoes/4/"] == 14
