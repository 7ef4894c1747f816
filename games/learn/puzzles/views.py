"""One puzzle: the question, an answer, a hint, a game, the verdict."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from games.boards.lenses import theories_of
from games.explore.addresses import address
from games.learn.puzzles import set_progress
from games.learn.puzzles import solving as service
from games.learn.puzzles.access import get_attempt, get_puzzle
from games.learn.puzzles.models import SKILLS, Puzzle, PuzzleAttempt
from games.learn.puzzles.trainer.training import ends
from games.learn.puzzles.trainer.views import (
    ended_round,
    late_address,
    next_address,
    round_key,
    round_of,
)
from games.people.browsers import ensure_owner, owner_of
from games.people.models import Owner
from games.questions.attempts import GradedAnswer
from games.questions.goals import goal_of
from games.questions.grading import film_of, posted_answer, posted_fields, posted_token
from games.questions.hints import TIER_NAMES, TIERS
from games.questions.played_theorems import CARDS, theorems_on
from games.questions.question_page import Policy, QuestionPage, TablePlace, WayOn
from games.questions.shown_question import ShownQuestion, puzzle_hints
from games.web.requests import posted_number
from solver import InvalidInputError, SolverError


@require_safe
def puzzle(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """The question. An unfinished try with hints or a game continues."""
    puzzle = get_puzzle(puzzle_id)
    ended = ended_round(request, posted_theme(request))
    if ended:
        return redirect(ended)
    return puzzle_page(request, puzzle, service.open_try(owner_of(request), puzzle))


def puzzle_page(
    request: HttpRequest,
    puzzle: Puzzle,
    attempt: PuzzleAttempt | None = None,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a puzzle, with the hints of an unfinished try."""
    theme = posted_theme(request)
    task = ShownQuestion(puzzle, theories_of(owner_of(request)))
    page = QuestionPage(
        policy_of(puzzle, theme),
        task,
        board=task.drawn(),
        is_open=not task.asking.is_game,
        hints=puzzle_hints(task, attempt.hint_tier if attempt else 0),
        token=attempt.token if attempt else uuid.uuid4(),
        given=posted_fields(request),
        problem=problem,
        theme=theme,
        theorems=None
        if round_key(theme)
        else theorems_on(request, task, puzzle.get_absolute_url()),
    )
    context = page.context | {
        "puzzle": puzzle,
        "game": attempt.match if attempt else None,
        **round_clock(request, theme),
        "thanks": request.GET.get("reported") == "1",
    }
    return render(request, "learn/puzzles/puzzle.html", context, status=status)


def policy_of(puzzle: Puzzle, theme: str, following: WayOn | None = None) -> Policy:
    """What a puzzle allows: any number of tries, each checked at once, with hints."""

    def to(page: str) -> str:
        return reverse(f"puzzles:{page}", args=[puzzle.pk])

    again = WayOn("Try again", with_theme(puzzle.get_absolute_url(), theme), "again")
    return Policy(
        place_of(puzzle, theme),
        form_id="puzzle-form",
        answer_url=to("answer"),
        hint_url=to("hint"),
        hint_levels=TIERS,
        next=following,
        again=again,
    )


def place_of(puzzle: Puzzle, theme: str) -> TablePlace:
    """Where a puzzle is: in the trainer, a round or a list."""
    hard = f"difficulty {puzzle.difficulty} of 5"
    if round_key(theme):
        return TablePlace("Three minutes", reverse("puzzles:train"), counted=hard)
    if next_address(theme):
        return TablePlace("Trainer", reverse("puzzles:train"), counted=hard)
    name = (set_progress.THEMES | SKILLS).get(theme, "Puzzles")
    return TablePlace(name, reverse("puzzles:index"), counted=hard)


