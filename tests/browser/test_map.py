"""The map, a test and one's own page in a browser: by touch, by keyboard, and by axe."""

import re

import pytest
from playwright.sync_api import expect

from games.learn.lessons.models import Route
from games.learn.lessons.taken_tests import TakenTest, follows
from games.questions.guessing import lead_to
from games.questions.shown_question import ShownQuestion

from ..games.learn.lessons.lessons import PREDICT, lesson

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 800}
DESK = {"width": 1280, "height": 800}


@pytest.fixture
def small_course(db):
    Route.objects.create(slug="player", order=1, title="Player", lessons=["one", "two"])
    Route.objects.create(slug="mathematician", order=2, title="Mathematician", lessons=["three"])
    for number, slug in enumerate(("one", "two", "three"), 1):
        lesson(PREDICT, number=number, slug=slug, title=f"Station {slug}")


def fits(page, width):
    return page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_map_leads_to_its_stations_on_a_wide_screen_and_is_a_list_on_a_phone(
    page, site, small_course, axe_finds_nothing
):
    page.set_viewport_size(DESK)
    page.goto(f"{site}/learn/")
    axe_finds_nothing(page)
    drawn, heading = page.locator("svg.map").bounding_box(), page.locator("h1").bounding_box()
    cards = page.locator(".today").bounding_box()
    assert heading["y"] < drawn["y"] < cards["y"]
    page.locator("svg.map a.stop").nth(1).click()
    page.wait_for_url(re.compile("/learn/two/$"))
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/learn/")
    axe_finds_nothing(page)
    expect(page.locator("svg.map")).to_be_hidden()
    assert fits(page, PHONE["width"])
    page.locator(".station-name", has_text="Station three").click()
    page.wait_for_url(re.compile("/learn/three/$"))


def test_a_test_is_passed_on_a_phone_by_keyboard_and_the_map_shows_it(
    page, site, small_course, axe_finds_nothing
):
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/learn/one/test/")
    axe_finds_nothing(page)
    page.locator("#begin").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/learn/tests/"))
    taken = TakenTest.objects.get()
    for place, part in enumerate(taken.questions, 1):
        number = sum(not follows(one) for one in taken.questions[:place])
        expect(page.locator(".table-head")).to_contain_text(f"question {number} of {taken.size}")
        task = ShownQuestion(taken.posing(place))
        words = lead_to(task) if follows(part) else "Who wins"
        expect(page.locator("#live")).to_contain_text(words)
        axe_finds_nothing(page)
        assert fits(page, PHONE["width"])
        right = task.asking.right(task)
        if follows(part):
            placed = task.board.place(right)
            page.locator("#typed-move").fill(f"{placed.lane} {placed.take}")
        else:
            page.locator(f'input[value="{right}"]').focus()
            page.keyboard.press("Space")
            page.locator("#answer").focus()
        page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Passed: Station one")
    axe_finds_nothing(page)
    assert fits(page, PHONE["width"])
    page.click("#next")
    page.goto(f"{site}/learn/")
    expect(page.locator(".station-done")).to_contain_text("Passed by test")
    page.goto(f"{site}/me/")
    axe_finds_nothing(page)
    assert fits(page, PHONE["width"])
