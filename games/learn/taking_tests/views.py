"""Tests, checkpoints and reviews: their start, their questions and their results."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.boards.lenses import theories_of
from games.learn.lessons.access import get_lesson
from games.learn.lessons.course import Course, covered, needs, the_course
from games.learn.lessons.models import Lesson, Step, Track
from games.learn.lessons.taken_tests import TakenTest
from games.learn.progress import progress as course
from games.learn.progress.believed import belief_of, believed, five_that_tell, told_by
from games.learn.progress.due import minutes, topics_of
from games.learn.progress.routes import furthest, next_station, routes
from games.learn.puzzles.puzzle_kinds import PuzzleKind
from games.learn.taking_tests import examining as service
from games.learn.taking_tests.questions import Groups
from games.people.browsers import ensure_owner, owner_of
from games.people.models import owned_by
from games.questions.attempts import Attempt
from games.questions.grading import posted_answer, posted_fields
from games.questions.guessing import lead_to
from games.questions.question import Question
from games.questions.question_page import Policy, QuestionPage, StepMark, TablePlace
from games.questions.shown_question import ShownQuestion
from games.questions.signs import BY_KEY
from games.questions.verdicts import Verdict
from solver import SolverError, format_position
from solver.teaching import joined

BEGINNINGS = {
    TakenTest.Kind.TEST: "learn/taking_tests/begin.html",
    TakenTest.Kind.CHECKPOINT: "learn/taking_tests/begin.html",
    TakenTest.Kind.REVIEW: "learn/taking_tests/review.html",
    TakenTest.Kind.TELLING: "learn/taking_tests/telling.html",
}
FORM = require_http_methods(["GET", "HEAD", "POST"])
ABOUT_REVIEW = "what is due today"
ABOUT_TELLING = "what you go by"


@FORM
def test(request: HttpRequest, lesson_slug: str) -> HttpResponse:
    """Describe the test of a lesson, and begin it."""
    lesson = get_lesson(lesson_slug)
    content = the_course()
    about = {
        "lesson": lesson,
        "about": lesson.title,
        "covers": covered_by(TakenTest.Kind.TEST, lesson.slug, content, needs(content)),
    }
    groups = [service.steps_of([lesson])] if request.method == "POST" else []
    return _begin(request, TakenTest.Kind.TEST, lesson.slug, groups, about)


@FORM
def checkpoint(request: HttpRequest, track_slug: str) -> HttpResponse:
    """Describe the checkpoint of a track, which asks about each of its lessons, and begin it."""
    track = get_object_or_404(Track, slug=track_slug)
    lessons = list(Lesson.objects.filter(state=Lesson.State.PUBLISHED, track=track))
    if not lessons:
        raise Http404("There is no such checkpoint.")
    steps = service.steps_of(lessons) if request.method == "POST" else []
    groups = [[step for step in steps if step.lesson_id == one.pk] for one in lessons]
    content = the_course()
    covers = covered_by(TakenTest.Kind.CHECKPOINT, track.slug, content, needs(content))
    about = {"track": track, "about": track.title, "covers": covers}
    return _begin(request, TakenTest.Kind.CHECKPOINT, track.slug, groups, about)


@FORM
def review(request: HttpRequest) -> HttpResponse:
    """Describe what is due for review, from lessons and puzzles, and begin it."""
    owner = owner_of(request)
    topics = topics_of(owner, the_course())
    due = topics.due
    about = {
        "about": ABOUT_REVIEW,
        "due": due,
        "minutes": minutes(len(due)),
        "later": topics.later,
        "at_once": service.MAX_QUESTIONS,
    }
    groups = service.steps_for(owner, due) if request.method == "POST" else []
    kinds = [one.kind for one in due[: service.MAX_QUESTIONS] if one.kind]
    return _begin(request, TakenTest.Kind.REVIEW, "", groups, about, kinds=kinds)


@FORM
def telling(request: HttpRequest, belief: str) -> HttpResponse:
    """Show where a person's answers follow a belief, and ask five positions that tell whether they
    have it."""
    if belief not in BY_KEY:
        raise Http404("There is no such belief.")
    owner = owner_of(request)
    seen = belief_of(owner, belief)
    if seen and not seen.times:
        seen = None
    ready = five_that_tell(owner, seen) if owner and seen else ()
    about = {"belief": BY_KEY[belief], "seen": seen, "about": ABOUT_TELLING, "ready": len(ready)}
    return _begin(request, TakenTest.Kind.TELLING, belief, [], about, ready=ready)


@require_safe
def moved_review(request: HttpRequest, card_id: uuid.UUID | None = None) -> HttpResponse:
    """Redirect from the former addresses of puzzle reviews."""
    return redirect("lessons:review", permanent=True)


def _begin(
    request: HttpRequest,
    kind: TakenTest.Kind,
    slug: str,
    groups: Groups,
    about: dict[str, Any],
    *,
    kinds: Sequence[PuzzleKind] = (),
    ready: Sequence[Question] = (),
) -> HttpResponse:
    """A POST begins a test, or continues one; a GET describes it."""
    problem = ""
    if request.method == "POST":
        try:
            return redirect(
                service.begin(ensure_owner(request), kind, slug, groups, kinds, ready=ready)
            )
        except SolverError as error:
            problem = str(error)
    tests = TakenTest.objects.with_answers().filter(kind=kind, slug=slug)
    goes = owned_by(owner_of(request), tests)
    latest, owner = list(goes[:5]), owner_of(request)
    first = service.steps_after(owner, latest[0]) if owner and latest else []
    context = {"kind": kind, "goes": latest, "problem": problem, "first": first, **about}
    status = 422 if problem else 200
    return render(request, BEGINNINGS[kind], context, status=status)


def get_taken(request: HttpRequest, taken_id: uuid.UUID) -> TakenTest:
    """The person's own test; 404 for everybody else."""
    tests: Any = TakenTest.objects.with_place()
    taken: TakenTest = get_object_or_404(owned_by(owner_of(request), tests), pk=taken_id)
    taken.place = taken.answered + 1  # type: ignore[attr-defined]
    return taken


