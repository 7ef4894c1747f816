"""How well each skill of the course sits, and when it is asked again.

Nothing of it is stored: it is read from the tries at steps, at puzzles of the lesson's set, and in
tests, checkpoints and reviews. What was right once comes back after growing intervals; a miss
begins them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.exercises.attempts import LATEST, LatestTries
from games.lessons.course import Course, Ways
from games.lessons.models import TELL, Lesson, Skill, Step, StepAttempt, StepRecord
from games.lessons.progress import Owner
from games.lessons.quizzes import Quiz
from games.people.models import owned_by
from games.puzzles.tries import PuzzleAttempt
from games.web.prepared import Slot, prepared

INTERVALS = (1, 3, 7, 21, 60)
"""Days until a skill is asked again: after the first right try, and after each one when it was
due. Past the last of them it is asked no more, until a try at it goes wrong."""
SOLID, FAMILIAR = 0.9, 0.7

Try = tuple[datetime, str, bool]
"""When, at which skill, and whether it was right without help."""


@dataclass(frozen=True)
class SkillState(LatestTries):
    """A skill with the latest tries at it. Help counts as not by oneself. *stage* counts the
    intervals begun, and *due_at* is when it is asked again; None where it is not."""

    well = "right without help"

    skill: Skill
    stage: int = 0
    due_at: datetime | None = None

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


def skills(owner: Owner, course: Course, ways: Ways) -> list[SkillState]:
    """Every skill with the latest tries at it."""
    tries: dict[str, list[Try]] = {}
    for one in sorted(_tries(owner, course), key=itemgetter(0)):
        tries.setdefault(one[1], []).append(one)
    return [_state(skill, tries.get(skill.slug, [])) for skill in ways.skills]


def _state(skill: Skill, tries: Sequence[Try]) -> SkillState:
    stage, due_at = schedule((at, right) for at, _, right in tries)
    return SkillState(tuple(right for _, _, right in tries[-LATEST:]), skill, stage, due_at)


def schedule(tries: Iterable[tuple[datetime, bool]]) -> tuple[int, datetime | None]:
    """The interval begun, from 1, and when it ends, after *tries* in their order.

    The first right try begins the first interval; a right one when it is over begins the next,
    and one before changes nothing. A wrong one begins the first again.
    """
    stage, due_at = 0, None
    for at, right in tries:
        if right and (stage == 0 or (due_at is not None and at >= due_at)):
            stage += 1
        elif not right and stage:
            stage = 1
        else:
            continue
        is_over = stage > len(INTERVALS)
        due_at = None if is_over else at + timedelta(days=INTERVALS[stage - 1])
    return stage, due_at


def _tries(owner: Owner, course: Course) -> Iterator[Try]:
    """Everything somebody has tried at a skill."""
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


@prepared
def _at_steps(owner: Slot) -> QuerySet[Any]:
    steps = owned_by(owner, StepAttempt.objects.exclude(step__kind=TELL).order_by())
    told = ("created_at", "step__lesson_id", "step__skill", "solved", "hint_tier")
    return steps.values_list(*told)


@prepared
def _at_puzzles_of_lessons(owner: Slot) -> QuerySet[Any]:
    first = owned_by(owner, PuzzleAttempt.objects.filter(first=True).order_by())
    in_sets = first.filter(puzzle__sets__lesson__isnull=False)
    return in_sets.values_list("answered_at", "puzzle__sets__lesson", "solved", "hint_tier")


@prepared
def _quizzes(owner: Slot) -> QuerySet[Any]:
    return owned_by(owner, Quiz.objects.all())


def due(states: Iterable[SkillState]) -> list[SkillState]:
    """The skills that are asked again now, the one that waits longest first."""
    now = timezone.now()
    return [one for at, one in _planned(states) if at <= now]


def later(states: Iterable[SkillState]) -> list[SkillState]:
    """Those that will be asked again, the next one first."""
    now = timezone.now()
    return [one for at, one in _planned(states) if at > now]


def _planned(states: Iterable[SkillState]) -> list[tuple[datetime, SkillState]]:
    return sorted(((one.due_at, one) for one in states if one.due_at), key=itemgetter(0))


def steps_for(owner: Owner, states: Sequence[SkillState]) -> list[list[Step]]:
    """For each skill the steps to review it by: those somebody has done, else all of them."""
    steps = Step.objects.filter(order__isnull=False, lesson__state=Lesson.State.PUBLISHED)
    every = list(steps.select_related("lesson").order_by("lesson__number", "order"))
    records = owned_by(owner, StepRecord.objects.filter(done_at__isnull=False))
    done = set(records.values_list("step_id", flat=True))
    groups = []
    for one in states:
        group = [step for step in every if step.counts_for == one.skill.slug]
        groups.append([step for step in group if step.pk in done] or group)
    return groups
