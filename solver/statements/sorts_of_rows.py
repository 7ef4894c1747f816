"""The measures of a formula as features: what each row adds, and how far the formula looks."""

from __future__ import annotations

from collections.abc import Callable
from math import lcm

from solver.budget import Budget
from solver.conventions import Convention
from solver.outcome_classes import Period, classes_of
from solver.rulesets.rules import Ruleset
from solver.statements.quantities import OF_IMPARTIAL, Figures

from .features import ColumnCounts, Contribution, Feature, Maximum, NimSumFeature, Sum
from .formulas import (
    Aggregate,
    Arithmetic,
    ColumnsMeasure,
    EachRow,
    Formula,
    FormulaSubject,
    Measure,
    QuantityMeasure,
)
from .reach import each_of, of_a_row, reach

KINDS = set(OF_IMPARTIAL) - {"nim_sum"}


def features_of(
    formula: Formula, figures: Figures, budget: Budget
) -> dict[Formula, Feature] | None:
    """Every measure of a condition about any number of rows; None where it compares measures with
    each other, or asks of one what no finite state tells."""
    measures = [part for part in formula.walk() if isinstance(part, Measure)]
    depends = reach(formula, lambda part: isinstance(part, Measure))
    if depends is None or depends.apart:
        return None
    found: dict[Formula, Feature] = {}
    for measure in measures:
        feature = _feature(measure, depends.start, _step(formula, measure), figures, budget)
        if feature is None:
            return None
        found[measure] = feature
    return found


def _step(formula: Formula, measure: Formula) -> int:
    """By which remainder a formula looks at a measure."""
    moduli = (
        part.modulus
        for part in formula.walk()
        if isinstance(part, Arithmetic) and part.sign == "mod" and measure in part.left.walk()
    )
    return lcm(*moduli)


def _feature(
    measure: Measure, start: int, step: int, figures: Figures, budget: Budget
) -> Feature | None:
    found = _contribution(measure, figures, budget)
    if found is None:
        return None
    part, how = found
    is_bounded = part.most is not None
    if isinstance(measure, ColumnsMeasure):
        return ColumnCounts(part, measure.base) if is_bounded else None
    if how == "sum":
        return Sum(part, start, step)
    if how == "max":
        return Maximum(part, start, step) if is_bounded or step == 1 else None
    return NimSumFeature(part, start, step) if is_bounded or step & (step - 1) == 0 else None


def _contribution(
    measure: Measure, figures: Figures, budget: Budget
) -> tuple[Contribution, str] | None:
    """What a row adds to a measure, and how it is added."""
    if isinstance(measure, QuantityMeasure) and measure.key in KINDS:
        period = _kind_period(figures.ruleset, budget)
        return period and (Contribution(_counted(measure, figures), period, 1), "sum")
    if measure == QuantityMeasure("nim_sum") and not is_nim(figures.ruleset):
        period = _periods(figures.ruleset, (Convention.NORMAL,), budget)
        largest = max(map(figures.nim_value, range(sum(period or (0, 1)))))
        return period and (Contribution(figures.nim_value, period, largest), "xor")
    made = each_of(measure)
    read = made and of_a_row(made[0])
    if made is None or read is None:
        return None
    (each, how), (line, depends) = made, read
    weights = list(line.weights.values())
    if line.least < 0 or min(weights, default=0) < 0:
        return None
    if how == "xor" and weights and (weights, line.most) != ([1], 0):
        return None
    most = None if weights else line.most

    def of(size: int) -> int:
        return each.value(FormulaSubject(figures, (), row=size))

    return Contribution(of, (depends.start, depends.step), most), how


def _counted(measure: QuantityMeasure, figures: Figures) -> Callable[[int], int]:
    return lambda size: measure.count(FormulaSubject(figures, (size,)))


def _kind_period(rules: Ruleset, budget: Budget) -> Period | None:
    """From where the kinds of rows repeat: as their nim-values do, and who wins them alone."""
    return (2, 1) if is_nim(rules) else _periods(rules, tuple(Convention), budget)


def _periods(rules: Ruleset, conventions: tuple[Convention, ...], budget: Budget) -> Period | None:
    """From where the classes of rows repeat under all of these; None where that is not known."""
    periods = []
    for convention in conventions:
        classes = classes_of(rules, convention, budget)
        if classes is None or classes.period is None:
            return None
        periods.append(classes.period)
    return max(start for start, _ in periods), lcm(*(step for _, step in periods))


def plainly(formula: Formula, rules: Ruleset) -> Formula:
    """A formula in which the nim-sum of the rows goes by one name, so that it is one measure."""
    names = {"plain_nim_sum", *(["nim_sum"] if is_nim(rules) else [])}

    def plain(part: Formula) -> Formula:
        if isinstance(part, QuantityMeasure) and part.key in names:
            return Aggregate("xor", EachRow())
        return part

    return formula.changed(plain)


def is_nim(rules: Ruleset) -> bool:
    """Whether every row is its own nim-value."""
    return rules.has_each_value_once and rules.closed_heap(0) is not None
