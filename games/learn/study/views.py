"""The course: the map, a lesson, a step, answers, help, and the game of a step."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.boards.rules import rule_of
from games.explore.addresses import address
from games.learn.lessons.access import get_lesson
from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson, Step, StepAttempt, StepRecord
from games.learn.progress import progress as course
from games.learn.progress.believed import believed
from games.learn.progress.due import topics_of
from games.learn.progress.learnt import learnt_by
from games.learn.progress.overview import overview_of
from games.learn.progress.progress import LessonState
from games.learn.progress.proved import shelf_of, theorems_by_lesson, theorems_of
from games.learn.progress.routes import next_station, routes, station_of
from games.learn.puzzles.models import PuzzleSet
from games.learn.study import studying as service
from games.learn.study.page import StepPage
from games.learn.study.step_games import game_page, start_game
from games.people.browsers import ensure_owner, owner_of
from games.people.models import Owner, owned_by
from games.play import views as match_views
from games.questions.attempts import GradedAnswer
from games.questions.goals import goal_of
from games.questions.grading import posted_answer, posted_fields, posted_token
from games.questions.played_theorems import theorems_on
from games.questions.shown_question import ShownQuestion
from games.web.requests import page_or_fragment, posted_number
from games.web.written_once import written_once
from solver import InvalidInputError, SolverError, get_ruleset

STEP = "learn/study/step.html"
FIRST_ACTS = {
    "starter": match_views.starter,
    "hint": match_views.hint,
    "move": match_views.move,
    "typed": match_views.move,
}
"""What a person may do first in a game that has not begun, by form field."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the whole course as a map, with the person's progress and what to do today."""
    owner = owner_of(request)
    overview = overview_of(owner)
    return render(
        request,
        "learn/index.html",
        {
            "overview": overview,
            "checkpoints": course.checkpoints(owner, overview.every),
            "theorems": theorems_by_lesson(shelf_of(owner, overview.course), overview.course),
        },
    )


@require_safe
def lesson(request: HttpRequest, lesson_slug: str) -> HttpResponse:
    """Show one lesson: its subject, its steps, and what comes next."""
    lesson, owner = get_lesson(lesson_slug), owner_of(request)
    content = the_course()
    lines = routes(content, course.overview(owner, content))
    station = station_of(lines, lesson)
    if station is None:
        raise Http404("There is no such lesson.")
    return render(
        request,
        "learn/study/lesson.html",
        {
            "lesson": lesson,
            "state": station.state,
            "first": station.first,
            "next": next_station(lines, lesson),
            "theorems": theorems_of(shelf_of(owner, content), content, lesson),
            "believed": believed(owner) if station.state.is_through else None,
            "skills": [
                skill for skill in topics_of(owner, content).skills if skill.key in lesson.skills
            ],
            "set": PuzzleSet.published().filter(lesson=lesson.number).first(),
        },
    )


