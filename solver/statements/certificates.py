"""Conjectures that are right for ever, proved.

A conjecture is right where its formula and the truth agree at every position of its. Both are
known everywhere once they are known at finitely many places:

- *Rows of a fixed number.* The class of a row, by which who wins is decided, repeats from some
  length on; so truth and formula depend on what the gap lemma (:mod:`.reach`) speaks of, and agree
  if they agree wherever the gaps are small. In Nim two rows are lost where they are equal, but for
  two single ones or a single one alone where the last one loses, which the lemma covers as well.
- *Any number of rows.* The measures of the formula (:mod:`.features`) and the class of the sum have
  finitely many states together, since every row adds one of finitely many sorts. Formula and truth
  agree if they do in every state that is reached. In Nim, where classes never end, the truth is
  a formula itself: Bouton's.
- *Partizan Kayles.* Of a fixed number of strips each counts by its remainder modulo 3. Otherwise
  the balance of squares and dominoes is a difference; Theorem 3 depends on its
  sign and its remainder modulo 3, and the gap lemma covers the two numbers.

Where they disagree, a position is found that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import lcm
from typing import Any

from solver.budget import Budget
from solver.conventions import Convention
from solver.outcome_classes import Classes
from solver.positions import Position
from solver.statements.conjectures import Place
from solver.statements.quantities import Figures

from .conjecture import Conjecture
from .features import Feature
from .formulas import Formula, FormulaSubject, Joined, QuantityMeasure
from .reach import FormulaReach, lined_up, of_rows, reach
from .reading import read_formula
from .sorts_of_rows import features_of, is_nim, plainly

MAX_PLACES = 20_000
"""How many positions are compared one by one."""
MAX_SORTS = 2_000
"""Up to which length rows are sorted."""
BOUTON = {
    Convention.NORMAL: "xor(r) = 0",
    Convention.MISERE: "largest >= 2 and xor(r) = 0 or largest <= 1 and xor(r) = 1",
}
"""Where Nim is lost."""


_State = tuple[Any, ...]


@dataclass(frozen=True)
class Certificate:
    """Formula and truth agree for ever: *compared* in so many places, or *states*, where who wins
    is known by a *theorem* of :class:`solver.outcome_classes.Classes`."""

    theorem: str
    compared: int
    are_states: bool = False
    order: int = 0


def certify(conjecture: Conjecture, budget: Budget) -> Certificate | Place | None:
    """The proof that a conjecture is right, or a place about which it is wrong; None where neither
    is found. Raises :class:`~solver.BudgetExceededError`."""
    classes = conjecture.classes
    if classes is None or classes.up_to is not None:
        return None
    if conjecture.rows:
        places = _rows(conjecture)
    elif conjecture.rules.partizan:
        places = _strips(conjecture)
    else:
        return _states(conjecture, budget)
    return None if places is None else _compared(conjecture, budget.each(places))


def _compared(conjecture: Conjecture, positions: Iterator[Position]) -> Certificate | Place | None:
    players = conjecture.ground(conjecture.budget).players
    compared = 0
    for position in positions:
        for player in players:
            compared += 1
            if conjecture.is_wrong((position, player)):
                return position, player
    assert conjecture.classes
    classes = conjecture.classes
    return Certificate(classes.theorem, compared, False, classes.order)


def _rows(conjecture: Conjecture) -> Iterator[Position] | None:
    """The positions of a fixed number of rows that decide."""
    classes, rows = conjecture.classes, conjecture.rows
    assert classes
    said = of_rows(conjecture.formula)
    if conjecture.rules.partizan:
        true = FormulaReach(1, 0, 3)  # a strip counts by its remainder: Theorem 1 and Corollary 5
    elif classes.period:
        true = FormulaReach(classes.period[0], 0, classes.period[1])
    elif rows <= 2:
        true = FormulaReach(start=3, apart=1)
    else:
        return None
    if said is None or said.joined(true).gap ** rows > MAX_PLACES:
        return None
    lines = lined_up(rows, said.joined(true).gap)
    return (tuple(row for row in line if row) for line in sorted(lines, key=sum))


def _strips(conjecture: Conjecture) -> Iterator[Position] | None:
    """So many strips of 1 and of 2 that decide."""
    tiles = QuantityMeasure("squares"), QuantityMeasure("dominoes")
    said = reach(conjecture.formula, lambda part: part in tiles)
    if said is None:
        return None
    gap = said.joined(FormulaReach(apart=1, step=3)).gap
    if 2 * gap**2 > MAX_PLACES:
        return None
    lines = sorted(lined_up(2, gap), key=sum)
    both = ((few, many) for line in lines for few, many in (line, line[::-1]))
    return ((1,) * squares + (2,) * dominoes for squares, dominoes in both)


# --- any number of rows ------------------------------------------------------------------------


def _states(conjecture: Conjecture, budget: Budget) -> Certificate | Place | None:
    """Compare formula and truth in every state that rows lead to."""
    classes = conjecture.classes
    assert classes
    bouton = BOUTON[conjecture.convention] if is_nim(conjecture.rules) else ""
    true = read_formula(bouton, conjecture.rules) if bouton else None
    formula = plainly(conjecture.formula, conjecture.rules)
    both = Joined("or", (formula, *([true] if true else [])))
    features = features_of(both, conjecture.figures, budget)
    if features is None:
        return None
    walk = _Walk(conjecture.figures, features, None if true else classes, budget)

    def agrees(state: _State) -> bool:
        seen = walk.seen(state)
        lost = true.value(seen) if true else not classes.outcome(state[-1]).wins(None)
        return bool(formula.value(seen)) == bool(lost)

    reached = 0
    for state, position in walk.states():
        reached += 1
        if not agrees(state):
            place = position, None
            return place if conjecture.is_wrong(place) else None
    return Certificate(classes.theorem, reached, True, classes.order) if reached else None


class _Walk:
    """The states of *features*, and of the class where *classes* are finitely many."""

    def __init__(
        self,
        figures: Figures,
        features: Mapping[Formula, Feature],
        classes: Classes | None,
        budget: Budget,
    ) -> None:
        self.figures, self.budget = figures, budget
        self.features, self.classes = features, classes
        periods = [feature.repeats for feature in features.values()]
        if classes:
            assert classes.period
            periods.append(classes.period)
        last = max(start for start, _ in periods) + lcm(*(step for _, step in periods))
        self.sizes = range(1, min(last, MAX_SORTS) + 1)
        self.is_whole = last <= MAX_SORTS

    def seen(self, state: _State) -> FormulaSubject:
        """What a formula is read of in a state."""
        numbers = {
            measure: feature.number(part)
            for (measure, feature), part in zip(self.features.items(), state, strict=False)
        }
        return FormulaSubject(self.figures, (), measured=numbers)

    def states(self) -> Iterator[tuple[_State, Position]]:
        """Every state that some row leads to, with rows that do; nothing where there are too many
        sorts of row."""
        if not self.is_whole:
            return
        sorts: dict[_State, int] = {}
        for size in self.budget.each(self.sizes):
            sorts.setdefault(self.sort(size), size)
        empty = (*(f.empty for f in self.features.values()), self.classes and self.classes.start)
        waiting: list[tuple[_State, Position]] = [(empty, ())]
        reached: set[_State] = set()
        for state, position in waiting:
            for sort, size in sorts.items():
                for after in self.budget.each(self.add(state, sort)):
                    if after not in reached:
                        reached.add(after)
                        found = after, tuple(sorted((*position, size)))
                        waiting.append(found)
                        yield found

    def sort(self, size: int) -> _State:
        """What of a row matters."""
        own = self.classes and self.classes.of(size)
        return (*(feature.sort(size) for feature in self.features.values()), own)

    def add(self, state: _State, sort: _State) -> list[_State]:
        """Where such a row leads."""
        ways = [
            feature.add(before, part)
            for feature, before, part in zip(self.features.values(), state, sort, strict=False)
        ]
        own = self.classes and self.classes.times(state[-1], sort[-1])
        return [(*parts, own) for parts in product(*ways)]
