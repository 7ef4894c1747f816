"""What stands on a page is seen whole, in the reader's own colours too."""

import pytest
from playwright.sync_api import expect

from ..games.learn.lessons.lessons import MOVE, PREDICT, lesson
from .hands import WAIT
from .test_game import start

pytestmark = pytest.mark.browser

EDGES = """(links) => {
  const canvas = getComputedStyle(document.documentElement).backgroundColor;
  const seen = (colour) => (/, 0\\)$/.test(colour) ? canvas : colour);
  return links.map((link) => [
    link.getAttribute("aria-current") !== null || link.classList.contains("current"),
    ...[getComputedStyle(link), getComputedStyle(link, "::before")].flatMap(
      (style) => [seen(style.borderBottomColor), seen(style.backgroundColor)],
    ),
  ]);
}"""


def current_and_others(page, selector):
    """How the one that is current looks, and the others."""
    looks = page.locator(selector).evaluate_all(EDGES)
    [current] = [style for is_current, *style in looks if is_current]
    return current, [style for is_current, *style in looks if not is_current]


@pytest.mark.parametrize(
    ("address", "selector"),
    [
        ("/learn/", ".site nav a"),
        ("/lab/", ".site nav a"),
        ("/lab/conjectures/", ".tabs a"),
        ("/explore/nim/1+2+4/", ".tabs a"),
        ("/explore/nim/1+2+4/", ".pills a"),
        ("/explore/nim/7+5+3/?theory=nim-sum&frame=3", ".film-dots i"),
        ("", ".dot"),
    ],
)
def test_forced_colours_show_the_current_place(page, site, address, selector):
    if selector == ".dot":
        address = f"{lesson(PREDICT, MOVE, MOVE).get_absolute_url()}2/"
    page.emulate_media(forced_colors="active")
    page.goto(site + address)
    current, others = current_and_others(page, selector)
    assert others
    assert current not in others


def test_the_numbers_of_moves_are_seen_whole_and_the_list_scrolls_by_keyboard(page, site):
    start(page, site, position="12", ruleset="subtraction:1", opponent="person")
    for number in range(1, 12):
        page.click("#row-1-take-1")
        expect(page.locator(".moves li")).to_have_count(number, timeout=WAIT)
    moves = page.get_by_role("list", name="Moves, the newest first")
    room, digits = moves.evaluate(
        """(list) => {
          const context = document.createElement("canvas").getContext("2d");
          const style = getComputedStyle(list);
          context.font = style.font;
          return [parseFloat(style.paddingLeft), context.measureText("00. ").width];
        }"""
    )
    assert room >= digits
    page.set_viewport_size({"width": 360, "height": 740})
    assert moves.evaluate("(list) => list.scrollHeight > list.clientHeight")
    moves.focus()
    expect(moves).to_be_focused()
    page.keyboard.press("End")
    page.wait_for_timeout(300)
    assert moves.evaluate("(list) => list.scrollTop") > 0


BEGINS = """(one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().left;
}"""


def test_pages_begin_where_the_header_begins(page, site, complaints):
    begins = {}
    for address in (
        "/play/", "/opponents/", "/explore/", "/maps/", "/theory/", "/errata/", "/lab/",
        "/lab/quotients/", "/learn/", "/puzzles/", "/teach/", "/live/", "/plans/", "/privacy/",
        "/enter/", "/accounts/login/", "/nothing/",
    ):  # fmt: skip
        page.goto(site + address)
        for width in (360, 1280, 1600):
            page.set_viewport_size({"width": width, "height": 800})
            title, mark = (page.locator(one).evaluate(BEGINS) for one in ("h1", ".mark"))
            begins[address, width] = title - mark
            assert page.evaluate("document.documentElement.scrollWidth") == width
    complaints[:] = [one for one in complaints if "404" not in one]
    assert {place: gap for place, gap in begins.items() if abs(gap) > 1} == {}


def test_the_lines_of_a_program_are_read_beside_their_board(page, site):
    """Only two comments and one statement are longer than the pane, and each line that runs stands
    below the board as well; on a phone the lines scroll, and the page does not."""
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site}/errata/program/?step=9")
    pane = page.get_by_role("list", name="Lines")
    cut = """(pane) => [...pane.querySelectorAll("code")]
      .filter((line) => line.getBoundingClientRect().right > pane.getBoundingClientRect().right)
      .length"""
    assert pane.evaluate(cut) <= 3
    assert page.get_by_text("if n > 1:").count() == 2
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
