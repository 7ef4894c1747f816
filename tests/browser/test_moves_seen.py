"""What a finger, the pointer and the keyboard are shown of a move, before it and after."""

import re

import pytest
from playwright.sync_api import expect

from .test_game import STATUS, moves_made, start, version_on, wait_for_board

pytestmark = pytest.mark.browser

LINE = "[data-preview-line]"
REACH = "Touch a match: you take it, and everything to its right."
LIFTED = """() => [...document.querySelectorAll('#board .piece svg')]
  .filter((piece) => new DOMMatrix(getComputedStyle(piece).transform).m42 < -1).length"""


@pytest.fixture
def phone(browser, watched, complaints):
    """A page on a phone with a touch screen."""
    context = browser.new_context(
        viewport={"width": 360, "height": 780},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    yield watched(context.new_page())
    assert complaints == []
    context.close()


def test_the_first_touch_lifts_and_the_second_takes(phone, site):
    start(phone, site, position="7+4", opponent="learner")
    expect(phone.locator(LINE)).to_have_text(REACH)
    phone.tap("#row-1-take-5")
    expect(phone.locator(LINE)).to_have_text(
        "Take 5 from row 1, leaving 2. Touch again to confirm."
    )
    assert phone.evaluate(LIFTED) == 5
    assert moves_made() == 0
    phone.tap("#row-2-take-1")
    assert phone.evaluate(LIFTED) == 1
    phone.tap("#rule")
    assert phone.evaluate(LIFTED) == 0
    expect(phone.locator(LINE)).to_have_text(REACH)
    assert moves_made() == 0
    version = version_on(phone)
    phone.tap("#row-1-take-5")
    phone.tap("#row-1-take-5")
    wait_for_board(phone, version)
    expect(phone.locator(STATUS)).to_contain_text("You took 5 from row 1.")
    assert moves_made() == 2
    expect(phone.locator(LINE)).to_have_text(REACH)  # nothing is said of a piece nobody touched
    assert phone.evaluate(LIFTED) == 0


def test_two_pins_are_lifted_together(phone, site):
    start(phone, site, ruleset="kayles", position="5", opponent="person")
    phone.tap("#row-1-at-2-take-2")
    assert phone.evaluate(LIFTED) == 2
    version = version_on(phone)
    phone.tap("#row-1-at-2-take-2")
    wait_for_board(phone, version)
    expect(phone.locator(".was-mine")).to_have_count(2)


def test_without_scripts_one_touch_plays(browser, site):
    context = browser.new_context(has_touch=True, java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    page.locator("#board button").last.tap()
    expect(page.locator(STATUS)).to_contain_text("You took 1 from row")
    expect(page.locator(".was-mine")).to_have_count(1)
    context.close()


def test_pointing_and_the_keyboard_show_the_same(page, site):
    start(page, site, position="7+4", opponent="person")
    page.hover("#row-1-take-5")
    expect(page.locator(LINE)).to_have_text("Take 5 from row 1, leaving 2")
    assert page.evaluate(LIFTED) == 5
    page.mouse.move(5, 5)
    page.focus("#typed-move")
    for _ in range(12):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.closest('#row-1-take-1') !== null"):
            break
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#row-1-take-5")).to_be_focused()
    expect(page.locator(LINE)).to_have_text("Take 5 from row 1, leaving 2")
    assert page.evaluate(LIFTED) == 5


def test_rows_stay_where_they_are_when_pieces_are_taken(page, site):
    start(page, site, position="7+4", opponent="person")
    places = (
        "[...document.querySelectorAll('#board .cell')].map((c) => c.getBoundingClientRect().x)"
    )
    before = page.evaluate(places)
    page.click("#row-1-take-5")
    expect(page.locator(".was-mine")).to_have_count(5)
    assert page.evaluate(places) == before


@pytest.mark.parametrize("ruleset", ["nim", "subtraction:3", "kayles", "partizan-kayles"])
def test_thirteen_are_one_row_on_a_phone(phone, site, ruleset):
    start(phone, site, ruleset=ruleset, position="13", opponent="person")
    tops = phone.evaluate(
        "[...document.querySelectorAll('#board .cell')].map((c) => c.getBoundingClientRect().y)"
    )
    assert len(tops) == 13
    assert len(set(tops)) == 1
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_pins_are_wide_enough_for_a_finger_where_the_row_is_short(phone, site):
    phone.emulate_media(color_scheme="dark")
    start(phone, site, ruleset="kayles", position="7+3", opponent="person")
    for box in phone.evaluate(
        "[...document.querySelectorAll('#board button')].map((b) => b.getBoundingClientRect())"
    ):
        assert box["width"] >= 24
        assert box["height"] >= 44


def test_the_keyboard_stays_on_the_board_through_the_first_move(page, site):
    page.goto(site)
    page.locator("#board button").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*-*/**")
    expect(page.locator(STATUS)).to_contain_text("You took 1 from row")
    assert page.evaluate("document.activeElement.matches('#board button')")


def test_the_answer_leaves_after_the_own_move(page, site):
    page.emulate_media(reduced_motion="no-preference")
    start(page, site, position="5+4", opponent="perfect")
    page.click("#row-1-take-2")
    page.wait_for_selector(".was-theirs .leaving", state="attached")
    delay = "(one) => parseFloat(getComputedStyle(one).animationDelay)"
    assert page.locator(".was-mine .leaving .fire").first.evaluate(delay) == 0
    assert page.locator(".was-theirs .leaving .fire").first.evaluate(delay) > 0.6
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator(".leaving").first).to_be_hidden()
    expect(page.locator(".was-mine")).to_have_count(2)


def test_a_finished_game_is_turned_move_by_move_with_the_arrow_keys(page, site):
    start(page, site, position="1+2", opponent="person")
    for button in ("#row-1-take-1", "#row-2-take-1", "#row-2-take-1"):
        version = version_on(page)
        page.click(button)
        wait_for_board(page, version)
    page.click("#see-why")
    expect(page.locator(STATUS)).to_contain_text("Before move 1 of 3")
    expect(page.locator(".move-wins")).to_have_count(2)
    page.focus("#game")
    page.keyboard.press("ArrowRight")
    expect(page.locator(STATUS)).to_contain_text("Before move 2 of 3")
    expect(page).to_have_url(re.compile(r"\?ply=2$"))
    expect(page.locator("#ply-2")).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(page.locator(STATUS)).to_contain_text("Before move 3 of 3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(STATUS)).to_contain_text("Before move 2 of 3")
    page.click("#ply-1")
    expect(page.locator(STATUS)).to_contain_text("Before move 1 of 3")


def test_another_move_is_tried_and_answered_without_leaving_the_review(page, site):
    start(page, site, position="1+2", opponent="person")
    for button in ("#row-1-take-1", "#row-2-take-1", "#row-2-take-1"):
        version = version_on(page)
        page.click(button)
        wait_for_board(page, version)
    page.click("#see-why")
    page.click("#try-it")
    expect(page.locator(STATUS)).to_have_text("You can win from here. Your turn.")
    page.click("#row-2-take-2")
    expect(page.locator(STATUS)).to_contain_text("Perfect took 1 from row 1. You would have won.")
    expect(page.locator("#board .was-theirs")).to_have_count(1)
    page.go_back()
    page.click("#row-1-take-1")
    expect(page.locator(STATUS)).to_contain_text("You lose from here")
    page.click("#back-to-game")
    expect(page.locator(STATUS)).to_contain_text("Before move 1 of 3")
