"""A misère quotient found by hand, one question at a time.

The questions are those of Angluin, *Learning regular sets from queries and counterexamples* (1987),
with sums of rows for words. A table has a line for each board and a column for each company; a cell
says who wins the two together. A board whose line is new is a new element. Where its line is that
of an element, either a company tells the two apart, and is a new column, or they are the same.
What the learner says is compared with the quotient, which is exact for rows of such lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from solver.budget import Budget
from solver.conventions import Outcome
from solver.errors import InvalidInputError
from solver.positions import Position
from solver.rulesets.rules import Ruleset
from solver.words import unreadable

from .presentation import smallest_positions
from .table import quotient_of

MOST_BY_HAND = 12
"""Nobody compares more elements by hand than this: 12 are those of Kayles up to a row of 8."""
LETTERS = "abcdefghijkl"


@dataclass(frozen=True)
class NamedElement:
    """An element with its *name* in letters, empty for that of the empty board; *board* is the one
    that it was met on, and *value* its number in the quotient."""

    name: str
    board: Position
    value: int


@dataclass(frozen=True)
class ByHandQuestion:
    """Which element a *board* is. *asked* is its name if it is a product, ``ab``, and empty for a
    single row; *found* are the elements so far, and *same_as* the one it is, None if it is new."""

    board: Position
    asked: str
    found: tuple[NamedElement, ...]
    same_as: NamedElement | None


class QuotientByHand:
    """The questions that lead to the misère quotient of *ruleset* with rows *up_to* so long.

    Raises :class:`~solver.InvalidInputError` for a quotient of more than 12 elements, and
    :class:`~solver.BudgetExceededError` for one that costs too much.

    >>> from solver import Budget, get_ruleset
    >>> from solver.teaching import QuotientByHand
    >>> by_hand = QuotientByHand(get_ruleset("octal:0.31"), 4, Budget())
    >>> [element.name for element in by_hand.elements]
    ['', 'a', 'b', 'ab', 'bb', 'abb']
    """

    def __init__(self, ruleset: Ruleset, up_to: int, budget: Budget) -> None:
        self.ruleset, self.up_to = ruleset, up_to
        table = quotient_of(ruleset, budget)
        table.grow(up_to, budget)
        self.quotient = table.known(up_to)
        order = self.quotient.monoid.order
        if order > MOST_BY_HAND:
            raise InvalidInputError.because(
                unreadable.TOO_MANY_BY_HAND, up_to, order=order, most=MOST_BY_HAND
            )
        self._elements = {0: NamedElement("", (), 0)}
        self._rows: dict[str, int] = {}
        self._products: dict[tuple[int, str], tuple[int, int]] = {}
        self.questions: list[ByHandQuestion] = []
        for size in range(1, up_to + 1):
            letter = LETTERS[len(self._rows)]
            if self._ask((size,), "", letter, self.quotient[size]):
                self._rows[letter] = size
                self._know(0, letter, self.quotient[size])
                self._multiply()

    @property
    def elements(self) -> tuple[NamedElement, ...]:
        """All of them, in the order in which they are found."""
        return tuple(self._elements.values())

    @property
    def letters(self) -> dict[str, int]:
        """The row that each letter stands for."""
        return self._rows

    @property
    def lost(self) -> tuple[NamedElement, ...]:
        """The elements on which the player to move loses."""
        return tuple(e for e in self.elements if self.quotient.monoid.is_p(e.value))

    def outcome(self, board: Position) -> Outcome:
        """Who wins a sum of rows; :attr:`up_to` limits their length."""
        is_lost = self.quotient.monoid.is_p(self._value(board))
        return Outcome.P if is_lost else Outcome.N

    def line(self, board: Position, companies: Sequence[Position]) -> tuple[Outcome, ...]:
        """Who wins a board beside each company: its line of the table."""
        return tuple(self.outcome(board + company) for company in companies)

    def alike(
        self, question: ByHandQuestion, companies: Sequence[Position]
    ) -> tuple[NamedElement, ...]:
        """The elements found that have the line of the board."""
        line = self.line(question.board, companies)
        return tuple(e for e in question.found if self.line(e.board, companies) == line)

    def company_for(self, one: Position, other: Position) -> Position | None:
        """The smallest company that tells two boards apart; None if they are the same element."""
        return next(
            (
                company
                for company in self._companies
                if self.outcome(one + company) is not self.outcome(other + company)
            ),
            None,
        )

    def product(self, one: NamedElement, other: NamedElement, told: int) -> NamedElement | None:
        """What two elements make, if that follows from the first *told* answers."""
        for first, second in ((one, other), (other, one)):
            value = self._folded(first.value, second.name, told)
            if value is not None:
                return self._elements[value]
        return None

    # --- the order of the questions ---------------------------------------------------

    def _multiply(self) -> None:
        """Ask what each element makes with each letter, where it does not follow."""
        for element in self._elements.copy().values():
            for letter, size in self._rows.items():
                if (element.value, letter) in self._products:
                    continue
                name = "".join(sorted(element.name + letter))
                value = self._following(name)
                if value is None:
                    board = tuple(sorted((*element.board, size)))
                    value = self._value(board)
                    if self._ask(board, name, name, value):
                        self._know(element.value, letter, value)
                        return self._multiply()
                self._know(element.value, letter, value)
        return None

    def _ask(self, board: Position, asked: str, name: str, value: int) -> bool:
        """Add a question; whether its answer is a new element, which is then called *name*."""
        same_as = self._elements.get(value)
        self.questions.append(ByHandQuestion(board, asked, self.elements, same_as))
        if same_as is None:
            self._elements[value] = NamedElement(name, board, value)
        return same_as is None

    def _know(self, value: int, letter: str, product: int) -> None:
        self._products[value, letter] = (product, len(self.questions))

    def _following(self, name: str) -> int | None:
        """The product of letters, if some order of them leads to it by what is known."""
        orders = (self._folded(0, order, len(self.questions)) for order in permutations(name))
        return next((value for value in orders if value is not None), None)

    def _folded(self, value: int, letters: Sequence[str], told: int) -> int | None:
        """An element times *letters*, by what the first *told* answers say."""
        for letter in letters:
            product, since = self._products.get((value, letter), (0, told + 1))
            if since > told:
                return None
            value = product
        return value

    def _value(self, board: Position) -> int:
        return self.quotient.monoid.product(self.quotient[size] for size in board)

    @cached_property
    def _companies(self) -> list[Position]:
        return sorted(smallest_positions(self.quotient), key=lambda rows: (sum(rows), len(rows)))
