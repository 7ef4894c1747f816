"""Time zones: their names, a field to choose one, and a moment told in one of them.

A zone is stored by its name in the tz database; an empty name means the zone of the site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.dateformat import format as written
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

NAME_LENGTH = 64
SITE = "UTC"
AREAS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"),
    *("Australia", "Europe", "Indian", "Pacific"),
)
MOST_NAMED = 6
"""The zones that a sentence lists: more would be a table."""
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
def countries() -> dict[str, str]:
    """The country of each zone that a person may choose: those with a place of their own. Old names
    of zones have none, but are accepted all the same."""
    called = dict(_table("iso3166.tab"))
    return {name: called[code] for code, _, name, *_ in _table("zone.tab") if name in names()}


def _table(name: str) -> Iterator[list[str]]:
    """The lines of a table of the tz database, without its comments."""
    text = files("tzdata.zoneinfo").joinpath(name).read_text(encoding="utf-8")
    return (line.split("\t") for line in text.splitlines() if not line.startswith("#"))


def label(name: str) -> str:
    """The place of a zone with its country: “Kolkata, India”."""
    country = countries().get(name, "")
    return f"{place(name)}, {country}" if country else place(name)


def _key(typed: str) -> str:
    return " ".join(typed.replace("_", " ").split()).casefold()


@cache
def _meant() -> dict[str, list[str]]:
    """The zones that a text may mean: a zone's name, its place, its country, or both."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names()):
        for text in {name, place(name)}:
            found[_key(text)].append(name)
    for name, country in countries().items():
        for text in (country, label(name)):
            found[_key(text)].append(name)
    # A place with an old name as well is still one place.
    current = countries().keys()
    return {
        text: [zone for zone in zones if zone in current] or zones for text, zones in found.items()
    }


@cache
def suggestions() -> SafeString:
    """The places with their countries, as the options of a field with a search."""
    told = sorted((name, label(name)) for name in (*countries(), SITE))
    return format_html_join("", '<option value="{}">{}</option>', told)


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


class ZoneInput(forms.TextInput):
    """A field with a search: it suggests places, and without scripts a name can be typed."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        key = f"{(attrs or {}).get('id', name)}-places"
        field = super().render(name, value, {**(attrs or {}), "list": key}, renderer)
        return format_html('{}<datalist id="{}">{}</datalist>', field, key, suggestions())


class ZoneField(forms.CharField):
    """A time zone, by the name of a place or of a country with one zone, or by any name that it
    ever had. *guess* preselects the browser's; *none* says what an empty field means."""

    def __init__(self, *, guess: bool = False, none: str = "", **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "placeholder": none or "City or country"}
        widget = ZoneInput(attrs=attrs | ({"data-browser-zone": ""} if guess else {}))
        super().__init__(widget=widget, required=False, max_length=NAME_LENGTH, **kwargs)

    def clean(self, value: Any) -> str:
        typed: str = super().clean(value)
        meant = _meant().get(_key(typed), [])
        if not typed or len(meant) == 1:
            return meant[0] if typed else ""
        if not meant:
            raise forms.ValidationError(
                f"We don't know the time zone “{typed}”. Type a large city near you."
            )
        some = ", ".join(map(place, meant[:MOST_NAMED]))
        raise forms.ValidationError(f"“{typed}” has several time zones. Choose one: {some}.")


class BrowserZoneField(forms.CharField):
    """A hidden field with the browser's time zone; empty if the value is not a zone."""

    def __init__(self) -> None:
        super().__init__(required=False, widget=forms.HiddenInput(attrs={"data-browser-zone": ""}))

    def clean(self, value: Any) -> str:
        return value if value in names() else ""


def site_zone() -> str:
    """The name of the site's own zone."""
    return settings.TIME_ZONE
