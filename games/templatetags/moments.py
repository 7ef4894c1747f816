"""When something is, in the words of the person who reads it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone

from games.web import zones

register = template.Library()


@register.simple_tag(takes_context=True)
def moment(context: dict[str, Any], at: datetime, classroom: Any, day: str = zones.DAY) -> str:
    """A time of a class. Its staff read it in the class's zone, as they write it; a student in
    their own, with the class's where that differs."""
    own = getattr(context.get("user"), "time_zone", "")
    if classroom.role or not own:
        return zones.told(at, classroom.zone, day)
    return zones.told(at, zones.zone_named(own), day, beside=classroom.zone)


@register.filter
def seconds_left(ends: datetime) -> str:
    """How long it is until then, in seconds; 0 afterwards."""
    return f"{max(0.0, (ends - timezone.now()).total_seconds()):.1f}"
