"""Tags for instructors' pages: the tour, and what waits in their classes."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.teach.classes.models import Staff
from games.teach.monday import Monday
from games.teach.monday import monday as monday_of
from games.teach.tour import TourStop, stops

register = template.Library()


@register.simple_tag
def tour_stops() -> list[TourStop]:
    """The pages of the tour class."""
    return stops()


@register.simple_tag
def monday(posts: Sequence[Staff]) -> Monday | None:
    """What waits in the classes of these posts."""
    return monday_of(posts)
