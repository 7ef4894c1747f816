"""The kinds of puzzle: after a mistake at a puzzle, a student practises another of its kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from random import Random
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.db.models import Case, QuerySet, When

from games.learn.puzzles.models import SKILLS, Puzzle, PuzzleAttempt, PuzzleSet
from games.people.models import Owner, owned_by
from games.questions.goals import goal_of
from games.web.written_once import written_once
from solver import Convention
from solver.teaching import convention_words


class PuzzleKind(NamedTuple):
    """Puzzles with the same *skill*, goal and convention."""

    skill: str
    goal: str
    convention: str

    @classmethod
    def of(cls, key: str) -> Self:
        """The kind with this key."""
        return cls(*key.split("/"))

    @property
    def key(self) -> str:
        return "/".join(self)

    @property
    def title(self) -> str:
        end = convention_words(Convention(self.convention))
        return f"{SKILLS[self.skill]}: {goal_of(self.goal).label}, {end}"


class PuzzleTry(NamedTuple):
    """An answered try, made *at* some time: the key of the puzzle's *kind*, the numbers of the
    *lessons* whose sets contain the *puzzle*, and whether the answer was right (*solved*), was the
    *first* one, and was given with *help*."""

    at: datetime
    puzzle: UUID
    kind: str
    lessons: tuple[int, ...]
    solved: bool
    first: bool
    help: bool

    @property
    def is_right(self) -> bool:
        """Whether the answer was right without help."""
        return self.solved and not self.help


def puzzle_tries(owner: Owner | None, puzzles: Collection[Puzzle] | None = None) -> list[PuzzleTry]:
    """All answered tries of a person, at all puzzles or at some of them, oldest first, in one
    query."""
    among = None if puzzles is None else [puzzle.pk for puzzle in puzzles]
    rows = _rows_of_tries(owner, among) if owner else []
    tries: dict[UUID, PuzzleTry] = {}
    for key, at, puzzle, skill, goal, end, lesson, solved, first, tier in rows:
        before = tries.get(key)
        lessons = (*(before.lessons if before else ()), *([lesson] if lesson else ()))
        kind = f"{skill}/{goal}/{end}"
        tries[key] = PuzzleTry(at, puzzle, kind, lessons, bool(solved), first, bool(tier))
    return list(tries.values())


@written_once
def _rows_of_tries(owner: Owner, puzzles: Sequence[UUID] | None) -> QuerySet[Any, Any]:
    """One row for each try and set that contains its puzzle, or one row if no set does."""
    answered = PuzzleAttempt.objects.exclude(answered_at=None)
    if puzzles is not None:
        answered = answered.filter(puzzle__in=puzzles)
    tries = owned_by(owner, answered.order_by("answered_at"))
    lesson = Case(When(puzzle__sets__state=PuzzleSet.State.PUBLISHED, then="puzzle__sets__lesson"))
    about = ("puzzle__skill", "puzzle__goal", "puzzle__convention", lesson)
    told = ("pk", "answered_at", "puzzle_id", *about, "solved", "first", "hint_tier")
    return tries.values_list(*told)


def fresh_puzzle(owner: Owner, kind: PuzzleKind, chance: Random) -> Puzzle:
    """A puzzle of a kind that the person has tried: one that they have never tried, or else the one
    that they tried longest ago."""
    of_kind = Puzzle.objects.filter(**kind._asdict())
    published = set(of_kind.published().values_list("pk", flat=True))
    tries = owned_by(owner, PuzzleAttempt.objects.filter(puzzle__in=of_kind).exclude(solved=None))
    latest = tries.order_by("-answered_at").values_list("puzzle_id", flat=True)
    tried = list(dict.fromkeys(latest))
    fresh = sorted(published.difference(tried))
    return Puzzle.objects.get(pk=chance.choice(fresh) if fresh else tried[-1])
