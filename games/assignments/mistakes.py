"""What the mistakes of a class have in common, told from chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log
from typing import Any, NamedTuple

from django.db.models import Count

from games.assignments.answers import wrong_answers
from games.assignments.models import Item
from games.assignments.results import AssignmentReport, Roll
from games.classes.models import Membership
from games.exercises.asked import Asked
from games.exercises.goals import asking_of
from games.exercises.tasks import Task
from solver import HABITS, MISJUDGEMENTS, Misconception, misconception

KNOWN = {habit.key: habit for habit in (*MISJUDGEMENTS, *HABITS)}
UNLIKELY = 0.01
"""A habit is told where chance alone would show it as often in at most one class in a hundred."""
EXACT = 400
"""Up to so many slips the chance is computed, above that it is bounded."""


@dataclass(frozen=True)
class HabitPlace:
    """A wrong answer that fits a habit: where and how often it was given."""

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
    """A habit that was shown: *times* of *slips* fit it, and *expected* would by chance."""

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
        """Whether it is a habit of play, which positions can tell from others."""
        return self.misconception in HABITS

    @property
    def by_chance(self) -> str:
        """What chance would show, in words."""
        return f"{self.expected:.1f}".removesuffix(".0") if self.expected >= 0.05 else "hardly any"


@dataclass
class HabitEvidence:
    """What is counted for one habit: the *chances* of every slip that could have shown it, and
    the slips and those that fit by account; the tries that fit by item and answer."""

    chances: list[float] = field(default_factory=list)
    slips: Counter[int] = field(default_factory=Counter)
    fitting: Counter[int] = field(default_factory=Counter)
    places: Counter[tuple[int, str]] = field(default_factory=Counter)


def misconceptions(told: AssignmentReport | Roll) -> list[SeenHabit]:
    """What the wrong answers of a class, or of one student, show; the most widespread first.

    A slip is a wrong answer to an item at which the habit could be shown. By chance it is drawn
    by lot among the wrong answers to its item, which shows the habit with some probability p. The
    number of slips that fit is then the sum of independent draws with these p (Poisson's binomial
    distribution), and the habit is told where at least two fit and the probability that so many
    or more do is at most :data:`UNLIKELY`. The same answer of one student to one item counts once
    where it fits, and every time where it does not, so that stubbornness is no evidence.
    """
    evidence: dict[str, HabitEvidence] = defaultdict(HabitEvidence)
    for slip in slips(told):
        for key, chance, fits in slip.says:
            number = 1 if fits else slip.times
            found = evidence[key]
            found.chances.extend([chance] * number)
            found.slips[slip.user] += number
            if fits:
                found.fitting[slip.user] += 1
                found.places[slip.item.pk, slip.answer] += 1
    seen = [_seen(KNOWN[key], found, told) for key, found in evidence.items() if is_told(found)]
    return sorted(seen, key=lambda one: (-len(one.names), -one.times, one.misconception.key))


class AnswerSlip(NamedTuple):
    """A wrong answer and how many *times* an account gave it to an item. It *says* of each habit
    that could be shown there how likely that was, and whether it fits."""

    user: int
    item: Item
    answer: str
    times: int
    says: tuple[tuple[str, float, bool], ...]


def slips(told: AssignmentReport | Roll) -> Iterator[AnswerSlip]:
    """Every wrong answer that counts."""
    items = {item.pk: item for item in told.items if not item.is_lesson}
    wrong: Any = wrong_answers(told.assignment, items.values())
    columns = ("membership__user", "item", "answer", "misconception")
    alike = wrong.filter(membership__in=told.students).values(*columns, "match")
    given = alike.annotate(times=Count("pk")).values_list(*columns, "times")
    says: dict[tuple[int, str, str], tuple[tuple[str, float, bool], ...]] = {}
    for user, pk, answer, stored, times in given:
        kind, item = (pk, answer, stored), items[pk]
        if kind not in says:
            habit = shown(item, answer, stored)
            known = by_lot(item.asked).items()
            says[kind] = tuple((k, p, habit is not None and habit.key == k) for k, p in known)
        yield AnswerSlip(user, item, answer, times, says[kind])


@lru_cache(maxsize=1024)
def by_lot(asked: Asked) -> dict[str, float]:
    """For each habit, the share of the wrong answers to an exercise that would show it."""
    task = Task(asked)
    return task.asking.by_lot(task)


def is_told(evidence: HabitEvidence) -> bool:
    """Whether a habit was shown more often than chance would."""
    times = evidence.fitting.total()
    return times > 1 and chance_of(evidence.chances, times) <= UNLIKELY


def chance_of(chances: Sequence[float], times: int) -> float:
    """How likely at least so many of independent draws succeed; beyond :data:`EXACT` of them
    Chernoff's bound, which is never less.

    >>> round(chance_of([0.25] * 8, 7), 6)
    0.000381
    """
    expected = sum(chances)
    if times <= expected:
        return 1.0
    if len(chances) > EXACT:
        return exp(times - expected - times * log(times / expected))
    fewer = [1.0] + [0.0] * (times - 1)  # how likely none, one, two, ... have succeeded so far
    for chance in chances:
        for number in range(times - 1, 0, -1):
            fewer[number] += chance * (fewer[number - 1] - fewer[number])
        fewer[0] *= 1 - chance
    return max(0.0, 1 - sum(fewer))


def _seen(
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
            HabitPlace(items[pk], _words(items[pk], text), times) for (pk, text), times in places
        ),
    )


def _words(item: Item, answer: str) -> str:
    task = Task(item)
    return task.asking.answer_label(task, answer)


def shown(item: Item, answer: str, stored: str) -> Misconception | None:
    """The habit a wrong answer shows: *stored* with it, or of a move, which is looked at again."""
    if asking_of(item.goal).is_on_board:
        return _shown_by_move(item.asked, answer)
    return KNOWN.get(stored)


@lru_cache(maxsize=4096)
def _shown_by_move(asked: Asked, answer: str) -> Misconception | None:
    task = Task(asked)
    return misconception(task.question, task.board.place(answer, task.player).move)
