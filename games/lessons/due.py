"""When a question comes back, of a lesson or of a puzzle.

Nothing of it is stored: it is read from the tries at steps and puzzles, and from the answers in
tests, checkpoints and reviews.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import dropwhile
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.exercises.attempts import LATEST, LatestTries
from games.exercises.repetition import Try, schedule
from games.lessons.course import Course
from games.lessons.models import TELL, Skill, StepAttempt
from games.lessons.quizzes import Quiz
from games.people.models import Owner, owned_by
from games.puzzles.puzzle_kinds import PuzzleKind, kind_tries
from games.puzzles.tries import PuzzleAttempt

SOLID, FAMILIAR = 0.9, 0.7
MINUTES = 0.5
"""What a question takes, about."""

TopicTry = tuple[datetime, str, bool]
"""A try with the key of its topic in between."""


@dataclass(frozen=True)
class Topic(LatestTries):
    """What comes back: a skill of the course by its slug, or a kind of puzzle by its key, with
    the latest tries at it. Help counts as not by oneself. *stage* counts the intervals begun, and
    *due_at* is when it is asked again; None where it is not. *kind* is None for a skill."""

    well = "right without help"

    key: str
    title: str
    stage: int = 0
    due_at: datetime | None = None
    kind: PuzzleKind | None = None

    @property
    def level(self) -> str:
        """A word for it: honest, and able to fall again."""
        if not self.is_known:
            return "not enough tries yet"
        share = sum(self.marks) / len(self.marks)
        return "solid" if share >= SOLID else "familiar" if share >= FAMILIAR else "in progress"

    @property
    def is_shaky(self) -> bool:
        """Whether it could do with another look: it was right once, and not of late."""
        lately = self.marks and not self.marks[-1]
        return bool(self.stage and (lately or self.level == "in progress"))


@dataclass(frozen=True)
class Topics:
    """Every *skill* of the course, tried or not, and the *kinds* of puzzle that were tried."""

    skills: tuple[Topic, ...]
    kinds: tuple[Topic, ...]

    @property
    def due(self) -> list[Topic]:
        """What is asked again now, the one that waits longest first."""
        now = timezone.now()
        return [one for at, one in self._planned if at <= now]

    @property
    def later(self) -> list[Topic]:
        """What will be asked again, the next one first."""
        now = timezone.now()
        return [one for at, one in self._planned if at > now]

    @property
    def _planned(self) -> list[tuple[datetime, Topic]]:
        dated = ((one.due_at, one) for one in (*self.skills, *self.kinds) if one.due_at)
        return sorted(dated, key=itemgetter(0))


def topics_of(owner: Owner | None, course: Course, skills: Iterable[Skill]) -> Topics:
    """Every topic as somebody stands with it.

    The first right try at a skill begins it: until then it is still being learnt. A kind of
    puzzle begins with the first miss: what goes well needs no review.
    """
    at_puzzles = list(kind_tries(owner)) if owner else []
    tries: dict[str, list[Try]] = {}
    for at, key, right in sorted([*_tries(owner, course), *at_puzzles], key=itemgetter(0)):
        tries.setdefault(key, []).append((at, right))
    kinds = map(PuzzleKind.of, dict.fromkeys(key for _, key, _ in at_puzzles))
    return Topics(
        tuple(_topic(skill.slug, skill.title, tries.get(skill.slug, [])) for skill in skills),
        tuple(_topic(kind.key, kind.title, tries[kind.key], kind) for kind in kinds),
    )


def _topic(key: str, title: str, tries: Sequence[Try], kind: PuzzleKind | None = None) -> Topic:
    begins = kind is None
    stage, due_at = schedule(dropwhile(lambda one: one[1] != begins, tries))
    marks = tuple(right for _, right in tries[-LATEST:])
    return Topic(marks, key, title, stage, due_at, kind)


def minutes(questions: int) -> int:
    """How many minutes so many questions take, about."""
    return max(1, round(questions * MINUTES))


def _tries(owner: Owner | None, course: Course) -> Iterator[TopicTry]:
    """Everything somebody has tried at a skill, and what reviews asked of kinds of puzzle."""
    if owner is None:
        return
    counts_for = {lesson.pk: next(iter(lesson.skills), "") for lesson in course.every}
    by_number = {lesson.number: counts_for[lesson.pk] for lesson in course.every}
    for at, lesson, skill, solved, tier in _at_steps(owner):
        yield at, skill or counts_for.get(lesson, ""), solved and not tier
    for answered, number, good, tier in _at_puzzles_of_lessons(owner):
        if answered and number in by_number:
            yield answered, by_number[number], bool(good) and not tier
    for quiz in _quizzes(owner):
        yield from quiz.tries


def _at_steps(owner: Owner) -> QuerySet[Any]:
    steps = owned_by(owner, StepAttempt.objects.exclude(step__kind=TELL).order_by())
    told = ("created_at", "step__lesson_id", "step__skill", "solved", "hint_tier")
    return steps.values_list(*told)


def _at_puzzles_of_lessons(owner: Owner) -> QuerySet[Any]:
    first = owned_by(owner, PuzzleAttempt.objects.filter(first=True).order_by())
    in_sets = first.filter(puzzle__sets__lesson__isnull=False)
    return in_sets.values_list("answered_at", "puzzle__sets__lesson", "solved", "hint_tier")


def _quizzes(owner: Owner) -> QuerySet[Any]:
    return owned_by(owner, Quiz.objects.all())
