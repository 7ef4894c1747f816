"""The student's pages: what is due, an assignment, a question, and answers."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.boards.lenses import theories_of
from games.explore.addresses import address
from games.people.models import User
from games.questions.grading import (
    checked,
    film_of,
    key_in_words,
    posted_answer,
    posted_fields,
    posted_token,
)
from games.questions.hints import TIERS
from games.questions.question_page import Policy, QuestionPage, TablePlace
from games.questions.shown_question import ShownQuestion, puzzle_hints
from games.questions.verdicts import Verdict
from games.teach.classes.models import EDITORS
from games.teach.work.access import get_assignment_as_staff, get_work
from games.teach.work.answer_drafts import draft_context, version_of
from games.teach.work.answering import doing as service
from games.teach.work.comments import StaffWords, comments_for
from games.teach.work.models import Assignment, Item, ItemAttempt
from games.teach.work.results.analysis import answer_words
from games.teach.work.results.grants import latest_try
from games.teach.work.standings.own_work import Work, everything
from games.web.requests import posted_number
from games.web.written_once import written_once
from solver import InvalidInputError, SolverError

ITEM = "teach/work/item.html"
UNRECORDED = "Nothing was saved."
UNSURE = "First tick that you’ve finished: you can’t change anything afterwards."


@require_safe
@login_required
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """What is due in all classes, with one button to continue."""
    assert isinstance(request.user, User)
    works = everything(request.user)
    current = [work for work in works if not work.is_done and not work.window.is_closed]
    context = {
        "current": current,
        "over": [work for work in works if work not in current],
        "go_on": next((work for work in current if work.next_place), None),
        "new_comments": comments_for(request.user),
    }
    return render(request, "teach/work/index.html", context)


@require_safe
@never_cache
def assignment(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """An assignment for its student; staff are redirected to its results."""
    try:
        work = get_work(request.user, assignment_id)
    except Http404:
        assignment = get_assignment_as_staff(request.user, assignment_id)
        page = "results" if assignment.is_published else "edit"
        return redirect(f"assignments:{page}", assignment.pk)
    return overview(request, work)


@require_POST
def start(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Start a test with a time limit."""
    work = get_work(request.user, assignment_id)
    try:
        service.start(work)
    except service.ClosedError as error:
        return overview(request, work, problem=f"{error} {UNRECORDED}", status=409)
    return redirect("assignments:item", assignment_id, 1)


