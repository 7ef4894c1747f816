"""What browsers may keep: public pages come back as they were left, pages with a name do not."""

import pytest

from .play.games import start
from .world import build

pytestmark = pytest.mark.django_db

WITH_A_SECRET = {
    "people:signup",
    "people:login",
    "people:forgotten",
    "people:card",
    "classes:join",
    "live:code",
    "people:enter",
    "classes:join-class",
    "live:room",
    "site:me",
    "play:cage",
    "play:tokens",
}
"""Pages with a name, a password or a code on them, without an account; and a script whose policy
would be lost by an answer that it is not modified."""

PROBES = {"healthz", "readyz"}
ANYBODYS = {"site:offline", "explore:embed"}
"""Pages that are the same whoever asks."""


def pages(browser, world):
    """What a browser gets where it gets a page, by address."""
    for name, address in world.addresses.items():
        response = browser.get(address)
        if response.streaming:
            list(response.streaming_content)
        if response.status_code == 200:
            yield name, response


def test_pages_of_visitors_may_be_restored_but_those_with_a_secret():
    world = build()
    kept, not_kept = set(), set()
    for name, response in pages(world.browsers["anonymous"], world):
        if "no-store" in response.headers.get("Cache-Control", ""):
            not_kept.add(name)
        else:
            kept.add(name)
    assert {"site:home", "lessons:index", "lessons:step", "play:setup", "puzzles:index"} <= kept
    assert {"explore:errata", "explore:position", "lab:index", "live:entrance"} <= kept
    assert not_kept == WITH_A_SECRET


@pytest.mark.parametrize("role", ["student", "instructor", "admin"])
def test_nothing_stays_of_a_page_with_a_name_on_it(role):
    world = build()
    browser = world.browsers[role]
    checked = 0
    for name, response in pages(browser, world):
        said = response.headers.get("Cache-Control", "")
        if name in ANYBODYS:
            assert "public" in said
        elif response.headers["Content-Type"].startswith("text/html"):
            assert "no-store" in said, name
            checked += 1
        elif name not in PROBES:
            assert "no-store" in said or "public" in said, name
    assert checked > 30


def test_a_running_game_is_asked_for_again_with_its_parts(visitor):
    """Its board moves on within the page, so that an old page would show an old board."""
    address = start(visitor).get_absolute_url()
    assert "no-store" in visitor.get(address).headers["Cache-Control"]
    part = visitor.get(address, headers={"HX-Request": "true"})
    assert "no-store" in part.headers["Cache-Control"]
