"""Two positions with the same company, and whether it tells them apart."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits, check_rows, page_budget
from games.boards.thumbnails import Thumbnail, thumbnail
from games.explore.addresses import address, play_address
from solver import (
    Convention,
    Inquiry,
    Outcome,
    Position,
    companies,
    format_position,
    never_apart,
    parse_position,
)
from solver import answer as solve
from solver.teaching import OUTCOME_WORDS

GAMES = (("partizan-kayles", "Strips"), ("kayles", "Kayles"))
"""The games for which we can prove that no company tells two positions apart."""
MAX_COMPANY, MAX_ROWS = 12, 3
"""The most pieces and rows of a company in the search."""


@dataclass(frozen=True)
class CompanySide:
    """One of the two positions together with the company."""

    question: Inquiry

    @property
    def picture(self) -> Thumbnail:
        return thumbnail(self.question.ruleset, self.question.position)

    @cached_property
    def outcome(self) -> Outcome:
        return solve(self.question).outcome

    @property
    def words(self) -> str:
        return OUTCOME_WORDS[self.outcome]

    @property
    def explore_url(self) -> str:
        return address(self.question)

    @property
    def play_url(self) -> str:
        return play_address(self.question)


class CompanyComparison:
    """Two positions of a misère game, and the company *beside* both.

    Raises :class:`~solver.InvalidInputError` for a position that is invalid or too large.
    """

    def __init__(self, ruleset: str, one: str, other: str, beside: str) -> None:
        self.ruleset = ruleset
        self.budget = page_budget()
        self.one, self.other, self.beside = map(rows_of, (one, other, beside))
        self.sides = [self._side(rows, self.beside) for rows in (self.one, self.other)]

    def _side(self, rows: Position, beside: Position) -> CompanySide:
        board, misere = tuple(sorted(rows + beside)), Convention.MISERE.value
        return CompanySide(ask_within_limits(self.ruleset, board, misere, budget=self.budget))

    def are_apart(self, beside: Position) -> bool:
        """Whether a company tells the two positions apart."""
        one, other = (self._side(rows, beside).outcome for rows in (self.one, self.other))
        return one is not other

    @property
    def is_told(self) -> bool:
        return self.sides[0].outcome is not self.sides[1].outcome

    @cached_property
    def is_never_told(self) -> bool:
        """Whether it is proved that no company of any size tells them apart."""
        return never_apart(self._side(self.one, ()).question, self.other)

    def smallest(self) -> str:
        """The smallest company that tells them apart; empty if we find none."""
        found = next(filter(self.are_apart, companies(MAX_COMPANY, MAX_ROWS, MAX_COMPANY)), None)
        return "" if found is None else format_position(found)


def rows_of(written: str) -> Position:
    """A position without empty rows; an empty text means no rows."""
    rows = tuple(sorted(size for size in parse_position(written.strip() or "0") if size))
    check_rows(rows)
    return rows
