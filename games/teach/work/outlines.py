"""An assignment as a value without a class: its settings, its questions, its times as days.

Assignments of classes and of plans convert to this value, and both are made from it. Times are a
number of days and a time on the clock, so what opened at eight opens at eight in every time zone
and across changes of the clocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

NAMES = ("opens", "due", "closes")
"""The names of an assignment's times, without ``_at``."""
TIMES = tuple(f"{name}_at" for name in NAMES)
"""The columns of an assignment's times."""


@dataclass(frozen=True, order=True)
class Moment:
    """A number of days after the first day, and a time of day."""

    day: int
    at: time


@dataclass(frozen=True)
class Outline:
    """The settings of an assignment, its items as columns, and its moments by *NAMES*."""

    terms: Mapping[str, Any]
    items: tuple[Mapping[str, Any], ...]
    moments: Mapping[str, Moment]

    def times(self, first: date | None, zone: tzinfo) -> dict[str, datetime]:
        """The moments as times, counted from the day *first* in a time zone; empty without a first
        day. A time that the clocks skip moves one hour later."""
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
        """The name of the earliest time; empty if there is none."""
        return min(self.moments, key=lambda name: self.moments[name].day, default="")


def moments_in(columns: Mapping[str, Any]) -> dict[str, Moment]:
    """The moments in the columns of an assignment of a plan; those without a day are left out."""
    return {
        name: Moment(columns[f"{name}_day"], columns[f"{name}_time"])
        for name in NAMES
        if columns.get(f"{name}_day") is not None and columns.get(f"{name}_time")
    }


def moments_of(times: Mapping[str, datetime]) -> dict[str, Moment]:
    """Times as days counted from the first one."""
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