@require_safe
def taken(request: HttpRequest, taken_id: uuid.UUID) -> HttpResponse:
    """Show the next question or, at the end, the result."""
    taken = get_taken(request, taken_id)
    return _result(request, taken) if taken.is_finished else _question(request, taken)


@require_POST
def answer(request: HttpRequest, taken_id: uuid.UUID, place: int) -> HttpResponse:
    """Answer one question, or say that one does not know; a form that is sent twice counts once."""
    taken = get_taken(request, taken_id)
    if not 1 <= place <= len(taken.questions):
        raise Http404("There is no such question.")
    try:
        task = ShownQuestion(taken.posing(place))
        text = None if "unknown" in request.POST else posted_answer(request, task)
        return redirect(service.give(ensure_owner(request), taken, place, text))
    except SolverError as error:
        if place != taken.place:
            return redirect(taken)
        return _question(request, taken, problem=str(error), status=422)


def _question(
    request: HttpRequest, taken: TakenTest, *, problem: str = "", status: int = 200
) -> HttpResponse:
    task = ShownQuestion(taken.posing(taken.place), theories_of(owner_of(request)))
    about, size, now = title_of(taken), taken.size, taken.number_now
    marks = tuple(StepMark("", "", n < now, n == now) for n in range(1, size + 1))
    kind = f"{taken.get_kind_display().capitalize()}: {about}"
    policy = Policy(
        TablePlace(kind, marks=marks, counted=f"question {now} of {size}"),
        form_id="quiz-form",
        answer_url=reverse("lessons:taken-answer", args=[taken.pk, taken.place]),
        counts_once=True,
    )
    page = QuestionPage(
        policy,
        task,
        heading=lead_to(task) if taken.follows(taken.place) else "",
        board=task.drawn() if task.is_drawn else None,
        problem=problem,
        given=posted_fields(request),
    )
    context = page.context | {
        "taken": taken,
        "about": about,
    }
    return render(request, "learn/taking_tests/test.html", context, status=status)


