"""Habits in the mistakes of a class that chance does not explain."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet

from games.questions.goals import goal_of
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.signs import UNLIKELY, chance_of
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item, ItemAttempt
from games.teach.work.standings.reports import AssignmentReport, Roll, keys
from solver import pooled
from solver.teaching import HABITS, MISJUDGEMENTS, Misconception, misconception


def counting(items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """The tries at these questions, answered or not, that another try has not set aside."""
    keys = [item.pk for item in items if not item.is_lesson]
    return ItemAttempt.objects.filter(item__in=keys, set_aside_by=None).order_by()


def wrong_answers(assignment: Assignment, items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """The wrong answers that count; in a test, only final answers."""
    answers = counting(items)
    if assignment.is_test:
        answers = answers.exclude(Exists(_beside().filter(answered_at__gt=OuterRef("answered_at"))))
    return answers.filter(solved=False)


def first_answers(assignment: Assignment, items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """Everybody's first answer to each question; in a test, the last one, because only that
    counts."""
    is_other = "answered_at__gt" if assignment.is_test else "answered_at__lt"
    others = _beside().filter(**{is_other: OuterRef("answered_at")})
    return counting(items).exclude(solved=None).exclude(Exists(others))


def _beside() -> QuerySet[ItemAttempt]:
    """The other answers of the same student to the same question."""
    return ItemAttempt.objects.filter(
        item=OuterRef("item"),
        membership=OuterRef("membership"),
        set_aside_by=None,
        solved__isnull=False,
    )


KNOWN = {habit.key: habit for habit in (*MISJUDGEMENTS, *HABITS)}


@dataclass(frozen=True)
class HabitPlace:
    """A wrong answer that fits a habit: the question, the answer in words, and how often it was
    given."""

    item: Item
    words: str
    times: int


@dataclass(frozen=True)
class ShownHabit:
    """How many of one student's slips fit a habit."""

    membership: Membership
    times: int
    slips: int

    @property
    def name(self) -> str:
        return self.membership.real_name


@dataclass(frozen=True)
class SeenHabit:
    """A reported habit: *times* of *slips* fit it, and chance alone would make *expected* of them
    fit."""

    misconception: Misconception
    times: int
    slips: int
    expected: float
    students: tuple[ShownHabit, ...]
    places: tuple[HabitPlace, ...] = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(shown.name for shown in self.students)

    @property
    def can_be_set(self) -> bool:
        """Whether it is a habit of moves, so that positions can separate it from others."""
        return self.misconception in HABITS

    @property
    def by_chance(self) -> str:
        """The number that chance would explain, in words."""
        return f"{self.expected:.1f}".removesuffix(".0") if self.expected >= 0.05 else "hardly any"


@dataclass
class HabitEvidence:
    """The counts for one habit: the *chances* of all slips that could have shown it; by account,
    the slips and the fitting ones; and the fitting tries by question, position and answer."""

    chances: list[float] = field(default_factory=list)
    slips: Counter[int] = field(default_factory=Counter)
    fitting: Counter[int] = field(default_factory=Counter)
    places: Counter[tuple[int, str, str]] = field(default_factory=Counter)


def misconceptions(told: AssignmentReport | Roll) -> list[SeenHabit]:
    """The habits that the wrong answers of a class, or of one student, show; most widespread first.

    A slip is a wrong answer to a question that could show the habit. Under the null hypothesis, it
    is drawn at random from the wrong answers to its question, and shows the habit with some
    probability p. Then the number of fitting slips is a sum of independent draws with these p
    (Poisson's binomial distribution). The habit is reported if at least two slips fit and the
    probability of so many or more is at most :data:`UNLIKELY`. A repeated answer of one student to
    one question counts once if it fits and every time if it does not, so that stubbornness is no
    evidence.
    """
    return habits_in(evidence_in(told), told)


def evidence_in(told: AssignmentReport | Roll) -> dict[str, HabitEvidence]:
    """The counts for each habit that the wrong answers could show."""
    evidence: dict[str, HabitEvidence] = defaultdict(HabitEvidence)
    for slip in slips(told):
        for key, chance, fits in slip.says:
            number = 1 if fits else slip.times
            found = evidence[key]
            found.chances.extend([chance] * number)
            found.slips[slip.user] += number
            if fits:
                found.fitting[slip.user] += 1
                found.places[slip.item.pk, slip.item.position, slip.answer] += 1
    return dict(evidence)


