"""What lies beside two positions, and whether it tells them apart."""

from __future__ import annotations

from collections.abc import Iterator

from solver.conventions import Outcome, Player
from solver.enumeration import partitions
from solver.errors import NotCoveredError
from solver.positions import Position
from solver.theories.misere_quotient import MisereQuotient, known_for
from solver.theories.reduction import Reduction, balance_of
from solver.theory import Inquiry


def is_at_least(one: Outcome, other: Outcome) -> bool:
    """Whether an outcome is at least as good for Left as another one, whoever starts.

    >>> is_at_least(Outcome.L, Outcome.N), is_at_least(Outcome.N, Outcome.P)
    (True, False)
    """
    starting = one.wins(Player.LEFT) or not other.wins(Player.LEFT)
    waiting = other.wins(Player.RIGHT) or not one.wins(Player.RIGHT)
    return starting and waiting


def never_worse(question: Inquiry, other: Position) -> bool:
    """Whether the position asked about is at least as good for Left as *other* beside any strips.

    Two squares apart count three more than two in one piece, and are no better (Corollary 3 of
    partizan Kayles, Integers 15, 2015); any other difference of balance shows beside some strips.
    Raises :class:`NotCoveredError` for other games and endings.

    >>> from solver import ask
    >>> never_worse(ask("partizan-kayles", "2"), (1, 1))
    True
    """
    _check(Reduction().refusal(question))
    gap = balance_of(other) - balance_of(question.position)
    return gap >= 0 and gap % 3 == 0


def never_apart(question: Inquiry, other: Position) -> bool:
    """Whether nothing of the same game, played beside them, tells the position asked about and
    *other* apart: by the balance of strips, or by the misère quotient.

    Raises :class:`NotCoveredError` for other games and endings.

    >>> from solver import ask
    >>> never_apart(ask("kayles", "4"), (1,)), never_apart(ask("kayles", "2+2"), ())
    (True, False)
    """
    if question.ruleset.partizan:
        return never_worse(question, other) and balance_of(other) == balance_of(question.position)
    _check(MisereQuotient().refusal(question))
    both = Inquiry(
        question.ruleset, question.position + other, question.convention, None, question.budget
    )
    known = known_for(both)
    one, two = (known.monoid.product(known[size] for size in p) for p in (question.position, other))
    return one == two


def companies(most: int, rows: int, largest: int) -> Iterator[Position]:
    """What can be put beside a position, of up to *most* pieces, the smallest first; nothing is
    the first of all.

    >>> list(companies(2, 2, 2))
    [(), (1,), (1, 1), (2,)]
    """
    for total in range(most + 1):
        yield from partitions(total, rows, largest)


def _check(refusal: str | None) -> None:
    if refusal:
        raise NotCoveredError(refusal)
