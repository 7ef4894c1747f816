"""Without a network a browser shows one stored page; with one it never shows an old page."""

import re

import pytest
from playwright.sync_api import expect

from games.people.models import User

from ..games.learn.puzzles.puzzles import puzzle
from .hands import WAIT, signed_in

pytestmark = pytest.mark.browser

STORED = """async () => {
  const addresses = [];
  for (const name of await caches.keys()) {
    for (const one of await (await caches.open(name)).keys()) addresses.push(one.url);
  }
  return addresses;
}"""
PAGE = "async () => (await (await caches.open('offline')).match('/offline/')).text()"


@pytest.fixture
def phone(browser, watched, site, complaints):
    """A phone that somebody has signed in on, who has seen a page of the site."""
    puzzle("nim", "1+2+4")
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        service_workers="allow",
        reduced_motion="reduce",
    )
    page = signed_in(watched(context.new_page()), site, User.objects.create(username="ada"))
    page.goto(f"{site}/privacy/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    yield page
    context.close()


def test_without_a_network_todays_easy_puzzle_is_there_to_think_about(phone, site, complaints):
    phone.context.set_offline(True)
    phone.goto(f"{site}/opponents/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("You're offline", timeout=WAIT)
    expect(phone.get_by_role("main")).to_contain_text("Make a winning move. Nim.")
    expect(phone.get_by_role("img").first).to_be_visible()
    # Its styles are there too.
    assert phone.locator(".main-button").evaluate("one => one.offsetHeight") >= 44
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    complaints.clear()  # of the requests that failed

    phone.context.set_offline(False)
    phone.get_by_role("link", name="Try again").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Opponents", timeout=WAIT)
    assert phone.url == f"{site}/opponents/"


def test_without_a_network_todays_puzzle_is_answered_move_by_move(phone, site, complaints):
    phone.context.set_offline(True)
    phone.goto(f"{site}/opponents/")
    main = phone.get_by_role("main")
    said = main.locator(".verdict")
    # Nothing is given away before a move is opened.
    expect(main.locator("details").first).to_be_visible(timeout=WAIT)
    assert [one.is_visible() for one in said.all()] == [False] * 7
    main.locator("summary", has_text="Take 2 from row 3, leaving 2").tap()
    expect(said.locator("visible=true")).to_have_text(
        re.compile(r"That loses\.\s+You took 2 from row 3\.\s+The other player answers by ")
    )
    # One move at a time is thought about; with a keyboard as well.
    main.locator("summary", has_text="Take 1 from row 3, leaving 3").focus()
    phone.keyboard.press("Enter")
    expect(said.locator("visible=true")).to_have_text(
        re.compile(r"^\s*✓\s+That wins\.\s+You took 1 from row 3\.\s*$")
    )
    main.locator("summary", has_text="Show the winning moves").tap()
    expect(main.locator(".winning")).to_have_text("Take 1 from row 3, leaving 3")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    complaints.clear()  # of the requests that failed


def test_nothing_about_a_person_is_stored(phone, site):
    phone.goto(f"{site}/me/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("ada", timeout=WAIT)
    phone.goto(f"{site}/puzzles/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Puzzles", timeout=WAIT)
    others = [one for one in phone.evaluate(STORED) if not re.search(r"/static/|/offline/$", one)]
    assert others == []
    assert "ada" not in re.findall(r"\w+", phone.evaluate(PAGE))


def test_while_there_is_a_network_no_page_is_an_old_one(phone, site):
    phone.goto(f"{site}/me/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("ada", timeout=WAIT)
    User.objects.update(username="grace")
    phone.goto(f"{site}/me/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("grace", timeout=WAIT)
