"""What is known of a misère monoid: finitely many elements, the integers, or not yet which.

:func:`solver.research.monoid_search.misere_monoid` finds and proves it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..conventions import Outcome
from ..errors import InvalidInputError, NotCoveredError
from ..positions import Position, format_position
from ..rulesets.rules import Ruleset
from ..words import counted, game, unreadable
from ..words import monoids as words

REACH = 14
"""How far from 0 the outcomes of integers are looked at to see how they repeat."""


@dataclass(frozen=True)
class MisereMonoid(ABC):
    """What is known of the monoid of the sums of sizes *up_to* one, where the last one loses."""

    ruleset: Ruleset
    up_to: int
    sort = "open"

    def __repr__(self) -> str:
        return game.SAID.format(game=self.ruleset.name, said=self.said)

    @property
    def order(self) -> int | None:
        """How many elements it has; None if infinitely many, or if that is not known."""
        return None

    @property
    def is_proved(self) -> bool:
        """Whether it is known exactly."""
        return self.sort != MisereMonoid.sort

    @property
    @abstractmethod
    def said(self) -> str:
        """What it is, in a sentence."""

    def element(self, position: str | int | Iterable[int]) -> int:
        """The element of a sum.

        Raises :class:`NotCoveredError` where the monoid is not known, :class:`InvalidInputError`
        for a size that it does not have.
        """
        raise NotCoveredError(self.said)

    def inverse(self, position: str | int | Iterable[int]) -> Position | None:
        """The sum of fewest heaps that makes a sum count as nothing; None if none does.

        Raises what :meth:`element` raises.
        """
        raise NotCoveredError(self.said)

    def as_json(self) -> dict[str, Any]:
        """Plain data, the command line's contract."""
        names = self.ruleset.names(self.ruleset.read_position(range(1, self.up_to + 1)))
        return {
            "ruleset": self.ruleset.key,
            "up_to": self.up_to,
            "sort": self.sort,
            "order": self.order,
            "complete": self.is_proved,
            "text": self.said,
        } | ({"boards": dict(names)} if names else {})

    @property
    def _rows(self) -> str:
        return self.ruleset.rows_up_to(self.up_to)

    def _sizes(self, position: str | int | Iterable[int]) -> Position:
        sizes = self.ruleset.read_position(position)
        if max(sizes, default=0) > self.up_to:
            raise InvalidInputError.because(
                unreadable.BEYOND_MONOID, format_position(sizes), rows=self._rows
            )
        return sizes


@dataclass(frozen=True, repr=False)
class UnsettledMonoid(MisereMonoid):
    """A monoid that is neither finite nor the integers, as far as was looked; search tells at
    *least* so many elements apart."""

    least: int

    @property
    def said(self) -> str:
        return words.OPEN.format(elements=counted(self.least, "element"), rows=self._rows)

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"at_least": self.least}


@dataclass(frozen=True, repr=False)
class FiniteMisereMonoid(MisereMonoid):
    """Finitely many elements: *smallest* has a sum of fewest heaps for each, the empty one first,
    *steps* the element after adding each size, *outcomes* who wins."""

    smallest: tuple[Position, ...]
    steps: tuple[tuple[int, ...], ...]
    outcomes: tuple[Outcome, ...]

    sort = "finite"

    @property
    def order(self) -> int:
        return len(self.smallest)

    @property
    def said(self) -> str:
        return words.FINITE.format(elements=counted(self.order, "element"), rows=self._rows)

    def element(self, position: str | int | Iterable[int]) -> int:
        element = 0
        for size in self._sizes(position):
            element = self.steps[element][size - 1]
        return element

    def inverse(self, position: str | int | Iterable[int]) -> Position | None:
        sizes = self._sizes(position)
        return next((other for other in self.smallest if self.element(sizes + other) == 0), None)

    def as_json(self) -> dict[str, Any]:
        elements = zip(self.smallest, self.outcomes, self.steps, strict=True)
        return super().as_json() | {
            "elements": [
                {"smallest": list(sizes), "outcome": outcome.value, "plus": list(steps)}
                for sizes, outcome, steps in elements
            ]
        }


@dataclass(frozen=True, repr=False)
class MisereIntegers(MisereMonoid):
    """The integers under addition: *values* has the integer of each size, *outcomes* who wins. As
    data the outcomes end where they repeat, every *below* integers below 0, *above* ones above."""

    values: Mapping[int, int]
    outcomes: Outcomes

    sort = "integers"

    @property
    def said(self) -> str:
        return words.INTEGERS.format(rows=self._rows)

    def element(self, position: str | int | Iterable[int]) -> int:
        return sum(self.values[size] for size in self._sizes(position))

    def inverse(self, position: str | int | Iterable[int]) -> Position:
        wanted = -self.element(position)
        return dict(sums_by_value(self.values, abs(wanted)))[wanted]

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {
            "values": {str(int(size)): value for size, value in self.values.items()},
            "outcomes": {str(v): self.outcomes[v].value for v in range(-REACH, REACH + 1)},
            "below": self.outcomes.below,
            "above": self.outcomes.above,
        }


@dataclass(frozen=True)
class Outcomes:
    """Who wins at every integer: *known* from *start* on, and periodic on both sides, with *below*
    and *above* the lengths of the periods."""

    start: int
    known: tuple[Outcome, ...]
    below: int
    above: int

    def __getitem__(self, value: int) -> Outcome:
        end = self.start + len(self.known)
        if value >= end:
            value -= -((end - 1 - value) // self.above) * self.above
        elif value < self.start:
            value += -((value - self.start) // self.below) * self.below
        return self.known[value - self.start]

    @property
    def is_periodic(self) -> bool:
        """Whether it repeats from end to end, so that two integers would be one element."""
        end = self.start + len(self.known)
        period = self.above
        return all(
            self[v] == self[v + period]
            for v in range(self.start - self.below - period, end + period)
        )

    @property
    def tail(self) -> int:
        """Farther than so much from 0 the outcomes repeat on either side."""
        return max(abs(self.start), abs(self.start + len(self.known)))


def sums_by_value(values: Mapping[int, int], farthest: int) -> Iterator[tuple[int, Position]]:
    """Every integer at most *farthest* from 0 that is a sum of *values*, once, with as few sizes as
    can make it. Of those, the order is such that no sum on the way is much farther.

    >>> list(sums_by_value({1: 1, 2: -1}, 2))
    [(0, ()), (1, (1,)), (-1, (2,)), (2, (1, 1)), (-2, (2, 2))]
    """
    window = farthest + max(map(abs, values.values()))
    met, queue = {0}, deque[tuple[int, Position]]([(0, ())])
    while queue:
        value, sizes = queue.popleft()
        if abs(value) <= farthest:
            yield value, sizes
        for size, worth in values.items():
            if value + worth not in met and abs(value + worth) <= window:
                met.add(value + worth)
                queue.append((value + worth, (*sizes, size)))