@dataclass(frozen=True)
class TakenAnswer:
    """A question of a finished test, or a part of one, with its step (None if it no longer exists)
    and the title of its topic. *follows*: it continues the question before."""

    task: ShownQuestion
    verdict: Verdict
    step: Step | None
    topic: str
    follows: bool

    @property
    def position(self) -> str:
        """The position to name and to draw: of a reply the one before the other player's move,
        whose rows have the same names. Heaps have other numbers after a move."""
        if self.task.made and self.task.board.kept:
            return format_position(self.task.earlier.position)
        return self.task.exercise.position

    @property
    def title(self) -> str:
        """That position, and the convention, in words."""
        return self.task.titled(self.position) if self.follows else self.task.title

    @property
    def words(self) -> str:
        """The question."""
        return lead_to(self.task, is_drawn=False) if self.follows else self.task.asks


def _result(request: HttpRequest, taken: TakenTest) -> HttpResponse:
    owner = owner_of(request)
    theories = theories_of(owner)
    answers = list(Attempt.objects.filter(taken_test=taken).order_by("place"))
    taken.answers = answers
    steps = Step.objects.filter(order__isnull=False, lesson__state=Lesson.State.PUBLISHED)
    by_key = steps.select_related("lesson").in_bulk([one["step"] for one in taken.questions])
    content = the_course()
    topics = topics_of(owner, content)
    titles = {one.key: one.title for one in (*topics.skills, *topics.kinds)}
    answered = [
        TakenAnswer(
            task := ShownQuestion(taken.posing(place), theories),
            _verdict(given, task),
            by_key.get(one["step"]),
            titles.get(one["skill"], ""),
            taken.follows(place),
        )
        for place, (given, one) in enumerate(zip(answers, taken.questions, strict=True), 1)
    ]
    wrong = [one for one in answered if not one.verdict.correct]
    first = service.steps_first(owner, TakenTest.Kind(taken.kind), taken.slug)
    lines = routes(content, course.overview(owner, content))
    here = furthest(lines, {one.step.lesson.slug for one in answered if one.step})
    context = {
        "taken": taken,
        "about": title_of(taken),
        "answered": answered,
        "ideas": list(dict.fromkeys(one.topic for one in wrong if one.topic)),
        "again": next(iter(first), None) or next((one.step for one in wrong if one.step), None),
        "first": first,
        "due": min(len(topics.due), service.MAX_QUESTIONS),
        "next": next_station(lines, here.lesson) if here else None,
        "known": known_by(taken, content, needs(content)) if taken.passed else "",
        "told": told_by(taken, answers),
        "believed": believed(owner),
    }
    return render(request, "learn/taking_tests/result.html", context)


def _verdict(given: Attempt, task: ShownQuestion) -> Verdict:
    verdict = given.verdict(task.exercise, task.theories)
    assert verdict is not None  # the questions of a test never change
    return verdict


def known_by(taken: TakenTest, content: Course, builds_on: Mapping[str, tuple[Lesson, ...]]) -> str:
    """The titles of the other lessons that a passed test covers."""
    if not taken.gives_way:
        return ""
    return covered_by(TakenTest.Kind(taken.kind), taken.slug, content, builds_on)


def covered_by(
    kind: TakenTest.Kind, slug: str, content: Course, builds_on: Mapping[str, tuple[Lesson, ...]]
) -> str:
    """The titles of the lessons that count as known once the test of a lesson or a track is
    passed, without the lesson itself."""
    about = {slug}
    if kind == TakenTest.Kind.CHECKPOINT:
        about = {one.slug for one in content.published if one.track.slug == slug}
    known = covered(builds_on, about)
    known = known | about if kind == TakenTest.Kind.CHECKPOINT else known - about
    return joined([one.title for one in content.published if one.slug in known])


def title_of(taken: TakenTest) -> str:
    """The subject of a test, in words."""
    if taken.kind == TakenTest.Kind.REVIEW:
        return ABOUT_REVIEW
    if taken.kind == TakenTest.Kind.TELLING:
        return ABOUT_TELLING
    model = Lesson if taken.kind == TakenTest.Kind.TEST else Track
    found = model._default_manager.filter(slug=taken.slug).first()
    return str(found.title) if found else taken.slug
