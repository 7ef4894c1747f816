"""What a formula about any number of rows depends on, as finitely many states.

Each measure of a formula is held as one of finitely many numbers, exact where the formula looks:
sums up to where it stops looking and then by their remainder, maxima up to there, nim-sums by
their low bits and whether there is a higher one. What a row adds depends on its length up to
somewhere and then repeats; so there are finitely many sorts of row, and finitely many states.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import lcm

from solver.outcome_classes import Period
from solver.periods import folded

State = int | tuple[int, ...]


@dataclass(frozen=True)
class Contribution:
    """What a row adds to a measure: *of* a size, never negative, at most *most* and repeating as
    *repeats* says. Where *most* is None it grows with the row, and only the rest repeats."""

    of: Callable[[int], int]
    repeats: Period
    most: int | None


class Feature(ABC):
    """One measure as finitely many states: what a formula cannot tell from it. It looks at
    the measure below *start* exactly, and from there at its remainder modulo *step*.

    *repeats* says from which size on rows are alike, and every how many.
    """

    empty: State = 0

    def __init__(self, part: Contribution, start: int, step: int) -> None:
        self.part, self.start, self.step = part, start, step
        self.repeats = part.repeats

    @abstractmethod
    def sort(self, size: int) -> int:
        """What of a row's contribution matters."""

    @abstractmethod
    def add(self, state: State, sort: int) -> Iterable[State]:
        """The states that such a row may lead to; more than one where the measure decides, and
        not the state."""

    def number(self, state: State) -> int:
        """A number in the place of the measure."""
        assert isinstance(state, int)
        return state


class Sum(Feature):
    """A sum of numbers that are not negative."""

    def __init__(self, part: Contribution, start: int, step: int) -> None:
        super().__init__(part, start, step)
        if part.most is None:
            first, every = part.repeats
            self.repeats = max(first, start), lcm(every, step)

    def sort(self, size: int) -> int:
        return folded(self.part.of(size), self.start, self.step)

    def add(self, state: State, sort: int) -> Iterable[State]:
        assert isinstance(state, int)
        return (folded(state + sort, self.start, self.step),)


class Maximum(Feature):
    """A maximum; one without bound is looked at below *start* only, where nothing but its size is
    asked for."""

    def __init__(self, part: Contribution, start: int, step: int) -> None:
        super().__init__(part, start, step)
        if part.most is None:
            first, every = part.repeats
            self.repeats = max(first, start), every

    def sort(self, size: int) -> int:
        number = self.part.of(size)
        return min(number, self.start) if self.part.most is None else number

    def add(self, state: State, sort: int) -> Iterable[State]:
        assert isinstance(state, int)
        return (max(state, sort),)


class NimSumFeature(Feature):
    """A nim-sum. One without bound is its *bits* low bits, and one more that says whether there is
    a higher one: two numbers with higher bits may cancel there or not."""

    def __init__(self, part: Contribution, start: int, step: int) -> None:
        super().__init__(part, start, step)
        self.bits = max(start, step - 1, part.most or 0).bit_length()
        if part.most is None:
            self.repeats = 1 << self.bits, 1 << self.bits

    def sort(self, size: int) -> int:
        number, high = self.part.of(size), 1 << self.bits
        return number % high + (high if number >= high else 0)

    def add(self, state: State, sort: int) -> Iterable[State]:
        assert isinstance(state, int)
        high, together = 1 << self.bits, state ^ sort
        return (together, together | high) if state & sort & high else (together,)


class ColumnCounts(Feature):
    """The ones of each binary column, modulo a base."""

    def __init__(self, part: Contribution, base: int) -> None:
        super().__init__(part, 0, 1)
        self.base = base
        self.places = range((part.most or 0).bit_length())
        self.empty = (0,) * len(self.places)

    def sort(self, size: int) -> int:
        return self.part.of(size)

    def add(self, state: State, sort: int) -> Iterable[State]:
        assert isinstance(state, tuple)
        return (tuple((state[place] + (sort >> place & 1)) % self.base for place in self.places),)

    def number(self, state: State) -> int:
        assert isinstance(state, tuple)
        return sum(count > 0 for count in state)
