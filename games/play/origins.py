"""What a match starts from: its settings, and what it can be part of, such as a step of a lesson, a
puzzle or a question of an assignment.

Each of these registers an :class:`Origin` here, so the code of a match does not depend on them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from django.http import HttpRequest

from games.people.models import Owner
from games.play.models import Match, Seat
from games.questions.goals import GoalKey
from games.questions.question import QuestionLike
from solver import Inquiry, InvalidInputError, Move, Player, format_position

STARTERS = {"you": Seat.OWNER.value, "computer": Seat.OTHER.value, "choose": ""}


@dataclass(frozen=True)
class Setup:
    """The settings of a match. *starter* is empty if the owner will choose; *origin* is the page to
    go back to; *name* the name of a program that plays."""

    ruleset: str
    position: str
    convention: str
    opponent: str
    starter: str
    owner_player: str = Player.LEFT.value
    origin: str = ""
    has_help: bool = True
    name: str = ""

    @classmethod
    def of(cls, exercise: QuestionLike, **more: Any) -> Self:
        """The game that an exercise asks the player to win. Raises an error for any other
        exercise."""
        if exercise.goal != GoalKey.PLAY:
            raise InvalidInputError.of("a game to win", exercise, "answer it on its page")
        return cls(
            ruleset=exercise.ruleset,
            position=exercise.position,
            convention=exercise.convention,
            opponent=exercise.extra.get("opponent", "perfect"),
            starter=STARTERS[exercise.extra.get("starter", "you")],
            owner_player=exercise.to_move or Player.LEFT.value,
            **more,
        )

    def laid_out(self, question: Inquiry) -> Match:
        """The match, not stored yet: its board, with the first player to move or the choice of who
        starts."""
        return Match(
            ruleset=question.ruleset.key,
            start=format_position(question.position),
            position=format_position(question.position),
            convention=question.convention.value,
            opponent=self.opponent,
            owner_player=Player.parse(self.owner_player) or Player.LEFT,
            seed=secrets.randbits(48),
            starter=self.starter,
            origin=self.origin,
            other_name=self.name,
            has_help=self.has_help,
            state=Match.State.RUNNING if self.starter == Seat.OWNER else Match.State.CHOOSING,
        )


@dataclass(frozen=True)
class MatchPlace:
    """The page that contains a match: its *address*, its *template*, and a function for the context
    *around* the match."""

    address: str
    template: str
    around: Callable[[HttpRequest], dict[str, Any]]


class Origin:
    """What a match is part of; this base class is for a match on its own.

    *label* names the page that started the match, *address* is the prefix of the addresses of such
    pages, and *sealed_until* says when the right answers are shown. *may_be_passed_on* says
    whether who won may give its board to a friend.
    """

    label = ""
    address = ""
    sealed_until = "the test closes"
    may_be_passed_on = True

    def place(self, match: Match) -> MatchPlace | None:
        """The page that contains the match; None if it has its own page."""
        return None

    def finished(self, match: Match) -> None:
        """Record how the match ended, in the transaction that ends it."""

    def player(self, match: Match) -> str:
        """The name of the match's owner, for the start of a sentence."""
        return "You"

    def may_look_back(self, owner: Owner, match: Match) -> bool:
        """Whether a person who does not play the match may open its review."""
        return False

    def is_sealed(self, match: Match) -> bool:
        """Whether the explanations of a finished match are still hidden."""
        return False

    def closed(self, match: Match) -> str:
        """Why a running match takes no more moves, as a sentence; usually empty."""
        return ""

    def note(self, match: Match) -> str:
        """What the player has to know, as a sentence; usually empty."""
        return ""

    def may_be_joined(self, match: Match) -> bool:
        """Whether a person may still take the computer's seat."""
        return False

    def following(self, match: Match) -> tuple[str, str] | None:
        """What follows the match: a button's label and address. None if nothing follows, or if the
        match or its page must be finished first."""
        return None

    def said(self, match: Match, mistake: tuple[Inquiry, Move] | None) -> str:
        """The author's words about how the game ended and the *mistake* that lost it; usually
        empty."""
        return ""

    def may_swap(self, match: Match) -> bool:
        """Whether the other player may start the same game."""
        return not self.label

    def play_again(self, owner: Owner, match: Match, *, swap: bool = False) -> Match | None:
        """A new game that counts like this one; None if a new game does not count. With *swap* the
        other player starts."""
        return None


ORIGINS: list[Origin] = []


def register(origin: type[Origin]) -> type[Origin]:
    """Register a kind of origin for matches."""
    ORIGINS.append(origin())
    return origin


def origin_of(match: Match) -> Origin:
    """The origin of a match."""
    known = (origin for origin in ORIGINS if match.origin.startswith(origin.address))
    return next(known, Origin())


def closed(match: Match) -> str:
    """Why an unfinished match takes no more moves; usually empty."""
    return "" if match.state == Match.State.FINISHED else origin_of(match).closed(match)


def address_of(match: Match) -> str:
    """The address where the match is played: its own page, or the page that contains it."""
    place = origin_of(match).place(match)
    return place.address if place else match.get_absolute_url()
