"""A person's progress with puzzles: marks, latest results, what comes next, and what they have met,
so that mixed training asks for nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.learn.puzzles.models import (
    SKILLS,
    Puzzle,
    PuzzleAttempt,
    PuzzleQuerySet,
    PuzzleSet,
    PuzzleSetItem,
)
from games.people.models import Owner, owned_by
from games.questions.attempts import LATEST, LatestTries
from games.web.written_once import written_once
from solver import SolverError, get_ruleset

RECENT = 500
"""The number of tries to search for the latest ones, over all skills."""
THEMES = {
    "only-move": "Only one move wins",
    "normal-trap": "The last-one-wins habit loses",
    "conventions-differ": "Last one wins or loses: it matters",
    "splitting-move": "Only a split wins",
    "lost": "Every move loses",
    "one-row": "One row",
    "two-rows": "Two rows",
    "many-rows": "Three rows or more",
    "short": "Over in three moves",
    "long": "Nine moves or more",
    "case-1": "Case 1 of R1",
    "case-2": "Case 2 of R1",
    "case-3": "Case 3 of R1",
    "case-4": "Case 4 of R1",
}


@dataclass(frozen=True)
class Strip(LatestTries):
    """The latest tries at one skill."""

    well = "solved"

    skill: str
    name: str


@dataclass(frozen=True)
class ListedPuzzle:
    """A puzzle in a list. *solved* is None if it has not been answered."""

    puzzle: Puzzle
    solved: bool | None


@dataclass(frozen=True)
class Cover:
    """A puzzle whose picture is on a cover."""

    puzzle: UUID
    ruleset: str
    position: str


@dataclass(frozen=True)
class SetProgress:
    """A set with the person's progress, and the puzzles on its cover."""

    set: PuzzleSet
    size: int
    solved: int
    covers: tuple[Cover, ...]

    @property
    def percent(self) -> int:
        """The percentage of its puzzles that are solved."""
        return 100 * self.solved // self.size if self.size else 0


def marks(owner: Owner | None) -> dict[UUID, bool]:
    """For each puzzle that this person has answered, whether they ever solved it."""
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None))
    ever_solved: dict[UUID, bool] = {}
    for key, solved in tries.order_by().values_list("puzzle_id", "solved"):
        ever_solved[key] = ever_solved.get(key, False) or bool(solved)
    return ever_solved


def listed(owner: Owner | None, puzzles: Iterable[Puzzle]) -> list[ListedPuzzle]:
    """Puzzles with their marks."""
    solved = marks(owner)
    return [ListedPuzzle(puzzle, solved.get(puzzle.pk)) for puzzle in puzzles]


def strips(owner: Owner | None) -> list[Strip]:
    """The latest tries for each skill that this person has tried."""
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None)).order_by("-answered_at")
    by_skill: dict[str, list[bool]] = {}
    for skill, solved in tries.values_list("puzzle__skill", "solved")[:RECENT]:
        last = by_skill.setdefault(skill, [])
        if len(last) < LATEST:
            last.append(bool(solved))
    return [
        Strip(tuple(reversed(by_skill[skill])), skill, name)
        for skill, name in SKILLS.items()
        if skill in by_skill
    ]


