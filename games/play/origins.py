"""What a match can be part of: a step of a lesson, a puzzle, an item of an assignment.

Each of them registers here, so that a match asks without knowing them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest

if TYPE_CHECKING:
    from games.people.models import Owner
    from games.play.models import Match
    from games.play.reviews import Review


@dataclass(frozen=True)
class MatchPlace:
    """The page inside which a match is played: its *address*, its *template*, and what that is
    given *around* the match."""

    address: str
    template: str
    around: Callable[[HttpRequest], dict[str, Any]]


class Origin:
    """What a match is part of; this one is of a match that stands alone.

    *label* names the page it was started from, *address* is how the addresses of such pages
    begin, *sealed_until* says when what was right is shown.
    """

    label = ""
    address = ""
    sealed_until = "the test closes"

    def place(self, match: Match) -> MatchPlace | None:
        """The page inside which the match is played; None where it has a page of its own."""
        return None

    def finished(self, match: Match) -> None:
        """Record how the match ended, in the transaction that ends it."""

    def player(self, match: Match) -> str:
        """What the match calls whoever it belongs to, at the start of a sentence."""
        return "You"

    def may_look_back(self, owner: Owner, match: Match) -> bool:
        """Whether somebody who does not play the match may look back on it."""
        return False

    def is_sealed(self, match: Match) -> bool:
        """Whether nothing of a finished match is explained yet."""
        return False

    def closed(self, match: Match) -> str:
        """Why a match that runs takes no moves any more, in a sentence; mostly nothing."""
        return ""

    def note(self, match: Match) -> str:
        """What whoever plays it has to know, in a sentence; mostly nothing."""
        return ""

    def following(self, match: Match) -> tuple[str, str] | None:
        """What comes after a match: what the button says, and its address; None where the match,
        or its page, comes first."""
        return None

    def said(self, review: Review) -> str:
        """What an author says to how the game of a *review* ended; mostly nothing."""
        return ""

    def play_again(self, owner: Owner, match: Match) -> Match | None:
        """A new game that counts as this one did; None where a new one stands alone."""
        return None


ORIGINS: list[Origin] = []


def register(origin: type[Origin]) -> type[Origin]:
    """Let matches be part of this."""
    ORIGINS.append(origin())
    return origin


def origin_of(match: Match) -> Origin:
    """What the match is part of."""
    known = (origin for origin in ORIGINS if match.origin.startswith(origin.address))
    return next(known, Origin())


def address_of(match: Match) -> str:
    """Where the match is played: on a page of its own, or inside that of what it is part of."""
    place = origin_of(match).place(match)
    return place.address if place else match.get_absolute_url()
