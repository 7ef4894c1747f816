"""Time zones: their names, the choices in a form, and a moment told in one of them.

A zone is stored by its name in the tz database; an empty name means the zone of the site.
"""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.dateformat import format as written

NAME_LENGTH = 64
SITE = "UTC"
AREAS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"),
    *("Australia", "Europe", "Indian", "Pacific"),
)
CLOCK = "H:i"
DAY = "l j F Y"


@cache
def names() -> frozenset[str]:
    """The zones with the name of a place, and UTC."""
    placed = (name for name in available_timezones() if name.partition("/")[0] in AREAS)
    return frozenset(placed) | {SITE}


def place(name: str) -> str:
    """The place in the name of a zone."""
    return name.rpartition("/")[2].replace("_", " ")


@cache
def choices() -> list[tuple[str, Any]]:
    """The choices of a form: UTC, then the places of each part of the world."""
    by_area = [
        (area, sorted((name, place(name)) for name in names() if name.startswith(f"{area}/")))
        for area in AREAS
    ]
    return [(SITE, SITE), *by_area]


def zone_named(name: str) -> tzinfo:
    """The zone with this name; the site's zone if the name is empty or unknown."""
    return ZoneInfo(name) if name in names() else timezone.get_default_timezone()


def called(zone: tzinfo) -> str:
    """The name of a zone behind a time: “Berlin time”, “UTC”."""
    name = str(zone)
    return f"{place(name)} time" if "/" in name else name


def told(at: datetime, zone: tzinfo, day: str = DAY, *, beside: tzinfo | None = None) -> str:
    """A moment with its zone: “Friday 27 November 2026, 12:00 Berlin time”.

    If the clock differs in the zone *beside*, that time follows in brackets. *day* is a date format
    of Django's; if it is empty, only the clock is shown: “12:00 Berlin time”.
    """
    here, whole = at.astimezone(zone), f"{day}, {CLOCK}" if day else CLOCK
    words = f"{written(here, whole)} {called(zone)}"
    there = at.astimezone(beside or zone)
    if there.replace(tzinfo=None) == here.replace(tzinfo=None):
        return words
    other = (
        CLOCK if there.date() == here.date() or not day else f"{day.removesuffix(' Y')}, {CLOCK}"
    )
    return f"{words} ({written(there, other)} {called(there.tzinfo or zone)})"


def change_of_clocks(time: datetime, zone: tzinfo) -> str:
    """A sentence that says why a clock time does not exist in *zone*, or comes twice."""
    back = time.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    where = f"{time:%H:%M}", f"on {written(time, 'j F Y')} in {place(str(zone))}"
    if back.replace(tzinfo=None) != time:
        return (
            f"There is no {where[0]} {where[1]}, because the clocks go forward. Choose another "
            f"time, such as {back:%H:%M}."
        )
    later = time.replace(hour=time.hour + 1)
    return (
        f"{where[0]} comes twice {where[1]}, because the clocks go back. Choose another time, such "
        f"as {later:%H:%M}."
    )


class ZoneField(forms.ChoiceField):
    """A choice of a time zone. *guess* preselects the browser's; *none* labels the empty choice."""

    def __init__(self, *, guess: bool = False, none: str = "", **kwargs: Any) -> None:
        empty = [("", none)] if none else []
        widget = forms.Select(attrs={"data-browser-zone": ""} if guess else {})
        super().__init__(
            choices=lambda: [*empty, *choices()], widget=widget, required=False, **kwargs
        )


class BrowserZoneField(forms.CharField):
    """A hidden field with the browser's time zone; empty if the value is not a zone."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput(attrs={"data-browser-zone": ""}))

    def clean(self, value: Any) -> str:
        return value if value in names() else ""


def site_zone() -> str:
    """The name of the site's own zone."""
    return settings.TIME_ZONE
