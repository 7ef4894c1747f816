"""How a quotient grows with the longest row: its order, its losing elements, and laws for both.

The quotient of shorter rows comes from that of longer ones: it has the products of their elements,
and two of these are one element if no such product tells them apart. A law is proposed from the
numbers: from some row on their differences over a period are constant, or the differences of
these are. A law is a conjecture. It says how many numbers it was made from and how many more agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from solver.budget import Allowed, Budget
from solver.words import counted
from solver.words import quotients as words

from ..quotients.known import Known
from ..quotients.monoid import Automaton

LONGEST = 12
"""The longest period of a law that is looked for."""


@dataclass(frozen=True)
class GrowthRow:
    """The quotient of rows of up to *size*: how many elements it has, and how many are losing."""

    size: int
    order: int
    lost: int


@dataclass(frozen=True)
class GrowthLaw:
    """A conjecture about numbers by row: from row *start* on to row *end*, where the numbers end,
    *period* rows add *step*; in *degree* 2 they add *step* more than as many rows before."""

    start: int
    end: int
    period: int
    degree: int
    step: int

    @property
    def made_from(self) -> int:
        """How many numbers give the law."""
        return self.period * self.degree + 1

    @property
    def agree(self) -> int:
        """How many more agree with it."""
        return self.end - self.start + 1 - self.made_from

    def says(self, noun: str) -> str:
        """The conjecture in sentences, with how far it was checked; the numbers count *noun*."""
        law = (words.LINEAR if self.degree == 1 else words.QUADRATIC).format(
            start=self.start,
            rows=words.EACH_ROW if self.period == 1 else words.EVERY_ROWS.format(rows=self.period),
            add=words.ADDS if self.period == 1 else words.ADD,
            elements=counted(self.step, noun),
            before=(
                words.ROW_BEFORE if self.period == 1 else words.ROWS_BEFORE.format(rows=self.period)
            ),
        )
        made, agree = counted(self.made_from, "number"), self.agree
        return words.CONJECTURE.format(law=law, end=self.end, made=made, agree=agree)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "conjecture": True,
            "from": self.start,
            "checked_to": self.end,
            "period": self.period,
            "degree": self.degree,
            "step": self.step,
        }


@dataclass(frozen=True)
class Growth:
    """The rows of a quotient that grows, from the empty board on."""

    rows: tuple[GrowthRow, ...]

    @property
    def up_to(self) -> int:
        """The longest row."""
        return len(self.rows) - 1

    def cut(self, size: int | None) -> Growth:
        """The rows of up to *size*; all of them with None."""
        return self if size is None else Growth(self.rows[: size + 1])

    @property
    def steps(self) -> list[GrowthRow]:
        """The rows that change a number."""
        return [
            row
            for row, before in zip(self.rows, (None, *self.rows), strict=False)
            if not before or (row.order, row.lost) != (before.order, before.lost)
        ]

    @cached_property
    def order_law(self) -> GrowthLaw | None:
        """A law for the number of elements, if the numbers show one."""
        return law_of([row.order for row in self.rows])

    @cached_property
    def lost_law(self) -> GrowthLaw | None:
        """A law for the number of losing elements."""
        return law_of([row.lost for row in self.rows])

    def conjectures(self, *, is_infinite: bool = False) -> list[str]:
        """What the laws say, in sentences, and what would follow if that is not known already."""
        said = [
            law.says(noun)
            for law, noun in ((self.order_law, "element"), (self.lost_law, "losing element"))
            if law
        ]
        return [*said, words.IF_SO] if self.order_law and not is_infinite else said

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "growth": [
                {"size": row.size, "order": row.order, "p_portion_order": row.lost}
                for row in self.rows
            ],
            "order_law": self.order_law and self.order_law.as_json(),
            "p_portion_law": self.lost_law and self.lost_law.as_json(),
        }


def growth_of(known: Known, budget: Allowed = None) -> Growth:
    """How the quotient grew to what is *known* of it.

    Raises :class:`BudgetExceededError` if there are too many elements.

    >>> from solver import quotient_of
    >>> table = quotient_of("kayles")
    >>> [row.order for row in growth_of(table.known(8)).steps]
    [1, 2, 6, 12]
    """
    budget = Budget.of(budget)
    generating: list[int] = []
    made = {0}
    rows: list[GrowthRow] = []
    for size, element in enumerate(known.values):
        if element not in made:
            generating.append(element)
            made = _products(known, generating)
            order, lost = _told_apart(known, generating, sorted(made), budget)
        elif not rows:
            order, lost = 1, 0
        rows.append(GrowthRow(size, order, lost))
    return Growth(tuple(rows))


def _products(known: Known, generating: Sequence[int]) -> set[int]:
    made, waiting = {0}, [0]
    for element in waiting:
        for letter in generating:
            product = known.monoid.table[element][letter]
            if product not in made:
                made.add(product)
                waiting.append(product)
    return made


def _told_apart(
    known: Known, generating: Sequence[int], made: Sequence[int], budget: Budget
) -> tuple[int, int]:
    """How many of the products *made* the others tell apart, and how many of those are losing."""
    number = {element: place for place, element in enumerate(made)}
    table, lost = known.monoid.table, known.monoid.lost
    acts = [[number[table[element][letter]] for element in made] for letter in generating]
    automaton = Automaton(acts, [int(lost[element]) for element in made])
    classes = automaton.classes(budget, len(made))
    losing = {name for name, element in zip(classes, made, strict=True) if lost[element]}
    return len(set(classes)), len(losing)


def law_of(numbers: Sequence[int]) -> GrowthLaw | None:
    """The law from the fewest numbers that at least as many others keep, over half of all rows or
    more; None if there is none, or if the numbers stay the same.

    >>> law_of([1, 1, 4, 4, 4, 6, 6, 6, 8, 8, 8, 10]).says("element").partition(".")[0]
    'Conjecture: from row 2 on, every 3 rows add 2 elements'
    """
    shapes = [
        (period * degree, degree, period) for degree in (1, 2) for period in range(1, LONGEST + 1)
    ]
    for _, degree, period in sorted(shapes):
        law = _law(numbers, period, degree)
        if law and law.step > 0 and law.agree >= law.made_from and 2 * law.start < len(numbers):
            return law
    return None


def _law(numbers: Sequence[int], period: int, degree: int) -> GrowthLaw | None:
    """The law of a shape that the last numbers keep, as far back as they do."""
    differences = list(numbers)
    for _ in range(degree):
        differences = [
            later - earlier
            for earlier, later in zip(differences, differences[period:], strict=False)
        ]
    if not differences:
        return None
    start = len(differences)
    while start and differences[start - 1] == differences[-1]:
        start -= 1
    return GrowthLaw(start, len(numbers) - 1, period, degree, differences[-1])
