"""What a right answer is worth at the first try, the second, and so on.

It is written as percentages of the points: ``100, 50, 0``. The last number holds for every later
try, and for the option that is left over once all others of a list were tried::

    >>> shares = Shares.read("100, 50, 0")
    >>> [shares.at(number) for number in (1, 2, 3, 4)], [shares.at(n, options=2) for n in (1, 2)]
    ([1.0, 0.5, 0.0, 0.0], [1.0, 0.0])
    >>> shares.in_words(options=2)
    'Only your first try earns points.'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from solver.teaching import joined

FULL = "100"
"""All points at any try."""
FALLING = "100, 50, 0"
"""All points, then half of them, then none."""
MOST_TRIES = 5
"""The number of tries that can have separate percentages."""
ORDINALS = ("first", "second", "third", "fourth", "fifth")
PARTS = {100: "all points", 50: "half the points", 0: "no points"}
WRONG = f"Write at most {MOST_TRIES} percentages from 100 down, with commas, such as {FALLING}."


@dataclass(frozen=True)
class Shares:
    """The *percents* of the points, by try."""

    percents: tuple[int, ...]

    @classmethod
    def read(cls, written: str) -> Shares:
        """Read a list of percentages that never rises. Raises :class:`ValidationError` for other
        text."""
        parts = re.split(r"\s*[,;\s]\s*", written.strip().replace("%", ""))
        if not all(re.fullmatch(r"[0-9]{1,3}", part) for part in parts) or len(parts) > MOST_TRIES:
            raise ValidationError(WRONG)
        percents = tuple(int(part) for part in parts)
        if percents[0] != 100 or list(percents) != sorted(percents, reverse=True):
            raise ValidationError(WRONG)
        return cls(percents)

    def __str__(self) -> str:
        return ", ".join(str(percent) for percent in self.percents)

    def of(self, options: int) -> tuple[int, ...]:
        """The percents at a question with this number of options, without repetitions at the end; 0
        means a question without a list."""
        tries = len(self.percents)
        shown = self.percents[: (min(options, tries) if options else tries) - 1]
        kept = [*shown, self.percents[-1]]
        while len(kept) > 1 and kept[-1] == kept[-2]:
            kept.pop()
        return tuple(kept)

    def at(self, number: int, *, options: int = 0) -> float:
        """The share that try *number* (from 1) earns."""
        percents = self.of(options)
        return percents[min(number, len(percents)) - 1] / 100

    def in_words(self, *, options: int = 0) -> str:
        """What a student reads before answering; empty if every try earns all points."""
        percents = self.of(options)
        if len(percents) == 1:
            return ""
        if percents == (100, 0):
            return "Only your first try earns points."
        parts = [PARTS.get(percent, f"{percent}% of the points") for percent in percents]
        earned = [f"{part} at the {nth} try" for part, nth in zip(parts, ORDINALS, strict=False)]
        earned[-1] = f"{parts[-1]} after that"
        return f"You earn {joined(earned)}."


def by_sort(said: Mapping[int, str]) -> list[str]:
    """What students read about all questions, by the number of options: the sentence *said* for
    each. An empty one, where every try earns all points, is left out.

    >>> by_sort({4: "You earn less.", 2: "You earn less.", 0: ""})
    ['At a question with 4 or 2 answers to choose from, you earn less.']
    """
    sorts: dict[str, list[int]] = {}
    for options, sentence in said.items():
        sorts.setdefault(sentence, []).append(options)
    if len(sorts) == 1:
        return [sentence for sentence in sorts if sentence]
    return [_where(options, sentence) for sentence, options in sorts.items() if sentence]


def _where(options: Sequence[int], sentence: str) -> str:
    lists = joined([number for number in options if number], "or")
    where = f"At a question with {lists} answers to choose from" if lists else "At any other one"
    return f"{where}, {sentence[0].lower()}{sentence[1:]}"


def check_shares(written: str) -> None:
    """A validator for a field with percentages."""
    Shares.read(written)
