"""When a skill or a kind of puzzle comes back for review: one rule for both.

Nothing is stored: we compute it from attempts at steps and puzzles, and from the answers in tests,
checkpoints and reviews. After right answers the intervals grow; a wrong answer starts them again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import dropwhile
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import IntegerField, QuerySet, UUIDField, Value
from django.utils import timezone

from games.learn.lessons.course import Course
from games.learn.lessons.models import Skill, StepRecord
from games.learn.lessons.taken_tests import TakenTest
from games.learn.puzzles.puzzle_kinds import PuzzleKind, PuzzleTry, puzzle_tries
from games.people.models import Owner, owned_by
from games.questions.attempts import LATEST, Attempt, LatestTries
from games.questions.hints import TIERS
from games.questions.variants import ASKED
from games.web.written_once import written_once

INTERVALS = (1, 3, 7, 21, 60)
"""Days until a topic is asked again: the first follows the first try, the others follow right
answers on or after the due date. After the last interval it comes back only if a later answer is
wrong."""

Try = tuple[datetime, bool]
"""The time of a try, and whether it was right without help."""


def schedule(tries: Iterable[Try]) -> tuple[int, datetime | None]:
    """The number of the current interval, from 1, and when it ends, after *tries* in order.

    The first try starts the first interval. A right answer after the end of an interval starts the
    next one; an earlier right answer changes nothing. A wrong answer starts the first interval
    again.
    """
    stage, due_at = 0, None
    for at, right in tries:
        if stage == 0 or not right:
            stage = 1
        elif due_at is not None and at >= due_at:
            stage += 1
        else:
            continue
        is_over = stage > len(INTERVALS)
        due_at = None if is_over else at + timedelta(days=INTERVALS[stage - 1])
    return stage, due_at


SOLID, FAMILIAR = 0.9, 0.7
MINUTES = 0.5
"""The approximate time for a question, in minutes."""

SHOWN = TIERS + 1
"""The hint tier that stands for an answer that was looked up."""

StepTry = tuple[datetime, int, bool, int]
"""Time, key of the step, whether the answer was right, and the help."""


class TestAnswer(NamedTuple):
    """An answer in a test: whether it was right, and when it was given."""

    solved: bool | None
    created_at: datetime


TopicTry = tuple[datetime, str, bool]
"""Time, key of the topic, and whether the answer was right."""


@dataclass(frozen=True)
class Topic(LatestTries):
    """A topic for review: a skill by its slug, or a kind of puzzle by its key, with the latest
    tries. A right answer with help does not count as right. *stage* is the number of intervals
    begun, and *due_at* the time of the next review; None if there is none. *kind* is None for a
    skill. *was_shown* is True if the person looked up an answer and has not given it since
    (:func:`still_shown`)."""

    well = "right without help"

    key: str
    title: str
    stage: int = 0
    due_at: datetime | None = None
    kind: PuzzleKind | None = None
    was_shown: bool = False

    @property
    def level(self) -> str:
        """A word for the level; it can fall again."""
        if not self.is_known:
            return "not enough tries yet"
        share = sum(self.marks) / len(self.marks)
        return "solid" if share >= SOLID else "familiar" if share >= FAMILIAR else "in progress"

    @property
    def is_shaky(self) -> bool:
        """Whether the person should practise it again: it went well once, but not lately."""
        lately = self.marks and not self.marks[-1]
        return bool(self.stage and (lately or self.level == "in progress"))


@dataclass(frozen=True)
class Topics:
    """Every skill of the course, tried or not, and the *kinds* of puzzle that were tried."""

    skills: tuple[Topic, ...]
    kinds: tuple[Topic, ...]

    @property
    def due(self) -> list[Topic]:
        """The topics due now: first those with an answer looked up, then the longest due."""
        now = timezone.now()
        due = [one for at, one in self._planned if at <= now]
        return sorted(due, key=lambda one: not one.was_shown)

    @property
    def later(self) -> list[Topic]:
        """The topics due later, the next one first."""
        now = timezone.now()
        return [one for at, one in self._planned if at > now]

    @property
    def _planned(self) -> list[tuple[datetime, Topic]]:
        dated = ((one.due_at, one) for one in (*self.skills, *self.kinds) if one.due_at)
        return sorted(dated, key=itemgetter(0))


def topics_of(
    owner: Owner | None, course: Course, at_puzzles: Sequence[PuzzleTry] | None = None
) -> Topics:
    """All topics of a person; *at_puzzles* are the puzzle tries, if they have been read already.

    A skill begins with the first right try or the first answer looked up; before that, the person
    is still learning it. A kind of puzzle begins with the first wrong answer: what goes well needs
    no review.
    """
    if at_puzzles is None:
        at_puzzles = puzzle_tries(owner) if owner else []
    at_steps, taken_tests = _tried(owner) if owner else ([], [])
    looked_up = _by_skill(_look_ups(at_steps), taken_tests, course)
    at_kinds = [(one.at, one.kind, one.is_right) for one in at_puzzles]
    tries: dict[str, list[Try]] = {}
    every = (*_tries(at_steps, taken_tests, course), *_at_sets(at_puzzles, course), *at_kinds)
    for at, key, right in sorted(every, key=itemgetter(0)):
        tries.setdefault(key, []).append((at, right))
    kinds = map(PuzzleKind.of, dict.fromkeys(key for _, key, _ in at_kinds))
    return Topics(
        tuple(
            _skill(one, tries.get(one.slug, []), looked_up.get(one.slug, []))
            for one in course.skills
        ),
        tuple(_puzzles(kind, tries[kind.key]) for kind in kinds),
    )


def _skill(skill: Skill, tries: list[Try], shown: list[Try]) -> Topic:
    """A skill with its *tries*; *shown* are the answers looked up: when, and whether the person has
    given each one since."""
    looked_up = [(at, False) for at, _ in shown]
    both = sorted([*tries, *looked_up], key=itemgetter(0))
    stage, due_at = schedule(dropwhile(lambda one: not (one[1] or one in looked_up), both))
    was_shown = not all(given for _, given in shown)
    return Topic(_marks(tries), skill.slug, skill.title, stage, due_at, was_shown=was_shown)


def _puzzles(kind: PuzzleKind, tries: Sequence[Try]) -> Topic:
    stage, due_at = schedule(dropwhile(itemgetter(1), tries))
    return Topic(_marks(tries), kind.key, kind.title, stage, due_at, kind)


def _marks(tries: Sequence[Try]) -> tuple[bool, ...]:
    return tuple(right for _, right in tries[-LATEST:])


def minutes(questions: int) -> int:
    """The approximate time for this many questions, in minutes."""
    return max(1, round(questions * MINUTES))


def still_shown(owner: Owner) -> set[int]:
    """The keys of the steps whose answers the person looked up, and has not given since without a
    mistake in a review or test."""
    at_steps, taken_tests = _tried(owner)
    shown = _look_ups(at_steps)
    return shown.keys() - _recalled(shown, taken_tests)


def _look_ups(at_steps: Sequence[StepTry]) -> dict[int, datetime]:
    """When answers were looked up, by the key of their step."""
    return {step: at for at, step, _, tier in at_steps if tier == SHOWN}


def _by_skill(
    shown: dict[int, datetime], taken_tests: Sequence[TakenTest], course: Course
) -> dict[str, list[Try]]:
    """For each skill, when answers were looked up, and whether they were given since."""
    given = _recalled(shown, taken_tests)
    by_skill: dict[str, list[Try]] = {}
    for step, at in shown.items():
        if step in course.counts_for:
            by_skill.setdefault(course.counts_for[step], []).append((at, step in given))
    return by_skill


def _recalled(shown: dict[int, datetime], taken_tests: Sequence[TakenTest]) -> set[int]:
    """The steps of *shown* that a later test asked about without a wrong answer."""
    return {
        step
        for taken in taken_tests
        for step in taken.recalled
        if step in shown and taken.finished_at and taken.finished_at > shown[step]
    }


def _tries(
    at_steps: Sequence[StepTry], taken_tests: Sequence[TakenTest], course: Course
) -> Iterator[TopicTry]:
    """All tries at skills, and the questions of reviews about kinds of puzzle."""
    for at, step, solved, tier in at_steps:
        if step in course.counts_for and tier != SHOWN:
            yield at, course.counts_for[step], solved and not tier
    for taken in taken_tests:
        yield from taken.tries


def _at_sets(at_puzzles: Sequence[PuzzleTry], course: Course) -> Iterator[TopicTry]:
    """The first tries at puzzles in a lesson's set, which count for the lesson's skill."""
    by_number = {lesson.number: next(iter(lesson.skills), "") for lesson in course.every}
    for one in at_puzzles:
        for number in one.lessons if one.first else ():
            if number in by_number:
                yield one.at, by_number[number], one.is_right


def _tried(owner: Owner) -> tuple[list[StepTry], list[TakenTest]]:
    """The tries at steps, with the answers looked up that a review can ask for, and the tests with
    their answers, in two queries."""
    at_steps: list[StepTry] = []
    in_tests: dict[UUID, dict[int, TestAnswer]] = defaultdict(dict)
    for at, step, solved, tier, test, place in _tries_and_look_ups(owner):
        if test is None:
            at_steps.append((at, step, solved, tier))
        else:
            in_tests[test][place] = TestAnswer(solved, at)
    taken_tests = _tests_of(owner)
    for taken in taken_tests:
        taken.answers = [answer for _, answer in sorted(in_tests[taken.pk].items())]
    return at_steps, taken_tests


@written_once
def _tests_of(owner: Owner) -> QuerySet[TakenTest]:
    return owned_by(owner, TakenTest.objects.all())


@written_once
def _tries_and_look_ups(owner: Owner) -> QuerySet[Any, Any]:
    tries = owned_by(owner, Attempt.objects.filter(puzzle=None).order_by())
    told = tries.values_list("created_at", "step_id", "solved", "hint_tier", "taken_test", "place")
    records = owned_by(owner, StepRecord.objects.filter(answer_shown=True).order_by())
    shown = records.filter(done_at__isnull=False, step__kind__in=ASKED)
    in_no_test = (Value(None, UUIDField()), Value(None, IntegerField()))
    looked_up = shown.values_list("done_at", "step_id", Value(False), Value(SHOWN), *in_no_test)
    return told.union(looked_up, all=True)
