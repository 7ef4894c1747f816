"""A page that keeps up with somebody else: what it asks, what it leaves alone, and what it says."""

import pytest
from django.db.models import F
from playwright.sync_api import expect

from games.people.models import Visitor
from games.play.friends.seating import sit_down
from games.play.models import Match
from games.play.protocol import make_move

from ..games.teach.work.assignments import address, assignment, classroom, give, member, person

pytestmark = pytest.mark.browser


@pytest.fixture
def match(page, site):
    """A game that the page has begun, with Bob across the table, who starts."""
    page.goto(f"{site}/play/?position=2%2B3&opponent=friend&starter=other&name=Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_label("QR code of the link")).to_be_visible()
    sit_down(Match.objects.get(), Visitor.objects.create(), "Bob")
    expect(page.locator("#live")).to_contain_text("Bob to move.")
    return Match.objects.get()


def bob_moves(text):
    match = Match.objects.get().seen_from("other")
    make_move(match, version=match.version, text=text)


def test_the_others_move_comes_by_itself_and_takes_nobodys_focus(page, match):
    mark = page.locator(".mark")
    mark.focus()
    bob_moves("1>0")
    expect(page.locator("#live")).to_contain_text("Bob took 2 from row 1.")
    expect(page.locator("#typed-move")).to_be_visible()
    expect(mark).to_be_focused()


def test_what_is_typed_and_not_sent_stays_until_one_looks(page, match):
    bob_moves("1>0")
    page.locator("#typed-move").fill("2 1")
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1, left_by="other")
    expect(page.locator("#connection")).to_contain_text("This page has changed.")
    expect(page.locator("#typed-move")).to_have_value("2 1")
    page.get_by_role("button", name="Show the changes", exact=True).click()
    expect(page.locator("#game")).to_contain_text("Bob left the game.")
    expect(page.locator("#connection")).to_have_count(0)


def test_without_a_network_the_page_says_so_and_catches_up(page, match, context, complaints):
    context.set_offline(True)
    expect(page.locator("#connection")).to_have_text(
        "No connection. Your page will catch up by itself.", timeout=12_000
    )
    bob_moves("1>0")
    context.set_offline(False)
    expect(page.locator("#live")).to_contain_text("Bob took 2 from row 1.")
    expect(page.locator("#connection")).to_have_count(0)
    assert all("INTERNET_DISCONNECTED" in one for one in complaints)
    complaints.clear()


def test_a_page_that_nobody_sees_asks_nothing(page, match):
    polls = []
    page.on("request", lambda one: polls.append(one.url) if "version=" in one.url else None)
    hide = "Object.defineProperty(document, 'hidden', {get: () => %s, configurable: true})"
    page.evaluate(hide % "true")
    page.wait_for_timeout(4500)
    assert polls == []
    page.evaluate(hide % "false")
    with page.expect_request("**/*version=*", timeout=1000):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_class_is_followed_without_losing_ones_place(page, site):
    teacher, anna = person("teacher"), person("anna")
    room = classroom(teacher)
    member(room, anna, "Anna Able")
    work = assignment(room, "nim 1+2+4 misere")
    page.context.add_cookies(
        [{"name": "sessionid", "value": teacher.cookies["sessionid"].value, "url": site}]
    )
    page.goto(f"{site}{address(work, what='results')}")
    link = page.get_by_role("link", name="Able, Anna")
    link.focus()
    expect(page.locator("#matrix")).to_contain_text("not started: 1")
    give(anna, work, 1, move="3>3")
    expect(page.locator("#matrix")).to_contain_text("right at once: 1", timeout=16_000)
    expect(link).to_be_focused()
    expect(page.get_by_role("main")).to_have_count(1)
