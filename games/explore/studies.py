"""Stored results of long computations: requested once, and kept for everybody. Pages look them up
here and do not compute them."""

from __future__ import annotations

import uuid
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone

import solver
from games.web.models import Job
from solver import Kind, Known, pooled, shipped_quotient
from solver.teaching import Lost, RowFacts, Sequence

MAX_LISTED_GAMES = 60
"""The most games in a list."""
Places = tuple[tuple[Lost, ...], ...]
Found = tuple[Places, Sequence]
"""The solver's results for a map: its places and its single rows."""


@cache
def solver_version() -> str:
    """The version of the solver: a digest of its source."""
    digest = sha256()
    for file in sorted(Path(solver.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class Study(models.Model):
    """A computation about a game that takes too long for a page.

    *result* is set once it is found, and *why* if it cannot be found; until then, *job* computes
    it. Results of an older solver are not used.
    """

    class What(models.TextChoices):
        QUOTIENT = "quotient", "quotient"
        MAP = "map", "map"
        POSITION = "position", "position"
        KINDS = "kinds", "kinds"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    what = models.CharField(max_length=8, choices=What.choices)
    ruleset = models.CharField(max_length=600)
    about = models.CharField(max_length=120, blank=True)
    version = models.CharField(max_length=16)
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="study")
    result = models.JSONField(null=True)
    why = models.CharField(max_length=400, blank=True)
    stopped = models.BooleanField(default=False)
    asker = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["what", "ruleset", "about", "version"], name="a_study_of_each"
            ),
        )

    def __str__(self) -> str:
        return f"{self.what} of {self.ruleset} {self.about}".strip()

    def get_absolute_url(self) -> str:
        return reverse("lab:study", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return bool(self.job and self.job.is_open and not self.stopped)

    @property
    def has_failed(self) -> bool:
        """Whether it ended with neither a result nor a reason."""
        return self.result is None and not self.why and not self.is_open

    @property
    def may_be_asked_again(self) -> bool:
        return self.stopped or self.has_failed


def map_as_json(places: Places, rows: Sequence) -> dict[str, Any]:
    """A map as plain data."""
    return {
        "places": [[place.value for place in line] for line in places],
        "rows": [
            [row.size, row.nim_value, row.lost, row.kind and row.kind.value, row.element]
            for row in rows.rows
        ],
        "nim_period": rows.nim_period,
        "element_period": rows.element_period,
    }


def map_from_json(kept: dict[str, Any]) -> tuple[Places, Sequence]:
    """A map from its stored data."""
    rows = tuple(
        RowFacts(size, value, lost, Kind(kind) if kind else None, element)
        for size, value, lost, kind, element in kept["rows"]
    )
    places = tuple(tuple(map(Lost, line)) for line in kept["places"])
    periods = (kept["nim_period"], kept["element_period"])
    return places, Sequence(rows, *(tuple(period) if period else None for period in periods))


@pooled(lambda study_id: (str(study_id),))
def _known(study_id: uuid.UUID) -> Known:
    """A stored quotient, read once in each process."""
    result: Any = Study.objects.values_list("result", flat=True).get(pk=study_id)
    return Known.from_json(result)


def _finished(**key: str) -> Any:
    done = Study.objects.filter(version=solver_version(), **key)
    return done.filter(result__isnull=False)


def studied_quotients() -> list[str]:
    """The games with a quotient that was computed in the background, the latest last."""
    done = _finished(what=Study.What.QUOTIENT).order_by("made_at")
    return list(done.values_list("ruleset", flat=True)[:MAX_LISTED_GAMES])


def kept_quotient(ruleset: str) -> Known | None:
    """The quotient of a game that is shipped or was computed in the background, if there is one."""
    shipped = shipped_quotient(ruleset)
    if shipped is not None:
        return shipped
    done = _finished(what=Study.What.QUOTIENT, ruleset=ruleset)
    study_id = done.values_list("pk", flat=True).first()
    return _known(study_id) if study_id else None


def kept_map(ruleset: str, size: int, third: int) -> Found | None:
    """The map of a game that was computed in the background, if there is one."""
    done = _finished(what=Study.What.MAP, ruleset=ruleset, about=f"{size} {third}")
    result = done.values_list("result", flat=True).first()
    return map_from_json(result) if result else None