@require_POST
def answer(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Grade an answer; the same form sent twice is one try."""
    puzzle = get_puzzle(puzzle_id)
    owner = owner_of(request)
    try:
        if goal_of(puzzle.goal).is_game:
            raise InvalidInputError.of("an answer", "this", "play the position out")
        ended, token = ended_round(request, posted_theme(request)), posted_token(request)
        if ended:
            in_time = owner and service.tries_at(owner, puzzle).named(token)
            is_late = not in_time or in_time.solved is None
            return redirect(late_address(ended) if is_late else ended)
        text = posted_answer(request, ShownQuestion(puzzle))
        given = GradedAnswer.to(puzzle, text, theories_of(owner))
        owner = ensure_owner(request)
        is_aided = bool(request.POST.get(CARDS))
        attempt = service.record_attempt(owner, puzzle, token, given, is_aided=is_aided)
    except SolverError as error:
        waiting = service.open_try(owner, puzzle)
        return puzzle_page(request, puzzle, waiting, problem=str(error), status=422)
    return redirect(with_theme(attempt.get_absolute_url(), posted_theme(request)))


def posted_theme(request: HttpRequest) -> str:
    """The theme, training or round that the person is in, from the form or the link."""
    asked = request.POST.get("theme", request.GET.get("theme", ""))
    known = asked in set_progress.THEMES or asked in SKILLS
    return asked if known or next_address(asked) else ""


def with_theme(address: str, theme: str) -> str:
    return f"{address}?{urlencode({'theme': theme})}" if theme else address


@require_POST
def hint(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Record one more tier of the hint with the try."""
    puzzle = get_puzzle(puzzle_id)
    ended = ended_round(request, posted_theme(request))
    if ended:
        return redirect(ended)
    try:
        token = posted_token(request)
        service.give_hint(ensure_owner(request), puzzle, token, posted_number(request, "tier"))
    except SolverError as error:
        return puzzle_page(request, puzzle, problem=str(error), status=422)
    return redirect(with_theme(puzzle.get_absolute_url(), posted_theme(request)) + "#hints")


@require_POST
def play(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Play the position out against perfect play."""
    puzzle = get_puzzle(puzzle_id)
    try:
        token = posted_token(request)
        return redirect(service.start_game(ensure_owner(request), puzzle, token))
    except SolverError as error:
        return puzzle_page(request, puzzle, problem=str(error), status=422)


@require_safe
def attempt(request: HttpRequest, puzzle_id: uuid.UUID, attempt_id: uuid.UUID) -> HttpResponse:
    """The verdict on a try, with the reasons and every winning move."""
    owner = owner_of(request)
    attempt = get_attempt(owner, attempt_id)
    if attempt.solved is None:
        return redirect(attempt.puzzle)
    theme = posted_theme(request)
    ended = ended_round(request, theme)
    if ended:
        return redirect(ended)
    theories = theories_of(owner)
    task = ShownQuestion(attempt.puzzle, theories)
    verdict = attempt.verdict(attempt.puzzle, theories)
    assert verdict is not None  # its puzzle never changes
    tells = verdict.correct or tells_all(request, attempt, task, theme)
    kept = {name: request.GET[name] for name in ("theme", "tell") if request.GET.get(name)}

    def frame_address(number: int | str) -> str:
        return f"{attempt.get_absolute_url()}?{urlencode(kept | {'why': str(number)})}"

    film = film_of(task, request.GET.get("why", ""), frame_address) if tells else None
    following = way_after(owner, attempt.puzzle, theme)
    policy = policy_of(attempt.puzzle, theme, following)
    page = QuestionPage(
        replace(policy, again=None) if tells and following else policy,
        task,
        is_open=False,
        verdict=verdict,
        tells=tells,
        habit=verdict.habit,
        board=task.answered(attempt.answer, verdict),
        given=task.asking.fields(task, attempt.answer),
        film=film,
        film_url=frame_address(1),
        explore=address(task.question),
        theme=theme,
    )
    context = page.context | {
        "puzzle": attempt.puzzle,
        "attempt": attempt,
        "again": policy.again,
        "following": following,
        **round_clock(request, theme),
        "rating": service.rating_of(attempt) if attempt.rated else None,
        "tier_names": TIER_NAMES[: attempt.hint_tier],
    }
    return render(request, "learn/puzzles/attempt.html", context)


def tells_all(
    request: HttpRequest, attempt: PuzzleAttempt, task: ShownQuestion, theme: str
) -> bool:
    """Whether to show the solution after a wrong answer: on request, in a round, after the second
    wrong answer, or if only one other answer is left."""
    asked = request.GET.get("tell") == "1" or bool(round_key(theme))
    return asked or len(task.options) == 2 or service.misses_until(attempt) > 1


def way_after(owner: Owner | None, puzzle: Puzzle, theme: str) -> WayOn | None:
    """The way to what comes after a puzzle: a position that the trainer makes, or a puzzle of the
    theme or the sets. None if nothing is left."""
    if made := next_address(theme):
        return WayOn("Next position", made, posts=True)
    listed = next_in(owner, puzzle, theme)
    return WayOn("Next puzzle", listed) if listed else None


def next_in(owner: Owner | None, puzzle: Puzzle, theme: str) -> str:
    """The address of the next puzzle of a theme or of the sets; empty if none is left."""
    following = set_progress.next_puzzle(owner, puzzle, theme)
    return with_theme(following.get_absolute_url(), theme) if following else ""


def round_clock(request: HttpRequest, theme: str) -> dict[str, Any]:
    """The round of a page, and the time at which it ends."""
    begun = round_of(request, theme)
    return {"round": begun, "ends": ends(begun) if begun else None}
