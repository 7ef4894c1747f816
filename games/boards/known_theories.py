"""The theories that a person has learnt; unrequested explanations use only these.

The lessons know which ones. They register here, so the code of matches and puzzles does not depend
on lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from django.utils.functional import SimpleLazyObject

from games.people.models import Owner
from solver import THEORIES

Theories = Container[str]
"""Theories by their keys; exhaustive search is always available."""
EVERY: Theories = frozenset(theory.key for theory in THEORIES)

Had = Callable[[Owner | None], Theories]
_ASKED: list[Had] = []


def register(had: Had) -> Had:
    """Register a function that gives the theories that a person has learnt."""
    _ASKED.append(had)
    return had


def theories_of(owner: Owner | None) -> Theories:
    """The theories that a person has learnt, looked up only when an explanation needs them."""

    def had_by_owner() -> Theories:
        every = [had(owner) for had in _ASKED]
        return {theory.key for theory in THEORIES if all(theory.key in had for had in every)}

    return SimpleLazyObject(had_by_owner)
