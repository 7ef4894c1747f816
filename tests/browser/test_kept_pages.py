"""Back shows nothing of somebody who has signed out."""

import pytest
from playwright.sync_api import expect

from games.people.models import User

pytestmark = pytest.mark.browser


def test_back_after_signing_out_shows_no_page_with_a_name(page, site):
    User.objects.create_user("ada", password="correct horse battery")
    page.goto(site + "/accounts/login/")
    page.fill("#id_username", "ada")
    page.fill("#id_password", "correct horse battery")
    page.click(".stacked-form .main-button")
    expect(page.locator(".who a").last).to_have_text("ada")
    page.goto(site + "/errata/")
    expect(page.locator(".who a").last).to_have_text("ada")
    page.goto(site + "/me/")
    page.click("text=Sign out")
    expect(page.locator(".who a").last).to_have_text("Sign in")
    for _ in range(3):
        page.go_back()
        expect(page.locator("body")).to_be_visible()
        expect(page.locator(".who a").last).to_have_text("Sign in")
