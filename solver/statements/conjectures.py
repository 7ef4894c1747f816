"""Conjectures about who loses, put to the test of every proof: no move inside, always a move back.

A conjecture names positions in which whoever is to move is said to lose. It is right exactly if
no move leads from one of them to another, and from every other position some move leads to one.
Where nobody can move the ending of the game decides. What breaks a conjecture is found by going
through positions, the smallest first, without knowing who wins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from ..budget import Budget, length_in_steps
from ..conventions import Convention, Player
from ..enumeration import strips, sums
from ..errors import InvalidInputError
from ..positions import Move, Position
from ..rulesets.rules import Ruleset
from ..search import VISIT_STEPS, Search
from ..words import unreadable as words

MAX_POSITIONS = 500

Place = tuple[Position, Player | None]
"""A position, ascending, and who is to move where that matters."""
Claim = Callable[[Position, Player | None], bool]
"""Whether whoever is to move is said to lose."""


@dataclass(frozen=True)
class Within:
    """How far a conjecture is tested: *rows* rows of up to *largest*, or *total* pieces in all."""

    rows: int = 0
    largest: int = 0
    total: int = 0


@dataclass(frozen=True)
class Breach:
    """A position that breaks one half of a conjecture, with the moves that show it: the one that
    stays inside, or all those that do not lead back; none where nobody can move."""

    place: Place
    moves: tuple[Move, ...]

    @property
    def order(self) -> tuple[tuple[int, int, Position], str]:
        """Smaller positions first."""
        position, player = self.place
        return _order(position), player or ""

    def after(self, move: Move) -> Place:
        """Where a move leads."""
        position, player = self.place
        return _sorted(move.apply(position)), player and player.other


@dataclass(frozen=True)
class Halves:
    """What became of a conjecture: the smallest breach of each half, if there is one, and how many
    *positions* were looked at."""

    inside: Breach | None
    back: Breach | None
    positions: int

    @property
    def holds(self) -> bool:
        return self.first is None

    @property
    def first(self) -> Breach | None:
        """The smaller of the two."""
        found = [breach for breach in (self.inside, self.back) if breach]
        return min(found, key=lambda breach: breach.order, default=None)


class Ground:
    """Where conjectures are tested: one game, one ending, within a *budget*."""

    def __init__(self, ruleset: Ruleset, convention: Convention, budget: Budget) -> None:
        self.ruleset, self.convention, self.budget = ruleset, convention, budget
        self.players = tuple(Player) if ruleset.partizan else (None,)

    def moves(self, place: Place) -> list[Move]:
        """The moves that differ in what they leave."""
        position, player = place
        self.budget.spend(VISIT_STEPS + length_in_steps(position))
        moves = self.budget.each(self.ruleset.legal_moves(position, player))
        return list({_sorted(move.apply(position)): move for move in moves}.values())

    def halves_at(self, place: Place, claim: Claim) -> tuple[Breach | None, Breach | None]:
        """How a place breaks the two halves of *claim*: a move inside, no move back."""
        moves, is_lost = self.moves(place), claim(*place)
        breach = Breach(place, tuple(moves))
        inward = [move for move in moves if claim(*breach.after(move))]
        ends_won = not moves and self.convention.stuck_player_wins
        if is_lost and inward:
            return Breach(place, tuple(inward[:1])), None
        if is_lost and ends_won:
            return breach, None
        return None, None if is_lost or inward or ends_won else breach


class Territory(Ground):
    """The positions a conjecture is about: all those within bounds and all that follow from them,
    so that no move leads out. The smallest stand first."""

    def __init__(
        self, ruleset: Ruleset, convention: Convention, within: Within, budget: Budget
    ) -> None:
        super().__init__(ruleset, convention, budget)
        self.within = within
        self.positions = tuple(sorted(self._all(), key=_order))

    def _all(self) -> set[Position]:
        """Raises :class:`InvalidInputError` where there are too many."""
        within = self.within
        start = strips(within.total) if within.total else sums(within.rows, within.largest)
        found: set[Position] = set()
        waiting = {(), *map(_sorted, islice(start, MAX_POSITIONS + 1))}
        while True:
            new = waiting - found
            found |= new
            if len(found) > MAX_POSITIONS:
                raise InvalidInputError.because(
                    words.BOUNDS,
                    words.POSITIONS_OR_MORE.format(number=len(found)),
                    most=MAX_POSITIONS,
                )
            if not new:
                return found
            waiting = {
                _sorted(move.apply(position))
                for position in new
                for player in self.players
                for move in self.moves((position, player))
            }

    @property
    def places(self) -> list[Place]:
        """Every position, with each player to move where that matters."""
        return [(position, player) for position in self.positions for player in self.players]

    def test(self, claim: Claim) -> Halves:
        """Look for what breaks *claim*."""
        said = {place: claim(*place) for place in self.budget.each(self.places)}
        inside = back = None
        for place in self.places:
            one, other = self.halves_at(place, lambda *place: said[place])
            inside, back = inside or one, back or other
        return Halves(inside, back, len(self.positions))

    def lost(self) -> tuple[Place, ...]:
        """Where whoever is to move loses, by search."""
        search = Search(self.ruleset, self.convention, self.budget)
        return tuple(place for place in self.places if not search.wins(*place))


def _sorted(position: Position) -> Position:
    return tuple(sorted(position))


def _order(position: Position) -> tuple[int, int, Position]:
    return sum(position), len(position), position
