"""Results by question: the answers of a class, with first tries, a histogram and the common
mistake, in a list of how good each question was and on a page for each."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from statistics import StatisticsError, correlation
from typing import NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.boards.board_view import view
from games.boards.boards import Board
from games.questions.question import QuestionLike
from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Membership
from games.teach.work.access import get_assignment_as_staff
from games.teach.work.models import Item
from games.teach.work.results.grants import steads
from games.teach.work.results.mistakes import first_answers, shown
from games.teach.work.standings.own_positions import flat, words_of_siblings
from games.teach.work.standings.reports import AssignmentReport, PartOfClass, Roll, roll_of
from solver import InvalidInputError, SolverError
from solver.teaching import Misconception

LEAST_STUDENTS = 10
"""With fewer students the value would be random, so none is shown."""
FirstTries = Mapping[UUID, bool]
"""The students who answered a question, and whether each was right at the first try without
help."""


def discrimination(
    item: int, tries: Mapping[int, FirstTries], dropped: Collection[int]
) -> float | None:
    """The correlation, from -1 to 1, between being right at this question at the first try and the
    share of other questions, without *dropped* ones, at which a student was.

    None with fewer than :data:`LEAST_STUDENTS` students, or if all are alike.
    """
    others = [tries[other] for other in tries if other != item and other not in dropped]
    here: list[float] = []
    elsewhere: list[float] = []
    for student, is_right in tries.get(item, {}).items():
        beside = [other[student] for other in others if student in other]
        if beside:
            here.append(is_right)
            elsewhere.append(sum(beside) / len(beside))
    try:
        value = correlation(here, elsewhere) if len(here) >= LEAST_STUDENTS else None
    except StatisticsError:
        return None
    return value if value is None else round(value, 2)


COMMON_STUDENTS, COMMON_SHARE = 3, 20
"""The number of students, and the percentage of those who answered, from which a mistake is
common."""
TWO = 2
"""With this number of options, there is only one wrong answer."""
RIGHT_TEXT, WRONG_TEXT = "The right answer", "Another wrong answer"
"""The labels for answers that were given on different positions."""


@dataclass(frozen=True)
class FirstAnswer:
    """One kind of answer, with the number of students who gave it first and the habit behind it.
    *item* and *given* are an example: the question as it was asked, and the stored answer."""

    text: str
    is_right: bool
    number: int
    share: int
    item: Item
    given: str
    habit: Misconception | None = None

    @property
    def is_common(self) -> bool:
        """Whether it is one particular mistake, and a common one."""
        is_mistake = not self.is_right and self.text != WRONG_TEXT
        return is_mistake and self.number >= COMMON_STUDENTS and self.share >= COMMON_SHARE


@dataclass(frozen=True)
class ItemAnalysis:
    """One question over a class. *first_right* of *answered* students were right at the first try
    without help. With only two options, a wrong answer has no habit and is no common mistake."""

    item: Item
    answered: int
    first_right: int
    answers: tuple[FirstAnswer, ...]
    discrimination: float | None

    @property
    def rate(self) -> int | None:
        """The percentage of students who were right at the first try."""
        return round(100 * self.first_right / self.answered) if self.answered else None

    @property
    def common_mistake(self) -> FirstAnswer | None:
        """The most frequent wrong answer, if it is common."""
        if self.item.options == TWO:
            return None
        return next((answer for answer in self.answers if answer.is_common), None)


@dataclass(frozen=True)
class OwnAnswer:
    """A student's first answer in words, with the question as this student was asked it."""

    student: Membership
    item: Item
    text: str
    is_right: bool


def own_answers(roll: Roll, item: Item) -> list[OwnAnswer]:
    """Everybody's first answer to a question that asks each student about another position, in
    register order."""
    firsts = first_answers(roll.assignment, [item]).filter(membership__in=roll.students)
    columns = firsts.values_list("membership", *Given._fields)
    given = {student: Given(*told) for student, *told in columns}
    return [
        OwnAnswer(
            student,
            asked := _asked(item, given[student.pk]),
            answer_words(asked, given[student.pk].answer),
            given[student.pk].solved,
        )
        for student in roll.students
        if student.pk in given
    ]


def analyse_items(roll: Roll | AssignmentReport, *, only: Item | None = None) -> list[ItemAnalysis]:
    """The analysis of every exercise, or of *only* one. Lessons have no single answer to count."""
    items = [item for item in roll.items if not item.is_lesson]
    firsts = first_answers(roll.assignment, items).filter(membership__in=roll.students)
    given: dict[int, Counter[Given]] = defaultdict(Counter)
    at_once: dict[int, dict[UUID, bool]] = defaultdict(dict)
    columns = ("item", "membership", "hint_tier", *Given._fields)
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

    position: str
    answer: str
    solved: bool
    misconception: str


