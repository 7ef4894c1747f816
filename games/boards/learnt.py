"""The theories and words somebody has had: what a page explains unasked stays within them.

Which those are, the lessons know. They register here, so that matches and puzzles ask without
knowing them.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from django.utils.functional import SimpleLazyObject

from games.people.models import Owner
from solver import THEORIES

Theories = Container[str]
"""Theories by their keys; search, which only looks, is never wanting."""
EVERY: Theories = frozenset(theory.key for theory in THEORIES)

Had = Callable[[Owner | None], Theories]
_ASKED: list[Had] = []


def register(had: Had) -> Had:
    """Ask *had* which theories somebody has had."""
    _ASKED.append(had)
    return had


HadWord = Callable[[Owner | None, str], bool]
_ASKED_FOR_WORDS: list[HadWord] = []


def register_words(had: HadWord) -> HadWord:
    """Ask *had* whether somebody has had a word of the theory."""
    _ASKED_FOR_WORDS.append(had)
    return had


def has_had(owner: Owner | None, word: str) -> bool:
    """Whether somebody has had a word of the theory: ``frame``."""
    return all(had(owner, word) for had in _ASKED_FOR_WORDS)


def theories_of(owner: Owner | None) -> Theories:
    """The theories somebody has had, looked up at the first explanation that wants to know."""

    def had_by_owner() -> Theories:
        every = [had(owner) for had in _ASKED]
        return {theory.key for theory in THEORIES if all(theory.key in had for had in every)}

    return SimpleLazyObject(had_by_owner)
