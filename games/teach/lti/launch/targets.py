"""What a launch opens: an assignment of the course's class, a lesson, a puzzle set, or the class.
A unit plan is chosen as all its assignments, which are then drafts of the class.

The address in a message chooses among the pages of this site and leads nowhere else.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import date, datetime
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from django.db.models import Count, Q
from django.http import Http404, HttpRequest
from django.urls import Resolver404, resolve
from lti_tool.models import LtiContext

from games.learn.lessons.models import Lesson
from games.learn.puzzles.models import PuzzleSet
from games.teach.classes.models import Classroom
from games.teach.lti.launch.messages import LaunchError
from games.teach.lti.models import Handshake, LinkedCourse
from games.teach.work.models import Assignment
from games.teach.work.outlines import TIMES
from games.teach.work.plans.models import Plan
from games.teach.work.plans.storing_plans import draft_key, place
from solver.teaching import counted

GONE = "is no longer on this site. Ask your instructor to choose another one in the course."

UNIT_PLANS = "Unit plans: all their assignments at once"

Opened = Assignment | Lesson | PuzzleSet
"""What a link in a course can open."""


def found(url: str, request: HttpRequest, link: LinkedCourse) -> Opened | None:
    """What an address of this site stands for in a course; None if it names nothing to open.

    Raises :class:`LaunchError` if it was deleted or belongs to another class.
    """
    try:
        parts = urlsplit(url)
        if parts.netloc and parts.netloc != request.get_host():
            return None
        match = resolve(parts.path)
    except (Resolver404, ValueError):
        return None
    given: dict[str, Any] = match.kwargs
    if match.view_name == "assignments:assignment":
        return _assignment(given["assignment_id"], link)
    if match.view_name == "lessons:lesson":
        published = Lesson.objects.filter(state=Lesson.State.PUBLISHED)
        return _there(published.filter(slug=given["lesson_slug"]).first(), "This lesson")
    if match.view_name == "puzzles:set":
        return _there(
            PuzzleSet.published().filter(slug=given["slug"]).first(), "This set of puzzles"
        )
    return None


def _there(one: Opened | None, what: str) -> Opened:
    if one is None:
        raise LaunchError(f"{what} {GONE}")
    return one


def _assignment(key: uuid.UUID, link: LinkedCourse) -> Assignment:
    assignment = Assignment.objects.filter(pk=key).first()
    if assignment is None:
        raise LaunchError(f"This assignment {GONE}")
    if assignment.classroom_id != link.classroom_id:
        raise LaunchError(
            "This assignment belongs to another class. Ask your instructor to choose it again in "
            "this course."
        )
    return assignment


def choices(
    context: LtiContext, search: str = "", kept: Collection[str] = (), *, has_plans: bool = True
) -> list[tuple[str, list[tuple[str, str]]]]:
    """The choices for a link in a course, by kind: form value and label of each; those with the
    words of *search* in the label, and those *kept*. Unit plans need a platform that takes several
    at once."""
    words = search.casefold().split()

    def is_wanted(value: str, label: str) -> bool:
        return value in kept or all(word in label.casefold() for word in words)

    given = Assignment.objects.filter(classroom__course__context=context, archived_at=None)
    lessons = Lesson.objects.filter(state=Lesson.State.PUBLISHED)
    plans: Any = Plan.objects.units().annotate(number=Count("entries")) if has_plans else ()
    sizes = [(one, counted(one.number, "assignment")) for one in plans]
    kinds = [
        (
            "Assignments of this class",
            [
                (f"assignment {one.pk}", one.title + ("" if one.is_published else " (a draft)"))
                for one in given.order_by("title")
            ],
        ),
        (
            UNIT_PLANS,
            [(f"plan {one.slug}", f"{one}: {size}") for one, size in sizes],
        ),
        ("Lessons", [(f"lesson {one.slug}", str(one)) for one in lessons]),
        ("Puzzle sets", [(f"set {one.slug}", one.title) for one in PuzzleSet.published()]),
    ]
    wanted = [(kind, [one for one in some if is_wanted(*one)]) for kind, some in kinds]
    return [(kind, some) for kind, some in wanted if some]


def chosen(value: str, handshake: Handshake, first: date | None) -> Sequence[Opened]:
    """What a form value stands for: one thing, or the assignments of a unit plan that begins on the
    day *first*."""
    kind, _, key = value.partition(" ")
    if kind == "assignment":
        of_class = Assignment.objects.filter(classroom__course__context=handshake.context)
        return [of_class.get(pk=key)]
    if kind == "plan":
        return _drafts(Plan.objects.units().whole().get(slug=key), handshake, first)
    if kind == "lesson":
        return [Lesson.objects.get(slug=key)]
    if kind == "set":
        return [PuzzleSet.published().get(slug=key)]
    raise Http404


def _drafts(plan: Plan, handshake: Handshake, first: date | None) -> list[Assignment]:
    """The assignments of a unit plan as drafts of the course's class. A class has them once until
    one is published; asked for again, they get the dates that are chosen now. Drafts of an earlier
    launch keep theirs if no day is chosen."""
    assert handshake.context is not None
    assert handshake.person is not None
    assert handshake.person.auth_user is not None
    classroom, outlines = handshake.context.link.classroom, plan.outlines
    key = _key(plan, classroom, len(outlines), handshake.begun_at)
    drafts = place(outlines, [classroom], first, handshake.person.auth_user, key)
    for draft, outline in zip(drafts, outlines, strict=True):
        if first is None and draft.created_at < handshake.begun_at:
            continue
        times = dict.fromkeys(TIMES) | outline.times(first, classroom.zone)
        if Assignment.objects.filter(pk=draft.pk, published_at=None).update(**times):
            vars(draft).update(times)
    return drafts


def _key(plan: Plan, classroom: Classroom, size: int, begun_at: datetime) -> uuid.UUID:
    """The key of the drafts that the plan has in a class. When one that stood there before the
    launch is published or archived, the plan is wanted once more, under the next key."""
    begun = Assignment.objects.filter(
        Q(published_at__isnull=False) | Q(archived_at__isnull=False), created_at__lt=begun_at
    )
    keys = (uuid.uuid5(classroom.pk, f"{plan.slug} {turn}") for turn in count())
    return next(
        key
        for key in keys
        if not begun.filter(pk__in=[draft_key(key, classroom, n) for n in range(size)]).exists()
    )


def points_of(opened: Opened) -> dict[int, int]:
    """The points of each question of an assignment; empty for anything else."""
    if not isinstance(opened, Assignment):
        return {}
    return dict(opened.items.filter(dropped_at=None).values_list("pk", "points"))


def page_of(opened: Opened | None, link: LinkedCourse) -> str:
    """The address to which a launch finally leads."""
    return (opened or link.classroom).get_absolute_url()
