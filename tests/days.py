"""The day on which a test runs.

A test runs at :data:`NOW`, on a Wednesday morning far from every change of summer time, whatever
the calendar says; its clock goes on from there. Tests in a browser have the real time, because the
browser has. A test that is marked ``days`` has a day as its subject: ``--days`` runs these alone,
each at every moment of :data:`CLOCKS` in every one of :data:`ZONES`, and ``--days=3`` each at three
of them, other ones from test to test.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import override_settings

ZONES = ("America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland")
"""West and east of Greenwich and between; each of them has summer time."""
YEAR = 2027
CLOCKS = {
    "monday": datetime(YEAR, 5, 10, 7, 45),
    "tuesday": datetime(YEAR, 5, 11, 23, 30),
    "wednesday": datetime(YEAR, 5, 12, 12, 0),
    "thursday": datetime(YEAR, 5, 13, 0, 0),
    "friday": datetime(YEAR, 5, 14, 16, 20),
    "saturday": datetime(YEAR, 5, 15, 10, 0),
    "sunday": datetime(YEAR, 5, 16, 21, 15),
    "year-end": datetime(YEAR, 12, 31, 23, 59),
    "month-end": datetime(YEAR, 4, 30, 23, 59),
    "leap-day": datetime(2028, 2, 29, 12, 0),
}
"""Times of the clock that each zone has in its own way; the changes of its clocks are beside."""


@dataclass(frozen=True)
class Moment:
    """A moment, and the time zone in which the site stands; empty for its own."""

    name: str
    at: datetime
    zone: str = ""

    def __str__(self) -> str:
        return f"{self.name}-{self.zone.rpartition('/')[2]}"


def changes(zone: ZoneInfo) -> list[datetime]:
    """The two moments of :data:`YEAR` at which the clocks of *zone* are changed, to the minute."""
    found = []
    at = datetime(YEAR, 1, 1, tzinfo=UTC)
    step = timedelta(minutes=30)
    while at.year == YEAR:
        after = at + step
        if at.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            found.append(after)
        at = after
    return found


def moments_in(name: str) -> Iterator[Moment]:
    zone = ZoneInfo(name)
    for clock, at in CLOCKS.items():
        yield Moment(clock, at.replace(tzinfo=zone), name)
    for at in changes(zone):
        before = at - timedelta(hours=11)
        forward = at.astimezone(zone).dst() or timedelta()
        change = "spring" if forward else "autumn"
        yield Moment(f"day-before-{change}", before, name)
        yield Moment(f"{change}", at + timedelta(minutes=20), name)


NOW = Moment("now", datetime(2026, 11, 25, 9, 30, tzinfo=UTC))
MOMENTS = tuple(moment for zone in ZONES for moment in moments_in(zone))


def some_of(nodeid: str, number: int) -> list[Moment]:
    """So many moments for a test; the tests of a file come to all of them in turn."""
    first = zlib.crc32(nodeid.encode())
    apart = len(MOMENTS) // number
    return [MOMENTS[(first + place * apart) % len(MOMENTS)] for place in range(number)]


def pytest_addoption(parser):
    group = parser.getgroup("days")
    group.addoption(
        "--days",
        nargs="?",
        type=int,
        const=len(MOMENTS),
        metavar="NUMBER",
        help="only what runs over dates, each test at every moment, or at so many of them",
    )


def pytest_generate_tests(metafunc):
    number = metafunc.config.option.days
    if number and metafunc.definition.get_closest_marker("days"):
        chosen = some_of(metafunc.definition.nodeid, number)
        metafunc.parametrize("moment", chosen, ids=str, indirect=True)


def pytest_collection_modifyitems(config, items):
    if config.option.days:
        others = [item for item in items if not item.get_closest_marker("days")]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item.get_closest_marker("days")]


@pytest.fixture(autouse=True)
def moment(request):
    """The moment of a test, which its other fixtures share: this one comes first."""
    if request.node.get_closest_marker("browser"):
        yield
        return
    here = getattr(request, "param", NOW)
    # By its timestamp: a date with a zone would change the zone of the process.
    with time_machine.travel(here.at.timestamp()), ExitStack() as stack:
        if here.zone:
            stack.enter_context(override_settings(TIME_ZONE=here.zone))
        yield
