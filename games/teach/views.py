"""Pages for people who want to teach with the site: a model lesson, the tour class, and the way to
the first assignment."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits
from games.boards.films import film_view
from games.boards.lenses import question_of
from games.explore.views import frame_response
from games.learn.lessons.course import the_course
from games.learn.lessons.taken_tests import TakenTest
from games.learn.puzzles.models import PuzzleSet
from games.learn.taking_tests.examining import DRAWS, measured
from games.people.models import User
from games.questions.marks import ResultMark
from games.teach.classes.access import get_classroom_to_change
from games.teach.live.lessons.models import RoomLesson
from games.teach.monday import look
from games.teach.shelf import Shelf, everything
from games.teach.tour import is_there, make, stops
from games.teach.work.plans.access import teaches
from games.teach.work.plans.models import Plan
from games.web.requests import wants_fragment

FILM = ("nim", "1+2+4", "misere", "nim-sum")
"""What the class sees on the wall in the middle of the lesson."""
TELL = "the-last-one-loses"
"""The set of puzzles that whoever forgets the ending gets wrong, every one."""


@dataclass(frozen=True)
class Phase:
    """A part of the lesson: from which minute to which, on which position."""

    begins: int
    ends: int
    title: str
    text: str
    ruleset: str
    position: str
    is_film: bool = False


LESSON = (
    Phase(
        0,
        8,
        "Play",
        "Students play 1 + 3 + 5 + 7 in pairs, on one screen or with real matches. The last one "
        "loses. Give no theory yet. After three games, ask who would rather go second.",
        "nim",
        "1+3+5+7",
    ),
    Phase(
        8,
        15,
        "Try smaller boards",
        "Two rows, then three. Who wins 2 + 2? And 1 + 2 + 3? The class collects the positions "
        "that nobody wants to face.",
        "nim",
        "1+2+3",
    ),
    Phase(
        15,
        22,
        "See why",
        "Show one position on the wall with its reasons, frame by frame. Stop before each frame "
        "and let the class say what comes next.",
        "nim",
        "1+2+4",
        is_film=True,
    ),
    Phase(
        22,
        35,
        "Try it alone",
        "Each student gets five positions on their own device. Every winning move counts. A "
        "losing move gets the reply that beats it. Hints go from a nudge almost to the answer.",
        "kayles",
        "5+3",
    ),
    Phase(
        35,
        40,
        "Discuss the mistakes",
        "“Question by question” shows the most common mistake at each position on a board, without "
        "names. Put it on the wall and let the class correct it.",
        "nim",
        "3+3+1",
    ),
)

SAMPLE = (
    {
        "name": "Otter",
        "cells": (
            (ResultMark.FIRST, "first try"),
            (ResultMark.FIRST, "first try"),
            (ResultMark.HELPED, "2 tries, with 1 hint"),
        ),
    },
    {
        "name": "Stoat",
        "cells": (
            (ResultMark.HELPED, "3 tries"),
            (ResultMark.OPEN, "started"),
            (ResultMark.WRONG, "needs help, 5 tries"),
        ),
    },
    {
        "name": "Wren",
        "cells": (
            (ResultMark.FIRST, "first try"),
            (ResultMark.BLANK, "not started"),
            (ResultMark.BLANK, "not started"),
        ),
    },
)
"""Some rows of results, as an example."""


@require_safe
def teach(request: HttpRequest) -> HttpResponse:
    """Show a lesson of forty minutes, what students see, the results, and how to begin."""
    ruleset, position, convention, theory = FILM
    question = ask_within_limits(ruleset, position, convention)
    question = question_of(Board.of(question.ruleset, question.position), question)
    here = reverse("teach:teach")
    film = film_view(
        question, theory, request.GET.get("frame", ""), lambda number: f"{here}?frame={number}"
    )
    if wants_fragment(request):
        return frame_response(request, film)
    context = {
        "lesson": LESSON,
        "sample": SAMPLE,
        "film": film,
        "has_tour": is_there(),
        "first_lesson": RoomLesson.objects.for_everybody().first(),
        "first_plan": Plan.objects.units().first(),
    }
    return render(request, "teach/teach.html", context)


@require_safe
def tests(request: HttpRequest) -> HttpResponse:
    """Show how often people without understanding pass the tests of the course."""
    lessons = {lesson.slug: lesson for lesson in the_course().published}
    tracks = {lesson.track.slug: lesson.track.title for lesson in lessons.values() if lesson.track}
    rows = []
    for one in measured():
        if one.kind == TakenTest.Kind.CHECKPOINT and one.slug in tracks:
            address = reverse("lessons:checkpoint", args=[one.slug])
            rows.append((f"Checkpoint: {tracks[one.slug]}", address, one.shares))
        elif one.kind == TakenTest.Kind.TEST and one.slug in lessons:
            lesson = lessons[one.slug]
            rows.append((str(lesson), lesson.get_absolute_url(), one.shares))
    context = {
        "rows": rows,
        "draws": DRAWS,
        "tell": PuzzleSet.published().filter(slug=TELL).first(),
    }
    return render(request, "teach/tests.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def tour(request: HttpRequest) -> HttpResponse:
    """Redirect to the first page of the tour class; the first POST creates the class."""
    if request.method == "POST":
        make()
    way = stops()
    return redirect(way[0].address if way else "teach:teach")


@require_safe
@never_cache
def first(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Offer a new class its first assignments: the first unit plan of each track, or the
    instructor's own positions."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    by_track: dict[object, Plan] = {}
    for plan in Plan.objects.units().whole():
        by_track.setdefault(plan.track_id, plan)
    context = {"classroom": classroom, "plans": list(by_track.values())}
    return render(request, "teach/first.html", context)


@require_POST
@login_required
def looked(request: HttpRequest) -> HttpResponse:
    """Mark the news of the user's classes as seen, up to the time that the page showed."""
    assert isinstance(request.user, User)
    try:
        until = parse_datetime(request.POST.get("until", ""))
    except ValueError:  # well formed, but not a valid time
        until = None
    look(request.user, until if until and timezone.is_aware(until) else timezone.now())
    return redirect("classes:index")


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Show all entries, filtered by a form that needs no scripts."""
    is_teacher = teaches(request.user)
    shelf = Shelf(everything(request.user, may_see_shared=is_teacher), request.GET.dict())
    return render(request, "teach/ready.html", {"shelf": shelf, "teaches": is_teacher})
