"""The history of a person's ratings, as lines to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.learn.puzzles.models import SKILLS
from games.learn.puzzles.ratings import rounded
from games.learn.puzzles.tries import PuzzleAttempt, Rating
from games.people.models import Owner, owned_by
from games.web.written_once import written_once

WIDTH, HEIGHT = 160, 44
"""The box of a curve."""
EDGE = 4
SPAN = 100.0
"""The least range of ratings that fills the height, so that small steps look small."""
MAX_DRAWN_TRIES = 60
"""The number of latest tries to draw."""


@dataclass(frozen=True)
class RatedSkill:
    """A rating in one skill, shown once *tries_to_go* is 0, with the points of its curve; these are
    empty if there are too few tries."""

    skill: str
    rating: int
    deviation: int
    tries: int
    tries_to_go: int
    points: str
    first: int = 0

    @property
    def name(self) -> str:
        return SKILLS[self.skill]

    @property
    def end(self) -> tuple[str, str]:
        """The last point of the curve."""
        x, _, y = self.points.rpartition(" ")[2].partition(",")
        return x, y


def rated_skills(owner: Owner | None) -> list[RatedSkill]:
    """Every skill in which this person has a rating, in two queries."""
    if owner is None:
        return []
    history: dict[str, list[float]] = {}
    for skill, before, after in _rated_tries(owner):
        history.setdefault(skill, [before]).append(after)
    ratings = {row.skill: row for row in _ratings(owner)}
    return [
        RatedSkill(
            skill,
            rounded(row.rating),
            rounded(row.deviation),
            row.tries,
            row.tries_to_go,
            points(history.get(skill, [])[-MAX_DRAWN_TRIES:]),
            rounded(history.get(skill, [row.rating])[-MAX_DRAWN_TRIES:][0]),
        )
        for skill in SKILLS
        if (row := ratings.get(skill))
    ]


@written_once
def _rated_tries(owner: Owner) -> QuerySet[Any, Any]:
    tries = owned_by(owner, PuzzleAttempt.objects.filter(rating_after__isnull=False))
    wanted = ("puzzle__skill", "rating_before", "rating_after")
    return tries.order_by("answered_at").values_list(*wanted)


@written_once
def _ratings(owner: Owner) -> QuerySet[Rating]:
    return owned_by(owner, Rating.objects.filter(tries__gt=0))


def points(ratings: Sequence[float]) -> str:
    """Ratings as the points of a line from left to right; empty for fewer than three."""
    if len(ratings) < 3:
        return ""
    middle = (max(ratings) + min(ratings)) / 2
    span = max(SPAN, max(ratings) - min(ratings))
    apart = (WIDTH - 2 * EDGE) / (len(ratings) - 1)
    return " ".join(
        f"{EDGE + apart * place:.1f},"
        f"{HEIGHT / 2 - (rating - middle) / span * (HEIGHT - 2 * EDGE):.1f}"
        for place, rating in enumerate(ratings)
    )
