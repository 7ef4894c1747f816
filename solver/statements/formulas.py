"""Formulas about positions: ``a mod 4 = b mod 4``, ``switches = 0 and inverters mod 2 = 1``.

A formula is a tree of plain data. The rows of a position are a, b, c, d, the smallest first, and
0 where there are fewer; r is each row in turn inside ``sum``, ``count``, ``xor``, ``max`` and
``columns``. What can be counted in a position goes by its name in :data:`solver.QUANTITIES`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from operator import add, eq, ge, gt, le, lt, mod, mul, ne, sub, xor
from typing import Any

from solver.conventions import Player
from solver.periods import folded
from solver.positions import Position
from solver.statements.quantities import QUANTITIES, Figures

NAMES = "abcd"
"""What rows are called, the smallest first."""
ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": add, "-": sub, "*": mul, "mod": mod, "xor": xor,
}  # fmt: skip
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip


@dataclass(frozen=True)
class FormulaSubject:
    """What a formula is read of: a *position*, ascending, with *player* to move; *row* is the row
    that r stands for. What is *measured* already is not counted again."""

    figures: Figures
    position: Position
    player: Player | None = None
    row: int = 0
    measured: Mapping[Formula, int] = field(default_factory=dict)


class Formula(ABC):
    """A number that a position has, or a condition that it meets or does not.

    ``str`` of it reads back as the same formula.
    """

    is_condition = False

    @abstractmethod
    def value(self, seen: FormulaSubject) -> int:
        """The number; 1 for a condition that is met, 0 for one that is not."""

    @property
    def parts(self) -> tuple[Formula, ...]:
        """What it is made of."""
        return ()

    def changed(self, change: Callable[[Formula], Formula]) -> Formula:
        """The same with every smallest part changed."""
        fresh: dict[str, Any] = {}
        for each in fields(self):  # type: ignore[arg-type]
            held = getattr(self, each.name)
            if isinstance(held, Formula):
                fresh[each.name] = held.changed(change)
            elif isinstance(held, tuple):
                fresh[each.name] = tuple(part.changed(change) for part in held)
        return replace(self, **fresh) if fresh else change(self)  # type: ignore[type-var]

    def walk(self) -> Iterator[Formula]:
        """This formula and everything in it."""
        yield self
        for part in self.parts:
            yield from part.walk()


@dataclass(frozen=True)
class Number(Formula):
    number: int

    def value(self, seen: FormulaSubject) -> int:
        return self.number

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True)
class Variable(Formula):
    """One of the rows of positions of up to *rows* rows, in ascending order."""

    index: int
    rows: int

    def value(self, seen: FormulaSubject) -> int:
        missing = self.rows - len(seen.position)
        return seen.position[self.index - missing] if self.index >= missing else 0

    def __str__(self) -> str:
        return NAMES[self.index]


@dataclass(frozen=True)
class EachRow(Formula):
    """The row in turn."""

    def value(self, seen: FormulaSubject) -> int:
        return seen.row

    def __str__(self) -> str:
        return "r"


@dataclass(frozen=True)
class Arithmetic(Formula):
    sign: str
    left: Formula
    right: Formula

    @property
    def parts(self) -> tuple[Formula, ...]:
        return self.left, self.right

    def value(self, seen: FormulaSubject) -> int:
        return ARITHMETIC[self.sign](self.left.value(seen), self.right.value(seen))

    @property
    def modulus(self) -> int:
        """What it is divided by."""
        assert isinstance(self.right, Number)
        return self.right.number

    def __str__(self) -> str:
        left, right = (f"({p})" if isinstance(p, Arithmetic) else str(p) for p in self.parts)
        return f"{left} {self.sign} {right}"


class Measure(Formula):
    """A number that is made from all rows, whatever their order."""

    def value(self, seen: FormulaSubject) -> int:
        known = seen.measured.get(self)
        return self.count(seen) if known is None else known

    @abstractmethod
    def count(self, seen: FormulaSubject) -> int:
        """The number, from all rows."""


@dataclass(frozen=True)
class QuantityMeasure(Measure):
    """Something that can be counted, by its name."""

    key: str

    def count(self, seen: FormulaSubject) -> int:
        return QUANTITIES[self.key].count(seen.figures, seen.position)

    def __str__(self) -> str:
        return self.key


@dataclass(frozen=True)
class Aggregate(Measure):
    """The sum of a number over all rows, its nim-sum, its maximum, or how many rows meet it."""

    kind: str
    each: Formula

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.each,)

    def count(self, seen: FormulaSubject) -> int:
        numbers = [self.each.value(replace(seen, row=row)) for row in seen.position]
        if self.kind == "xor":
            return reduce(xor, numbers, 0)
        return max(numbers, default=0) if self.kind == "max" else sum(numbers)

    def __str__(self) -> str:
        return f"{self.kind}({self.each})"


@dataclass(frozen=True)
class ColumnsMeasure(Measure):
    """How many binary columns of a number of each row hold ones that are no multiple of *base*;
    with base 2 it is 0 exactly where the nim-sum is, other bases are those of Moore (1910)."""

    each: Formula
    base: int

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.each,)

    def count(self, seen: FormulaSubject) -> int:
        numbers = [abs(self.each.value(replace(seen, row=row))) for row in seen.position]
        places = range(max(numbers, default=0).bit_length())
        ones = (sum(number >> place & 1 for number in numbers) for place in places)
        return sum(count % self.base > 0 for count in ones)

    def __str__(self) -> str:
        return f"columns({self.each}, {self.base})"


@dataclass(frozen=True)
class ComparisonFormula(Formula):
    sign: str
    left: Formula
    right: Formula
    is_condition = True

    @property
    def parts(self) -> tuple[Formula, ...]:
        return self.left, self.right

    def value(self, seen: FormulaSubject) -> int:
        return COMPARISONS[self.sign](self.left.value(seen), self.right.value(seen))

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class Joined(Formula):
    """Several conditions of which all have to be met, or any."""

    word: str
    parts_joined: tuple[Formula, ...]
    is_condition = True

    @property
    def parts(self) -> tuple[Formula, ...]:
        return self.parts_joined

    def value(self, seen: FormulaSubject) -> int:
        decide = all if self.word == "and" else any
        return decide(part.value(seen) for part in self.parts)

    def __str__(self) -> str:
        words = (f"({p})" if isinstance(p, Joined) else str(p) for p in self.parts)
        return f" {self.word} ".join(words)


@dataclass(frozen=True)
class Negation(Formula):
    negated: Formula
    is_condition = True

    @property
    def parts(self) -> tuple[Formula, ...]:
        return (self.negated,)

    def value(self, seen: FormulaSubject) -> int:
        return not self.negated.value(seen)

    def __str__(self) -> str:
        return f"not ({self.negated})"


@dataclass(frozen=True)
class ToMove(Formula):
    """Whether it is this player who moves."""

    player: Player
    is_condition = True

    def value(self, seen: FormulaSubject) -> int:
        return seen.player is self.player

    def __str__(self) -> str:
        return self.player.value


@dataclass(frozen=True)
class Marks(Formula):
    """Two rows marked on a map whose columns and rows repeat: from *start* on every *step*."""

    start: int
    step: int
    places: frozenset[tuple[int, int]]
    is_condition = True

    @property
    def parts(self) -> tuple[Formula, ...]:
        return Variable(0, 2), Variable(1, 2)

    def value(self, seen: FormulaSubject) -> int:
        small, large = (folded(part.value(seen), self.start, self.step) for part in self.parts)
        return (min(small, large), max(small, large)) in self.places
