"""Find everything in the course, the puzzles, the unit plans and the room lessons that the solver
now contradicts: at once for a command, in the background for the admin."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from operator import attrgetter
from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import user_passes_test
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRefresh

from games.content.reading import Finding
from games.explore.studies import solver_version
from games.learn.lessons.editor.step_editor import StepEditor
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Skill, Step, Track
from games.learn.puzzles.models import Puzzle, PuzzleSet, PuzzleSetItem
from games.people.views import FORM_METHODS
from games.questions.facts import check_puzzle
from games.teach.live.lessons.forms import PartEditor
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.work.plans.models import Plan, PlannedAssignment, PlannedItem
from games.teach.work.plans.plan_files import problems
from games.web.background.jobs import begin, begin_again, go_on, piece_of, progress
from games.web.models import Job
from games.web.requests import page_or_fragment, wants_fragment
from games.web.transactions import all_or_nothing
from solver import SolverError

Subject = Lesson | Puzzle | Plan | RoomLesson

KIND = "checks"
UNIT = "parts of the content"
ENOUGH = 2.0
"""After this many seconds, a piece of the work starts no further check."""


@dataclass(frozen=True)
class FailingCheck:
    """An error: the lesson, puzzle, unit plan or room lesson, and a sentence."""

    subject: Subject
    text: str


@dataclass(frozen=True)
class Checked:
    """The number of things checked, and the errors found; *doubtful* are words that contradict the
    solver, which are read by a pattern and may be right."""

    lessons: int
    puzzles: int
    plans: int
    room_lessons: int
    failing: tuple[FailingCheck, ...]
    doubtful: tuple[FailingCheck, ...]


@dataclass(frozen=True)
class Checking:
    """One kind of content: its rows, and functions that return the errors in one of them, and its
    words that contradict the solver."""

    rows: Callable[[], QuerySet[Any]]
    wrong: Callable[[Any], Iterable[str]]
    doubts: Callable[[Any], Iterable[str]] = lambda row: ()


def _with_place(finding: Finding, noun: str) -> str:
    """An error as a sentence, with the number of the step or part."""
    return f"{noun} {finding.step}: {finding.text}" if finding.step else finding.text


def _wrong_in_puzzle(puzzle: Puzzle) -> list[str]:
    """The errors in a puzzle."""
    try:
        facts = check_puzzle(
            puzzle.ruleset, puzzle.position, puzzle.convention, puzzle.to_move, puzzle.goal
        )
    except SolverError as error:
        return [str(error)]
    stored = puzzle.themes.split(), puzzle.difficulty, puzzle.facts
    if stored != (list(facts.themes), facts.difficulty, facts.numbers):
        return ["Its themes or facts differ from what the solver computes. Save it again."]
    return []


CHECKINGS = {
    "lesson": Checking(
        LessonFiles().rows,
        lambda lesson: [_with_place(finding, "Step") for finding in LessonFiles().findings(lesson)],
        lambda lesson: StepEditor.of(lesson).doubts(),
    ),
    "puzzle": Checking(
        # Trainer positions are solved when they are asked, and no list contains them.
        lambda: Puzzle.objects.exclude(state__in=(Puzzle.State.RETIRED, Puzzle.State.TRAINING)),
        _wrong_in_puzzle,
    ),
    "plan": Checking(lambda: Plan.objects.whole().filter(owner=None), problems),
    "roomlesson": Checking(
        RoomLessonFiles().rows,
        lambda lesson: [
            _with_place(finding, "Part") for finding in RoomLessonFiles().findings(lesson)
        ],
        lambda lesson: PartEditor.of(lesson).doubts(),
    ),
}
"""The kinds in the order in which we check them, by the name of their model."""


def check_everything() -> Checked:
    """Check every lesson, every puzzle in use, every unit plan and every room lesson again."""
    rows = {name: list(checking.rows()) for name, checking in CHECKINGS.items()}
    failing, doubtful = (
        tuple(
            FailingCheck(subject, text)
            for name, subjects in rows.items()
            for subject in subjects
            for text in look(CHECKINGS[name])(subject)
        )
        for look in (attrgetter("wrong"), attrgetter("doubts"))
    )
    lessons, puzzles, plans, room_lessons = map(len, rows.values())
    return Checked(lessons, puzzles, plans, room_lessons, failing, doubtful)


# --- the same in the background -----------------------------------------------------------------


def content_digest() -> str:
    """A digest of all content that we check, and of the solver's version."""
    digest = sha256(solver_version().encode())
    for rows in (
        *(checking.rows().order_by("pk") for checking in CHECKINGS.values()),
        *(
            model._default_manager.order_by("pk")
            for model in (Step, Track, Skill, PuzzleSet, PuzzleSetItem)
        ),
        *(
            model._default_manager.filter(**{f"{path}__owner": None}).order_by("pk")
            for model, path in ((PlannedAssignment, "plan"), (PlannedItem, "assignment__plan"))
        ),
    ):
        for row in rows.values_list():
            digest.update(repr(row).encode())
    return digest.hexdigest()


