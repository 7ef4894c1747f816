"""A quotient as far as it was asked for, with its elements named by letters.

A table grows with every question, and its monoid with it. What is told about a position must
not depend on what others have asked before: it speaks of the heaps up to the largest in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from solver.periods import folded
from solver.rulesets.rules import Ruleset
from solver.words import by_number, counted, game
from solver.words import quotients as words

from .monoid import Monoid


@dataclass(frozen=True)
class Known:
    """The quotient of heaps up to the last of *values*, the elements of heaps by size; of heaps
    of every size where *preperiod* and *period* are proved."""

    monoid: Monoid
    values: tuple[int, ...]
    preperiod: int | None = None
    period: int | None = None

    def __repr__(self) -> str:
        elements, losing = counted(self.monoid.order, "element"), self.monoid.p_portion.bit_count()
        return game.KNOWN.format(elements=elements, losing=losing, up_to=self.up_to)

    @property
    def up_to(self) -> int:
        return len(self.values) - 1

    @property
    def fold(self) -> tuple[int, int] | None:
        """From which size elements are proved to repeat, and how often."""
        return None if self.preperiod is None or not self.period else (self.preperiod, self.period)

    def __getitem__(self, size: int) -> int:
        """The element of a heap."""
        if size > self.up_to and self.preperiod is not None and self.period is not None:
            size = folded(size, self.preperiod, self.period)
        return self.values[size]

    @cached_property
    def names(self) -> tuple[list[str], dict[str, int]]:
        """The elements as shortest words in letters, and the heap that each letter stands for."""
        return _names(self.monoid, self.values)

    def covers(self, size: int) -> bool:
        """Whether a heap of *size* is known."""
        return size <= self.up_to or self.period is not None

    def as_json(self) -> dict[str, Any]:
        """Plain data, to be kept."""
        return {
            "table": self.monoid.table,
            "lost": [n for n in range(self.monoid.order) if self.monoid.is_p(n)],
            "values": self.values,
            "preperiod": self.preperiod,
            "period": self.period,
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Known:
        """What was kept."""
        table = tuple(map(tuple, kept["table"]))
        monoid = Monoid(table, sum(1 << element for element in kept["lost"]))
        return cls(monoid, tuple(kept["values"]), kept["preperiod"], kept["period"])

    def certificate(self, rules: Ruleset) -> str:
        """How far the quotient is proved, as one sentence about the components of *rules*."""
        if self.period is None:
            return words.UP_TO.format(rows=rules.rows_up_to(self.up_to))
        text = by_number(self.period, words.CONSTANT, words.PERIODIC)
        return text.format(every=rules.all_rows, size=self.preperiod, period=self.period)


def _names(monoid: Monoid, values: Sequence[int]) -> tuple[list[str], dict[str, int]]:
    letters: dict[str, int] = {}
    elements: list[int] = []
    reached = {0}
    for heap, element in enumerate(values):
        if element not in reached:
            letters[chr(ord("a") + len(letters))] = heap
            elements.append(element)
            reached = set(_words(monoid, elements))
    words = _words(monoid, elements)
    signs = list(letters)
    spelt = ["".join(signs[n] for n in sorted(words[element])) for element in range(monoid.order)]
    return [word or "1" for word in spelt], letters


def _words(monoid: Monoid, elements: list[int]) -> dict[int, tuple[int, ...]]:
    """For each product of *elements* the first of the shortest words, as letter indices."""
    words: dict[int, tuple[int, ...]] = {0: ()}
    queue = [0]
    for state in queue:
        for letter, element in enumerate(elements):
            product = monoid.table[state][element]
            if product not in words:
                words[product] = (*words[state], letter)
                queue.append(product)
    return words
