"""The rules of a game from fields: one of the list, put together by what may be taken, or code."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.boards.games import OFFERS
from games.boards.limits import MAX_SIZE
from solver import InvalidInputError, SolverError, about

OWN, CODE = "own", "code"
"""The choices beside the games of the list."""
ACCEPTED = f"write numbers from 1 to {MAX_SIZE} such as 1-3 or 1, 3, 4, or any"


def game_choices() -> list[tuple[str, str]]:
    """Every choice of rules with its name."""
    return [*OFFERS.items(), (OWN, "Rules of my own"), (CODE, "Rules in code")]


def choice_of(ruleset: str) -> str:
    """Which of the choices a ruleset is."""
    return ruleset if ruleset in OFFERS else CODE


def ruleset_of(typed: Mapping[str, str]) -> str:
    """The ruleset that the fields name; raises :class:`InvalidInputError` in one sentence."""
    game = typed.get("game", CODE)
    if game == OWN:
        with about("take"):
            return own_rules(typed.get("take", ""), splits="splits" in typed)
    return typed.get("ruleset", "nim") if game == CODE else game


def field_of(error: SolverError, typed: Mapping[str, str]) -> str:
    """The field that a refusal is about."""
    if error.field == "ruleset":
        return {OWN: "take", CODE: "ruleset"}.get(typed.get("game", CODE), "game")
    return error.field or "position"


def own_rules(take: str, *, splits: bool) -> str:
    """The ruleset in which *take* may be taken from one row, which then *splits* or does not.

    >>> own_rules("1 to 3", splits=False)
    'subtraction:{1,2,3}'
    >>> own_rules("2", splits=True)
    'octal:0.07'
    """
    if take.strip().lower() in ("", "any"):
        if splits:
            accepted = "where a row may split, write numbers such as 1-3"
            raise InvalidInputError.of("a number that may be taken", take, accepted)
        return "nim"
    takes = read_takes(take)
    if not splits:
        return f"subtraction:{{{','.join(map(str, sorted(takes)))}}}"
    if takes == {1, 2}:
        return "kayles"
    digits = ("7" if number in takes else "0" for number in range(1, max(takes) + 1))
    return f"octal:0.{''.join(digits)}"


def read_takes(text: str) -> set[int]:
    """Numbers and spans of numbers, ``1, 3-5``; raises :class:`InvalidInputError`."""
    takes: set[int] = set()
    written = re.sub(r"\s*(?:to|–|-)\s*", "-", text.strip().lower())
    for part in re.split(r"[\s,;]+(?:(?:or|and)\s+)?", written):
        span = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part)
        first, last = (int(span[1]), int(span[2] or span[1])) if span else (0, 0)
        if not 1 <= first <= last <= MAX_SIZE:
            raise InvalidInputError.of("a number that may be taken", text, ACCEPTED)
        takes |= set(range(first, last + 1))
    return takes
