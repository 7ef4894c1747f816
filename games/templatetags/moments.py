"""Times, in the time zone of the reader."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from games.web import zones

register = template.Library()


@register.simple_tag(takes_context=True)
def moment(context: dict[str, Any], at: datetime, classroom: Any, day: str = zones.DAY) -> str:
    """A time of a class. Staff read it in the class's zone, in which they write it; students in
    their own zone, followed by the class's if that differs."""
    own = getattr(context.get("user"), "time_zone", "")
    if classroom.role or not own:
        return zones.told(at, classroom.zone, day)
    return zones.told(at, zones.zone_named(own), day, beside=classroom.zone)


@register.filter
def seconds_left(ends: datetime) -> str:
    """The seconds until then; 0 afterwards."""
    return f"{max(0.0, (ends - timezone.now()).total_seconds()):.1f}"
