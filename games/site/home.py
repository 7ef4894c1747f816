"""The first page."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.games import FIRST, Preset
from games.classes.models import Staff
from games.classes.offering import open_offers
from games.people.models import Owner, User, owned_by
from games.people.visitors import owner_of
from games.play.models import Match, Seat
from games.play.views import latest_match
from games.puzzles.list_views import shared_line
from games.site.today import today_of
from solver import get_ruleset, parse_position

GREETINGS = {
    "pairs": ("You start. I know the trick, but I don’t always see it.", "you can win this one"),
    "pyramid": ("Well played. Now one row of each length.", "you can win this one too"),
    "marienbad": ("And now with the fourth row. Who should start?", "the second player can win"),
}
"""What Learner says at the table of each of the first games, and who can win there."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A board at once: the first of three games that is not won yet, or the last of them for
    people who have begun the course. Above it, for people who come back, what they can do today.

    Nothing is stored until the first move.
    """
    owner = owner_of(request)
    today = today_of(owner) if owner else None
    preset = FIRST[-1] if today and today.step else first_open(owner)
    ruleset, sizes = get_ruleset(preset.ruleset), parse_position(preset.position)
    greeting, chance = GREETINGS[preset.key]
    context = {
        "preset": preset,
        "greeting": greeting,
        "chance": chance,
        "board": view(Board.of(ruleset, sizes), playable=True),
        "today": today,
        "offers": open_offers(request.user),
        "latest": latest_match(request),
        "line": shared_line(request, today.puzzles) if today and today.solved_all else "",
        "teaches": teaches(request),
    }
    return render(request, "site/home.html", context)


def first_open(owner: Owner | None) -> Preset:
    """The first of the first games that somebody has not won; the last one once all are."""
    won = {start for (start,) in _won_starts(owner)} if owner else set()
    return next((preset for preset in FIRST if preset.position not in won), FIRST[-1])


def _won_starts(owner: Owner) -> QuerySet[Any]:
    won = Match.objects.filter(
        ruleset=FIRST[0].ruleset,
        start__in=[preset.position for preset in FIRST],
        convention=FIRST[0].convention,
        winner=Seat.OWNER,
    ).exclude(opponent=Match.FRIEND)
    return owned_by(owner, won).order_by().values_list("start").distinct()


def teaches(request: HttpRequest) -> bool:
    """Whether somebody teaches a class that still runs."""
    posts = Staff.objects.filter(classroom__archived_at=None)
    return isinstance(request.user, User) and posts.filter(user=request.user).exists()
