"""Theories as a page shows them: a diagram, a table with the same facts, and the steps; and which
theories a person has learnt, because unrequested explanations use only these.

The lessons know which ones. They register here, so the code of matches and puzzles does not depend
on lessons."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import SimpleLazyObject, cached_property

from games.boards.boards import Board
from games.people.models import Owner
from solver import (
    THEORIES,
    Analysis,
    BudgetExceededError,
    Inquiry,
    Outcome,
    ReasoningStep,
    Theory,
    answer,
)
from solver.teaching import (
    BELOW,
    OUTCOME_WORDS,
    balance_of,
    capitalised,
    joined,
    look,
    outcome_of_balance,
    signed,
)

Theories = Container[str]
"""Theories by their keys; exhaustive search is always available."""
EVERY: Theories = frozenset(theory.key for theory in THEORIES)

Had = Callable[[Owner | None], Theories]
_ASKED: list[Had] = []


def register(had: Had) -> Had:
    """Register a function that gives the theories that a person has learnt."""
    _ASKED.append(had)
    return had


def theories_of(owner: Owner | None) -> Theories:
    """The theories that a person has learnt, looked up only when an explanation needs them."""

    def had_by_owner() -> Theories:
        every = [had(owner) for had in _ASKED]
        return {theory.key for theory in THEORIES if all(theory.key in had for had in every)}

    return SimpleLazyObject(had_by_owner)


MIN_COLUMNS = 2
SHOWN_BALANCES = (-7, 3)
"""The line of balances covers at least this range."""
MAX_TILES = 24
"""The number of squares and dominoes up to which a strip is drawn in its table."""
PLAIN = "Pairs and smaller positions"
"""The name of the level below every theory."""
TOO_MANY = "There are too many positions below this one to look at each."
SECOND_OPINION = 8
"""A second theory may spend this fraction of the remaining budget on an answered question."""


@dataclass(frozen=True)
class ColumnRow:
    """One row in binary. *bits* start with the leading column."""

    name: str
    size: int
    value: int
    bits: tuple[int, ...]


@dataclass(frozen=True)
class BinaryColumn:
    """A binary column: its power of two, and how many ones it has."""

    power: int
    ones: int

    @property
    def is_odd(self) -> bool:
        return self.ones % 2 == 1


@dataclass(frozen=True)
class BinaryColumns:
    """The nim-sum of a position as binary columns."""

    rows: tuple[ColumnRow, ...]
    columns: tuple[BinaryColumn, ...]
    shows_values: bool

    @classmethod
    def of(cls, names: Iterable[str], analysis: Analysis) -> BinaryColumns:
        """Lay out the nim-values of *analysis* beside the *names* of the rows."""
        values = [int(facts["nim_value"]) for facts in analysis.components]
        width = max([MIN_COLUMNS, *(value.bit_length() for value in values)])
        places = range(width - 1, -1, -1)
        rows = tuple(
            ColumnRow(name.capitalize(), size, value, tuple(value >> p & 1 for p in places))
            for name, size, value in zip(names, analysis.position, values, strict=True)
        )
        columns = tuple(
            BinaryColumn(1 << p, sum(value >> p & 1 for value in values)) for p in places
        )
        return cls(rows, columns, values != list(analysis.position))


@dataclass(frozen=True)
class Balance:
    """A number on the line of balances: the outcome there, and whether the position has this
    balance."""

    number: str
    outcome: Outcome
    is_here: bool


@dataclass(frozen=True)
class Lens:
    """One theory applied to one position: an *analysis*, or a *refusal* in words."""

    key: str
    name: str
    names: tuple[str, ...]
    analysis: Analysis | None
    refusal: str = ""
    is_too_long: bool = False

    @property
    def wants_more(self) -> bool:
        """Whether a longer computation of the quotient could give an answer."""
        return self.is_too_long and self.key == "misere-quotient"

    @property
    def steps(self) -> tuple[str, ...]:
        return tuple(step.text for step in self.analysis.steps) if self.analysis else ()

    @cached_property
    def columns(self) -> BinaryColumns | None:
        """The binary columns, for the nim-sum only."""
        if self.analysis is None or self.key != "nim-sum":
            return None
        return BinaryColumns.of(self.names, self.analysis)

    @cached_property
    def balances(self) -> list[Balance]:
        """The line of balances around the position's own, for the reduction only."""
        if self.analysis is None or self.key != "reduction" or not self.analysis.position:
            return []
        here = balance_of(self.analysis.position)
        lowest, highest = SHOWN_BALANCES
        return [
            Balance(signed(place), outcome_of_balance(place), place == here)
            for place in range(min(lowest, here - 2), max(highest, here + 2) + 1)
        ]

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The facts about each component, with its name."""
        if self.analysis is None:
            return []
        return [
            {"name": name.capitalize(), **facts, **_drawn(self.key, facts)}
            for name, facts in zip(self.names, self.analysis.components, strict=True)
        ]


def _drawn(key: str, facts: Any) -> dict[str, Any]:
    """Ranges for the loops of a diagram: frames of a row, squares and dominoes of a strip."""
    if key == "safe-harbors":
        return {"frame_cells": range(facts["frames"])}
    if key == "reduction" and facts["s1"] + facts["s2"] <= MAX_TILES:
        return {"squares": range(facts["s1"]), "dominoes": range(facts["s2"])}
    return {}


def lens(question: Inquiry, key: str) -> Lens:
    """Apply the theory with this key to *question*, or show what is clear without any theory."""
    if key == BELOW:
        return below(question)
    [theory] = [theory for theory in THEORIES if theory.key == key]
    return _look(question, theory)


def lenses(question: Inquiry) -> Iterator[Lens]:
    """Apply every theory, one after the other; those that do not apply say why.

    Once one theory has answered, the others may spend less.
    """
    share = 2
    for theory in THEORIES:
        view = _look(question.within(share), theory)
        if view.analysis:
            share = SECOND_OPINION
        yield view


def _look(question: Inquiry, theory: Any) -> Lens:
    names = tuple(question.name(index) for index in range(len(question.position)))
    refusal = theory.refusal(question)
    if refusal:
        return Lens(theory.key, theory.name, names, None, refusal)
    try:
        return Lens(theory.key, theory.name, names, theory.analyse(question))
    except BudgetExceededError as error:
        return Lens(theory.key, theory.name, names, None, str(error), is_too_long=True)


def explaining(question: Inquiry, theories: Theories = EVERY) -> Iterator[Theory]:
    """Those of *theories* that cover a position, best explanation first. Exhaustive search only
    tries moves, so it explains nothing.

    With a maximum take, remainders are plainer than binary columns for a few rows. For more rows
    their explanation needs columns too, so the nim-sum explains those.
    """
    few = 0 < len(question.position) <= 2
    is_plain = few and bool(question.ruleset.maximum)
    for theory in sorted(THEORIES, key=lambda one: not (is_plain and one.key == "safe-harbors")):
        fits = few or theory.key != "safe-harbors"
        known = theory.key in theories and theory.key != "exhaustive"
        if known and fits and theory.refusal(question) is None:
            yield theory


def explain(
    question: Inquiry, known: Analysis | None = None, theories: Theories = EVERY
) -> Analysis:
    """The answer, explained in the plainest of *theories*. *known* is the solver's own answer, if
    the caller has it. If no theory covers the position, explain it by pairs and smaller positions;
    if there are too many of those, give the answer without reasons."""
    known = known or answer(question)
    for theory in explaining(question, theories):
        if theory.key == known.theory:
            return known
        with suppress(BudgetExceededError):
            return theory.analyse(question.within(2))
    with suppress(BudgetExceededError):
        return look(question.within(2), known)
    steps = (
        ReasoningStep("exhaustive:beyond", TOO_MANY),
        ReasoningStep("exhaustive:outcome", f"{capitalised(OUTCOME_WORDS[known.outcome])}."),
    )
    return replace(known, theory="exhaustive", steps=steps)


def below(question: Inquiry) -> Lens:
    """What is clear about a position without any theory."""
    names = tuple(map(question.name, range(len(question.position))))
    with suppress(BudgetExceededError):
        return Lens(BELOW, PLAIN, names, look(question))
    return Lens(BELOW, PLAIN, names, None, TOO_MANY)


def agreement(views: list[Lens]) -> str:
    """Whether the theories that answered agree on the winning moves, as a sentence."""
    answers = {view.name: view.analysis for view in views if view.analysis}
    names = joined(answers)
    if len(answers) < 2:
        return f"Only {names} covers this position." if names else ""
    if len({frozenset(analysis.winning_moves) for analysis in answers.values()}) == 1:
        return f"{names} agree on every winning move."
    return f"{names} disagree here."


def question_of(board: Board, question: Inquiry) -> Inquiry:
    """*question* with the numbers that the rows have on *board*."""
    return replace(question, lanes=board.numbers)
