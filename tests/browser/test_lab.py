"""Rules are drawn by touch, what follows is seen at once, and the game is played."""

import re

import pytest
from playwright.sync_api import expect

from .test_course import PHONE, fits
from .test_exploring import press

pytestmark = pytest.mark.browser


def test_a_game_is_drawn_its_violation_is_seen_and_it_is_played(
    browser, site, browser_context_args, watched, complaints
):
    context = browser.new_context(**browser_context_args | {"viewport": PHONE, "has_touch": True})
    page = watched(context.new_page())
    page.goto(f"{site}/lab/")
    expect(page.locator(".lab-rows-table tbody tr")).to_have_count(4)
    page.tap("label:has(#lab-1-two)")
    expect(page.locator(".lab-code").first).to_have_text("octal:0.75")
    page.tap("label:has(#lab-2-one)")
    expect(page.locator(".lab-code").first).to_have_text("kayles")
    expect(page).to_have_url(re.compile(r"/lab/kayles/$"))
    expect(page.locator(".lab-rows-table .lab-breaks th")).to_have_text("5")
    expect(page.locator("#maker")).to_contain_text("R1 stops at a row of 5.")
    expect(page.locator(".lab-witness li")).to_have_count(4)
    assert fits(page, PHONE["width"])
    page.tap("text=Play 5 + 1")
    expect(page.locator(".board-pins .row")).to_have_count(2)
    piece = page.locator("#row-2-take-1, #row-2-at-1-take-1")
    piece.tap()
    piece.tap()
    expect(page.locator("main")).to_contain_text(re.compile("You (took|knocked)"))
    assert complaints == []
    context.close()


def test_heaps_are_drawn_by_keyboard_and_going_back_undoes_it(page, site, axe_finds_nothing):
    page.goto(f"{site}/lab/nim/?by=heaps")
    code = page.locator("#maker .lab-code").first
    expect(code).to_have_text("nim")
    page.focus('[id="lab-heap-3-2+2"]')
    press(page, "Space")
    expect(code).to_contain_text("3:[[],[1],[2],[2,2]]")
    expect(page.locator('[id="lab-heap-3-2+2"]')).to_be_focused()
    axe_finds_nothing(page)
    page.go_back()
    expect(code).to_have_text("nim")
