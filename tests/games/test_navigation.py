"""One of five places lights up on every page."""

import re

import pytest

from .test_roles import MATRIX, allowed
from .world import build

pytestmark = pytest.mark.django_db

LIT = re.compile(r'<nav aria-label="Main">.*?</nav>', re.DOTALL)
NOWHERE = {
    "site:home",
    "site:me",
    "site:proved",
    "site:delete",
    "site:export",
    "site:privacy",
    "site:accessibility",
    "site:checks",
    "site:condition",
    "people:enter",
    "people:signup",
    "people:login",
    "people:forgotten",
    "people:codes",
    "people:devices",
    "people:my-devices",
    "people:password",
    "people:time-zone",
    "people:card",
    "reports:report",
    "reports:reports",
}
"""Pages of no place: the first one, and what is about the reader."""


def lit(page):
    """The places that light up on a page; None where it has no navigation."""
    found = LIT.search(page)
    return found and re.findall(r'aria-current="page">(\w+)<', found[0])


def pages(world, role):
    for name, address in sorted(world.addresses.items()):
        if "GET" in MATRIX[name][0] and role in allowed(name, "GET"):
            response = world.browsers[role].get(address)
            if response.status_code == 200 and not response.streaming:
                yield name, address, response.content.decode(errors="replace")


@pytest.mark.parametrize("role", ["anonymous", "student", "instructor"])
def test_every_page_is_in_one_place(role):
    world = build()
    counted = 0
    for name, _, page in pages(world, role):
        places = lit(page)
        if places is None or name in NOWHERE:
            continue
        lights = f"{name} lights up {places}: its template extends the base of its area"
        assert len(places) == 1, f"{lights}, or it is listed in NOWHERE"
        counted += 1
    assert counted > 20


def test_a_class_lights_learn_for_its_students_and_teach_for_its_staff():
    world = build()
    address = world.addresses["teach:classroom"]
    assert lit(world.browsers["student"].get(address).content.decode()) == ["Learn"]
    assert lit(world.browsers["instructor"].get(address).content.decode()) == ["Teach"]
