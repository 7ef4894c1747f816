"""Rows one by one: the kind of each alone, up to the first that R1 does not allow, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from .budget import Allowed, Budget
from .errors import BudgetExceededError, InvalidInputError
from .kinds import Kind
from .positions import Position, as_size
from .r1 import Code, KindTable, Violation, kind_of, kind_table
from .rulesets.keys import get_ruleset
from .rulesets.rules import Option, Ruleset
from .true_kinds import TrueKinds
from .words import unreadable as words

FORBIDDEN = {3: Kind.GREMLIN, 4: Kind.NULL}
"""What the conditions that forbid an option forbid."""
MOST_BESIDE, LONGEST = 2, 40
"""How many rows are put beside one to see R1's count go wrong, and how long they are at most."""


@dataclass(frozen=True)
class RowKind:
    """What a row of *size* is, played alone where the last one loses."""

    size: int
    nim_value: int
    kind: Kind


@dataclass(frozen=True)
class OptionsOfKind:
    """The options of one row that are of one *kind*. *breaks* says that they are what R1 does
    not allow there."""

    kind: Kind
    options: tuple[Option, ...]
    breaks: bool


@dataclass(frozen=True)
class RowKinds:
    """The *rows* from 0 on, as far as they are known. The last of them breaks R1 if there is a
    *violation*, and *witness* has its options by kind."""

    rows: tuple[RowKind, ...]
    violation: Violation | None = None
    witness: tuple[OptionsOfKind, ...] = ()

    @property
    def up_to(self) -> int:
        """The size of the longest row that is known."""
        return len(self.rows) - 1


def row_kinds(ruleset: str | Ruleset, up_to: int, budget: Allowed = None) -> RowKinds:
    """The kinds of rows from 0 to *up_to*, to the first violation of R1, or as far as the
    *budget* goes.

    Raises :class:`InvalidInputError` for a partizan game.

    >>> table = row_kinds("kayles", 20)
    >>> table.violation.size, table.rows[5].kind
    (5, <Kind.HIGHER_SWITCH: 'higher switch'>)
    """
    ruleset, up_to, budget = get_ruleset(ruleset), as_size(up_to), Budget.of(budget)
    if ruleset.partizan:
        raise InvalidInputError.because(words.NO_KINDS, ruleset.key, example="nim")
    table = kind_table(ruleset)
    with suppress(BudgetExceededError):
        table.grow(up_to, budget)
    rows = [
        RowKind(n, code[0], kind_of(code)) for n, code in enumerate(_codes(table, up_to, budget))
    ]
    violation = table.violation
    if violation is None or violation.size > up_to:
        return RowKinds(tuple(rows))
    rows[-1] = replace(rows[-1], kind=violation.kind)
    return RowKinds(tuple(rows), violation, tuple(_witness(table, violation, budget)))


def _codes(table: KindTable, up_to: int, budget: Budget) -> list[Code]:
    """The codes of rows that are known; those past a table by formula or by a proved period."""
    if table.period is not None or table.ruleset.closed_code(0) is not None:
        return [table.code(size, budget) for size in range(up_to + 1)]
    return table.codes[: up_to + 1]


def _witness(table: KindTable, violation: Violation, budget: Budget) -> Iterator[OptionsOfKind]:
    """The options of the row that breaks R1, by kind."""
    options: dict[Kind, list[Option]] = {}
    for option in table.ruleset.options(violation.size):
        options.setdefault(kind_of(table.sum(option, budget)), []).append(option)
    for kind in Kind:
        if kind in options:
            forbidden = kind is FORBIDDEN.get(violation.condition)
            yield OptionsOfKind(kind, tuple(options[kind]), forbidden)


@dataclass(frozen=True)
class Miscount:
    """A *position* of which R1's count says that the player to move wins exactly if *wins* is
    false."""

    position: Position
    wins: bool


def miscount(ruleset: str | Ruleset, size: int, budget: Allowed = None) -> Miscount | None:
    """Where R1's count errs about a row of *size*, in the smallest company of up to
    :data:`MOST_BESIDE` rows that are no longer than it or :data:`LONGEST`; it comes first.

    None where it does not, and where the *budget* ends before that is known.

    >>> miscount("octal:0.35", 4)
    Miscount(position=(4, 1), wins=True)
    """
    ruleset, size, budget = get_ruleset(ruleset), as_size(size), Budget.of(budget)
    rows = TrueKinds(ruleset, budget)
    with suppress(BudgetExceededError):
        for number in range(MOST_BESIDE + 1):
            beside = combinations_with_replacement(range(1, min(size, LONGEST) + 1), number)
            for company in sorted(beside, key=sum):
                position = size, *company
                if rows.errs(position):
                    return Miscount(position, not rows.calls_won(position))
    return None