def latest_check() -> Job | None:
    """The check that began last."""
    return Job.objects.filter(kind=KIND).order_by("-made_at").first()


def begin_check() -> Job:
    """Begin a new check in place of the last one. If a check is running, or another request begins
    one at the same moment, return that one."""
    last = latest_check()
    if last and last.is_open:
        return last
    subjects = [
        (name, str(pk))
        for name, checking in CHECKINGS.items()
        for pk in checking.rows().order_by("pk").values_list("pk", flat=True)
    ]
    result = {"digest": content_digest(), "subjects": subjects, "decided": 0}
    result |= {"failing": [], "doubtful": []}
    key = uuid.uuid5(last.pk if last else uuid.NAMESPACE_OID, KIND)

    @all_or_nothing
    def write() -> Job:
        Job.objects.filter(kind=KIND).delete()
        return begin(KIND, len(subjects), key, result=result)

    try:
        return write()
    except IntegrityError:
        return Job.objects.get(pk=key)


@piece_of(KIND, is_urgent=False)
def decide_some(job_id: uuid.UUID) -> int:
    """Check some more content of a job; return how many have been checked so far."""
    result = _result(Job.objects.get(pk=job_id))
    first, subjects = result["decided"], result["subjects"]
    found: dict[str, list[tuple[str, ...]]] = {"failing": [], "doubtful": []}
    until, decided = time.monotonic() + ENOUGH, first
    while decided < len(subjects) and (decided == first or time.monotonic() < until):
        name, pk = subjects[decided]
        subject = CHECKINGS[name].rows().filter(pk=pk).first()
        if subject is not None:  # None if it was deleted meanwhile
            one = CHECKINGS[name]
            for kind, texts in zip(found, (one.wrong(subject), one.doubts(subject)), strict=True):
                found[kind] += [(name, pk, str(subject), text) for text in texts]
        decided += 1

    @all_or_nothing
    def write() -> int:
        now = _result(Job.objects.select_for_update().get(pk=job_id))
        if now["decided"] == first:  # unless another worker has done this piece
            now |= {kind: now.get(kind, []) + rows for kind, rows in found.items()}
            now["decided"] = decided
            Job.objects.filter(pk=job_id).update(result=now)
        return int(now["decided"])

    return write()


def _result(job: Job) -> dict[str, Any]:
    """The stored progress of a check."""
    return dict(job.result or {})


def as_shown(job: Job) -> dict[str, Any]:
    """A finished check for its page: how many of each kind, and the errors with addresses."""
    result = _result(job)
    counts = Counter(name for name, _ in result["subjects"])
    failing, doubtful = (
        [
            {
                "subject": subject,
                "text": text,
                "address": reverse(f"admin:games_{name}_change", args=[pk]),
            }
            for name, pk, subject, text in result.get(kind, [])
        ]
        for kind in ("failing", "doubtful")
    )
    return {
        "lessons": counts["lesson"],
        "puzzles": counts["puzzle"],
        "plans": counts["plan"],
        "room_lessons": counts["roomlesson"],
        "failing": failing,
        "doubtful": doubtful,
        "at": job.changed_at,
        "is_stale": result["digest"] != content_digest(),
    }


@FORM_METHODS
@user_passes_test(attrgetter("is_staff"))
@never_cache
def checks(request: HttpRequest) -> HttpResponse:
    """An admin page beside the lessons: the errors of the latest check. A POST starts a check; if
    no worker is running, it also does one piece."""
    lessons = admin.site.get_model_admin(Lesson)
    if not lessons.has_view_permission(request):
        raise PermissionDenied
    job = latest_check()
    if request.method == "POST":
        if job and job.has_failed:
            begin_again(job)
            job.refresh_from_db()
        elif job is None or not job.is_open:
            job = begin_check()
        if progress(job, UNIT).is_by_hand:
            go_on(job)
        if not wants_fragment(request):
            return redirect(request.path)
    is_done = job is not None and job.state == Job.State.DONE
    if is_done and wants_fragment(request):
        return HttpResponseClientRefresh()
    context = {
        **admin.site.each_context(request),
        "opts": lessons.opts,
        "title": "Check the content",
        "media": lessons.media,
        "progress": progress(job, UNIT) if job and not is_done else None,
        "checked": as_shown(job) if job and is_done else None,
    }
    return page_or_fragment(request, "admin/games/lesson/checks.html", "job", context)
