"""What each player may make of strips of partizan Kayles, counted in squares and dominoes.

Two squares in one piece suit Left, two apart suit Right, whatever lies beside them (Corollary 3
of partizan Kayles, Integers 15, 2015). The options of one player hold equally many squares in
all, so of two that do not count alike one is never better than the other: it is dominated.
"""

from __future__ import annotations

from functools import cached_property

from solver.conventions import Player
from solver.positions import Position
from solver.rulesets.rules import PartizanKayles
from solver.theories.reduction import tiles_of

Count = tuple[int, int]
"""How many squares, and how many dominoes."""


class Fan:
    """What *player* may leave of *position*, by what it counts as; there is at least one move.

    *best* is what suits the player best beside any strips, *dominated* what is never better.
    """

    def __init__(self, position: Position, player: Player) -> None:
        self.player = player
        self.sums: dict[Count, list[Position]] = {}
        for option in _options(position, player):
            self.sums.setdefault(tiles_of(option), []).append(option)

    @cached_property
    def best(self) -> Count:
        return (min if self.player is Player.LEFT else max)(self.sums)

    @property
    def dominated(self) -> list[Count]:
        return [total for total in self.sums if total != self.best]


def _options(position: Position, player: Player) -> list[Position]:
    """The different positions one move leads to, in the order of the strips."""
    moves = PartizanKayles().legal_moves(position, player)
    return list(dict.fromkeys(tuple(sorted(move.apply(position))) for move in moves))


def in_tiles(count: Count) -> str:
    """``S1 + 2·S2``, and ``0`` for nothing.

    >>> in_tiles((1, 2)), in_tiles((0, 0))
    ('S1 + 2·S2', '0')
    """
    terms = (
        f"S{size}" if times == 1 else f"{times}·S{size}"
        for size, times in enumerate(count, 1)
        if times
    )
    return " + ".join(terms) or "0"
