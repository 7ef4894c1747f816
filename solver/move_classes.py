"""The winning moves of rows so long that they split in thousands of ways.

Where the values of rows are proved to repeat, whether a split wins depends on its parts only
through their places in the period. So of all that differ by whole periods one is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .conventions import Player
from .positions import Move, format_position
from .rulesets.rules import Option, Ruleset
from .words.moves import ALIKE

LONG = 10_000
"""Above so many pieces the moves of a row that splits are told by classes."""

Fold = tuple[int, int]
"""The size from which values repeat, and how often."""


@dataclass(frozen=True)
class MoveClass:
    """The moves like *move*, a split: its smaller part grows by *step* up to *last*, and what is
    left in all stays the same."""

    move: Move
    step: int
    last: int

    @property
    def first(self) -> int:
        return min(self.move.becomes)

    @property
    def leaves(self) -> int:
        return sum(self.move.becomes)

    def __contains__(self, move: Move) -> bool:
        mine = (self.move.component, self.leaves, 2, self.move.player)
        if (move.component, sum(move.becomes), len(move.becomes), move.player) != mine:
            return False
        return min(move.becomes) in range(self.first, self.last + 1, self.step)

    @property
    def moves(self) -> int:
        """How many moves there are in the class."""
        return (self.last - self.first) // self.step + 1

    def __str__(self) -> str:
        """What may follow the move in a list: ``and so on by 12s up to 41+58, 37 moves``."""
        return ALIKE.format(
            step=self.step,
            last=format_position((self.last, self.leaves - self.last)),
            moves=self.moves,
        )

    def as_json(self) -> dict[str, Any]:
        """The class as plain data: parts *first*, *first* + *step*, … *last* of *leaves*."""
        return {
            "component": self.move.component,
            "size": self.move.size,
            "leaves": self.leaves,
            "first": self.first,
            "step": self.step,
            "last": self.last,
            "moves": self.moves,
        } | ({"player": self.move.player.value} if self.move.player else {})


def is_long(ruleset: Ruleset, size: int) -> bool:
    """Whether the moves of a component are told by classes."""
    return ruleset.tells_leaves and ruleset.splits and size > LONG


def different_options(
    ruleset: Ruleset, size: int, fold: Fold | None, player: Player | None = None
) -> Iterator[Option]:
    """The options of a component; of a long one whose values repeat those that stand for all of
    their class."""
    if fold is None or not is_long(ruleset, size):
        yield from ruleset.options(size, player)
        return
    whole, splits = ruleset.leaves(size, player)
    yield from ((left,) if left else () for left in whole)
    for leaves in splits:
        yield from ((part, leaves - part) for part in range(1, min(leaves // 2, sum(fold)) + 1))


def listing_steps(ruleset: Ruleset, size: int, fold: Fold | None) -> int:
    """About how many options of a component have to be looked at."""
    return ruleset.breadth(min(size, LONG) if fold and is_long(ruleset, size) else size)


def classes(ruleset: Ruleset, moves: Iterable[Move], fold: Fold) -> tuple[MoveClass, ...]:
    """The classes for which *moves* stand that come from :func:`different_options`."""
    preperiod, period = fold
    made = []
    for move in moves:
        if len(move.becomes) == 2 and is_long(ruleset, move.size):
            first, half = min(move.becomes), sum(move.becomes) // 2
            last = half - (half - first) % period
            if first > preperiod and last > first:
                made.append(MoveClass(move, period, last))
    return tuple(made)
