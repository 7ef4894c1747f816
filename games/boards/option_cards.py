"""The options of a row for their template: cards, and the row of nim-values below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.boards.thumbnails import Thumbnail, option_thumbnail
from solver import Ruleset
from solver.teaching import OptionCard, RowOptions, capitalised, joined, plural, position_words

MOST_NUMBERS, SIDE = 12, 4
"""The most nim-values in a row; a longer row shows only this many at each end."""


class CardView(NamedTuple):
    """An option of a row for its template: its *picture* and its name. A genus shows its *value* on
    the line and the rest *raised*."""

    card: OptionCard
    picture: Thumbnail
    called: str

    @property
    def value(self) -> str:
        return self.card.value.partition("^")[0]

    @property
    def raised(self) -> str:
        return self.card.value.partition("^")[2]


class MexCell(NamedTuple):
    """A number in the row of nim-values: *reached* by an option, *missing*, or *beyond*."""

    number: str
    mark: str


@dataclass(frozen=True)
class OptionsView:
    """The options of one row, with the row of nim-values that they reach, if it is shown."""

    options: RowOptions
    cards: tuple[CardView, ...]
    mex: tuple[MexCell, ...]
    heard: str


def options_view(rules: Ruleset, options: RowOptions) -> OptionsView:
    """The options of a row as cards, each with a picture of what it leaves."""
    rules, size = rules.alone(options.size) if options.size else (rules, 0)
    cards = tuple(
        CardView(
            card,
            option_thumbnail(rules, size, card.leaves),
            f"leaves {position_words(card.leaves, 'nothing')}",
        )
        for card in options.cards
    )
    return OptionsView(options, cards, tuple(mex_cells(options)), heard_mex(options))


def mex_cells(options: RowOptions) -> Iterator[MexCell]:
    """The numbers from 0 to one past the missing number or the largest reached; a long row is
    shortened."""
    if options.missing is None:
        return
    past = max((*options.reached, options.missing)) + 1
    numbers = range(past + 1)
    if past > MOST_NUMBERS and past == options.missing + 1:
        for number in numbers[:SIDE]:
            yield MexCell(str(number), "reached")
        yield MexCell("…", "reached")
        numbers = numbers[-SIDE:]
    for number in numbers:
        if number == options.missing:
            yield MexCell(str(number), "missing")
        else:
            yield MexCell(str(number), "reached" if number in options.reached else "beyond")


def heard_mex(options: RowOptions) -> str:
    """The row of nim-values in words, for screen readers."""
    if options.missing is None:
        return ""
    reached = joined(options.reached) if options.reached else "none"
    numbers = capitalised(plural(options.counts))
    return f"{numbers} of the options: {reached}. The smallest one missing: {options.missing}."
