"""What staff see about the course of a class: undelivered grades, and a button for the roster."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from games.people.name_fields import by_name
from games.teach.classes.models import Classroom
from games.teach.classes.notices import PageAddition, register
from games.teach.lti.courses.sending import on_their_way
from games.teach.lti.models import LinkedCourse, PlatformState

NAMED = 5
"""How many students are named for each reason; the others are counted."""


@dataclass(frozen=True)
class NotArrived:
    """Grades that have not arrived for one reason; *named* are the first of them."""

    why: str
    number: int
    named: list[str]
    next_at: datetime

    @property
    def others(self) -> int:
        return self.number - len(self.named)


@dataclass(frozen=True)
class CourseGrades:
    """How sending grades to the platform of a course is going."""

    link: LinkedCourse
    reasons: list[NotArrived]
    under_way: int
    rests_until: datetime | None
    """Until when we ask the platform for nothing, because it has failed several times in a row."""

    @property
    def number(self) -> int:
        return sum(one.number for one in self.reasons)


def link_of(classroom: Classroom) -> LinkedCourse | None:
    """The course linked to a class, if there is one."""
    links = LinkedCourse.objects.select_related("context__deployment__registration", "classroom")
    return links.filter(classroom=classroom).first()


@register("grades")
def grades(classroom: Classroom) -> PageAddition | None:
    """What has not arrived, and why."""
    link = link_of(classroom)
    if link is None:
        return None
    by_reason = defaultdict(list)
    waiting = on_their_way().filter(assignment__classroom=classroom)
    about = waiting.select_related("assignment", "membership")
    for sent in about.order_by(
        by_name("membership__surname"), by_name("membership__real_name"), "assignment__title"
    ):
        by_reason[sent.why].append(sent)
    under_way = len(by_reason.pop("", []))
    reasons = [
        NotArrived(
            why,
            len(some),
            [f"{one.membership.real_name}, {one.assignment.title}" for one in some[:NAMED]],
            min(one.next_at for one in some),
        )
        for why, some in by_reason.items()
    ]
    return PageAddition(
        "teach/lti/grades.html", CourseGrades(link, reasons, under_way, _rest(link))
    )


def _rest(link: LinkedCourse) -> datetime | None:
    state = PlatformState.objects.filter(registration=link.platform).first()
    return state.rests_until if state and state.is_resting else None


@register("people")
def roster(classroom: Classroom) -> PageAddition | None:
    """The button that adds the students of the course."""
    link = link_of(classroom)
    return PageAddition("teach/lti/roster.html", link) if link else None
