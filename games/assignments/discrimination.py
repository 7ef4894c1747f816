"""How well a question separates students: the corrected point-biserial correlation of test
theory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from statistics import StatisticsError, correlation
from uuid import UUID

LEAST_STUDENTS = 10
"""With fewer students the value would be random, so none is shown."""
FirstTries = Mapping[UUID, bool]
"""The students who answered a question, and whether each was right at the first try without
help."""


@dataclass(frozen=True)
class Discrimination:
    """Over the *students* who also answered another question: the correlation, from -1 to 1,
    between being right here at the first try and the share of other questions at which they were.

    The *value* is None with fewer than :data:`LEAST_STUDENTS` students, or if all are alike.
    """

    students: int
    value: float | None = None


def discrimination(
    item: int, tries: Mapping[int, FirstTries], dropped: Collection[int]
) -> Discrimination:
    """The value for one question, from the first *tries* at all of them, ignoring *dropped*
    ones."""
    others = [tries[other] for other in tries if other != item and other not in dropped]
    here: list[float] = []
    elsewhere: list[float] = []
    for student, is_right in tries.get(item, {}).items():
        beside = [other[student] for other in others if student in other]
        if beside:
            here.append(is_right)
            elsewhere.append(sum(beside) / len(beside))
    if len(here) < LEAST_STUDENTS:
        return Discrimination(len(here))
    try:
        return Discrimination(len(here), round(correlation(here, elsewhere), 2))
    except StatisticsError:
        return Discrimination(len(here))
