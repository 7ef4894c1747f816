"""Tokens for programs in a real browser, and what scripts of other sites may read."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ASKS = """async ([address, token]) => {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  try {
    const answer = await fetch(address, { headers });
    return (await answer.json()).error ?? answer.status;
  } catch (refused) {
    return String(refused);
  }
}"""


def begin(page, site, token):
    """Begin a game as a program outside the browser does: the answer."""
    headers = {"Authorization": f"Bearer {token}"}
    return page.request.post(f"{site}/api/games", data={"position": "1+3+5+7"}, headers=headers)


def test_a_token_is_made_copied_used_and_revoked(page, site, axe_finds_nothing):
    page.goto(f"{site}/me/")
    page.get_by_role("link", name="Tokens for programs").click()
    page.get_by_label("A name for the token").fill("My laptop")
    page.get_by_role("button", name="Make a token").click()
    axe_finds_nothing(page)
    page.get_by_role("button", name="Copy token").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    token = page.evaluate("navigator.clipboard.readText()")
    page.goto(begin(page, site, token).json()["page"])
    page.get_by_role("button", name=re.compile("row 4")).first.click()
    expect(page.locator("#live")).to_contain_text("You took")
    page.goto(f"{site}/me/tokens/")
    assert token not in page.content()
    expect(page.locator(".lined-list")).to_contain_text("last used")
    page.get_by_role("button", name="Revoke My laptop").click()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    assert begin(page, site, token).status == 401


def test_scripts_of_other_sites_read_what_is_open_and_nothing_else(
    page, site, browser, browser_context_args
):
    page.goto(f"{site}/me/tokens/")
    page.get_by_role("button", name="Make a token").click()
    token = page.locator("#token").input_value()
    game = begin(page, site, token).json()
    # Another host, whose pages have no policy like ours.
    context = browser.new_context(**browser_context_args, bypass_csp=True)
    other = context.new_page()
    other.goto(site.replace("localhost", "127.0.0.1") + "/privacy/")
    for path, said in (
        ("position?position=1%2B3", 200),
        ("openapi.json", 200),
        ("opponents", 200),
        ("position?position=x", re.compile("'x' is not a position")),
    ):
        heard = other.evaluate(ASKS, [f"{site}/api/{path}", ""])
        assert heard == said if isinstance(said, int) else said.match(heard)
    for path, sent in ((f"games/{game['id']}", token), ("opponents", token), ("games/x", "")):
        assert "TypeError" in str(other.evaluate(ASKS, [f"{site}/api/{path}", sent]))
    context.close()
