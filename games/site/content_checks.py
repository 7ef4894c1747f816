"""Everything in the course, the puzzles, the unit plans and the room lessons that the solver
contradicts now."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from django.contrib import admin
from django.contrib.auth.decorators import user_passes_test
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.content.reading import Finding
from games.exercises.facts import check_puzzle
from games.lessons.models import Lesson
from games.lessons.publishing import findings
from games.live import lesson_files
from games.live.lessons import RoomLesson
from games.plans.checking import problems
from games.plans.models import Plan
from games.puzzles.models import Puzzle
from solver import SolverError


@dataclass(frozen=True)
class FailingCheck:
    """Something wrong: in which lesson, puzzle, unit plan or room lesson, and a sentence."""

    subject: Lesson | Puzzle | Plan | RoomLesson
    text: str

    @property
    def address(self) -> str:
        """Where it is put right."""
        return reverse(
            f"admin:games_{self.subject._meta.model_name}_change", args=[self.subject.pk]
        )


@dataclass(frozen=True)
class Checked:
    """What was looked at, and what of it is wrong."""

    lessons: int
    puzzles: int
    plans: int
    room_lessons: int
    failing: tuple[FailingCheck, ...]


def check_everything() -> Checked:
    """Decide every lesson, every puzzle in use, every unit plan and every room lesson again."""
    lessons = list(Lesson.objects.select_related("track").prefetch_related("steps"))
    puzzles = list(Puzzle.objects.exclude(state=Puzzle.State.RETIRED))
    failing = [
        FailingCheck(lesson, _placed(finding, "Step"))
        for lesson in lessons
        for finding in findings(lesson)
    ]
    failing += [FailingCheck(puzzle, text) for puzzle in puzzles if (text := _wrong(puzzle))]
    plans = list(Plan.objects.whole().filter(owner=None))
    failing += [FailingCheck(plan, text) for plan in plans for text in problems(plan)]
    room_lessons = list(RoomLesson.objects.all())
    failing += [
        FailingCheck(lesson, _placed(finding, "Part"))
        for lesson in room_lessons
        for finding in lesson_files.problems(lesson)
    ]
    return Checked(len(lessons), len(puzzles), len(plans), len(room_lessons), tuple(failing))


def _placed(finding: Finding, noun: str) -> str:
    """What is wrong, with its place."""
    return f"{noun} {finding.step}: {finding.text}" if finding.step else finding.text


def _wrong(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle; empty if nothing is."""
    try:
        facts = check_puzzle(
            puzzle.ruleset, puzzle.position, puzzle.convention, puzzle.to_move, puzzle.goal
        )
    except SolverError as error:
        return str(error)
    stored = puzzle.themes.split(), puzzle.difficulty, puzzle.facts
    if stored != (list(facts.themes), facts.difficulty, facts.numbers):
        return "Its themes or facts are not what the solver computes; save it again."
    return ""


@require_safe
@user_passes_test(attrgetter("is_staff"))
@never_cache
def checks(request: HttpRequest) -> HttpResponse:
    """A page beside the lessons in the admin: everything the solver contradicts now."""
    lessons = admin.site.get_model_admin(Lesson)
    if not lessons.has_view_permission(request):
        raise PermissionDenied
    context = {
        **admin.site.each_context(request),
        "opts": lessons.opts,
        "title": "Checks",
        "media": lessons.media,
        "checked": check_everything(),
    }
    return render(request, "admin/games/lesson/checks.html", context)
