"""What a class played at an item: first tries, a histogram of answers, the common mistake."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from games.assignments.answers import first_answers
from games.assignments.discrimination import Discrimination, discrimination
from games.assignments.mistakes import shown
from games.assignments.models import Item
from games.assignments.results import AssignmentReport, Roll
from games.boards.boards import Board
from games.exercises.goals import Exercise
from games.exercises.tasks import Task
from solver import InvalidInputError, Misconception, SolverError


@dataclass(frozen=True)
class FirstAnswer:
    """One kind of answer, with how many gave it first and what it shows."""

    text: str
    is_right: bool
    number: int
    share: int
    habit: Misconception | None = None
    given: str = ""


@dataclass(frozen=True)
class ItemAnalysis:
    """One item over a class. *first_right* of *answered* students were right at the first try
    and without help."""

    item: Item
    answered: int
    first_right: int
    answers: tuple[FirstAnswer, ...]
    discrimination: Discrimination

    @property
    def rate(self) -> int | None:
        """The first-try rate in per cent."""
        return round(100 * self.first_right / self.answered) if self.answered else None

    @property
    def common_mistake(self) -> FirstAnswer | None:
        """The wrong answer most of them gave."""
        return next((answer for answer in self.answers if not answer.is_right), None)


def analyse_items(roll: Roll | AssignmentReport, *, only: Item | None = None) -> list[ItemAnalysis]:
    """Every exercise of an assignment, or *only* one; lessons have no single answer to count."""
    items = [item for item in roll.items if not item.is_lesson]
    firsts = first_answers(roll.assignment, items).filter(membership__in=roll.students)
    given: dict[int, Counter[Given]] = defaultdict(Counter)
    at_once: dict[int, dict[UUID, bool]] = defaultdict(dict)
    columns = ("item", "membership", "hint_tier", "answer", "solved", "misconception")
    for item, student, tier, *told in firsts.values_list(*columns):
        answer = Given(*told)
        given[item][answer] += 1
        at_once[item][student] = answer.solved and not tier
    dropped = {item.pk for item in items if item.is_dropped}
    return [
        _analyse(
            item,
            given[item.pk],
            sum(at_once[item.pk].values()),
            discrimination(item.pk, at_once, dropped),
        )
        for item in items
        if only in (None, item)
    ]


class Given(NamedTuple):
    """A first answer as it is stored."""

    answer: str
    solved: bool
    misconception: str


def _analyse(
    item: Item, given: Counter[Given], first_right: int, told_apart: Discrimination
) -> ItemAnalysis:
    answered = given.total()
    texts: Counter[str] = Counter()
    example: dict[str, Given] = {}
    for some in sorted(given):
        text = answer_words(item, some.answer)
        texts[text] += given[some]
        example.setdefault(text, some)
    answers = tuple(
        FirstAnswer(
            text,
            example[text].solved,
            number,
            round(100 * number / answered),
            _habit(item, example[text]),
            example[text].answer,
        )
        for text, number in sorted(texts.items(), key=lambda entry: (-entry[1], entry[0]))
    )
    return ItemAnalysis(item, answered, first_right, answers, told_apart)


def _habit(item: Item, given: Given) -> Misconception | None:
    return None if given.solved else shown(item, given.answer, given.misconception)


def answer_words(exercise: Exercise, given: str) -> str:
    """An answer in few words; equal moves in equal words."""
    task = Task(exercise)
    try:
        return task.asking.answer_label(task, given)
    except (SolverError, KeyError, ValueError) as error:
        raise InvalidInputError.of("a stored answer", given, "it cannot be read") from error


def board_after(item: Item, answer: FirstAnswer) -> Board | None:
    """The board after a move that was played, to be shown to the class."""
    task = Task(item)
    if not task.asking.is_on_board:
        return None
    return task.board.after(task.board.place(answer.given, task.player))
