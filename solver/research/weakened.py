"""R1 with some of its four conditions left out, and the smallest games that it then mispredicts.

A game is *written* heap by heap: each heap may become nothing or one smaller heap. The smallest
has the fewest heaps, then the fewest options in all; its sum has the fewest rows, then the
smallest sizes. (Where it has n heaps, the largest lasts n moves, and no game that lasts fewer does
it, however many heaps it has.) Of octal games the smallest breaks down at the shortest row, and
then has the fewest digits, and the smallest code.

A heap breaks one condition at most, and every smaller heap of the smallest game keeps all four: so
what is found with several conditions left out is the smallest of what is found for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

from ..budget import Budget
from ..kinds import Kind
from ..positions import Position
from ..r1 import kind_table
from ..reach import octal_codes
from ..rulesets.heaps import Heaps
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import Option, Ruleset
from ..true_kinds import TrueKinds
from ..words import reach as words

CONDITIONS = words.CONDITIONS
ALL = frozenset(CONDITIONS)
MOST_ROWS = 3
"""How many rows a sum has at most; every game looked at that breaks a condition errs in three."""
MOST_HEAPS, MOST_DIGITS, LONGEST_ROW = 5, 3, 12
"""How far games are searched for."""


@dataclass(frozen=True)
class Weakness:
    """A game, by its *key*, whose largest row breaks *condition*, and a *position* that R1
    mispredicts."""

    condition: int
    key: str
    position: Position

    @property
    def ruleset(self) -> Ruleset:
        return get_ruleset(self.key)

    @property
    def rows(self) -> TrueKinds:
        """The true kinds of the rows of the game."""
        return TrueKinds(self.ruleset, Budget())

    @property
    def called_won(self) -> bool:
        """Whether R1 gives the position to the player to move. The other one wins."""
        return self.rows.calls_won(self.position)


def misprediction(rows: TrueKinds, sizes: Iterable[int]) -> Position | None:
    """The smallest sum of up to :data:`MOST_ROWS` rows of these *sizes* that R1 mispredicts."""
    ordered = sorted(sizes)
    for number in range(1, MOST_ROWS + 1):
        for position in sorted(combinations_with_replacement(ordered, number), key=sum):
            if rows.errs(position):
                return position
    return None


# --- games written heap by heap ---------------------------------------------------------------

Written = tuple[frozenset[int], ...]
"""What each heap may become, from the heap of 1 on; 0 is nothing."""


def smallest_written(left_out: Set[int], most: int = MOST_HEAPS) -> Weakness | None:
    """The smallest game of up to *most* heaps that R1 mispredicts, though it keeps every condition
    that is not *left_out*; None if there is none."""
    kept: list[Written] = [()]
    for _ in range(most):
        weak: list[tuple[tuple[Any, ...], Weakness]] = []
        longer: list[Written] = []
        for game in (game for before in kept for game in extended(before)):
            rules = as_heaps(game)
            rows = TrueKinds(rules, Budget())
            condition = rows.broken(len(game))
            if condition is None:
                longer.append(game)
            elif condition in left_out and (found := misprediction(rows, rules.rules)):
                rank = sum(map(len, game)), len(found), sum(found), list(map(sorted, game))
                weak.append((rank, Weakness(condition, rules.key, found)))
        if weak:
            return min(weak, key=lambda entry: entry[0])[1]
        kept = longer
    return None


def extended(game: Written) -> Iterator[Written]:
    """The game with one more heap, in every way that makes each game once: no heap twice, and in
    the order of the numbers whose binary digits say what each may become."""
    number = len(game)
    last = sum(1 << left for left in game[-1]) if game else 0
    for code in range(last + 1, 1 << (number + 1)):
        yield (*game, frozenset(left for left in range(number + 1) if code >> left & 1))


def as_heaps(game: Written) -> Heaps:
    """The rules of a game that is written heap by heap."""
    return Heaps(
        {
            size: frozenset((left,) if left else () for left in options)
            for size, options in enumerate(game, 1)
        }
    )


# --- octal games --------------------------------------------------------------------------------


def smallest_octal(left_out: Set[int]) -> Weakness | None:
    """The octal game with up to :data:`MOST_DIGITS` digits that breaks down at the shortest row,
    of up to :data:`LONGEST_ROW`, though it keeps every condition that is not *left_out*."""
    errors = (
        (condition, key, misprediction(TrueKinds(get_ruleset(key), Budget(10**6)), sizes))
        for size, _, key, condition in _breaking()
        if condition in left_out
        for sizes in [range(1, size + 1)]
    )
    return next((Weakness(condition, key, at) for condition, key, at in errors if at), None)


@cache
def _breaking() -> list[tuple[int, int, str, int]]:
    """Where octal games first break a condition: the row, the length of the key, the key, and which
    condition; the shortest rows first."""
    return sorted(
        (broken.size, len(key), key, broken.condition)
        for key in octal_codes(MOST_DIGITS)
        if (broken := kind_table(get_ruleset(key)).check(LONGEST_ROW, Budget()))
    )


# --- the answers --------------------------------------------------------------------------------


WRITTEN = (
    Weakness(4, "heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[],[3]]}", (1, 4)),
    Weakness(2, "heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[1],[3]]}", (1, 4)),
    Weakness(3, "heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[3]],5:[[1],[4]]}", (1, 5)),
    Weakness(1, "heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[3]],5:[[],[4]]}", (2, 5)),
)
"""The smallest game for each condition left out alone, the smaller game first; what
:func:`smallest_written` finds."""

OCTAL = (
    Weakness(4, "octal:0.35", (1, 4)),
    Weakness(2, "octal:0.312", (1, 4)),
    Weakness(1, "octal:0.314", (2, 5)),
    Weakness(3, "octal:0.337", (1, 8)),
)
"""The same for :func:`smallest_octal`."""


def smallest(left_out: Set[int], among: Iterable[Weakness] = WRITTEN) -> Weakness | None:
    """The smallest game that R1 mispredicts without the conditions *left_out*; None with all
    four, which no game breaks.

    >>> smallest({4}).position, smallest(set())
    ((1, 4), None)
    """
    return next((weakness for weakness in among if weakness.condition in left_out), None)


def as_kept() -> Iterator[bool]:
    """Whether each of the 16 sets of conditions has the two games that are kept."""
    for number in range(len(CONDITIONS) + 1):
        for left_out in map(frozenset, combinations(CONDITIONS, number)):
            yield smallest_written(left_out) == smallest(left_out)
            yield smallest_octal(left_out) == smallest(left_out, OCTAL)


# --- a row of one's own --------------------------------------------------------------------------

OWN = 5
"""The heap whose options one chooses; the smaller ones are as in Nim."""
CHOICES: tuple[Option, ...] = ((), (1,), (2,), (3,), (1, 1), (2, 2), (2, 3))
"""What it may become."""


@dataclass(frozen=True)
class OwnRow:
    """A heap with options of one's own beside smaller heaps as in Nim."""

    ruleset: Heaps
    kind: Kind
    nim_value: int
    condition: int | None
    weakness: Weakness | None


def choices() -> tuple[tuple[Option, Kind], ...]:
    """What the heap may become, each with its kind.

    >>> [(option, kind.value) for option, kind in choices()][:2]
    [((), 'null'), ((1,), 'inverter')]
    """
    rows = TrueKinds(_beside_nim(()), Budget())
    return tuple((option, rows.kind(option)) for option in CHOICES)


def own_row(options: Iterable[Option]) -> OwnRow:
    """What the heap is that may become these of :data:`CHOICES`, the condition that it breaks, and
    the smallest sum that R1 then mispredicts.

    >>> own_row([()]).kind.value
    'inverter'
    """
    rules = _beside_nim(options)
    rows = TrueKinds(rules, Budget())
    condition = rows.broken(OWN)
    position = misprediction(rows, rules.rules)
    weakness = Weakness(condition, rules.key, position) if condition and position else None
    return OwnRow(rules, rows.kind((OWN,)), rows.value((OWN,)), condition, weakness)


def _beside_nim(options: Iterable[Option]) -> Heaps:
    as_in_nim = {
        size: frozenset((left,) if left else () for left in range(size)) for size in range(1, OWN)
    }
    return Heaps(as_in_nim | {OWN: frozenset(options)})
