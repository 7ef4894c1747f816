"""Tags for instructors' pages: the tour, what waits in their classes, the course of a class."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from games.teach.classes.models import Staff
from games.teach.lti.courses import views as courses
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


register.simple_tag(courses.link_of, name="course_of")
register.simple_tag(courses.course_grades)
