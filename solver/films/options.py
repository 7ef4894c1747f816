"""A row by itself: a card for each thing it may become, and the nim-value that follows from them.

Options that leave the same parts are one. Where there are many, those that count the same share a
card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from operator import xor
from typing import NamedTuple

from solver.budget import Budget
from solver.explanation import Facts, ReasoningStep
from solver.nim_values import nim_values
from solver.pool import pooled
from solver.positions import Position, format_parts
from solver.rulesets.rules import Ruleset
from solver.scenes import Mark, OptionCard, RowOptions, Scene, Tag
from solver.theory import Inquiry
from solver.words import NOTHING, by_number, capitalised, joined, listed, one_of
from solver.words import films as words

from .frames import OPTIONS_A_STEP

NIM_VALUE = "nim-value"
MOST_CARDS = 12
"""How many cards stand under a row."""
MAX_LISTED = 6
"""How many options of a row a sentence lists, or nim-values of options."""


@dataclass(frozen=True)
class LoneRow:
    """A row of *size*. The *budget* pays for what is computed of it, and changes nothing in it."""

    rules: Ruleset
    size: int
    budget: Budget = field(compare=False)

    @classmethod
    def of(cls, question: Inquiry, size: int) -> LoneRow:
        """A row of the board of *question*, by the rules of its own game."""
        return cls(*question.ruleset.alone(size), question.budget)


class Alone(NamedTuple):
    """What follows for a row from its options."""

    title: str
    text: str
    facts: Facts
    options: RowOptions

    def said_in(self, board: Ruleset, size: int) -> Alone:
        """The same; on the *board* of a sum of different games it says whose row it is."""
        if not board.is_sum:
            return self
        game = board.alone(size)[0].name
        title, text = (words.IN_GAME.format(game=game, said=x) for x in (self.title, self.text))
        return Alone(title, text, self.facts, replace(self.options, size=size))

    def step(self, rule: str, position: Position, size: int, tag: str) -> ReasoningStep:
        """The frame that tells it: the rows of *size* are in focus, and the options below."""
        places = tuple(place for place, other in enumerate(position) if other == size)
        tags = tuple(Tag(place, tag, Mark.FOCUS) for place in places)
        facts = {**self.facts, "options": [card.as_json() for card in self.options.cards]}
        draw = partial(Scene, position, tags=tags, options=(self.options,))
        return ReasoningStep(rule, self.text, facts, places, draw, self.title)


class Derived(NamedTuple):
    """A row's *options*, *their* nim-values, its own, and how that follows, in words."""

    options: list[Position]
    reached: list[int]
    value: int
    words: str


def derived(row: LoneRow) -> Derived:
    """The options of a row and its nim-value; raises :class:`BudgetExceededError`."""
    rules, size = row.rules, row.size
    row.budget.spend(rules.breadth(size) // OPTIONS_A_STEP)
    table = nim_values(rules).within(row.budget)
    options = list(dict.fromkeys(tuple(sorted(option)) for option in rules.options(size)))
    reached = sorted(rules.option_nim_values(size, [table[one] for one in range(size)]))
    value = table[size]
    how = mex_words(reached, value, single=len(options) == 1)
    return Derived(options, reached, value, f"{options_words(row, options)} {how}")


@pooled(lambda row: (row.rules.identity, row.size))
def value_alone(row: LoneRow) -> Alone:
    """What a row counts as when the last one wins: the smallest nim-value no option has."""
    options, reached, value, how = derived(row)
    table = nim_values(row.rules).within(row.budget)

    def card(option: Position) -> OptionCard:
        values = [table[part] for part in option]
        parts = " ⊕ ".join(map(str, values)) if len(values) > 1 else ""
        return OptionCard(option, str(reduce(xor, values, 0)), parts=parts)

    title = words.VALUE_TITLE.format(
        row=capitalised(row.rules.component_word), size=row.size, value=value
    )
    facts = {"size": row.size, "reached": reached, "nim_value": value}
    return Alone(title, how, facts, with_mex(row_options(row.size, options, card), reached, value))


def row_options(
    size: int, options: Iterable[Position], card: Callable[[Position], OptionCard]
) -> RowOptions:
    """The *options* of a row of *size*, each as its *card*."""
    cards = list(map(card, options))
    if len(cards) > MOST_CARDS:
        cards = merged(cards)
    shown, more = listed(cards, MOST_CARDS)
    return RowOptions(size, tuple(shown), more)


def merged(cards: Iterable[OptionCard]) -> list[OptionCard]:
    """One card for all that have the same value and verdict: the one with the fewest parts."""
    alike: dict[tuple[str, str], list[OptionCard]] = {}
    for card in cards:
        alike.setdefault((card.value, card.verdict), []).append(card)
    return [
        min(same, key=lambda card: len(card.leaves))._replace(others=len(same) - 1)
        for same in alike.values()
    ]


def with_mex(
    options: RowOptions, reached: Iterable[int], value: int, counts: str = NIM_VALUE
) -> RowOptions:
    """The same with the numbers of the options, called *counts*, and the smallest one missing."""
    return replace(options, reached=tuple(reached), missing=value, counts=counts)


def options_words(row: LoneRow, options: list[Position]) -> str:
    """The options of a row in a sentence."""
    names = [format_parts(option) if option else NOTHING for option in options]
    return (words.CAN_LEAVE if options else words.NO_MOVE).format(
        row=row.rules.component_word, size=row.size, options=one_of(names, MAX_LISTED)
    )


def mex_words(reached: list[int], value: int, *, single: bool) -> str:
    """How the nim-value follows from those of the options, or of a *single* one."""
    if not reached:
        return words.NO_OPTION
    one = words.ONLY_OPTION if single else words.ONE_NIM_VALUE
    text = by_number(len(reached), one, words.NIM_VALUES)
    if len(reached) > MAX_LISTED:
        text = words.ALL_BELOW
    return text.format(reached=joined(reached), value=value)