def _analyse(
    item: Item, given: Counter[Given], first_right: int, told_apart: float | None
) -> ItemAnalysis:
    answered = given.total()
    texts: Counter[str] = Counter()
    example: dict[str, Given] = {}
    for some in sorted(given):
        text = _text(item, some)
        texts[text] += given[some]
        example.setdefault(text, some)
    answers = tuple(
        FirstAnswer(
            text,
            example[text].solved,
            number,
            round(100 * number / answered),
            _asked(item, example[text]),
            example[text].answer,
            None if item.siblings else _habit(item, example[text]),
        )
        for text, number in sorted(texts.items(), key=lambda entry: (-entry[1], entry[0]))
    )
    return ItemAnalysis(item, answered, first_right, answers, told_apart)


def _asked(item: Item, given: Given) -> Item:
    return item.at(given.position)


def _text(item: Item, given: Given) -> str:
    """An answer in few words. If students had different positions, a move is named by its habit."""
    if not item.siblings or item.options:
        return answer_words(_asked(item, given), given.answer)
    if given.solved:
        return RIGHT_TEXT
    habit = _habit(item, given)
    return habit.name if habit else WRONG_TEXT


def _habit(item: Item, given: Given) -> Misconception | None:
    if given.solved or item.options == TWO:
        return None
    return shown(item, given.answer, given.misconception)


def answer_words(exercise: QuestionLike, given: str) -> str:
    """An answer in few words; equal moves have equal words."""
    task = ShownQuestion(exercise)
    try:
        return task.asking.answer_label(task, given)
    except (SolverError, KeyError, ValueError) as error:
        raise InvalidInputError.of("a stored answer", given, "it cannot be read") from error


def board_after(answer: FirstAnswer) -> Board | None:
    """The board after a move that students made, to show to the class."""
    task = ShownQuestion(answer.item)
    if not task.asking.is_on_board:
        return None
    return task.board.after(task.board.place(answer.given, task.player))


ORDERS = {"number": "number", "hardest": "hardest first"}
"""The ways to sort questions, in words."""


@dataclass(frozen=True)
class NumberedAnalysis:
    """The analysis of a question, with its number in the assignment."""

    number: int
    analysis: ItemAnalysis


@require_safe
@never_cache
def items(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Every question on one line: how many were right at once, and its discrimination."""
    assignment = get_assignment_as_staff(request.user, assignment_id)
    everybody = roll_of(assignment)
    part = PartOfClass(everybody.students, request.GET)
    roll = everybody.of(part)
    places = {item.pk: number for number, item in enumerate(roll.items, 1)}
    questions = [NumberedAnalysis(places[one.item.pk], one) for one in analyse_items(roll)]
    order = "hardest" if request.GET.get("sort") == "hardest" else "number"
    if order == "hardest":  # what nobody has answered comes last
        questions.sort(key=lambda one: (one.analysis.rate is None, one.analysis.rate))
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "part": part,
        "questions": questions,
        "orders": [(name, words, name == order) for name, words in ORDERS.items()],
        "least_students": LEAST_STUDENTS,
    }
    return render(request, "teach/work/items.html", context)


@require_safe
@never_cache
def question(request: HttpRequest, assignment_id: uuid.UUID, place: int) -> HttpResponse:
    """One question: first tries, the answers given, the common mistake on a board."""
    assignment = get_assignment_as_staff(request.user, assignment_id)
    everybody = roll_of(assignment)
    part = PartOfClass(everybody.students, request.GET)
    roll = everybody.of(part)
    asked = {n: item for n, item in enumerate(roll.items, 1) if not item.is_lesson}
    if place not in asked:
        raise Http404("This assignment has no such question.")
    item = asked[place]
    [analysis] = analyse_items(roll, only=item)
    mistake = analysis.common_mistake
    after = board_after(mistake) if mistake else None
    numbers = list(asked)
    here = numbers.index(place)
    context = {
        "assignment": assignment,
        "classroom": assignment.classroom,
        "part": part,
        "item": item,
        "heading": f"Question {place}",
        "number": place,
        "analysis": analysis,
        "own_answers": own_answers(roll, item) if item.siblings else [],
        "siblings": words_of_siblings(item, flat(item.siblings), len(everybody.students)),
        "stead": steads(roll.items)[item.pk],
        "board": view(ShownQuestion(item).board, prefix="item-"),
        "mistake": view(after, prefix="mistake-") if after else None,
        "previous": numbers[here - 1] if here else None,
        "next": numbers[here + 1] if here + 1 < len(numbers) else None,
    }
    return render(request, "teach/work/question.html", context)