@require_safe
def step(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Show one step, with an answer if the address names one."""
    return step_page(request, found_step(lesson_slug, number))


def found_step(lesson_slug: str, number: int) -> Step:
    """A step of a published lesson; 404 otherwise."""
    for step in _published_steps(lesson_slug, number):
        return step
    raise Http404("There is no such step.")


@written_once
def _published_steps(lesson: str, number: int) -> QuerySet[Step]:
    steps = Step.objects.filter(lesson__slug=lesson, lesson__state=Lesson.State.PUBLISHED)
    return steps.filter(order=number).select_related("lesson__track")


def state_at(request: HttpRequest, step: Step) -> LessonState:
    """The person's progress in the lesson of a step."""
    return course.state_of(owner_of(request), step.lesson)


def step_page(
    request: HttpRequest,
    step: Step,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a step for this person."""
    state = state_at(request, step)
    if step.goal and goal_of(step.goal).is_game:
        return game_page(request, step, state, problem=problem, status=status)
    owner = owner_of(request)
    tries = _tries(owner, step) if owner else []
    page = StepPage(
        state,
        step,
        record=next(iter(_records(owner, step)), None) if owner else None,
        attempt=_named_attempt(request, tries) if step.goal else None,
        wrong=sum(not attempt.solved for attempt in tries),
        is_again="again" in request.GET,
        to_try=service.still_to_try(step, (a.answer for a in tries)) if step.goal else 0,
        frame=request.GET.get("frame", ""),
        why=request.GET.get("why", ""),
    )
    page.theorems = theorems_on(request, page.task, step.get_absolute_url())
    if page.attempt and not page.attempt.solved:
        before = tries[tries.index(page.attempt) :]
        page.miss = sum(not attempt.solved for attempt in before)
    if step.goal and page.is_done and page.attempt is None and not page.is_again:
        page.attempt = next((attempt for attempt in tries if attempt.solved), None)
    return page_or_fragment(request, STEP, "", step_context(request, page, problem), status=status)


@written_once
def _records(owner: Owner, step: Step) -> QuerySet[StepRecord]:
    return owned_by(owner, StepRecord.objects.filter(step=step))


@written_once
def _tries(owner: Owner, step: Step) -> QuerySet[StepAttempt]:
    return owned_by(owner, StepAttempt.objects.filter(step=step))


def _named_attempt(request: HttpRequest, tries: list[StepAttempt]) -> StepAttempt | None:
    asked = request.GET.get("answer", "")
    return next((attempt for attempt in tries if str(attempt.token) == asked), None)


def step_context(request: HttpRequest, page: StepPage, problem: str) -> dict[str, Any]:
    """The context for the step's template, on the real page and in a preview."""
    step, task = page.step, page.task
    ruleset = get_ruleset(step.ruleset) if step.ruleset else None
    answered = task.asking.fields(task, page.answered) if task and page.answered else {}
    asked = page.question
    asked.given = posted_fields(request) or answered or asked.given
    asked.problem = problem
    asked.explore = address(task.question) if task and step.position else ""
    asked.rule = rule_of(ruleset, page.convention, page.position) if ruleset else None
    return asked.context | {
        "page": page,
        "step": step,
        "lesson": step.lesson,
        "state": page.state,
        "thanks": request.GET.get("reported") == "1",
        "status": status_line(page),
    }


def status_line(page: StepPage) -> str:
    """The text for screen readers after a hint; a verdict or an answer has the focus and is read
    out anyway."""
    if page.verdict is None and page.key is None and page.hints and not page.is_done:
        return f"Hint {len(page.hints)}: {page.hints[-1]}"
    return ""


@require_POST
def answer(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Check an answer; a form that is sent twice counts once."""
    step = found_step(lesson_slug, number)
    try:
        if not step.goal or goal_of(step.goal).is_game:
            raise InvalidInputError("There is nothing to answer here.", value="")
        text, token = posted_answer(request, ShownQuestion(step)), posted_token(request)
        given = GradedAnswer.to(step, text, learnt_by(step.lesson))
        attempt = service.answer(ensure_owner(request), step, token, given)
    except SolverError as error:
        return step_page(request, step, problem=str(error), status=422)
    return redirect(answered(step, attempt.token))


def answered(step: Step, token: uuid.UUID) -> str:
    """The address of a step with an answer to show."""
    return f"{step.get_absolute_url()}?answer={token}"


@require_POST
def go_on(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Mark a step that only tells as done, and open the one to go on with."""
    step = found_step(lesson_slug, number)
    state = state_at(request, step)
    if not step.goal:
        service.finish(service.record_of(ensure_owner(request), step))
    return redirect(state.onward(number, is_done=True).address)


@require_POST
def hint(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Give one more hint and record it."""
    step = found_step(lesson_slug, number)
    if step.hints:
        service.give_hint(ensure_owner(request), step, posted_number(request, "tier"))
    return redirect(step)


@require_POST
def reveal(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Show the answer, if it may be looked up."""
    step = found_step(lesson_slug, number)
    owner = owner_of(request)
    tries = owned_by(owner, StepAttempt.objects.filter(step=step, solved=False))
    record = owned_by(owner, StepRecord.objects.filter(step=step)).first()
    page = StepPage(state_at(request, step), step, record=record, wrong=tries.count())
    if page.may_look_up:
        service.show_answer(ensure_owner(request), step)
    return redirect(step)


@require_POST
def play(request: HttpRequest, lesson_slug: str, number: int) -> HttpResponse:
    """Begin the game of a step, and do the first action that was requested on its page."""
    step = found_step(lesson_slug, number)
    try:
        match = start_game(ensure_owner(request), step)
    except SolverError as error:
        return step_page(request, step, problem=str(error), status=422)
    for field, act in FIRST_ACTS.items():
        if field in request.POST:
            return act(request, match.pk)
    return redirect(f"{step.get_absolute_url()}#board")
