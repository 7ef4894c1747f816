"""The first page."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.assignments.work import Work, everything
from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.games import FIRST, NEXT
from games.boards.rules import rule_of
from games.classes.models import Staff
from games.classes.offering import open_offers
from games.lessons.progress import go_on
from games.people.models import User, Visitor, owned_by
from games.people.visitors import owner_of
from games.play.models import Match, Seat
from games.play.views import latest_match
from games.web.prepared import Slot, prepared
from solver import get_ruleset, joined, parse_position


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A board at once: the first game until it is won or the course begun, then the next.

    Nothing is stored until the first move.
    """
    owner = owner_of(request)
    step = go_on(owner)
    preset = NEXT if step or has_won_first(owner) else FIRST
    ruleset, sizes = get_ruleset(preset.ruleset), parse_position(preset.position)
    due = next_due(request)
    return render(
        request,
        "site/home.html",
        {
            "preset": preset,
            "next": None if preset is NEXT else NEXT,
            "rows": joined(sizes),
            "rule": rule_of(preset.ruleset, preset.convention),
            "board": view(Board.of(ruleset, sizes), playable=True),
            "go_on": step,
            "offers": open_offers(request.user),
            "due": due,
            "latest": latest_match(request),
            "teaches": due is None and teaches(request),
        },
    )


def has_won_first(owner: User | Visitor | None) -> bool:
    """Whether somebody has won the first game."""
    return owner is not None and bool(_wins_of_first(owner))


@prepared
def _wins_of_first(owner: Slot) -> QuerySet[Any]:
    won = Match.objects.filter(
        ruleset=FIRST.ruleset,
        start=FIRST.position,
        convention=FIRST.convention,
        winner=Seat.OWNER,
    ).exclude(opponent=Match.FRIEND)
    return owned_by(owner, won).order_by().values_list("pk")[:1]


def teaches(request: HttpRequest) -> bool:
    """Whether somebody teaches a class that still runs."""
    posts = Staff.objects.filter(classroom__archived_at=None)
    return isinstance(request.user, User) and posts.filter(user=request.user).exists()


def next_due(request: HttpRequest) -> Work | None:
    """The assignment to go on with, for a student who has one."""
    if not isinstance(request.user, User):
        return None
    return next((work for work in everything(request.user, brief=True) if work.next_place), None)
