"""What pages of a class show to whoever looks around in the one of the tour."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.classes.models import Staff
from games.site.monday import Monday
from games.site.monday import monday as monday_of
from games.site.tour import TourStop, stops

register = template.Library()


@register.simple_tag
def tour_stops() -> list[TourStop]:
    """The way through the class of the tour."""
    return stops()


@register.simple_tag
def monday(posts: Sequence[Staff]) -> Monday | None:
    """What waits for somebody in the classes where they have these posts."""
    return monday_of(posts)
