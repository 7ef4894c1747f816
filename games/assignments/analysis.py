"""What a class played at an item: first tries, a histogram of answers, the common mistake."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Q

from games.assignments.answers import first_answers
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

    @property
    def rate(self) -> int | None:
        """The first-try rate in per cent."""
        return round(100 * self.first_right / self.answered) if self.answered else None

    @property
    def common_mistake(self) -> FirstAnswer | None:
        """The wrong answer most of them gave."""
        return next((answer for answer in self.answers if not answer.is_right), None)


def analyse_items(roll: Roll | AssignmentReport) -> list[ItemAnalysis]:
    """Every exercise of an assignment; lessons have no single answer to count."""
    items = [item for item in roll.items if not item.is_lesson]
    firsts: Any = first_answers(roll.assignment, items).filter(membership__in=roll.students)
    given: dict[int, list[Given]] = defaultdict(list)
    columns = ("item", "answer", "solved", "misconception", "is_helped")
    helped = firsts.annotate(is_helped=Q(hint_tier__gt=0))
    for item, *told in helped.values_list(*columns).annotate(number=Count("pk")):
        given[item].append(Given(*told))
    return [_analyse(item, given[item.pk]) for item in items]


class Given(NamedTuple):
    """The same first answer of some students, all with help or all without."""

    answer: str
    solved: bool
    misconception: str
    is_helped: bool
    number: int


def _analyse(item: Item, given: list[Given]) -> ItemAnalysis:
    answered = sum(some.number for some in given)
    texts: Counter[str] = Counter()
    example: dict[str, Given] = {}
    for some in sorted(given):
        text = answer_words(item, some.answer)
        texts[text] += some.number
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
    right = sum(some.number for some in given if some.solved and not some.is_helped)
    return ItemAnalysis(item, answered, right, answers)


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
