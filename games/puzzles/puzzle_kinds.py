"""The kinds of puzzle: what somebody gets wrong at one, they practise at another of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any, NamedTuple, Self

from django.db.models import QuerySet

from games.exercises.goals import asking_of
from games.people.models import Owner, owned_by
from games.puzzles.models import SKILLS, Puzzle
from games.puzzles.tries import PuzzleAttempt
from solver import Convention, convention_words


class PuzzleKind(NamedTuple):
    """Puzzles of the games of one *skill* that ask the same, with the same end."""

    skill: str
    goal: str
    convention: str

    @classmethod
    def of(cls, key: str) -> Self:
        """The kind of a key."""
        return cls(*key.split("/"))

    @property
    def key(self) -> str:
        return "/".join(self)

    @property
    def title(self) -> str:
        end = convention_words(Convention(self.convention))
        return f"{SKILLS[self.skill]}: {asking_of(self.goal).label}, {end}"


def kind_tries(owner: Owner) -> Iterator[tuple[datetime, str, bool]]:
    """Everything somebody has tried at puzzles: when, the key of the kind, and whether it was
    right without help."""
    for at, *kind, solved, tier in _answered(owner):
        yield at, "/".join(kind), solved and not tier


def _answered(owner: Owner) -> QuerySet[Any]:
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(answered_at=None).order_by())
    kind = ("puzzle__skill", "puzzle__goal", "puzzle__convention")
    return tries.values_list("answered_at", *kind, "solved", "hint_tier")


def fresh_puzzle(owner: Owner, kind: PuzzleKind, chance: Random) -> Puzzle:
    """A puzzle of a kind somebody has tried: one they never tried if there is one, and else the
    one they tried longest ago."""
    of_kind = Puzzle.objects.filter(**kind._asdict())
    published = set(of_kind.published().values_list("pk", flat=True))
    tries = owned_by(owner, PuzzleAttempt.objects.filter(puzzle__in=of_kind).exclude(solved=None))
    latest = tries.order_by("-answered_at").values_list("puzzle_id", flat=True)
    tried = list(dict.fromkeys(latest))
    fresh = sorted(published.difference(tried))
    return Puzzle.objects.get(pk=chance.choice(fresh) if fresh else tried[-1])
