"""What a class played at an item: first tries, a histogram of answers, the common mistake."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.assignments.mistakes import shown
from games.assignments.models import Item, ItemAttempt
from games.assignments.results import Report
from games.boards.boards import Board
from games.exercises.goals import Exercise, Goal
from games.exercises.grading import LOST, WON, grade
from games.exercises.tasks import CASES, Task
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
        for text, number in sorted(texts.items(), key=lambda one: (-one[1], one[0]))
    )
    right = sum(bool(attempt.solved and not attempt.hint_tier) for attempt in firsts)
    return ItemAnalysis(item, len(firsts), right, answers)


def _answered(attempts: list[ItemAttempt]) -> list[ItemAttempt]:
    return [attempt for attempt in attempts if attempt.solved is not None]


def answer_words(exercise: Exercise, given: str) -> str:
    """An answer in few words; equal moves in equal words."""
    task = Task(exercise)
    try:
        match task.goal:
            case Goal.MOVE:
                move = task.board.place(given, task.player).move
                return task.move_words(move.canonical)
            case Goal.ALL:
                names = {option.value: option.label for option in task.moves}
                return "; ".join(sorted(names.get(one, one) for one in given.split(";")))
            case Goal.PREDICT:
                return next(one.label for one in task.predictions if one.value == given)
            case Goal.CASE:
                return CASES[int(given)]
            case Goal.PLAY:
                return {WON: "Won the game", LOST: "Lost the game"}[given]
        return grade(exercise, given).answered.removeprefix("You said: ").rstrip(".")
    except (SolverError, StopIteration, KeyError, ValueError) as error:
        raise InvalidInputError.of("a stored answer", given, "it cannot be read") from error


def board_after(item: Item, answer: Answer) -> Board | None:
    """The board after a move that was played, to be shown to the class."""
    if item.goal != Goal.MOVE:
        return None
    task = Task(item)
    return task.board.after(task.board.place(answer.given, task.player))
