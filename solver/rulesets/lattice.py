"""Positions with many equal components: counted, not listed, and decided all at once.

How a position is won depends on how many components of each sort it has. Three facts make few
sorts, whoever wins at the end:

- Components with the same options are the same game. So a component whose options are Nim heaps of
  0 to k - 1 is a Nim heap of k, and one without options is nothing.
- Two heaps of 1 are nothing. Whoever wins the rest plays it as before and answers the one with the
  other. If they are stuck in the rest, and win by that, they take the one; the other has to be
  taken next, and they are stuck again.
- A heap of 2k and one of 1 are a heap of 2k + 1. By induction a smaller heap and the 1 are those
  below 2k in another order, so both have the options 0 to 2k.

What is left is how many there are of all other sorts. For each of these counts a *row* has the
positions by the number of heaps of 2, without a heap of 1 and with one, as two large numbers with a
bit for each losing position. A move in another sort leads to a row that is known, shifted; with
such a move to a losing position a position is won. Any other one is lost exactly if no position
with one 2 less is, by the moves to 0 and to 1, nor the same one without its 1. So every second of
those that follow on each other is lost, the first included, and one addition finds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import prod

from ..budget import Budget
from ..conventions import Convention
from ..positions import Position
from .rules import Option, Ruleset

MOST_SORTS = 6
"""How many sorts other than Nim heaps of 1 and 2 are counted: beside others, more of them make more
rows than a budget pays for."""
MOST_SIZES = 200
"""How many different components play may lead to."""
ROWS_KEPT = 100_000
"""At most so many rows are kept: about 20 MB."""
ROW_STEPS, BITS_A_STEP = 20, 128
"""What a row costs, beside a position that search enters, and how many of its positions cost one
step more."""

Parts = tuple[int, ...]
"""The sorts of which a component is a sum, ascending: 0 for a Nim heap of 1, at most once; 1 for
one of 2; every other sort from 2 on."""
Row = tuple[int, int]
Leads = tuple[bool, int, bool, int]
"""Where a move leads: whether it takes the largest sort, how far away the row is, whether it makes
a heap of 1, and how many heaps of 2."""


class Sorts:
    """The sorts of components that play from some *sizes* leads to.

    Raises :class:`BudgetExceededError` where they are too many or too dear to look at.
    """

    def __init__(self, rules: Ruleset, sizes: Iterable[int], budget: Budget) -> None:
        self.of: dict[int, Parts] = {}
        self.options: list[frozenset[Parts]] = []
        """The options of each sort from 2 on."""
        self._alike: dict[frozenset[Parts], Parts] = {}
        self._heaps: list[Parts] = [(), (0,), (1,), (0, 1)]
        for size, options in sorted(_options(rules, sizes, budget).items()):  # smaller ones first
            self.of[size] = self._sort(frozenset(map(self.parts, options)))
            if len(self.options) > MOST_SORTS:
                budget.refuse()

    def parts(self, position: Iterable[int]) -> Parts:
        """The sorts of which a position is a sum."""
        parts = sorted(part for size in position for part in self.of[size])
        ones = parts.count(0)
        return tuple(parts[ones - ones % 2 :])

    def _sort(self, options: frozenset[Parts]) -> Parts:
        """What a component with these options is a sum of."""
        if options not in self._alike:
            heap = len(options)
            is_heap = options == {*self._heaps[:heap]}
            if not is_heap or heap == len(self._heaps):
                self.options.append(options)
                new = (len(self.options) + 1,)
                self._heaps += [new, (0, *new)] if is_heap else []
            self._alike[options] = self._heaps[heap] if is_heap else new
        return self._alike[options]


def _options(rules: Ruleset, sizes: Iterable[int], budget: Budget) -> dict[int, list[Option]]:
    """The options of the components that play may lead to."""
    options: dict[int, list[Option]] = {}
    queue = [*{*sizes}]
    for size in queue:  # grows while it is gone through
        if size not in options:
            options[size] = [*budget.each(rules.options(size))]
            queue.extend({part for option in options[size] for part in option} - options.keys())
        if len(options) > MOST_SIZES:
            budget.refuse()
    return options


class Lattice:
    """All positions that play from one *position* may lead to, by counts of sorts.

    Raises :class:`BudgetExceededError` where the game has too many sorts.
    """

    def __init__(
        self, rules: Ruleset, convention: Convention, position: Position, budget: Budget
    ) -> None:
        self._stuck_wins = convention.stuck_player_wins
        self._sorts = Sorts(rules, position, budget)
        options = self._sorts.options or [frozenset[Parts]()]  # a sort of which there is none
        self._top = len(options) - 1
        self._makes = [
            [max((option.count(made) for option in own), default=0) for made in range(1, sort + 2)]
            for sort, own in enumerate(options)
        ]
        """How many heaps of 2, and how many components of each smaller sort, a move makes at
        most."""
        _, *start = self._counts(position)
        self._start = tuple(start)
        bounds, most_twos = self._bounds(self._top, self._start)
        self._radix = [prod(bounds[:sort]) for sort in range(len(bounds) + 1)]
        moves = [(sort, self._leads(sort, one)) for sort, own in enumerate(options) for one in own]
        self._moves = [
            [leads for sort, leads in moves if present >> sort & 1]
            for present in range(2 << self._top)
        ]
        """Where moves lead from a row, by the set of sorts of which there are some."""
        self._even = int.from_bytes(b"\x55" * (most_twos // 8 + 1), "little")
        self._slabs: list[list[Row]] = []
        """The rows by the counts of all sorts but the largest, one slab after the other for each
        count of that, or the last two slabs where all would be too many to keep."""
        self.decided = 0
        """How many positions are decided."""

    @cached_property
    def steps(self) -> int:
        """The most that deciding them may cost."""
        steps = 0
        for gone in range(self._start[self._top + 1] + 1):
            bounds, twos = self._bounds(self._top - 1, self._freed(self._top, self._start, gone))
            steps += prod(bounds) * (ROW_STEPS + twos // BITS_A_STEP)
        return steps

    @property
    def keeps_all(self) -> bool:
        """Whether the rows are few enough to keep all of them."""
        return self._radix[-1] <= ROWS_KEPT

    def solve(self, budget: Budget) -> None:
        """Decide them all; raises :class:`BudgetExceededError`."""
        most = self._start[self._top + 1]
        for count in range(most + 1):
            # A move takes a component and makes smaller ones: it leads to a row written before.
            kept = self._slabs if self.keeps_all else self._slabs[-1:]
            self._slabs = [*kept, [(0, 0)] * self._radix[self._top]]
            free = self._freed(self._top, self._start, most - count)
            self._fill(self._top - 1, 0, free, (count > 0) << self._top, budget)

    def is_lost(self, position: Iterable[int]) -> bool | None:
        """Whether the player to move loses; None for a position that play does not lead to, and for
        one whose row was not kept: only by two moves in the largest sort or more."""
        if any(size not in self._sorts.of for size in position):
            return None
        one, twos, *counts = self._counts(position)
        free = self._start
        for sort in range(self._top, -1, -1):
            gone = free[sort + 1] - counts[sort]
            if gone < 0 or (sort == self._top and gone >= len(self._slabs)):
                return None
            free = self._freed(sort, free, gone)
        if twos > free[0]:
            return None
        key = sum(count * radix for count, radix in zip(counts[:-1], self._radix, strict=False))
        rows = self._slabs[counts[self._top] - self._start[self._top + 1] - 1]
        return bool(rows[key][one] >> twos & 1)

    def _counts(self, position: Iterable[int]) -> list[int]:
        """How many components of each sort a position has."""
        parts = self._sorts.parts(position)
        return [parts.count(sort) for sort in range(self._top + 3)]

    def _leads(self, sort: int, option: Parts) -> Leads:
        """Where the move leads that makes *option* out of a component of a sort."""
        is_top = sort == self._top
        away = sum(self._radix[part - 2] for part in option if part > 1)
        return is_top, away - (0 if is_top else self._radix[sort]), 0 in option, option.count(1)

    def _freed(self, sort: int, free: Parts, gone: int) -> Parts:
        """How many heaps of 2 there may be at most, and how many components of each smaller sort,
        when so many of a *sort* are *gone*; *free* has these numbers as long as all are there."""
        made = zip(free, self._makes[sort], strict=False)
        return tuple(most + gone * more for most, more in made)

    def _bounds(self, sort: int, free: Parts) -> tuple[list[int], int]:
        """How many counts each sort up to a *sort* may have, and the most heaps of 2."""
        bounds: list[int] = []
        for made in range(sort, -1, -1):
            bounds.insert(0, free[made + 1] + 1)
            free = self._freed(made, free, free[made + 1])
        return bounds, free[0]

    def _fill(self, sort: int, key: int, free: Parts, present: int, budget: Budget) -> None:
        """Decide the rows with any counts of a *sort* and those below it."""
        if sort < 0:
            [twos] = free
            budget.spend(ROW_STEPS + twos // BITS_A_STEP)
            self._slabs[-1][key] = self._row(key, twos, present)
            self.decided += 2 * (twos + 1)
            return
        for count in range(free[sort + 1] + 1):
            below = self._freed(sort, free, free[sort + 1] - count)
            place = key + count * self._radix[sort]
            self._fill(sort - 1, place, below, present | (count > 0) << sort, budget)

    def _row(self, key: int, twos: int, present: int) -> Row:
        """The losing positions of one row with up to so many heaps of 2."""
        won = won_with_one = 0
        for is_top, away, makes_one, makes in self._moves[present]:
            row = self._slabs[-1 - is_top][key + away]
            won |= row[makes_one] >> makes
            won_with_one |= row[not makes_one] >> makes
        everything = (2 << twos) - 1
        if not present and self._stuck_wins:
            won |= 1
        without_one = everything & ~won
        free = without_one | everything & ~won_with_one
        from_even = free & ~(free << 1) & self._even
        # The carry runs through those that follow on each other from an even number on.
        of_even = free & ~(free + from_even)
        lost = (of_even & self._even) | (free & ~of_even & ~self._even)
        return lost & without_one, lost & ~without_one