@pooled(lambda told, state: (str(told.assignment.pk), state))
def evidence_at(told: Roll, state: str) -> dict[str, HabitEvidence]:
    """The same, kept while the *state* of the answers stays: it has one row for each wrong answer
    of a class, and the page of a class is looked at more often than answers come."""
    return evidence_in(told)


def habits_in(evidence: dict[str, HabitEvidence], told: AssignmentReport | Roll) -> list[SeenHabit]:
    """The habits that the counts show, as :func:`misconceptions` tells them."""
    seen = [
        _seen_habit(KNOWN[key], found, told) for key, found in evidence.items() if is_told(found)
    ]
    return sorted(seen, key=lambda one: (-len(one.names), -one.times, one.misconception.key))


class AnswerSlip(NamedTuple):
    """A wrong answer, and how many *times* an account gave it to a question as it was asked. For
    each habit that the question could show, *says* has the probability, and whether the answer
    fits."""

    user: int
    item: Item
    answer: str
    times: int
    says: tuple[tuple[str, float, bool], ...]


def slips(told: AssignmentReport | Roll) -> Iterator[AnswerSlip]:
    """Every wrong answer that counts. All positions of one question can show the same habits, and
    the probability is that of the answered position."""
    items = {item.pk: item for item in told.items if not item.is_lesson}
    wrong: Any = wrong_answers(told.assignment, items.values())
    columns = ("membership__user", "item", "position", "answer", "misconception")
    alike = wrong.filter(membership__in=keys(told.students)).values(*columns, "match")
    given = alike.annotate(times=Count("pk")).values_list(*columns, "times")
    says: dict[tuple[int, str, str, str], tuple[tuple[str, float, bool], ...]] = {}
    for user, pk, position, answer, stored, times in given:
        kind, item = (pk, position, answer, stored), items[pk]
        asked = item.at(position)
        if kind not in says:
            habit = shown(asked, answer, stored)
            known = by_lot(item.asked).items()
            says[kind] = tuple((k, p, habit is not None and habit.key == k) for k, p in known)
        yield AnswerSlip(user, asked, answer, times, says[kind])


@lru_cache(maxsize=1024)  # some hundred bytes each: 1 MB
def by_lot(asked: Question) -> dict[str, float]:
    """For each habit, the share of the wrong answers to an exercise that show it."""
    task = ShownQuestion(asked)
    return task.asking.by_lot(task)


def is_told(evidence: HabitEvidence) -> bool:
    """Whether a habit showed more often than chance explains."""
    times = evidence.fitting.total()
    return times > 1 and chance_of(evidence.chances, times) <= UNLIKELY


def _seen_habit(
    habit: Misconception, evidence: HabitEvidence, told: AssignmentReport | Roll
) -> SeenHabit:
    items = {item.pk: item for item in told.items}
    people = [student for student in told.students if student.user_id in evidence.fitting]
    places = sorted(evidence.places.items(), key=lambda entry: (-entry[1], entry[0]))
    return SeenHabit(
        habit,
        evidence.fitting.total(),
        len(evidence.chances),
        sum(evidence.chances),
        tuple(
            ShownHabit(person, evidence.fitting[person.user_id], evidence.slips[person.user_id])
            for person in people
        ),
        tuple(
            HabitPlace(asked := items[pk].at(position), _words(asked, text), times)
            for (pk, position, text), times in places
        ),
    )


def _words(item: Item, answer: str) -> str:
    task = ShownQuestion(item)
    return task.asking.answer_label(task, answer)


def shown(item: Item, answer: str, stored: str) -> Misconception | None:
    """The habit behind a wrong answer: for a move, computed again; otherwise, and if each student
    had another position, the one *stored* with the answer."""
    if goal_of(item.goal).is_on_board and not item.siblings:
        return _shown_by_move(item.asked, answer)
    return KNOWN.get(stored)


@lru_cache(maxsize=4096)  # the same: 4 MB
def _shown_by_move(asked: Question, answer: str) -> Misconception | None:
    task = ShownQuestion(asked)
    return misconception(task.question, task.board.place(answer, task.player).move)
