"""An assignment as a value without a class: its settings, what it asks, its times as days.

An assignment of a class and one of a plan give it, and both are made from it. Days are counted and
hours kept as the clock on the wall shows them, so that what opened at eight opens at eight in every
time zone and on both sides of a change of the clocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

NAMES = ("opens", "due", "closes")
"""The times of an assignment, without ``_at``."""


@dataclass(frozen=True, order=True)
class Moment:
    """So many days after the first day, at an hour."""

    day: int
    at: time


@dataclass(frozen=True)
class Outline:
    """The settings of an assignment and its items as columns, and when, by *NAMES*."""

    terms: Mapping[str, Any]
    items: tuple[Mapping[str, Any], ...]
    moments: Mapping[str, Moment]

    def times(self, first: date | None, zone: tzinfo) -> dict[str, datetime]:
        """The moments counted from *first*, in a time zone; none of them without a first day.
        An hour that the clocks skip is one later."""
        if first is None:
            return {}
        times = {}
        for name, moment in self.moments.items():
            on_the_wall = datetime.combine(first + timedelta(moment.day), moment.at, zone)
            times[f"{name}_at"] = on_the_wall.astimezone(UTC).astimezone(zone)
        return times

    @property
    def days(self) -> dict[str, Any]:
        """The moments as columns of an assignment of a plan."""
        days = {f"{name}_day": moment.day for name, moment in self.moments.items()}
        return days | {f"{name}_time": moment.at for name, moment in self.moments.items()}

    @property
    def first_name(self) -> str:
        """Which of its times comes first; empty where it has none."""
        return min(self.moments, key=lambda name: self.moments[name].day, default="")


def moments_in(columns: Mapping[str, Any]) -> dict[str, Moment]:
    """The moments in the columns of an assignment of a plan: those that have a day."""
    return {
        name: Moment(columns[f"{name}_day"], columns[f"{name}_time"])
        for name in NAMES
        if columns.get(f"{name}_day") is not None and columns.get(f"{name}_time")
    }


def moments_of(times: Mapping[str, datetime]) -> dict[str, Moment]:
    """Times as days counted from the first of them."""
    first = min((at.date() for at in times.values()), default=date.min)
    return {name: Moment((at.date() - first).days, at.time()) for name, at in times.items()}


def times_wrong(times: Mapping[str, Any]) -> dict[str, str]:
    """What is wrong with the order of times, dates or moments, by *NAMES*."""
    opens, due, closes = (times.get(name) for name in NAMES)
    wrong = {}
    if opens and due and due <= opens:
        wrong["due"] = "The due time must be after the opening time."
    if closes and due and closes < due:
        wrong["closes"] = "It closes before it is due."
    elif closes and opens and closes < opens:
        wrong["closes"] = "It closes before it opens."
    return wrong
