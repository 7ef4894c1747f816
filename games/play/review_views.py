"""The review of a finished match, practice on its mistakes, and games from its positions."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.boards.board_view import BoardView, view
from games.boards.bounds import MAX_PIECES
from games.boards.films import FilmView
from games.boards.lenses import Theories, theories_of
from games.boards.rules import rule_of
from games.people.browsers import ensure_owner, owner_of
from games.play.access import get_match_to_review
from games.play.again import play_again
from games.play.models import Match
from games.play.origins import address_of, origin_of
from games.play.reviews.game_ends import GameEnd
from games.play.reviews.review import Ply, Review
from games.play.reviews.trials import TriedLine
from games.play.showing import table_page
from games.play.table import Table
from games.questions.goals import GoalKey
from games.questions.grading import checked, film_for, posted_fields, posted_key
from games.questions.question import Question
from games.questions.question_page import Policy, QuestionPage, TablePlace, WayOn
from games.questions.shown_question import ShownQuestion
from games.web.requests import posted_number, wants_fragment
from solver import SolverError


@require_safe
def review(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show the review: each ply has its own address, and the turning point comes first."""
    owner = owner_of(request)
    match = get_match_to_review(owner, match_id)
    if match.state != Match.State.FINISHED or origin_of(match).is_sealed(match):
        return redirect(match)
    theories = theories_of(owner)
    looked_back = Review(Table(match), theories)
    end = GameEnd(looked_back)
    ply = asked_ply(request, end)
    trial, problem = asked_trial(request, ply)
    film = None if trial else asked_film(request, ply, theories)
    return render(
        request,
        "play/review.html",
        {
            "match": match,
            "table": looked_back.table,
            "review": looked_back,
            "rule": rule_of(match.ruleset, match.convention, match.start),
            "end": end,
            "point": looked_back.turning_point,
            "ply": ply,
            "idea": end.idea_at(ply),
            "leaves": end.leaves_at(ply) if ply else "",
            "trial": trial,
            "film": film,
            "question": page_of(film, f"{request.path}?ply={ply.number}#review")
            if film and ply
            else None,
            "problem": problem,
            "board": review_board(request, ply, trial) if ply else None,
        },
        status=422 if problem else 200,
    )


def asked_film(request: HttpRequest, ply: Ply | None, theories: Theories) -> FilmView | None:
    """The frame that the address asks for of the film about the position before a ply."""
    frame = request.GET.get("why", "")
    if not frame or ply is None or ply.analysis is None:
        return None

    def address(number: int | str) -> str:
        return f"{request.path}?{urlencode({'ply': ply.number, 'why': number})}"

    return film_for(ply.question, ply.analysis, theories, frame, address, board=ply.board)


def page_of(film: FilmView, address: str) -> QuestionPage:
    """The film on its page, with the way back to the *address* of its move after the last frame."""
    policy = Policy(TablePlace(""), "", next=WayOn("Back to the game", address, "back-to-game"))
    return QuestionPage(policy, None, is_open=False, film=film)


def asked_trial(request: HttpRequest, ply: Ply | None) -> tuple[TriedLine | None, str]:
    """The line that the address tries out from a ply of the owner, and the error message for it."""
    if ply is None or not ply.is_mine or "try" not in request.GET:
        return None, ""
    trial = TriedLine(ply.board, ply.question)
    try:
        trial.play(request.GET["try"], request.GET.get("move", ""))
    except SolverError as error:
        return trial, str(error)
    return trial, ""


def review_board(request: HttpRequest, ply: Ply, trial: TriedLine | None) -> BoardView:
    """The board before a ply, or the board at the end of a line tried from there."""
    if trial is None:
        return view(ply.board, ghosts=ply.ghosts, most=MAX_PIECES)
    return view(
        trial.board,
        trial.question.to_move,
        playable=trial.is_open,
        ghosts=trial.ghosts,
        most=MAX_PIECES,
        is_fresh="move" in request.GET,
    )


def asked_ply(request: HttpRequest, end: GameEnd) -> Ply | None:
    """The ply that the address names. Without a number: the move that the end describes, or the
    turning point, or the first move; None in a match without moves."""
    number = request.GET.get("ply")
    if number is None:
        return end.told_ply or end.point or next(iter(end.review.plies), None)
    for ply in end.review.plies:
        if str(ply.number) == number:
            return ply
    raise Http404("This game has no such move.")


@require_http_methods(["GET", "HEAD", "POST"])
def mistake(request: HttpRequest, match_id: uuid.UUID, number: int) -> HttpResponse:
    """One of the owner's mistakes again: the position asks for a winning move. Nothing is
    recorded."""
    owner = owner_of(request)
    match = get_match_to_review(owner, match_id)
    if match.state != Match.State.FINISHED or origin_of(match).is_sealed(match):
        return redirect(match)
    theories = theories_of(owner)
    looked_back = Review(Table(match), theories)
    count = len(looked_back.mistakes)
    if not 1 <= number <= count:
        raise Http404("This game has no such mistake.")
    ply = looked_back.mistakes[number - 1]
    task = ply_asked(ply, theories)
    given, verdict, problem = checked(request, task)
    review, here = reverse("play:review", args=[match.pk]), request.path
    back = WayOn("Back to the review", review)
    following = WayOn("Next mistake", reverse("play:mistake", args=[match.pk, number + 1]))
    policy = Policy(
        TablePlace("Mistakes in this game", review, counted=f"{number} of {count}"),
        form_id="mistake-form",
        answer_url=here,
        next=following if number < count else back,
        again=WayOn("Try again", here, "again"),
    )
    page = QuestionPage(
        policy,
        task,
        "You could win here. How?",
        is_open=verdict is None,
        verdict=verdict,
        habit=verdict.habit if verdict else None,
        tells=False,
        board=task.answered(given, verdict) if verdict else task.drawn(),
        film_url=f"{review}?ply={ply.number}&why=1",
        problem=problem,
        given=posted_fields(request),
    )
    context = page.context | {"match": match, "ply": ply, "table": looked_back.table}
    return render(request, "play/mistake.html", context, status=422 if problem else 200)


def ply_asked(ply: Ply, theories: Theories) -> ShownQuestion:
    """The position before a ply as a question, on the board of its game: rows keep their names."""
    asked = ply.question
    turn = asked.to_move.value if asked.to_move else ""
    key, ending = asked.ruleset.key, asked.convention.value
    task = ShownQuestion(Question(key, ply.explored, ending, turn, GoalKey.MOVE), theories)
    task.question, task.board = asked, ply.board
    return task


@require_POST
def retry(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Start a new match from the start of an old one, or from the position before a ply."""
    match = get_match_to_review(owner_of(request), match_id)
    if origin_of(match).is_sealed(match):
        return redirect(match)
    owner, ply = ensure_owner(request), posted_number(request, "ply")
    swap, refute = "swap" in request.POST, "refute" in request.POST
    is_whole = ply == 1 and not refute and (not swap or origin_of(match).may_swap(match))
    counted = origin_of(match).play_again(owner, match, swap=swap) if is_whole else None
    if counted is not None:
        fresh = wants_fragment(request)
        return table_page(request, Table(counted)) if fresh else redirect(address_of(counted))
    key = posted_key(request, owner)
    return redirect(play_again(owner, match, ply=ply, swap=swap, refute=refute, key=key))
