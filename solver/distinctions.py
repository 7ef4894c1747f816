"""Distinguishers: the smallest company that tells two positions of a game apart, or a proof that
none does.

A company tells two positions apart if, beside it, they are won and lost differently. Where who wins
goes by classes (:mod:`solver.outcome_classes`), positions of one class are told apart by nothing.
Positions of two classes are told apart by the company with the fewest pieces whose class does so:
companies are tried class by class, fewest pieces first, each class once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from .budget import Allowed, Budget
from .conventions import Convention, Outcome
from .enumeration import partitions
from .errors import BudgetExceededError
from .outcome_classes import Class, Classes, classes_of
from .positions import Position
from .rulesets.keys import get_ruleset
from .rulesets.rules import Ruleset
from .search import Search

MAX_COMPANY = 240
"""The largest company that is looked for."""


@dataclass(frozen=True)
class Distinction:
    """What became of the search. *company* tells the two apart and is the smallest; None where
    nothing does, by *theorem*, or where nothing of up to *searched* pieces does. A theorem may
    speak of companies with rows *up_to* so many only."""

    company: Position | None
    theorem: str = ""
    searched: int = 0
    up_to: int | None = None
    order: int = 0

    @property
    def is_proved(self) -> bool:
        """Whether it is proved that nothing tells them apart, in all companies or in those with
        rows up to a length."""
        return self.company is None and bool(self.theorem)


def distinguish(
    rules: str | Ruleset,
    one: str | int | Iterable[int],
    other: str | int | Iterable[int],
    convention: str | Convention = Convention.MISERE,
    budget: Allowed = None,
) -> Distinction:
    """The smallest company that tells *one* and *other* apart, or why there is none.

    The convention may also stand before the positions, as it did in earlier releases.

    >>> distinguish("kayles", "2+2", (), "misere").company
    ()
    >>> distinguish("kayles", 4, 1).is_proved
    True
    """
    if isinstance(one, str) and one in {*Convention}:
        one, other, convention = other, convention, one  # type: ignore[assignment]
    rules, convention, budget = get_ruleset(rules), Convention.parse(convention), Budget.of(budget)
    one, other = rules.read_position(one), rules.read_position(other)
    classes = classes_of(rules, convention, budget.part(2))
    if classes and classes.reaches(one) and classes.reaches(other):
        return _by_classes(classes, convention, one, other, budget)
    return _by_search(Search(rules, convention, budget), one, other)


def outcome_beside(search: Search, rows: Position, company: Position) -> Outcome:
    """Who wins *rows* beside a *company*.

    >>> from solver import get_ruleset
    >>> outcome_beside(Search(get_ruleset("nim"), Convention.NORMAL, Budget()), (1, 2), (3,))
    <Outcome.P: 'P'>
    """
    board = rows + company
    if search.ruleset.partizan:
        return search.outcome(board)
    return Outcome.N if search.wins(board) else Outcome.P


def _by_classes(
    classes: Classes, convention: Convention, one: Position, other: Position, budget: Budget
) -> Distinction:
    first, second = classes.of_all(one), classes.of_all(other)
    if first == second:
        # Equal nim-values are equal beside anything; a quotient speaks of the rows it is made of.
        up_to = None if convention is Convention.NORMAL else classes.up_to
        return Distinction(None, classes.theorem, 0, up_to, classes.order)
    searched = 0
    with suppress(BudgetExceededError):
        for pieces, company, of_company in _companies(classes, budget):
            searched = max(0, pieces - 1)
            outcomes = (classes.outcome(classes.times(c, of_company)) for c in (first, second))
            if len(set(outcomes)) == 2:
                return Distinction(company, classes.theorem, pieces, _limit(classes, pieces))
        searched = MAX_COMPANY
    return Distinction(None, "", searched)


def _limit(classes: Classes, pieces: int) -> int | None:
    """Up to which rows a company of so many pieces is the smallest; None where it is anyway."""
    return classes.up_to if classes.up_to is not None and pieces > classes.up_to else None


def _companies(classes: Classes, budget: Budget) -> Iterator[tuple[int, Position, Class]]:
    """The smallest company of each class, with how many pieces it has, fewest first.

    The smallest company of a class without its last row is the smallest of its own class, or may
    be replaced by it.
    """
    known: dict[Class, Position] = {classes.start: ()}
    by_pieces: list[list[Class]] = [[classes.start]]
    yield 0, (), classes.start
    largest = MAX_COMPANY if classes.up_to is None else min(MAX_COMPANY, classes.up_to)
    for pieces in range(1, MAX_COMPANY + 1):
        by_pieces.append([])
        for size in range(1, min(pieces, largest) + 1):
            row = classes.of(size)
            for rest in budget.each(by_pieces[pieces - size]):
                made = classes.times(rest, row)
                if made not in known:
                    known[made] = tuple(sorted((*known[rest], size)))
                    by_pieces[pieces].append(made)
                    yield pieces, known[made], made


def _by_search(search: Search, one: Position, other: Position) -> Distinction:
    pieces = 0
    with suppress(BudgetExceededError):
        while True:
            for company in partitions(pieces, pieces, pieces):
                if outcome_beside(search, one, company) != outcome_beside(search, other, company):
                    return Distinction(company, "", pieces)
            pieces += 1
    return Distinction(None, "", max(0, pieces - 1))
