"""What a launch opens: an assignment of the course's class, a lesson, a puzzle set, or the class.

The address in a message chooses among the pages of this site and leads nowhere else.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest
from django.urls import Resolver404, resolve
from lti_tool.models import LtiContext

from games.learn.lessons.models import Lesson
from games.learn.puzzles.models import PuzzleSet
from games.teach.lti.launch.messages import LaunchError
from games.teach.lti.models import LinkedCourse
from games.teach.work.models import Assignment

GONE = "is no longer on this site. Ask your instructor to choose another one in the course."

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
    context: LtiContext, search: str = "", kept: Collection[str] = ()
) -> list[tuple[str, list[tuple[str, str]]]]:
    """The choices for a link in a course, by kind: form value and label of each; those with the
    words of *search* in the label, and those *kept*."""
    words = search.casefold().split()

    def is_wanted(value: str, label: str) -> bool:
        return value in kept or all(word in label.casefold() for word in words)

    given = Assignment.objects.filter(classroom__course__context=context, archived_at=None)
    lessons = Lesson.objects.filter(state=Lesson.State.PUBLISHED)
    kinds = [
        (
            "Assignments of this class",
            [
                (f"assignment {one.pk}", one.title + ("" if one.is_published else " (a draft)"))
                for one in given.order_by("title")
            ],
        ),
        ("Lessons", [(f"lesson {one.slug}", str(one)) for one in lessons]),
        ("Puzzle sets", [(f"set {one.slug}", one.title) for one in PuzzleSet.published()]),
    ]
    wanted = [(kind, [one for one in some if is_wanted(*one)]) for kind, some in kinds]
    return [(kind, some) for kind, some in wanted if some]


def chosen(value: str, context: LtiContext) -> Opened:
    """The choice that a form value stands for."""
    kind, _, key = value.partition(" ")
    if kind == "assignment":
        return Assignment.objects.get(pk=key, classroom__course__context=context)
    if kind == "lesson":
        return Lesson.objects.get(slug=key)
    if kind == "set":
        return PuzzleSet.published().get(slug=key)
    raise Http404


def points_of(opened: Opened) -> dict[int, int]:
    """The points of each question of an assignment; empty for anything else."""
    if not isinstance(opened, Assignment):
        return {}
    return dict(opened.items.filter(dropped_at=None).values_list("pk", "points"))


def page_of(opened: Opened | None, link: LinkedCourse) -> str:
    """The address to which a launch finally leads."""
    return (opened or link.classroom).get_absolute_url()
