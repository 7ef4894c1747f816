"""An exercise as a value, and the rows whose five columns say everything that is asked."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from django.db import models


@dataclass(frozen=True)
class Asked:
    """What is asked about a position; two that are equal ask the same."""

    ruleset: str
    position: str
    convention: str
    to_move: str
    goal: str

    extra: ClassVar[dict[str, Any]] = {}

    @property
    def columns(self) -> dict[str, str]:
        """The same as the columns of a row."""
        return asdict(self)


class Posed(models.Model):
    """A row that asks by its position and goal alone."""

    extra: ClassVar[dict[str, Any]] = Asked.extra

    class Meta:
        abstract = True

    @property
    def asked(self) -> Asked:
        """What the row asks, as a value."""
        return Asked(*(getattr(self, field.name) for field in fields(Asked)))
