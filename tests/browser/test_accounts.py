"""Keeping a game: from the last move to a name, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from games.play.models import Match

from .test_game import play_until_over, start

pytestmark = pytest.mark.browser


def test_a_game_is_kept_by_choosing_a_name(page, site, axe_finds_nothing, complaints):
    page.set_viewport_size({"width": 360, "height": 740})
    start(page, site, position="1+2", opponent="random")
    play_until_over(page, lambda button: button.click())
    page.click(".dock .more > summary")
    page.click("text=choose a user name")
    expect(page.locator("#id_username")).to_be_visible()
    axe_finds_nothing(page)
    page.fill("#id_username", "bob")
    page.fill("#id_password", "short")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#id_password_error")).to_contain_text("too short")
    expect(page.locator("#id_username")).to_have_value("bob")
    axe_finds_nothing(page)
    assert all("422" in text for text in complaints)
    complaints.clear()
    page.fill("#id_password", "correct horse battery")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(re.compile(r"/play/[0-9a-f-]{36}/"))
    expect(page.locator("#ending")).to_be_visible()
    page.locator(".who a").last.click()
    expect(page.locator("h1")).to_have_text("bob")
    axe_finds_nothing(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("text=Sign out")
    page.wait_for_url(f"{site}/")
    page.goto(f"{site}/me/")
    expect(page.locator("text=No games yet.")).to_be_visible()
    page.goto(f"{site}/accounts/login/")
    axe_finds_nothing(page)
    page.fill("#id_username", "Bob")
    page.fill("#id_password", "correct horse battery")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/")
    page.goto(f"{site}/me/")
    expect(page.locator(".matches a").first).to_be_visible()
    assert Match.objects.get().user.username == "bob"
