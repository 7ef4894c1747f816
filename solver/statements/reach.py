"""How far a formula has to be looked at to know it everywhere.

Let a formula be made of *variables*, whole numbers. Where all it compares is, but for a part that
repeats and is bounded, a constant, a multiple of one variable or of the difference of two, its
truth depends only on each variable up to *start*, on its remainder modulo *step*, and on each
difference up to *apart*. :func:`reach` finds these three, or None for a formula of another sort.

Gap lemma. Let such variables, in ascending order, and 0 before the first, leave a gap of at least
``max(start, apart) + step``. Take *step* off every variable above the gap: remainders stay,
differences across the gap stay at least *apart*, the variables above it at least *start*, all
other differences and variables as they were. So every truth value that a formula has anywhere it
has where all gaps are smaller; and two formulas agree everywhere if they agree there, with the
larger start and apart and the common multiple of the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import lcm

from .formulas import (
    Aggregate,
    Arithmetic,
    ColumnsMeasure,
    ComparisonFormula,
    EachRow,
    Formula,
    Joined,
    Marks,
    Measure,
    Negation,
    Number,
    QuantityMeasure,
    Variable,
)


@dataclass(frozen=True)
class FormulaReach:
    """Up to where variables and their differences matter, and the *step* of their remainders."""

    start: int = 0
    apart: int = 0
    step: int = 1

    def joined(self, other: FormulaReach) -> FormulaReach:
        """What two formulas together depend on."""
        return FormulaReach(
            max(self.start, other.start),
            max(self.apart, other.apart),
            lcm(self.step, other.step),
        )

    @property
    def gap(self) -> int:
        """All gaps smaller than this are enough: the gap lemma."""
        return max(self.start, self.apart) + self.step


@dataclass(frozen=True)
class Linear:
    """A number: *weights* of variables, plus what lies between *least* and *most* and repeats."""

    weights: Mapping[Formula, int] = field(default_factory=dict)
    least: int = 0
    most: int = 0

    @property
    def is_bounded(self) -> bool:
        return not self.weights

    def plus(self, other: Linear, times: int = 1) -> Linear:
        both = dict(self.weights)
        for variable, weight in other.weights.items():
            both[variable] = both.get(variable, 0) + times * weight
        ends = sorted((times * other.least, times * other.most))
        weights = {variable: weight for variable, weight in both.items() if weight}
        return Linear(weights, self.least + ends[0], self.most + ends[1])


class _OtherSortError(Exception):
    """A formula of another sort."""


IsVariable = Callable[[Formula], bool]


def reach(formula: Formula, is_variable: IsVariable) -> FormulaReach | None:
    """What a condition depends on; None where it is of another sort."""
    reading = _Reading(is_variable)
    try:
        reading.condition(formula)
    except _OtherSortError:
        return None
    return reading.reach


def of_a_row(each: Formula) -> tuple[Linear, FormulaReach] | None:
    """What a number of each row is, and depends on; None where it is of another sort. A condition
    is 0 or 1."""
    reading = _Reading(lambda part: isinstance(part, EachRow))
    try:
        number = reading.number(each)
    except _OtherSortError:
        return None
    return number, reading.reach


def of_rows(formula: Formula) -> FormulaReach | None:
    """What a condition about a, b, c and d depends on."""
    rows = [part.rows for part in formula.walk() if isinstance(part, Variable)]
    reading = _Reading(lambda part: isinstance(part, Variable), max(rows, default=0))
    try:
        reading.condition(formula)
    except _OtherSortError:
        return None
    return reading.reach


class _Reading:
    """The reading of one formula; its *reach* grows with every comparison."""

    def __init__(self, is_variable: IsVariable, rows: int = 0) -> None:
        self.is_variable, self.rows = is_variable, rows
        self.reach = FormulaReach()

    def condition(self, formula: Formula) -> None:
        match formula:  # who is to move is no number
            case ComparisonFormula(left=left, right=right):
                self.compared(self.number(left).plus(self.number(right), -1))
            case Joined() | Negation():
                for part in formula.parts:
                    self.condition(part)
            case Marks(start=start, step=step):
                self.reach = self.reach.joined(FormulaReach(start, 0, step))

    def compared(self, difference: Linear) -> None:
        """What a number depends on when it is held against 0."""
        far = max(abs(difference.least), abs(difference.most)) + 1
        weights = sorted(difference.weights.values())
        if not weights:
            return
        if len(weights) == 1:
            self.reach = self.reach.joined(FormulaReach(start=far))
        elif len(weights) == 2 and sum(weights) == 0:
            self.reach = self.reach.joined(FormulaReach(apart=far))
        else:
            raise _OtherSortError

    def number(self, formula: Formula) -> Linear:
        if self.is_variable(formula):
            return Linear({formula: 1})
        match formula:
            case Number(number=number):
                return Linear({}, number, number)
            case Arithmetic():
                return self.arithmetic(formula)
            case QuantityMeasure(key="balance") if not self.rows:
                return Linear({QuantityMeasure("squares"): 1, QuantityMeasure("dominoes"): -1})
            case Measure() if self.rows:
                return self.measure(formula)
            case _ if formula.is_condition:
                self.condition(formula)
                return Linear({}, 0, 1)
        raise _OtherSortError

    def arithmetic(self, formula: Arithmetic) -> Linear:
        left, right = self.number(formula.left), self.number(formula.right)
        if formula.sign == "mod":
            self.reach = self.reach.joined(FormulaReach(step=formula.modulus))
            return Linear({}, 0, formula.modulus - 1)
        if formula.sign in "+-":
            return left.plus(right, 1 if formula.sign == "+" else -1)
        if formula.sign == "*":
            return _times(left, right)
        return _nim_sum(left, right)

    def measure(self, formula: Measure) -> Linear:
        """A number made from at most so many rows, of which those of 0 are none."""
        made = each_of(formula)
        found = made and of_a_row(made[0])
        if made is None or found is None:
            raise _OtherSortError
        kind, (number, depends) = made[1], found
        self.reach = self.reach.joined(depends).joined(FormulaReach(start=1))
        least, most = min(0, number.least), max(0, number.most)
        if kind == "sum":
            return self.total(number, least, most)
        if not number.is_bounded:
            raise _OtherSortError
        if kind == "max":
            return Linear({}, least, most)
        bits = max(abs(least), most).bit_length()
        if kind == "columns":
            return Linear({}, 0, bits)
        return _bounded_xor(least, most)

    def total(self, number: Linear, least: int, most: int) -> Linear:
        """The sum over all rows."""
        [weight] = number.weights.values() or [0]
        rows = range(self.rows if weight else 0)
        weights: dict[Formula, int] = {Variable(index, self.rows): weight for index in rows}
        return Linear(weights, self.rows * least, self.rows * most)


def each_of(measure: Measure) -> tuple[Formula, str] | None:
    """The number of each row that a measure is made from, and how; None where it is made from
    something else."""
    match measure:
        case ColumnsMeasure(each=each):
            return each, "columns"
        case Aggregate(kind=kind, each=each):
            return each, "sum" if kind == "count" else kind
        case QuantityMeasure(key="total"):
            return EachRow(), "sum"
        case QuantityMeasure(key="rows"):
            return Number(1), "sum"
        case QuantityMeasure(key="largest"):
            return EachRow(), "max"
        case QuantityMeasure(key="plain_nim_sum" | "nim_sum"):
            return EachRow(), "xor"  # that of Nim; other games have nim-values of their own
    return None


def _times(left: Linear, right: Linear) -> Linear:
    if left.is_bounded and right.is_bounded:
        ends = [a * b for a, b in product((left.least, left.most), (right.least, right.most))]
        return Linear({}, min(ends), max(ends))
    for one, other in ((left, right), (right, left)):
        if one.is_bounded and one.least == one.most:
            return Linear().plus(other, one.least)
    raise _OtherSortError


def _nim_sum(left: Linear, right: Linear) -> Linear:
    if not (left.is_bounded and right.is_bounded):
        raise _OtherSortError
    return _bounded_xor(min(left.least, right.least), max(left.most, right.most))


def _bounded_xor(least: int, most: int) -> Linear:
    """The nim-sum of numbers between *least* and *most*; -1 has all bits, so a negative number
    has a nim-sum with the others that is as long as theirs."""
    bits = max(most.bit_length(), (-least).bit_length() if least < 0 else 0)
    return Linear({}, -(1 << bits) if least < 0 else 0, (1 << bits) - 1)


def lined_up(rows: int, gap: int) -> list[tuple[int, ...]]:
    """Every choice of *rows* numbers, ascending, in which all gaps are smaller than *gap*."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(rows):
        found = [(*line, (line[-1] if line else 0) + step) for line in found for step in range(gap)]
    return found
