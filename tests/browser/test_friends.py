"""Two people at one match by a link, each with a browser of their own, to the review of both."""

import re

import pytest
from playwright.sync_api import expect

from games.play.models import Match

from .hands import WAIT, Touch
from .test_game import STATUS, start

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


@pytest.fixture(autouse=True)
def polls_are_quick(settings):
    """A tenth of the pace of a classroom."""
    settings.SLOWER_POLLS = 0.1


@pytest.fixture
def friend(browser, watched):
    """Another browser: a phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    yield watched(context.new_page())
    context.close()


def says(page, text):
    expect(page.locator(STATUS)).to_contain_text(text, timeout=WAIT)


def take(page, button, text):
    """Take pieces, by two touches on a phone, and wait until the page says so."""
    if page.viewport_size == PHONE:
        Touch(page).press(page.locator(button))
    else:
        page.click(button)
    says(page, text)


def looks_right(page, axe_finds_nothing):
    axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_two_browsers_play_by_a_link_to_the_review_of_both(page, friend, site, axe_finds_nothing):
    start(page, site, position="2+2", opponent="friend")
    looks_right(page, axe_finds_nothing)
    link = page.input_value("#invitation")
    assert "/play/with/" in link
    friend.goto(link)
    looks_right(friend, axe_finds_nothing)
    friend.fill("[name=name]", "Bob")
    friend.click("#sit-down")
    expect(page.locator("#row-1-take-1")).to_be_enabled(timeout=WAIT)

    take(page, "#row-1-take-1", "You took 1 from row 1.")
    looks_right(page, axe_finds_nothing)
    says(friend, "Your friend took 1 from row 1.")
    looks_right(friend, axe_finds_nothing)
    take(friend, "#row-2-take-2", "You took 2 from row 2.")
    says(page, "Bob took 2 from row 2.")
    page.focus("#row-1-take-1")
    page.keyboard.press("Enter")

    expect(page.locator("#ending")).to_contain_text("Bob wins", timeout=WAIT)
    expect(friend.locator("#ending")).to_contain_text("You win", timeout=WAIT)
    for one in (page, friend):
        looks_right(one, axe_finds_nothing)
    page.click("#ask-again")
    expect(friend.locator("#asked")).to_contain_text("wants to play again", timeout=WAIT)
    friend.click("#ask-again")
    says(page, "Rows: 2, 2. Bob to move.")  # sides are swapped
    expect(friend.locator("#row-2-take-2")).to_be_visible(timeout=WAIT)
    assert Match.objects.count() == 2
    for one in (page, friend):
        one.goto(site + Match.objects.get(state=Match.State.FINISHED).get_absolute_url())
        one.click("#see-why")
        expect(one.locator("#whole-title")).to_be_visible()
        looks_right(one, axe_finds_nothing)


SHARES = """
  Object.defineProperty(Navigator.prototype, "share", { configurable: true,
    value: async (what) => { document.documentElement.dataset.shared = what.text; } });
"""


def test_the_link_is_shared_where_the_browser_can_share_and_stays_at_the_table(page, friend, site):
    friend.add_init_script(SHARES)
    start(page, site, position="2+2", opponent="friend")
    link = page.input_value("#invitation")
    page.click("[data-share]")
    expect(page.locator("[data-share]")).to_have_text("Copied")
    friend.goto(link)
    friend.click("#sit-down")
    expect(friend.locator("[data-share]")).to_be_visible(timeout=WAIT)
    friend.click("[data-share]")
    expect(friend.locator("html")).to_have_attribute("data-shared", link)
    take(page, "#row-1-take-1", "You took 1 from row 1.")
    expect(page.locator("#invitation")).to_have_value(link)
    friend.goto(f"{site}/me/")
    expect(friend.locator(".open-games .card-name")).to_contain_text("Your turn since")
    friend.click(".open-games a")
    says(friend, "Your friend took 1 from row 1.")


def test_the_keyboard_stays_at_the_board_while_the_other_moves(page, friend, site):
    start(page, site, position="3+3", opponent="friend")
    friend.goto(page.input_value("#invitation"))
    friend.click("#sit-down")
    for row, other in ((1, 2), (2, 1)):
        own = page.locator(f"#row-{row}-take-1")
        expect(own).to_be_visible(timeout=WAIT)
        own.focus()
        page.keyboard.press("Enter")
        says(page, f"You took 1 from row {row}.")
        expect(page.locator("#board")).to_be_focused()
        page.wait_for_timeout(500)  # some polls that bring nothing new
        expect(page.locator("#board")).to_be_focused()
        take(friend, f"#row-{other}-take-1", f"You took 1 from row {other}.")
        says(page, f"Your friend took 1 from row {other}.")
        expect(page.locator(f"#row-{row}-take-1")).to_be_focused()


def test_a_third_browser_sees_nothing_of_the_match(page, friend, site, complaints):
    start(page, site, position="2+2", opponent="friend")
    link, address = page.input_value("#invitation"), page.url
    friend.goto(link)
    friend.click("#sit-down")
    friend.wait_for_url(re.compile(r"/play/[0-9a-f-]{36}/"))
    page.context.clear_cookies()
    page.goto(link)
    expect(page.locator("h1")).to_have_text("Both seats are taken")
    page.goto(address)
    expect(page.locator("#board")).to_have_count(0)
    complaints.clear()  # the page that there is not
