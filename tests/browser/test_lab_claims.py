"""The lab by touch and by keyboard: a claim is tried, a condition switched, a row put together."""

import re

import pytest
from playwright.sync_api import expect

from .test_course import PHONE, fits

pytestmark = pytest.mark.browser


def test_a_published_rule_is_refuted_on_its_board(page, site, axe_finds_nothing, complaints):
    page.goto(f"{site}/lab/lenses/")
    page.select_option("#lens-game", "nim")
    page.fill("#lens-rows", "1+2+2")
    page.click("text=Look")
    page.click("nav[aria-label='Published rules'] >> text=The laundry room idea")
    expect(page.locator(".lab-beside")).to_contain_text(
        "It says that the player to move loses. In fact the player to move wins."
    )
    axe_finds_nothing(page)
    page.click("text=Let Perfect start, and try to win")
    expect(page).to_have_url(re.compile("/play/"))
    expect(page.locator(".board").first).to_be_visible()
    assert complaints == []


def test_a_condition_is_broken_with_a_finger(
    browser, site, browser_context_args, watched, complaints
):
    context = browser.new_context(**browser_context_args | {"viewport": PHONE, "has_touch": True})
    page = watched(context.new_page())
    page.goto(f"{site}/lab/conditions/")
    page.tap("#condition-4")
    expect(page.locator("#holds-title")).to_contain_text(
        "With all four conditions, R1 is never wrong"
    )
    page.tap("#condition-2")
    expect(page.locator("#weak-title")).to_have_text(
        "The smallest game that R1 without condition 2 gets wrong"
    )
    page.tap("#own-0")
    page.tap("#own-22")
    status = page.locator("#break [role=status]")
    expect(status).to_contain_text("It breaks condition 4, and no other.")
    expect(status).to_be_in_viewport()
    assert fits(page, PHONE["width"])
    page.locator("#break .board [data-preview]").first.tap()
    page.locator("#break .board [data-preview]").first.tap()
    expect(page).to_have_url(re.compile("/play/"))
    assert complaints == []
    context.close()


def test_the_conditions_are_switched_by_keyboard(page, site, axe_finds_nothing):
    page.goto(f"{site}/lab/conditions/?on=1234")
    page.focus("#condition-3")
    page.keyboard.press("Enter")
    expect(page.locator("#condition-3")).to_contain_text("Condition 3: off")
    expect(page.locator(".lab-beside").first).to_contain_text("The heap of 5 breaks condition 3.")
    axe_finds_nothing(page)
