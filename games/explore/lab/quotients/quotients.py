"""The misère quotient of a game for its page: its elements, generators and proof."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import MAX_ROWS, MAX_SIZE, thinking
from games.boards.games import OFFERS
from games.explore.addresses import address, play_address
from games.explore.lab.quotients.drawings import Graph, GrowthTable, Pretending
from games.explore.lab.quotients.infinite import InfiniteProof
from games.explore.studies import kept_quotient
from solver import (
    Budget,
    BudgetExceededError,
    Convention,
    Heaps,
    Hexadecimal,
    InfiniteQuotient,
    Inquiry,
    Known,
    Octal,
    Position,
    QuotientTable,
    Ruleset,
    format_position,
    growth_of,
    infinite_quotient,
    is_tame,
    mex_function,
    partial_quotient,
    quotient_of,
    relations_of,
    shipped_quotient,
    smallest_positions,
    solved_play,
)

MOST_DRAWN = 150
"""A page neither draws nor lists more elements than this; files contain all."""
MOST_PICTURES = 64
MOST_MULTIPLIED = 24
"""The most elements for which we show the multiplication table."""
MOST_MEX = 120


def page_budget() -> Budget:
    """The budget of a page for a quotient, equal to that of a map."""
    return thinking(4_000, 0.4)


@dataclass(frozen=True)
class Found:
    """A quotient as far as it is known; *infinite* is the proof that it is infinite, if there
    is one."""

    ruleset: Ruleset
    known: Known
    infinite: InfiniteQuotient | None = None

    @property
    def is_complete(self) -> bool:
        return self.known.period is not None

    @property
    def order(self) -> int:
        return self.known.monoid.order

    @property
    def name(self) -> str:
        return OFFERS.get(self.ruleset.key, self.ruleset.name)

    @cached_property
    def lost(self) -> list[int]:
        """The P-portion."""
        return [element for element in range(self.order) if self.known.monoid.is_p(element)]

    @property
    def is_tame(self) -> bool:
        return is_tame(self.known.monoid)


def find(
    ruleset: Ruleset,
    budget: Budget,
    *,
    is_studied: bool = True,
    table: QuotientTable | None = None,
) -> Found:
    """The quotient of a game: the solver's own for all rows; otherwise the better of a stored study
    and of what the solver keeps of shorter rows, or, if it keeps nothing, of what the budget
    allows. With *is_studied* False, no study is looked up.

    *table* is the table to extend; by default the shared one of this game.

    Raises :class:`InvalidInputError` if the players have different moves.
    """
    if shipped := shipped_quotient(ruleset):
        return Found(ruleset, shipped)
    infinite, known = infinite_quotient(ruleset), partial_quotient(ruleset)
    if known is None:
        table = table or quotient_of(ruleset, budget)
        longest = (infinite.up_to or MAX_SIZE + 1) - 1 if infinite else None
        with suppress(BudgetExceededError):
            table.grow(longest, budget)
        known = table.known()
    if infinite:
        return Found(ruleset, known, infinite)
    kept = kept_quotient(ruleset.key) if known.period is None and is_studied else None
    if kept and (kept.period is not None or kept.up_to > known.up_to):
        known = kept
    return Found(ruleset, known)


@dataclass(frozen=True)
class Element:
    """An element, the smallest position that has it, and its product with each generator."""

    name: str
    is_lost: bool
    position: Position
    products: tuple[str, ...]
    question: Inquiry

    @property
    def rows(self) -> str:
        return format_position(self.position or (0,))

    @property
    def has_board(self) -> bool:
        return len(self.position) <= MAX_ROWS and max(self.position, default=0) <= MAX_SIZE

    @property
    def explore_url(self) -> str:
        return address(self.question) if self.has_board else ""

    @property
    def play_url(self) -> str:
        return play_address(self.question) if self.has_board and self.position else ""


@dataclass(frozen=True)
class MexLine:
    """One line of the mex function, with names."""

    options: str
    element: str
    sizes: str


class QuotientPage:
    """The page of a quotient; *by* is the generator whose multiplication is drawn.

    Quotients are exact, so two pages of the same game with the same known rows are equal.
    """

    def __init__(self, found: Found, by: str = "") -> None:
        self.found, self.known, self.ruleset = found, found.known, found.ruleset
        self.names, self.letters = found.known.names
        self.by = by if by in self.letters else ""

    @property
    def part_key(self) -> tuple[object, ...]:
        """The values that determine the page."""
        known = self.known
        return self.ruleset, self.by, known.up_to, known.preperiod, known.period

    @property
    def is_drawn(self) -> bool:
        return self.found.order <= MOST_DRAWN

    @property
    def solved_play(self) -> str:
        """What is published of play, where the quotient is not known for every row."""
        return "" if self.found.is_complete or self.found.infinite else solved_play(self.ruleset)

    @property
    def has_pictures(self) -> bool:
        return self.found.order <= MOST_PICTURES

    @cached_property
    def graph(self) -> Graph:
        return Graph(self.known, self.by)

    @cached_property
    def pretending(self) -> Pretending:
        return Pretending(self.known, _address(self.ruleset, "{}"))

    @property
    def generators(self) -> list[tuple[str, int, str]]:
        """Each generator with its row and that row's address."""
        return [
            (letter, size, _address(self.ruleset, str(size)) if size <= MAX_SIZE else "")
            for letter, size in self.letters.items()
        ]

    @cached_property
    def relations(self) -> list[tuple[str, str]]:
        return relations_of(self.known)

    @property
    def lost_names(self) -> list[str]:
        return [self.names[element] for element in self.found.lost]

    @cached_property
    def elements(self) -> list[Element]:
        """The elements in the order of their names."""
        monoid = self.known.monoid
        factors = [self.known.values[size] for size in self.letters.values()]
        return [
            Element(
                self.names[element],
                monoid.is_p(element),
                position,
                tuple(self.names[monoid.table[element][factor]] for factor in factors),
                Inquiry(self.ruleset, position, Convention.MISERE, None),
            )
            for element, position in enumerate(smallest_positions(self.known))
        ]

    @property
    def multiplication(self) -> list[tuple[str, list[tuple[str, bool]]]]:
        """Each element with its products, losing ones marked; only for small quotients."""
        if self.found.order > MOST_MULTIPLIED:
            return []
        monoid = self.known.monoid
        return [
            (self.names[one], [(self.names[product], monoid.is_p(product)) for product in row])
            for one, row in enumerate(monoid.table)
        ]

    @cached_property
    def mex(self) -> list[MexLine]:
        """The mex function, as far as a page lists it."""
        try:
            lines = mex_function(self.ruleset, self.known, page_budget())
        except BudgetExceededError:
            return []
        return [
            MexLine(
                ", ".join(self.names[option] for option in line.options) or "none",
                self.names[line.element],
                _in_runs(line.sizes),
            )
            for line in lines[:MOST_MEX]
        ]

    @property
    def certificate(self) -> list[str]:
        """The proof of the quotient, in sentences."""
        return list(certificate(self.ruleset, self.known))

    @cached_property
    def proof(self) -> InfiniteProof | None:
        """The proof that the quotient is infinite, if there is one."""
        return InfiniteProof(self.found.infinite) if self.found.infinite else None

    @cached_property
    def growth(self) -> GrowthTable | None:
        """How the quotient grows, unless it is finite or its growth costs more than a page may."""
        if self.found.is_complete:
            return None
        try:
            return GrowthTable(growth_of(self.known, page_budget()), self.found.infinite)
        except BudgetExceededError:
            return None