def overview(
    request: HttpRequest, work: Work, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page of an assignment, with an error message if there is one."""
    again = latest_try(work.assignment, work.membership)
    place = work.place_of(again.item) if again and again.item else None
    told = StaffWords(work)
    context = {
        "work": work,
        "problem": problem,
        "again": again,
        "again_place": place,
        "told": told.whole,
        "entries": [(cell, told.at(cell.item)) for cell in work.cells],
    }
    return render(request, "teach/work/assignment.html", context, status=status)


@require_POST
def hand_in(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Hand in a test: the stored answers count."""
    work = get_work(request.user, assignment_id)
    if "sure" not in request.POST and work.window.handed_in_at is None:
        return overview(request, work, problem=UNSURE, status=422)
    try:
        service.hand_in(work)
    except service.ClosedError as error:
        return overview(request, work, problem=f"{error} {UNRECORDED}", status=409)
    except SolverError as error:
        return overview(request, work, problem=str(error), status=422)
    return redirect(work.assignment)


def found_item(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> tuple[Work, Item]:
    """A question for its student. Raises Http404 before a timed test is started."""
    work = get_work(request.user, assignment_id)
    return work, item_of(work, place)


def item_of(work: Work, place: int) -> Item:
    """The question with this number, from 1. Raises Http404 before a timed test is started."""
    if not 1 <= place <= len(work.cells) or (work.window.needs_start and not work.is_revealed):
        raise Http404("This assignment has no such question, or you haven’t started it.")
    item = work.cells[place - 1].item
    item.assignment = work.assignment
    return item


@require_safe
@never_cache
def item(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """One question, with the verdict on the answer in the address, if any."""
    work = get_work(request.user, assignment_id)
    if work.window.needs_start and not work.is_revealed:
        return redirect(work.assignment)
    item = item_of(work, place)
    if item.lesson:
        return redirect(item.lesson)
    return item_page(request, work, item, place)


def item_page(
    request: HttpRequest,
    work: Work,
    item: Item,
    place: int,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    is_test = work.assignment.is_test
    tries = tries_shown(item.pk, work.membership.pk)
    waiting = next((attempt for attempt in tries if attempt.solved is None), None)
    answered = [attempt for attempt in tries if attempt.solved is not None]
    asked = request.GET.get("answer", "")
    attempt = next((attempt for attempt in answered if str(attempt.token) == asked), None)
    if answered and (is_test or (attempt is None and answered[-1].solved)):
        attempt = answered[-1]  # in a test the last one counts, whichever answer the address names
    theories = theories_of(work.membership.user)
    task = ShownQuestion(item, theories)
    if work.assignment.is_mixed:
        task.mixed_by = f"{item.pk} {work.membership.pk}"
    is_told = attempt is not None and work.shows_verdicts
    verdict = attempt.verdict(item, theories) if attempt and is_told else None
    may_answer = work.may_answer(item)
    has_key = not item.is_game and not task.asking.is_seeded
    is_revealed = work.is_revealed and not answered and has_key
    page = item_question(
        request,
        policy_of(work.assignment, place, gives_hints=bool(may_answer) and task.asking.for_puzzles),
        task,
        verdict,
        answered=attempt.answer if attempt else "",
        is_open=bool(may_answer),
        shown=str(attempt.token) if attempt else "",
        is_told=work.is_revealed,
    )
    page.key = key_in_words(task) if is_revealed else None
    page.key_lead, page.tells = "Not answered.", not may_answer
    page.problem = problem
    if waiting:
        page.token = waiting.token
        page.hints = puzzle_hints(task, waiting.hint_tier)
    is_draft = may_answer and not item.is_game and not (verdict and verdict.correct)
    drafted = draft_context(work, item, place) if is_draft else {}
    if drafted.get("draft") and not posted_fields(request):
        page.given = drafted["draft"]
    context = page.context | {
        "assignment": work.assignment,
        "item": item,
        "place": place,
        "work": work,
        "told": StaffWords(work).at(item),
        "size": len(work.cells),
        "places": [(n, cell) for n, cell in enumerate(work.cells, 1)],
        "saved": answer_words(item, attempt.answer) if attempt and is_test else "",
        "may_answer": may_answer,
        "tries": len(answered),
        "game": waiting.match if waiting else None,
        **drafted,
    }
    if work.assignment.is_test and may_answer and work.window.last_moment:
        context["time_version"] = version_of(work.window)
    return render(request, ITEM, context, status=status)


@written_once
def tries_shown(item: int, membership: uuid.UUID) -> QuerySet[ItemAttempt]:
    """A student's tries at a question that were not set aside, as they were answered."""
    tries = ItemAttempt.objects.filter(item=item, membership=membership, set_aside_by=None)
    return tries.select_related("match").order_by("answered_at", "created_at")


def policy_of(
    assignment: Assignment, place: int, *, gives_hints: bool, is_preview: bool = False
) -> Policy:
    """What an assignment allows: an answer that is chosen and then sent, and hints if it gives
    any."""
    name = "edit" if is_preview else "assignment"
    key = assignment.pk

    def to(page: str) -> str:
        return "" if is_preview else reverse(f"assignments:{page}", args=[key, place])

    return Policy(
        TablePlace(assignment.title, reverse(f"assignments:{name}", args=[key])),
        form_id="item-form",
        answer_url=to("answer"),
        hint_url=to("hint"),
        hint_levels=TIERS if assignment.gives_hints and gives_hints else 0,
        counts_once=True,
    )


def item_question(
    request: HttpRequest,
    policy: Policy,
    task: ShownQuestion,
    verdict: Verdict | None,
    *,
    answered: str = "",
    is_open: bool = True,
    shown: str = "",
    is_told: bool = False,
) -> QuestionPage:
    """The page of a question, for a student or the instructor's preview. Once no more answers are
    taken, the board shows the judged answer, or the film that explains it. *shown* is the token of
    the answer; with *is_told*, the right answer is shown even without one."""
    is_right = verdict is not None and verdict.correct
    is_final = is_right or (verdict is not None and not is_open)

    def frame_address(number: int | str) -> str:
        return f"{request.path}?{urlencode({'answer': shown, 'why': str(number)})}"

    frame = request.GET.get("why", "")
    film = film_of(task, frame, frame_address) if is_final or is_told else None
    return QuestionPage(
        policy,
        task,
        is_open=is_open and not (task.asking.is_game or film or is_right),
        verdict=verdict,
        habit=verdict.habit if verdict else None,
        board=task.answered(answered, verdict) if is_final else task.drawn(is_open=is_open),
        film=film,
        film_url=frame_address(1) if shown or is_told else "",
        explore=address(task.question),
        given=posted_fields(request) or (task.asking.fields(task, answered) if answered else {}),
    )


@require_POST
def answer(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """Grade and record an answer; the same form sent twice is one answer."""

    def record(work: Work, item: Item) -> str:
        if item.is_game or item.is_lesson:
            raise InvalidInputError("Play this position to the end; it takes no other answer.")
        given = posted_answer(request, ShownQuestion(item))
        attempt = service.answer(work, item, posted_token(request), given)
        return f"?answer={attempt.token}"

    return act(request, assignment_id, place, record)


@require_POST
def hint(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """Record one more tier of the hint with the answer."""

    def give(work: Work, item: Item) -> str:
        if item.is_lesson:
            return ""
        service.give_hint(work, item, posted_token(request), posted_number(request, "tier"))
        return "#hints"

    return act(request, assignment_id, place, give)


def act(
    request: HttpRequest, assignment_id: uuid.UUID, place: int, use: Callable[[Work, Item], str]
) -> HttpResponse:
    """Apply one request to a question, and return to its page, which shows any error."""
    work, item = found_item(request, assignment_id, place)
    try:
        after = use(work, item)
    except service.ClosedError as error:
        return refused(request, work, item, place, why=f"{error} {UNRECORDED}", status=409)
    except SolverError as error:
        return refused(request, work, item, place, why=str(error), status=422)
    return redirect(reverse("assignments:item", args=[assignment_id, place]) + after)


def refused(
    request: HttpRequest, work: Work, item: Item, place: int, *, why: str, status: int
) -> HttpResponse:
    if item.is_lesson:
        return overview(request, work, problem=why, status=status)
    return item_page(request, work, item, place, problem=why, status=status)


@require_POST
def play(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """Play a question out against perfect play."""
    work, item = found_item(request, assignment_id, place)
    try:
        return redirect(service.start_game(work, item, posted_token(request)))
    except service.ClosedError as error:
        return refused(request, work, item, place, why=f"{error} {UNRECORDED}", status=409)
    except SolverError as error:
        return refused(request, work, item, place, why=str(error), status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def preview(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """A question as a student sees it, for staff. *tier* in the address shows hints one by one; a
    POST is an answer, which is judged but not stored."""
    assignment = get_assignment_as_staff(request.user, assignment_id, EDITORS)
    items = list(assignment.items.select_related("lesson"))
    if not 1 <= place <= len(items):
        raise Http404("This assignment has no such question.")
    item = items[place - 1]
    if item.lesson:
        context: dict[str, Any] = {"assignment": assignment, "item": item}
        context |= {"place": place, "size": len(items)}
        return render(request, "teach/work/preview_lesson.html", context)
    task = ShownQuestion(item)
    given, verdict, problem = checked(request, task)
    asked = request.GET.get("tier", "")
    is_asked = assignment.gives_hints and not verdict and asked in map(str, range(1, TIERS + 1))
    tier = int(asked) if is_asked else 0
    gives_hints = task.asking.for_puzzles
    policy = policy_of(assignment, place, gives_hints=gives_hints, is_preview=True)
    policy = replace(policy, answer_url=f"?tier={tier}")
    page = item_question(request, policy, task, verdict, answered=given)
    page.tells, page.problem = False, problem
    page.hints = puzzle_hints(task, tier)
    context = page.context | {
        "assignment": assignment,
        "item": item,
        "place": place,
        "is_preview": True,
        "size": len(items),
        "may_answer": True,
    }
    return render(request, ITEM, context, status=422 if problem else 200)
