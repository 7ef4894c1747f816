"""The explorer's board is changed by touch and by keyboard, in place."""

import re

import pytest
from playwright.sync_api import expect

from .test_course import PHONE, fits

pytestmark = pytest.mark.browser


def test_the_board_is_changed_by_touch(browser, site, browser_context_args, watched, complaints):
    context = browser.new_context(**browser_context_args | {"viewport": PHONE, "has_touch": True})
    page = watched(context.new_page())
    page.goto(f"{site}/explore/kayles/13+4/")
    page.tap("text=Change the board")
    title = page.locator("#position-title")
    page.tap("#edit-2-5")
    expect(title).to_have_text("13 + 5")
    expect(page).to_have_url(re.compile(r"/explore/kayles/13\+5/"))
    page.tap("#edit-1-3")
    expect(title).to_have_text("3 + 5")
    page.tap("#edit-add")
    expect(title).to_have_text("3 + 5 + 1")
    page.tap("#edit-1-gone")
    expect(title).to_have_text("5 + 1")
    expect(page.locator(".outcome")).to_contain_text("loses")
    assert fits(page, PHONE["width"])
    page.go_back()
    expect(title).to_have_text("3 + 5 + 1")
    page.tap("text=See why, step by step")
    expect(page.locator("#film")).to_be_visible()
    assert complaints == []
    context.close()


def press(page, key):
    """Press a key once the board that came last stands still, as fast as a person can."""
    page.wait_for_function(
        "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
    )
    page.keyboard.press(key)


def test_the_board_is_changed_by_keyboard(page, site, axe_finds_nothing):
    page.goto(f"{site}/explore/nim/2+4/?edit=1")
    title = page.locator("#position-title")
    page.focus("#edit-1-3")
    press(page, "Enter")
    expect(title).to_have_text("3 + 4")
    expect(page.locator("#edit-1-3")).to_be_focused()
    press(page, "ArrowLeft")
    press(page, "Enter")
    expect(title).to_have_text("2 + 4")
    expect(page.locator("#edit-1-2")).to_be_focused()
    press(page, "ArrowDown")
    expect(page.locator('#edit-2-5[tabindex="0"]')).to_be_focused()
    for _ in range(2):
        press(page, "Tab")
    expect(page.locator("#edit-2-more")).to_be_focused()
    press(page, "Space")
    expect(title).to_have_text("2 + 5")
    expect(page.locator("#edit-2-more")).to_be_focused()
    axe_finds_nothing(page)


def test_a_limit_is_said_where_the_board_is(page, site, complaints):
    page.goto(f"{site}/explore/nim/60/?edit=1")
    page.click("#edit-1-more")
    expect(page.locator("#edit-problem")).to_contain_text("use at most 60 in a row")
    expect(page.locator("#position-title")).to_have_text("60")
    complaints[:] = [text for text in complaints if "422" not in text]
