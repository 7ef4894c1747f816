"""An assignment as a value without a class, its times as days and hours on the wall.

Days are counted and hours kept as the clock on the wall shows them, so that what opened at eight
opens at eight in every time zone and on both sides of a change of the clocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from django.utils import timezone

from games.assignments.models import Assignment

NAMES = ("opens", "due", "closes")
"""The times of an assignment, without ``_at``."""


@dataclass(frozen=True)
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
    def first_name(self) -> str:
        """Which of its times comes first; empty where it has none."""
        return min(self.moments, key=lambda name: self.moments[name].day, default="")


def first_day(assignment: Assignment) -> date | None:
    """The day of the first of its times, where its class is; None where it has none."""
    return min((moment.date() for moment in _local(assignment).values()), default=None)


def outline_of(assignment: Assignment) -> Outline:
    """What a copy of an assignment takes over: neither class nor students."""
    first = first_day(assignment)
    moments = {
        name: Moment((at.date() - first).days, at.time())
        for name, at in _local(assignment).items()
        if first
    }
    kept = assignment.items.filter(dropped_at=None)
    items = tuple({**item.what, "puzzle_id": item.puzzle_id} for item in kept)
    return Outline(assignment.terms, items, moments)


def _local(assignment: Assignment) -> dict[str, datetime]:
    """The times that are set, as the clock in the class shows them."""
    zone = assignment.classroom.zone
    times = {name: getattr(assignment, f"{name}_at") for name in NAMES}
    return {name: timezone.localtime(at, zone) for name, at in times.items() if at}
