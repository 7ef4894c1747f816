"""The analysis board: any position, every theory, a link anyone can open."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games.boards.boards import Board, Placed
from games.boards.films import NAMES, FilmView, film_view, winning_scene
from games.boards.games import PRESETS
from games.boards.lenses import Lens, agreement, lenses, question_of
from games.boards.limits import MAX_LISTED, ask_within_limits
from games.boards.rules import rule_of
from games.explore.addresses import address, editor, play_address, turned
from games.explore.forms import choice_of, field_of, game_choices, ruleset_of
from games.web.fragments import wants_fragment
from solver import (
    OUTCOME_TERMS,
    OUTCOME_WORDS,
    THEORIES,
    Analysis,
    BudgetExceededError,
    Question,
    SolverError,
    answer,
    convention_words,
    format_position,
)

HOST = re.compile(r"[a-z][a-z0-9-]{0,60}")
"""How a film that plays in another page may be called there."""


@dataclass(frozen=True)
class Candidate:
    """A legal move with its verdict under both conventions. *wins* is None if undecided."""

    placed: Placed
    url: str
    wins: bool | None
    wins_otherwise: bool | None

    @property
    def differs(self) -> bool:
        return None not in (self.wins, self.wins_otherwise) and self.wins != self.wins_otherwise


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Type a position: the form, or on to the page of the position."""
    typed = request.GET.dict()
    if "position" not in typed:
        return render(request, "explore/start.html", start_context(typed))
    try:
        question = ask_within_limits(
            ruleset_of(typed),
            typed["position"],
            typed.get("convention", "misere"),
            typed.get("turn") or None,
        )
    except SolverError as error:
        context = start_context(typed) | refused(error, typed)
        return render(request, "explore/start.html", context, status=422)
    return redirect(address(question))


def refused(error: SolverError, typed: dict[str, str]) -> dict[str, str]:
    """A refusal in a sentence, and the field that it is about."""
    return {"problem": str(error), "problem_field": field_of(error, typed)}


def start_context(typed: dict[str, str]) -> dict[str, Any]:
    examples = [
        {
            "url": address(ask_within_limits(preset.ruleset, preset.position, preset.convention)),
            "preset": preset,
        }
        for preset in PRESETS
    ]
    usual = {"ruleset": "nim", "position": "", "convention": "misere", "turn": "left"}
    usual["game"] = choice_of(typed.get("ruleset", "nim"))
    return {
        "typed": usual | typed,
        "games": game_choices(),
        "examples": examples,
        "nav": "explore",
    }


@require_safe
def position(request: HttpRequest, ruleset: str, position: str) -> HttpResponse:
    """A position: who wins, every move with its verdict, one tab a theory."""
    convention = request.GET.get("convention", "misere")
    turn = request.GET.get("turn") or None
    try:
        question = ask_within_limits(ruleset, position, convention, turn)
    except SolverError as error:
        typed = {"ruleset": ruleset, "position": position, "convention": convention}
        context = start_context(typed) | refused(error, typed)
        return render(request, "explore/start.html", context, status=422)
    if question.ruleset.partizan and question.to_move is None:
        return redirect(address(question))
    board = Board.of(question.ruleset, question.position)
    question = question_of(board, question)
    theory = request.GET.get("theory") or request.GET.get("lens", "")
    number = request.GET.get("frame", "1")
    if wants_fragment(request):
        return frame(request, question, theory, number)
    views = lenses(question)
    chosen = choose(views, theory)
    film = film_of(question, chosen.key, number, known=chosen.analysis)
    if "print" in request.GET:
        return render(request, "explore/sheet.html", sheet(question, film))
    analysis, refusal = preferred(views)
    other = Question(
        question.ruleset,
        question.position,
        question.convention.other,
        question.to_move,
        question.budget,
        board.names,
    )
    other_analysis, _ = try_answer(other)
    return render(
        request,
        "explore/position.html",
        {
            "nav": "explore",
            "question": question,
            "games": game_choices(),
            "typed": {
                "game": choice_of(question.ruleset.key),
                "ruleset": question.ruleset.key,
                "position": format_position(question.position),
                "convention": question.convention.value,
                "turn": question.to_move.value if question.to_move else "left",
            },
            "rule": rule_of(
                question.ruleset, question.convention, format_position(question.position)
            ),
            "film": film,
            "print_url": address(question, theory=chosen.key, print="1"),
            "film_url": address(question, theory=chosen.key),
            "winning_url": address(question, theory=chosen.key, winning="1"),
            "winning": winning_scene(question, analysis.moves)
            if analysis and "winning" in request.GET
            else None,
            "analysis": analysis,
            "refusal": refusal,
            "verdict": verdict(question, analysis),
            "candidates": candidates(question, board, analysis, other_analysis),
            "most_listed": MAX_LISTED,
            "lenses": [
                (lens, address(question, theory=lens.key)) for lens in views if lens.analysis
            ],
            "silent": [
                (lens, address(question, theory=lens.key)) for lens in views if not lens.analysis
            ],
            "chosen": chosen,
            "agreement": agreement(views),
            "other_words": convention_words(other.convention),
            "other_verdict": verdict(other, other_analysis),
            "other_url": address(other),
            "turn_url": turned(question),
            "link": request.build_absolute_uri(address(question)),
            "play_url": play_address(question),
            "editor": editor(question),
        },
    )


