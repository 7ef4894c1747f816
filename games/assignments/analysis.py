"""What a class played at an item: first tries, a histogram of answers, the common mistake."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.assignments.mistakes import shown
from games.assignments.models import Item, ItemAttempt
from games.assignments.results import Report
from games.boards.boards import Board
from games.exercises.goals import Exercise
from games.exercises.tasks import Task
from solver import InvalidInputError, Misconception, SolverError


@dataclass(frozen=True)
class Answer:
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
    answers: tuple[Answer, ...]

    @property
    def rate(self) -> int | None:
        """The first-try rate in per cent."""
        return round(100 * self.first_right / self.answered) if self.answered else None

    @property
    def common_mistake(self) -> Answer | None:
        """The wrong answer most of them gave."""
        return next((answer for answer in self.answers if not answer.is_right), None)


def analyse_items(report: Report) -> list[ItemAnalysis]:
    """Every exercise of an assignment; lessons have no single answer to count."""
    return [_analyse(report, item) for item in report.items if not item.is_lesson]


def _analyse(report: Report, item: Item) -> ItemAnalysis:
    firsts = []
    for row in report.rows:
        answered = _answered(report.attempts.get((row.membership.pk, item.pk), []))
        if answered:
            firsts.append(answered[0])
    texts: Counter[str] = Counter()
    example: dict[str, ItemAttempt] = {}
    for attempt in firsts:
        text = answer_words(item, attempt.answer)
        texts[text] += 1
        example.setdefault(text, attempt)
    answers = tuple(
        Answer(
            text,
            bool(example[text].solved),
            number,
            round(100 * number / len(firsts)),
            shown(item, example[text]),
            example[text].answer,
        )
        for text, number in sorted(texts.items(), key=lambda entry: (-entry[1], entry[0]))
    )
    right = sum(bool(attempt.solved and not attempt.hint_tier) for attempt in firsts)
    return ItemAnalysis(item, len(firsts), right, answers)


def _answered(attempts: list[ItemAttempt]) -> list[ItemAttempt]:
    return [attempt for attempt in attempts if attempt.solved is not None]


def answer_words(exercise: Exercise, given: str) -> str:
    """An answer in few words; equal moves in equal words."""
    task = Task(exercise)
    try:
        return task.asking.in_words(task, given)
    except (SolverError, KeyError, ValueError) as error:
        raise InvalidInputError.of("a stored answer", given, "it cannot be read") from error


def board_after(item: Item, answer: Answer) -> Board | None:
    """The board after a move that was played, to be shown to the class."""
    task = Task(item)
    if not task.asking.is_on_board:
        return None
    return task.board.after(task.board.place(answer.given, task.player))
