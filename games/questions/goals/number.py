"""Work out a number of a position: the gap in a sentence of a proof."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.content.shapes import Flag, OneOf, Own, Problem
from games.questions.goals.goal import Fields, Goal
from games.questions.goals.lost_rule import QUANTITY_WORDS
from games.questions.guessers import Guesser
from games.questions.question import QuestionBoard
from games.questions.verdicts import Verdict
from solver import InvalidInputError
from solver.teaching import QUANTITIES, Figures, Rule

COLUMNS = ("ones", "twos", "fours", "eights", "sixteens")
"""The names of the first columns of a binary number, from the right."""
NIM_SUMS = ("nim_sum", "plain_nim_sum")
GUESSED = 16
"""A guesser chooses among this many numbers, from 0 on."""


@dataclass(frozen=True)
class Column:
    """A column of a binary number: a 1 in it is worth its *power*."""

    power: int
    name: str


@dataclass(frozen=True)
class CutRow:
    """A row cut into *groups*, one or none for each column: the places of their pieces."""

    size: int
    groups: tuple[range, ...]


@dataclass(frozen=True)
class NumberPad:
    """What one touches to write a number: a 0 or 1 in each of its *columns*, from the left, or
    digits if there are none, with a sign for a *signed* number. Its *rows* may stand above the
    columns."""

    columns: tuple[Column, ...]
    signed: bool
    rows: tuple[CutRow, ...] = ()

    @property
    def keyboard(self) -> str:
        """The keyboard of a phone: the one for digits has no minus sign."""
        return "text" if self.signed else "numeric"


def signed_number(value: Any) -> int:
    """A typed or written number of at most three digits."""
    digits = "" if isinstance(value, bool) else str(value).strip().replace("−", "-")
    if not re.fullmatch("-?[0-9]{1,3}", digits):
        raise ValueError("a whole number is expected")
    return int(digits)


class WorkOut(Goal):
    key = "number"
    label = "work out a number"
    question = "Which number belongs in the gap?"
    for_puzzles = False
    has_turn = False
    is_beside = True
    extras: ClassVar = {
        "quantity": OneOf(
            "Number to work out",
            "Write ___ in the text where it is missing.",
            choices={key: QUANTITY_WORDS[key] for key in QUANTITIES},
        ),
        "cut": Flag(
            "Cut the rows",
            "Draws each row in groups, one under each column. Only for the nim-sum of rows of Nim.",
        ),
    }
    answers: ClassVar = {"answer": Own(reader=signed_number, said="a whole number", speaks=True)}

    def solution(self, task: QuestionBoard) -> Any:
        figures = Figures(task.ruleset, task.question.budget)
        quantity = task.extra.get("quantity", "nim_sum")
        return QUANTITIES[quantity].count(figures, task.question.position)

    def right(self, task: QuestionBoard) -> str:
        return str(self.solution(task))

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        return str(self.solution(task) + chance.randint(1, 5))

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        number, true = self.number(answer), self.solution(task)
        return Verdict(
            correct=number == true,
            words="Right." if number == true else "Not quite.",
            answered=f"You said: {in_words(number)}.",
            truth=f"The number is {in_words(true)}.",
        )

    def number(self, answer: str) -> int:
        """The number in an answer. Raises :class:`InvalidInputError` if it is not a number."""
        try:
            return signed_number(answer)
        except ValueError:
            raise InvalidInputError.of("a number", answer, "write one such as 3") from None

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        if not post.get("gap", "").strip():
            raise InvalidInputError("Write a number first.", value="")
        return str(self.number(post.get("gap", "")))

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"gap": [answer]}

    def parts(self, task: QuestionBoard) -> Sequence[NumberPad]:
        """A nim-sum of several rows is touched in columns, as many as its largest number has."""
        quantity, rows = task.extra["quantity"], task.question.position
        columns: Sequence[int] = ()
        if quantity in NIM_SUMS and len(rows) > 1:
            count = QUANTITIES[quantity].count
            figures = Figures(task.ruleset, task.question.budget)
            most = max(count(figures, (size,)) for size in rows)
            columns = range(max(most.bit_length(), 1))[::-1]
        named = tuple(Column(2**n, [*COLUMNS, f"{2**n}s"][min(n, len(COLUMNS))]) for n in columns)
        return [NumberPad(named, QUANTITIES[quantity].signed, self.cut(task, named))]

    def cut(self, task: QuestionBoard, columns: Sequence[Column]) -> tuple[CutRow, ...]:
        """The rows in the groups of their binary numbers, if the author wants them cut."""
        if not task.extra.get("cut"):
            return ()
        return tuple(
            CutRow(size, tuple(range(column.power & size) for column in columns))
            for size in task.question.position
        )

    def draws_board(self, task: QuestionBoard) -> bool:
        return not task.extra.get("cut")

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return in_words(self.number(answer))

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser writes a random small number."""
        return Fraction(abs(self.solution(task)) < GUESSED, GUESSED)

    def contradiction(self, task: QuestionBoard) -> str | None:
        if "quantity" not in task.extra:
            return Problem("quantity is missing", "quantity")
        if refusal := Rule.read({task.extra["quantity"]: 0}).refusal(task.ruleset):
            return Problem(refusal, "quantity", named=True)
        if task.extra.get("cut") and not self.may_cut(task):
            return Problem("only the nim-sum of several rows of Nim can be cut", "cut", named=True)
        return None

    def may_cut(self, task: QuestionBoard) -> bool:
        """Whether the columns of the rows' numbers are those of their nim-sum."""
        rows, figures = task.question.position, Figures(task.ruleset, task.question.budget)
        sums = task.extra["quantity"] in NIM_SUMS and len(rows) > 1
        return sums and all(figures.nim_value(size) == size for size in rows)


def in_words(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "−")
