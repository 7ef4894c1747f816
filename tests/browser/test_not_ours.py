"""A school's filter or a portal answers in the site's name: nothing of it is shown or stored, and
once it lets go, everything goes on by itself."""

import pytest
from django.http import QueryDict
from playwright.sync_api import expect

from games.people.models import User
from games.teach.live.leading.leading import lead
from games.teach.live.rooms.models import Answer, Room

from ..games.teach.live.rooms import KAYLES, NIM, room
from .hands import WAIT
from .test_game import STATUS, moves_made, start

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><title>SchoolFilter</title><h1>Sign in to the school network</h1>
  <form action="/filter"><input name="user"></form>"""
ANSWERS = [(200, PAGE), (200, ""), (403, PAGE), (404, PAGE), (511, PAGE)]
LINE = "#connection"
KEPT = "No connection. We'll send that when the connection is back."


class Filter:
    """What stands between a page and the site, as long as it is on."""

    def __init__(self, page):
        self.answer = None
        page.route("**/*", self._handle)

    def _handle(self, route):
        is_asked = route.request.resource_type in ("fetch", "xhr")
        if self.answer is None or not is_asked:
            route.fallback()
            return
        status, body = self.answer
        route.fulfill(status=status, body=body, content_type="text/html")


@pytest.fixture
def polls_are_quick(settings):
    settings.SLOWER_POLLS = 0.1


def test_a_filter_takes_no_board_away_and_the_move_is_sent_after_it(page, site, complaints):
    start(page, site, position="1+1+1+1+1+1", opponent="person")
    between = Filter(page)
    for made, answer in enumerate(ANSWERS):
        between.answer = answer
        page.locator("#board button").first.click()
        expect(page.locator(LINE)).to_have_text(KEPT)
        expect(page.get_by_role("main")).not_to_contain_text("Sign in to the school network")
        expect(page.locator("#board")).to_be_visible()
        assert moves_made() == made
        between.answer = None
        expect(page.locator(STATUS)).to_contain_text(f"took 1 from row {made + 1}.", timeout=WAIT)
        expect(page.locator(LINE)).to_have_count(0, timeout=WAIT)
        assert moves_made() == made + 1
    complaints.clear()


def test_a_filter_takes_no_room_away(page, site, complaints, polls_are_quick):
    """A phone and a wall under it, while the class is asked."""
    teacher = User.objects.create(username="ms-lind", teaches=True)
    made = room(KAYLES, NIM, owner=teacher)
    between = Filter(page)
    page.goto(f"{site}/live/{made.code.lower()}/")
    page.fill("[name=name]", "Ada")
    page.locator("form.phone-join button").click()
    expect(page.locator("#live")).to_contain_text("You're in", timeout=WAIT)
    page.wait_for_load_state()
    loads = []
    page.on("load", lambda: loads.append(1))
    for answer in ANSWERS:
        between.answer = answer
        expect(page.locator(LINE)).to_have_text(
            "No connection. Your page will catch up by itself.", timeout=WAIT
        )
        expect(page.locator("#game[data-poll]")).to_contain_text("Room 8 b")
        between.answer = None
        expect(page.locator(LINE)).to_have_count(0, timeout=WAIT)
    between.answer = ANSWERS[0]
    forward(made)
    between.answer = None
    expect(page.locator("#live")).to_contain_text("You haven't answered yet.", timeout=WAIT)

    # A tap without a network is sent when it is back.
    between.answer = ANSWERS[0]
    page.locator("#board button").first.click()
    expect(page.locator(LINE)).to_have_text(KEPT)
    between.answer = None
    expect(page.locator("#live")).to_contain_text("You chose to", timeout=WAIT)
    expect(page.locator(LINE)).to_have_count(0)
    assert Answer.objects.get().participant.name == "Ada"
    assert loads == []
    complaints.clear()


def forward(made):
    """Ask the next question."""
    lead(Room.objects.get(pk=made.pk), "next", made.version, QueryDict())
