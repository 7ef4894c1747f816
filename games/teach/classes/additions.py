"""Additions by higher apps to the pages of a class for its staff; the apps register them here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.teach.classes.models import Classroom


@dataclass(frozen=True)
class PageAddition:
    """An addition to a page: its *template*, and the object that the template shows as ``told``."""

    template: str
    told: Any


Adding = Callable[[Classroom], PageAddition | None]

ADDITIONS: dict[str, list[Adding]] = {}


def register(page: str) -> Callable[[Adding], Adding]:
    """Register a function for additions to a *page*, ``grades`` or ``people``; it returns None for
    none."""

    def keep(adding: Adding) -> Adding:
        ADDITIONS.setdefault(page, []).append(adding)
        return adding

    return keep


def additions(page: str, classroom: Classroom) -> list[PageAddition]:
    """All additions to a page of this class."""
    found = (adding(classroom) for adding in ADDITIONS.get(page, []))
    return [one for one in found if one is not None]
