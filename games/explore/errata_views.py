"""What checking the sources found: each passage quoted, and its counterexample on a live board."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.rules import Rule, rule_of
from games.explore.addresses import address, play_address
from games.play.models import Seat
from solver import ERRATA, SOURCES, Erratum, Exhibit, ask


@dataclass(frozen=True)
class Shown:
    """An exhibit on its board. *starter* is who has to begin for the visitor to be able to win."""

    exhibit: Exhibit
    board: BoardView
    rule: Rule
    starter: str
    explore: str
    play: str


def shown(exhibit: Exhibit, prefix: str) -> Shown:
    """The exhibit with its board, whose parts have ids that begin with *prefix*."""
    question = ask(exhibit.ruleset, exhibit.position, exhibit.convention, exhibit.to_move)
    board = Board.of(question.ruleset, question.position)
    starter = Seat.OWNER if exhibit.wins else Seat.OTHER
    return Shown(
        exhibit,
        view(board, question.to_move, playable=True, prefix=prefix),
        rule_of(question.ruleset, question.convention, exhibit.position),
        starter.value,
        address(question),
        play_address(question, starter=starter.value),
    )


def exhibits(erratum: Erratum) -> list[Shown]:
    """The boards of one erratum."""
    return [
        shown(exhibit, f"{erratum.key}-{number}-")
        for number, exhibit in enumerate(erratum.exhibits, 1)
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The errata, source by source."""
    sources = [
        (source, [(erratum, exhibits(erratum)) for erratum in source.errata]) for source in SOURCES
    ]
    context = {"sources": sources, "number": len(ERRATA), "nav": "errata"}
    return render(request, "explore/errata.html", context)
