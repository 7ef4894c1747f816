"""Whom a question tells apart: the corrected point-biserial correlation of test theory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from statistics import StatisticsError, correlation
from uuid import UUID

LEAST_STUDENTS = 10
"""With fewer students the figure would be chance, so none is shown."""
FirstTries = Mapping[UUID, bool]
"""Who answered a question, and whether the first try was right, without help."""


@dataclass(frozen=True)
class Discrimination:
    """Over so many *students* who answered another question too, the correlation, from -1 to 1, of
    being right at the first try here with the share of their other questions at which they were.

    The *value* is None from fewer than :data:`LEAST_STUDENTS`, or where all are alike.
    """

    students: int
    value: float | None = None


def discrimination(
    item: int, tries: Mapping[int, FirstTries], dropped: Collection[int]
) -> Discrimination:
    """The figure of one item among the first *tries* at all; *dropped* items are none of the
    others."""
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