def sets(owner: Owner | None) -> list[SetProgress]:
    """Every set with its size, the number solved, and the puzzles on its cover: the first, the
    middle and the last one. Puzzles that the person solved before a set changed still count."""
    solved = marks(owner)
    members: dict[int, list[Cover]] = {}
    wanted = ("set_id", "puzzle_id", "puzzle__ruleset", "puzzle__position")
    for key, *puzzle in PuzzleSetItem.objects.order_by("order", "pk").values_list(*wanted):
        members.setdefault(key, []).append(Cover(*puzzle))
    before = _former(solved)
    return [
        SetProgress(
            puzzle_set,
            len(puzzles) + before[puzzle_set.pk],
            sum(solved.get(puzzle.puzzle, False) for puzzle in puzzles) + before[puzzle_set.pk],
            tuple(puzzles[place] for place in sorted({0, len(puzzles) // 2, len(puzzles) - 1}))
            if puzzles
            else (),
        )
        for puzzle_set in PuzzleSet.published()
        for puzzles in [members.get(puzzle_set.pk, [])]
    ]


def _former(solved: Mapping[UUID, bool]) -> Counter[int]:
    """The number of former puzzles in each set that are *solved*."""
    if not solved:
        return Counter()
    pairs = PuzzleSet.former.through.objects.values_list("puzzleset_id", "puzzle_id")
    return Counter(key for key, puzzle in pairs if solved.get(puzzle))


def theme_counts() -> tuple[list[tuple[str, str, int]], list[tuple[str, str, int]]]:
    """Games and themes as (slug, name, number of puzzles), without empty ones."""
    counts: dict[str, int] = {}
    for skill, tags in Puzzle.objects.published().order_by().values_list("skill", "themes"):
        for slug in (skill, *tags.split()):
            counts[slug] = counts.get(slug, 0) + 1
    games, themes = (
        [(slug, name, counts[slug]) for slug, name in names.items() if slug in counts]
        for names in (SKILLS, THEMES)
    )
    return games, themes


def next_puzzle(owner: Owner | None, puzzle: Puzzle, theme: str = "") -> Puzzle | None:
    """The next unsolved puzzle: of the theme, or of the set and the sets after it."""
    solved = {key for key, was_solved in marks(owner).items() if was_solved}
    if theme:
        keys = list(of_theme(theme).values_list("pk", flat=True))
    else:
        items = PuzzleSetItem.objects.filter(
            puzzle__state=Puzzle.State.PUBLISHED, set__state=PuzzleSet.State.PUBLISHED
        )
        keys = list(items.order_by("set__order", "order").values_list("puzzle_id", flat=True))
    start = keys.index(puzzle.pk) + 1 if puzzle.pk in keys else 0
    for key in keys[start:] + keys[:start]:
        if key not in solved and key != puzzle.pk:
            return Puzzle.objects.get(pk=key)
    return None


def of_theme(slug: str) -> PuzzleQuerySet:
    """The published puzzles of a game or theme, easiest first."""
    published = Puzzle.objects.published()
    return published.filter(skill=slug) if slug in SKILLS else published.with_theme(slug)


STARTERS = frozenset({"nim", "rows"})
"""The skills that newcomers start with: Nim, and taking from one row."""
BASIC_GOALS = frozenset({"move", "predict"})
"""The questions that anybody can answer: to make a winning move, and to say who wins."""


@dataclass(frozen=True)
class Met:
    """The *skills* whose games a person has met, the *goals* that they may be asked for, and for
    each skill the most *rows* that they had before them."""

    skills: frozenset[str]
    goals: frozenset[str]
    rows: Mapping[str, int]


def met_by(owner: Owner | None, before: datetime | None = None) -> Met:
    """What a person has met in the steps that are done and the puzzles that were answered, perhaps
    only *before* some time. The goals always include the basic ones."""
    found = set(_asked(owner, before)) if owner else set()
    skills = {ruleset: _skill(ruleset) for ruleset, _, _ in found}
    rows: Counter[str] = Counter()
    for ruleset, _, position in found:
        rows[skills[ruleset]] = max(rows[skills[ruleset]], rows_of(position))
    goals = BASIC_GOALS | {goal for _, goal, _ in found}
    return Met(frozenset(filter(None, skills.values())), frozenset(goals), rows)


def rows_of(position: str) -> int:
    """The number of rows of a stored position.

    >>> rows_of("3+5+7")
    3
    """
    return position.count("+") + 1


@written_once
def _asked(owner: Owner, before: datetime | None) -> QuerySet[Any]:
    """The rulesets, goals and positions, in one query. A step that only tells, or whose answer was
    looked up, has no try, so steps count by their records. Answers in tests do not count: a test
    may ask about lessons that the person has not read. Nor does a step that is only tried."""
    done = owner.steprecord_set.exclude(done_at=None).exclude(step__ruleset="")
    answered = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None))
    if before is not None:
        done, answered = done.filter(done_at__lt=before), answered.filter(created_at__lt=before)
    columns = ("step__ruleset", "step__kind", "step__position")
    at_steps: QuerySet[Any] = done.order_by().values_list(*columns)
    return at_steps.union(answered.order_by().values_list("ruleset", "goal", "position"))


def _skill(ruleset: str) -> str:
    try:
        return get_ruleset(ruleset).family
    except SolverError:  # the ruleset of an old lesson may no longer exist
        return ""
