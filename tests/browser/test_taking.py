"""What is taken leaves at once; the answer confirms it, and a refusal brings it back."""

import pytest
from playwright.sync_api import expect

from games.play.models import Match

from ..games.learn.lessons.lessons import MOVE, lesson
from .hands import WAIT
from .test_game import STATUS, moves_made, start

pytestmark = pytest.mark.browser

LINE = "#connection"
"""What the page says of its connection."""
SEEN = """() => [...document.querySelectorAll("#board .cell:not(.gap, .going)")]
  .map((cell) => getComputedStyle(cell.querySelector(".piece svg")).visibility)
  .filter((seen) => seen === "visible").length"""
"""How many pieces stay on the board: what goes is lifted until the answer burns it."""
TOO_OFTEN = """<section class="message"><h1>Too many tries</h1>
  <p role="alert">You tried too often. Wait a minute, then try again.</p></section>"""


def holding(page, address):
    """What is sent to an address, kept from the server until it is let go."""
    held = []

    def keep(route):
        held.append(route)

    page.route(address, keep)
    return held


@pytest.fixture
def hold(page):
    """The moves that are sent."""
    return holding(page, "**/move/")


def sees(page, pieces):
    """Wait until so many pieces stand on the board, as they are seen."""
    page.wait_for_function(f"() => ({SEEN})() === {pieces}")


def wait_for(page, held, number=1):
    for _ in range(100):
        if len(held) >= number:
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing was sent")


@pytest.mark.parametrize(
    ("setup", "button", "stay"),
    [
        ({"position": "5+4"}, "#row-1-take-2", 7),
        ({"ruleset": "subtraction:3", "position": "5+4"}, "#row-2-take-3", 6),
        ({"ruleset": "kayles", "position": "6"}, "#row-1-at-2-take-2", 4),
        ({"ruleset": "kayles", "position": "6"}, "#row-1-at-3-take-1", 5),
        ({"ruleset": "octal:0.77", "position": "5+4"}, '.pill:text-is("→ 1 and 2") >> nth=0', 7),
    ],
)
def test_pieces_are_gone_before_the_answer(page, site, hold, setup, button, stay):
    start(page, site, opponent="learner", **setup)
    page.click(button)
    wait_for(page, hold)
    sees(page, stay)
    assert moves_made() == 0
    hold[0].continue_()
    expect(page.locator(STATUS)).to_contain_text("Learner")
    expect(page.locator(".going")).to_have_count(0)
    assert moves_made() == 2


def test_no_second_move_is_sent_meanwhile(page, site, hold):
    start(page, site, position="5+4", opponent="learner")
    page.click("#row-1-take-2")
    wait_for(page, hold)
    page.click("#row-2-take-1")
    page.fill("#typed-move", "2 1")
    page.click("#typed-play")
    page.click("#hint")
    page.wait_for_timeout(200)
    assert len(hold) == 1
    sees(page, 7)
    hold[0].continue_()
    expect(page.locator(STATUS)).to_contain_text("You took 2 from row 1.")
    assert moves_made() == 2
    assert Match.objects.get().hint_tier == 0


def test_nothing_leaves_while_a_hint_is_on_its_way(page, site):
    start(page, site, position="5+4", opponent="learner")
    held = holding(page, "**/hint/")
    page.click("#hint")
    wait_for(page, held)
    page.click("#row-1-take-2")
    sees(page, 9)
    held[0].continue_()
    expect(page.locator("#hints")).to_be_visible()
    assert moves_made() == 0
    page.click("#row-1-take-2")
    expect(page.locator(STATUS)).to_contain_text("You took 2 from row 1.")


def test_a_move_that_never_arrives_brings_its_pieces_back_and_is_sent_later(page, site, complaints):
    start(page, site, position="5+4", opponent="learner")
    page.context.set_offline(True)
    page.click("#row-1-take-2")
    expect(page.locator(LINE)).to_have_text(
        "No connection. We'll send that when the connection is back."
    )
    sees(page, 9)
    page.click("#row-2-take-1")  # who thinks again sends the other move
    page.wait_for_timeout(200)
    sees(page, 9)
    assert moves_made() == 0
    page.context.set_offline(False)
    expect(page.locator(STATUS)).to_contain_text("You took 1 from row 2.", timeout=WAIT)
    expect(page.locator(LINE)).to_have_count(0)
    assert moves_made() == 2
    complaints.clear()


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (429, TOO_OFTEN, "You tried too often. Wait a minute, then try again."),
        (503, "", "That was not sent. The network or the server did not answer. Try again."),
    ],
)
def test_a_server_that_refuses_brings_them_back(page, site, complaints, status, body, said):
    start(page, site, position="5+4", opponent="learner")
    ours = {"Marienbad": "1"}
    page.route("**/move/", lambda route: route.fulfill(status=status, body=body, headers=ours))
    page.click("#row-1-take-2")
    expect(page.locator(LINE)).to_have_text(said)
    sees(page, 9)
    assert all(str(status) in text for text in complaints)
    complaints.clear()
    page.unroute("**/move/")
    page.click("#row-1-take-2")
    expect(page.locator(STATUS)).to_contain_text("You took 2 from row 1.")
    expect(page.locator(LINE)).to_have_count(0)


def test_a_move_on_an_old_board_brings_the_board_as_it_is(page, site, complaints):
    start(page, site, position="5+4", opponent="person")
    other = page.context.new_page()
    other.goto(page.url)
    other.click("#row-2-take-4")
    expect(other.locator(STATUS)).to_contain_text("Player 1 took 4 from row 2.")
    page.click("#row-1-take-2")
    expect(page.locator("[role=alert]")).to_have_text(
        "The game has moved on since you opened this page. Here is the board now."
    )
    sees(page, 5)
    assert all("409" in text for text in complaints)
    complaints.clear()
    assert moves_made() == 1


def test_a_move_that_is_not_allowed_brings_them_back(page, site, complaints):
    start(page, site, position="5+4", opponent="learner")
    page.locator("#row-1-take-2").evaluate("(button) => { button.value = '1>9'; }")
    page.click("#row-1-take-2")
    expect(page.locator("[role=alert]")).to_be_visible()
    sees(page, 9)
    assert all("422" in text for text in complaints)
    complaints.clear()
    assert moves_made() == 0


def test_an_answer_in_a_lesson_leaves_at_once_too(page, site):
    page.goto(f"{site}{lesson(MOVE).get_absolute_url()}1/")
    before = page.evaluate(SEEN)
    held = holding(page, "**/learn/**")
    page.locator("#board button").last.click()
    wait_for(page, held)
    sees(page, before - 1)
    held[0].continue_()
    expect(page.locator("#verdict")).to_be_visible()
