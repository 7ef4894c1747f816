"""A conjecture and a distinguisher in a real browser: by touch, by keyboard, read by axe."""

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_marks_are_touched_on_a_phone_until_they_are_right(page, site, axe_finds_nothing):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/lab/conjectures/?game=subtraction:3&ending=normal&way=marks")
    expect(page.locator("#result-title")).to_contain_text("Right for ever.")
    page.locator("label:has([id='lost-2+2'])").click()
    page.get_by_role("button", name="Test it").press("Enter")
    expect(page.locator("#result-title")).to_contain_text("It breaks.")
    expect(page.locator("#result")).to_contain_text("The smallest position that breaks it: 2 + 2.")
    expect(page.locator(".lab-breach")).to_have_count(1)
    assert fits(page)
    axe_finds_nothing(page)


def test_two_positions_are_told_apart_and_played(page, site, axe_finds_nothing):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/lab/distinguisher/")
    page.fill("#one", "1+1")
    page.fill("#other", "0")
    page.get_by_role("button", name="Tell them apart").click()
    expect(page.locator(".verdict").first).to_contain_text(
        "of any size tells them apart: that is proved"
    )
    assert fits(page)
    axe_finds_nothing(page)
    page.get_by_role("link", name="Play it").first.click()
    page.wait_for_url("**position=1%2B1**")
