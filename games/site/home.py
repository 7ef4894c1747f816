"""The first page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.assignments.work import Work, everything
from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.rules import rule_of
from games.lessons.progress import go_on
from games.people.models import User
from games.people.visitors import owner_of
from games.play.views import FIRST, latest_match
from solver import get_ruleset


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """A board at once. Nothing is stored until the first move."""
    ruleset = get_ruleset(FIRST.ruleset)
    board = Board.of(ruleset, tuple(map(int, FIRST.position.split("+"))))
    return render(
        request,
        "site/home.html",
        {
            "preset": FIRST,
            "rule": rule_of(FIRST.ruleset, FIRST.convention),
            "board": view(board, playable=True),
            "go_on": go_on(owner_of(request)),
            "due": next_due(request),
            "latest": latest_match(request),
        },
    )


def next_due(request: HttpRequest) -> Work | None:
    """The assignment to go on with, for a student who has one."""
    if not isinstance(request.user, User):
        return None
    return next((work for work in everything(request.user, brief=True) if work.next_place), None)
