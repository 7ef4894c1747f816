"""A row of pieces looks like one row on a phone, and controls do not lie on words."""

import pytest

from games.people.models import User

from ..games.learn.lessons.lessons import PREDICT, lesson
from .hands import signed_in
from .test_game import start

pytestmark = pytest.mark.browser

KINDS = {
    "matches": {"ruleset": "nim"},
    "lights": {"ruleset": "subtraction:3"},
    "pins": {"ruleset": "kayles"},
    "strips": {"ruleset": "partizan-kayles"},
    "counters": {"ruleset": "octal:0.31"},
}

LINES = """(kind) => {
  const board = document.querySelector(".board");
  board.className = `board board-${kind}`;
  const pieces = board.querySelector(".pieces");
  const piece = pieces.querySelector(".cell");
  piece.querySelector(".pair")?.remove(); // the last piece of a row has none
  const found = {};
  for (let count = 1; count <= 30; count += 1) {
    pieces.replaceChildren(...Array.from({ length: count }, () => piece.cloneNode(true)));
    const cells = [...pieces.querySelectorAll(".cell")];
    const boxes = cells.map((cell) => cell.querySelector(".piece").getBoundingClientRect());
    found[count] = {
      lines: new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().top))).size,
      narrowest: Math.min(...boxes.map((box) => box.width)),
      room: board.clientWidth,
      edge: parseFloat(getComputedStyle(pieces).borderLeftWidth),
      sticksOut: pieces.scrollWidth > pieces.clientWidth + 1,
    };
  }
  return found;
}"""


@pytest.mark.parametrize("place", ["match", "step"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_pieces_of_a_row_share_a_line_where_they_can(page, site, kind, place):
    ruleset = KINDS[kind]["ruleset"]
    if place == "match":
        start(page, site, ruleset=ruleset, position="2", opponent="person")
    else:
        asked = PREDICT | {"ruleset": ruleset, "position": "2", "feedback": {}, "answer": "N"}
        page.goto(f"{site}{lesson(asked).get_absolute_url()}1/")
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for count, row in page.evaluate(LINES, kind).items():
            fits = int(count) * 24 <= row["room"]
            if fits and int(count) <= 13:
                assert row["lines"] == 1, (width, count, row)
                assert row["narrowest"] >= 24 or kind in {"pins", "strips"}, (width, count, row)
            if row["lines"] > 1:
                assert row["edge"] >= 3, (width, count, row)
            assert not row["sticksOut"], (width, count, row)


def test_the_ring_of_a_field_leaves_its_label_whole(page, site):
    page.goto(f"{site}/accounts/login/")
    page.focus("#id_username")
    between, ring = page.evaluate(
        """() => {
          const field = document.querySelector("#id_username");
          const range = document.createRange();
          range.selectNodeContents(document.querySelector("label[for=id_username]"));
          const style = getComputedStyle(field);
          return [
            field.getBoundingClientRect().top - range.getBoundingClientRect().bottom,
            parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset),
          ];
        }"""
    )
    assert between >= ring - 3  # the letters end some pixels above the end of their line


def test_the_buttons_of_the_lessons_in_the_admin_leave_the_title_whole(page, site):
    signed_in(page, site, User.objects.create_superuser("admin"))
    page.goto(f"{site}/admin/games/lesson/")
    title = page.locator("#content > h1").bounding_box()
    tools = page.locator(".object-tools").bounding_box()
    assert tools["y"] >= title["y"] + title["height"]