def frame(request: HttpRequest, question: Question, theory: str, number: str) -> HttpResponse:
    """A frame alone: of the film on this page, or of one that plays in another page under the
    name that *in* gives. Without a theory by the one that answers first."""
    if theory not in NAMES:
        analysis, _ = try_answer(question)
        theory = analysis.theory if analysis else THEORIES[-1].key
    return frame_response(
        request, film_of(question, theory, number, host=request.GET.get("in", ""))
    )


def frame_response(request: HttpRequest, film: FilmView) -> HttpResponse:
    """A frame without its page."""
    response = render(request, "explore/frame.html", {"film": film})
    # No cache may hand it out as the page of the same address.
    patch_vary_headers(response, ["HX-Request"])
    response.headers["Cache-Control"] = "no-store"
    return response


def film_of(
    question: Question,
    theory: str,
    number: str,
    *,
    known: Analysis | None = None,
    host: str = "",
) -> FilmView:
    """A frame of the film by the theory called *theory*, with addresses on this page; *host* is
    its name in another page."""
    inside = {"in": host} if HOST.fullmatch(host) else {}

    def frame_address(number: int) -> str:
        return address(question, theory=theory, frame=str(number), **inside)

    name = inside.get("in", "film")
    return film_view(
        question, theory, number, frame_address, name=name, known=known, is_page=not inside
    )


def sheet(question: Question, film: FilmView) -> dict[str, Any]:
    """What the page for paper shows: every frame."""
    return {
        "question": question,
        "rule": rule_of(question.ruleset, question.convention, format_position(question.position)),
        "film": film,
        "frames": list(film.every_frame()),
        "film_url": film.url,
    }


def choose(views: list[Lens], key: str) -> Lens:
    """The lens asked for, or the first that answers."""
    asked = [lens for lens in views if lens.key == key]
    answering = [lens for lens in views if lens.analysis]
    return (asked + answering + views)[0]


def preferred(views: list[Lens]) -> tuple[Analysis | None, str]:
    """The answer of the first theory that has one, or the last refusal."""
    answers = [lens.analysis for lens in views if lens.analysis]
    return (answers[0], "") if answers else (None, views[-1].refusal)


def try_answer(question: Question) -> tuple[Analysis | None, str]:
    """The answer, or why it is refused."""
    try:
        return answer(question), ""
    except BudgetExceededError as error:
        return None, str(error)


def verdict(question: Question, analysis: Analysis | None) -> dict[str, Any] | None:
    """Who wins, in words; None where it cannot be decided."""
    if analysis is None:
        return None
    who = question.to_move.value.title() if question.to_move else "The player to move"
    wins = bool(analysis.to_move_wins)
    text = f"{who} {'wins' if wins else 'loses'}"
    if question.ruleset.partizan:
        text = f"{text}; {OUTCOME_WORDS[analysis.outcome]}"
    return {"wins": wins, "text": f"{text}.", "term": OUTCOME_TERMS[analysis.outcome]}


def candidates(
    question: Question, board: Board, analysis: Analysis | None, other: Analysis | None
) -> list[Candidate]:
    """The different legal moves, the winning ones first, at most :data:`MAX_LISTED`."""
    winning = dict.fromkeys(analysis.moves) if analysis else {}
    otherwise = set(other.moves) if other else set()
    legal = islice(question.ruleset.legal_moves(question.position, question.to_move), MAX_LISTED)
    moves = islice(dict.fromkeys(chain(winning, legal)), MAX_LISTED)
    return [
        Candidate(
            board.place(board.from_the_left(move), question.to_move),
            address(question.after(move)),
            move in winning if analysis else None,
            move in otherwise if other else None,
        )
        for move in moves
    ]