def certificate(ruleset: Ruleset, known: Known) -> Iterator[str]:
    """How far a quotient is proved, and how."""
    word = ruleset.component_word
    yield known.certificate(ruleset)
    yield (
        f"We added {word} after {word}. After each {word} we checked all its sums with smaller "
        f"{word}s: no losing sum has a losing option, and every other sum with a move left has "
        "one. So the player to move loses a sum exactly when its product is one of the losing "
        "elements."
    )
    if known.period is None or known.preperiod is None:
        return
    if isinstance(ruleset, Octal | Hexadecimal):
        digits = len(ruleset.digits) - 1
        times, often = (3, "three times") if isinstance(ruleset, Hexadecimal) else (2, "twice")
        last = times * (max(known.preperiod, 1) + known.period) + digits
        yield (
            f"The elements were computed up to a row of {last - 1} at least. That is one less than "
            f"{often} {max(known.preperiod, 1)}, {often} the period and the {digits} "
            f"digit{'' if digits == 1 else 's'} of the rule together. They keep repeating for "
            "ever, because each move in a longer row leaves a row that can be shortened by a "
            "period."
        )
    elif isinstance(ruleset, Heaps):
        yield "Sizes that the rules do not list have no move, so all of them are alike."
    else:
        yield (
            "The elements of as many rows in succession as the largest take have come again, and "
            "the element of the next row depends on those alone."
        )


def _address(ruleset: Ruleset, position: str) -> str:
    path = reverse("explore:position", args=[ruleset.key, "0"]).removesuffix("0/")
    return f"{path}{position}/"


def _in_runs(sizes: tuple[int, ...]) -> str:
    """Numbers, with runs joined: ``3, 5–8``."""
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )
