"""Who wins by classes: the class of a sum is made from those of its rows, and decides.

- The last one winning: nim-values and their nim-sum (Sprague and Grundy). Equal nim-values are
  never told apart by what lies beside, different ones always.
- The last one losing, in a game that keeps R1's four conditions at every size: nim-value, and
  whether something is firm (Conway's tame games).
- The last one losing in any other game whose misère quotient is proved: its elements (Plambeck and
  Siegel). The quotient is reduced: two of its elements are told apart by a third.
- Partizan Kayles, the last one losing: the balance of squares and dominoes (Theorem 3 of the
  partizan paper); different balances are told apart by some strips.

So who wins, and one move that wins, can be told on boards whose moves are too many to list. A move
is looked for row by row: the class of all other rows is made once, from the left and from the
right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import accumulate, chain
from operator import add, xor
from typing import Any

from .analysis import answer
from .budget import STEPS, Budget
from .conventions import Convention, Outcome, Player
from .enumeration import partitions
from .errors import BudgetExceededError
from .explanation import Analysis
from .nim_values import nim_values
from .positions import Move, Position
from .quotients import quotient_of
from .r1 import Code, is_lost, kind_table
from .rulesets.rules import Ruleset, of_player
from .theories.reduction import balance_of, outcome_of_balance
from .theories.solved import solved
from .theory import Inquiry

PROOF = 512
"""Up to which size periods are looked for."""
Class = Any
"""Whatever a theorem tells positions apart by: a number, a pair."""
Period = tuple[int, int]


@dataclass(frozen=True)
class Classes:
    """The classes of one game under one ending, by a *theorem*: ``nim-values``, ``kinds``,
    ``quotient`` or ``balance``.

    *of* is the class of a row, *times* that of a sum, *outcome* says who wins. The classes of rows
    repeat by their *period*; without one they do not, or hold for rows *up_to* so many only.
    """

    theorem: str
    start: Class
    of: Callable[[int], Class]
    times: Callable[[Class, Class], Class]
    outcome: Callable[[Class], Outcome]
    period: Period | None
    up_to: int | None = None
    order: int = 0
    """How many elements a quotient has."""

    def of_all(self, position: Position) -> Class:
        """The class of a position."""
        return reduce(self.times, map(self.of, position), self.start)

    def reaches(self, position: Position) -> bool:
        """Whether the theorem speaks of rows as long as these."""
        return self.up_to is None or max(position, default=0) <= self.up_to


def classes_of(rules: Ruleset, convention: Convention, budget: Budget) -> Classes | None:
    """What is known to decide who wins; None where nothing is but search."""
    if rules.partizan:
        is_solved = rules.family == "partizan" and convention is Convention.MISERE
        return _balances() if is_solved else None
    if convention is Convention.NORMAL:
        return _nim_classes(rules, budget)
    if rules.is_sum:
        return None
    return _kinds(rules, budget) or _quotient(rules, budget)


def _lost(is_lost: bool) -> Outcome:
    return Outcome.P if is_lost else Outcome.N


def _balances() -> Classes:
    return Classes("balance", 0, lambda size: balance_of((size,)), add, outcome_of_balance, (0, 3))


def _nim_classes(rules: Ruleset, budget: Budget) -> Classes:
    table = nim_values(rules)
    with suppress(BudgetExceededError):
        if not rules.is_sum:  # there each game has its own period
            table.look_for_period(PROOF, budget.part(2))
    has_formula = rules.closed_nim_value(0) is not None
    up_to = None if table.fold or has_formula else len(table.table) - 1
    of = table.within(budget).__getitem__
    return Classes("nim-values", 0, of, xor, lambda value: _lost(value == 0), table.fold, up_to)


def _kinds(rules: Ruleset, budget: Budget) -> Classes | None:
    """Nim-value and firmness, where R1 holds for rows of every length."""
    table = kind_table(rules)
    with suppress(BudgetExceededError):
        table.look_for_period(PROOF, budget.part(4))
    if rules.closed_code(0) is None and (table.violation or not table.fold):
        return None

    def both(one: Code, other: Code) -> Code:
        return one[0] ^ other[0], one[1] or other[1]

    def of(size: int) -> Code:
        return table.code(size, budget)

    return Classes("kinds", (0, False), of, both, lambda code: _lost(is_lost(code)), table.fold)


def _quotient(rules: Ruleset, budget: Budget) -> Classes | None:
    """The misère quotient, complete or as far as it is proved."""
    table = quotient_of(rules, budget)
    with suppress(BudgetExceededError):
        table.grow(None, budget.part(2))
    known = table.known()
    period = None
    if known.preperiod is not None and known.period is not None:
        period = known.preperiod, known.period
    monoid = known.monoid
    return Classes(
        "quotient",
        0,
        known.__getitem__,
        lambda one, other: monoid.table[one][other],
        lambda element: _lost(monoid.is_p(element)),
        period,
        None if period else known.up_to,
        monoid.order,
    )


def outcome_of(question: Inquiry) -> Outcome:
    """Who wins; raises :class:`BudgetExceededError` where nothing says so within the budget.

    >>> from solver import ask
    >>> outcome_of(ask("kayles", range(1, 3001), "normal"))
    <Outcome.N: 'N'>
    """
    if rule := solved(question):
        return rule.outcome(question.position)
    found = _listed(replace(question, to_move=None))
    if isinstance(found, Analysis):
        return found.outcome
    classes = _classes(question, found)
    return classes.outcome(classes.of_all(question.position))


def winning_move(question: Inquiry) -> Move | None:
    """A move of the player to move that wins; None where there is none.

    Raises :class:`InvalidInputError` if nobody is to move in a partizan game, and
    :class:`BudgetExceededError` where no move is found within the budget.

    >>> from solver import ask
    >>> str(winning_move(ask("partizan-kayles", range(1, 3001), "misere", "left")))
    '1>0'
    """
    rules, position = question.ruleset, question.position
    player = of_player(question.to_move) if rules.partizan else None
    if rule := solved(question):
        return rule.winning_move(position, player)
    found = _listed(question)
    if isinstance(found, Analysis):
        return next(iter(found.moves), None)
    classes = _classes(question, found)
    if not classes.outcome(classes.of_all(position)).wins(player):
        return None
    return next(_winning(question, classes, player), None)


def p_positions(question: Inquiry, pieces: int) -> Iterator[Position]:
    """The positions of up to so many *pieces* in which the player to move loses, whoever that is;
    the position asked about does not matter. Each costs a position of the budget and its answer."""
    rules = question.ruleset
    for total in range(pieces + 1):
        sizes = partitions(total, total, total)
        for position in question.budget.each(
            chain.from_iterable(map(rules.positions_of, sizes)), STEPS
        ):
            if outcome_of(replace(question, position=position, searches={})) is Outcome.P:
                yield position


def _listed(question: Inquiry) -> Analysis | BudgetExceededError:
    """The answer with all winning moves, for half of what is left, or why there is none."""
    try:
        return answer(question.within(2))
    except BudgetExceededError as error:
        return error


def _classes(question: Inquiry, refusal: BudgetExceededError) -> Classes:
    """The classes that decide the position; raises the *refusal* where none do."""
    classes = classes_of(question.ruleset, question.convention, question.budget)
    # A table of nim-values grows on demand; a quotient ends where it is proved.
    if classes and (classes.theorem == "nim-values" or classes.reaches(question.position)):
        return classes
    raise refusal


def _winning(question: Inquiry, classes: Classes, player: Player | None) -> Iterator[Move]:
    """The moves after which the other player loses, equal rows once."""
    of, times = cache(classes.of), classes.times
    rows = question.position
    before = [*accumulate(map(of, rows), times, initial=classes.start)]
    behind = [*accumulate(map(of, reversed(rows)), times, initial=classes.start)][::-1]

    def product(start: Class, parts: Iterable[int]) -> Class:
        for part in parts:
            start = times(start, of(part))
        return start

    met: set[int] = set()
    for component, size in enumerate(rows):
        if size in met:
            continue
        met.add(size)
        beside = times(before[component], behind[component + 1])
        for option in question.budget.each(question.ruleset.options(size, player)):
            left = classes.outcome(product(beside, option))
            if not left.wins(player.other if player else None):
                yield Move(component, size, option, player)
