"""The story in a browser: the first boards by mouse, one by keyboard, and both themes."""

import re

import pytest
from playwright.sync_api import expect

from .hands import Keys, Touch

pytestmark = pytest.mark.browser

SHIFTS = """() => { window.shifts = 0; new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value;
}).observe({ type: "layout-shift", buffered: true }) }"""


def says(page, slug):
    return page.locator(f"#{slug}")


def take(page, slug, row, count):
    """Take so many matches of a row by mouse, and wait for what M does."""
    with page.expect_response(lambda answer: "/story/?" in answer.url):
        page.click(f"#{slug}-row-{row}-take-{count}")
    page.wait_for_selector(".htmx-request, .htmx-swapping, .htmx-settling", state="detached")


def left(page, slug, row):
    return page.locator(f"#{slug} .row:nth-child({row}) .cell:not(.gap)").count()


def test_the_first_three_boards_are_played_by_mouse(page, site, axe_finds_nothing):
    page.goto(f"{site}/story/")
    page.evaluate(SHIFTS)
    while page.locator("#the-hotel .board button").count():
        row = next(row for row in (4, 3, 2, 1) if left(page, "the-hotel", row))
        take(page, "the-hotel", row, 1)
    expect(says(page, "the-hotel")).to_contain_text("M wins.")
    expect(says(page, "the-hotel")).to_contain_text("you made no mistake")

    expect(says(page, "two-rows")).to_contain_text("M took 1 from row 1. Your turn.")
    take(page, "two-rows", 2, 2)
    expect(says(page, "two-rows")).to_contain_text("M smiles.")
    page.click("#two-rows-back")
    expect(says(page, "two-rows")).not_to_contain_text("M smiles.")
    while page.locator("#two-rows .board button").count():
        one, other = left(page, "two-rows", 1), left(page, "two-rows", 2)
        take(page, "two-rows", 1 if one > other else 2, abs(one - other))
    expect(says(page, "two-rows")).to_contain_text("You win.")
    expect(page.locator("#live")).to_contain_text("You win. You took the last")

    take(page, "the-copier", 1, 1)
    expect(says(page, "the-copier")).to_contain_text("That loses.")
    page.click("#the-copier-back")
    expect(says(page, "the-copier")).to_contain_text("Find the move that wins.")
    take(page, "the-copier", 2, 2)
    expect(says(page, "the-copier")).to_contain_text("That wins.")
    page.click("#the-copier-why")
    sentence = page.locator("#the-copier-film-sentence")
    before = sentence.inner_text()
    page.click("#the-copier-film-next")
    expect(sentence).not_to_have_text(before)
    expect(says(page, "the-hotel")).to_contain_text("M wins.")
    assert page.url == f"{site}/story/"
    assert page.evaluate("window.shifts") < 0.01
    axe_finds_nothing(page)

    page.reload()
    expect(page.locator(".story-head")).to_contain_text("You have played 3 of the 12 boards.")
    expect(says(page, "the-hotel")).to_contain_text("M wins.")
    expect(says(page, "the-copier")).to_contain_text("That wins.")
    page.goto(site)
    expect(page.locator(".story-card")).to_contain_text("3 of 12 boards played.")
    axe_finds_nothing(page)


def test_a_board_is_played_by_keyboard_alone(page, site):
    page.goto(f"{site}/story/")
    keys = Keys(page)
    keys.press(page.locator("#a-pair-row-2-take-1"))
    expect(says(page, "a-pair")).to_contain_text("That loses.")
    expect(page.locator("#a-pair-end")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#a-pair-back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(says(page, "a-pair")).to_contain_text("Find the move that wins.")
    keys.press(page.locator("#a-pair-row-2-take-5"))
    expect(says(page, "a-pair")).to_contain_text("That wins.")
    keys.press(page.locator("#break-it-row-3-take-1"))
    expect(says(page, "break-it")).to_contain_text("Your turn.")
    assert page.evaluate("document.activeElement.closest('.story-board').id") == "break-it"
    assert page.evaluate("document.activeElement.matches('.board button')")


def test_a_finger_lifts_first_and_the_page_fits_a_phone(
    browser, site, browser_context_args, watched
):
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    page = watched(browser.new_context(**browser_context_args | phone).new_page())
    page.goto(f"{site}/story/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    Touch(page).press(page.locator("#inside-the-rows-row-1-take-1"))
    expect(says(page, "inside-the-rows")).to_contain_text("That wins.")
    small = page.evaluate(
        """[...document.querySelectorAll(".story-board .controls > *, .story-board .pill")]
        .filter(one => one.getBoundingClientRect().height < 44).length"""
    )
    assert small == 0


def test_with_scripts_off_a_move_comes_back_to_its_board(browser, site, browser_context_args):
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/story/")
    page.click("#his-table-other")
    page.wait_for_url(re.compile(r"/story/\?board=his-table&move=other#his-table"))
    expect(page.locator("#his-table")).to_be_in_viewport()
    expect(says(page, "his-table")).to_contain_text("M took")
    context.close()
