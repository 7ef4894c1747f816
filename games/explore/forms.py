"""The rules of a game from pictures and fields: what to take, and whether a row may split."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.boards.bounds import MAX_DIGITS, MAX_SIZE, ask_within_limits
from games.boards.games import OFFERS, PRESETS, Preset
from games.boards.rules import rule_of
from games.explore.addresses import address
from solver import InvalidInputError, SolverError, format_position, parse_position
from solver.teaching import about

OWN, CODE = "own", "code"
"""The choices beside the games of the list."""
ACCEPTED = f"write numbers from 1 to {MAX_SIZE} such as 1-3 or 1, 3, 4, or any"
USUAL = "5+4+3"
"""The rows for a game without a start position."""
LEAVES = {"none": 1, "one": 2, "two": 4}
"""What may be left of a row after a take, with the values that add up to an octal digit."""


@dataclass(frozen=True)
class GameCard:
    """A game to choose by its picture; *url* opens *position* under its rules."""

    name: str
    ruleset: str
    position: str
    rule: str
    url: str


def game_cards(rows: str = "", convention: str = "") -> list[GameCard]:
    """A card for every game, with its largest start position or with *rows*.

    Raises :class:`SolverError` for rows that cannot be read.
    """
    names = OFFERS | {
        preset.ruleset: preset.name for preset in PRESETS if preset.ruleset not in OFFERS
    }
    return [_card(ruleset, name, rows, convention) for ruleset, name in names.items()]


def _card(ruleset: str, name: str, rows: str, convention: str) -> GameCard:
    presets = [preset for preset in PRESETS if preset.ruleset == ruleset]
    fullest = max(presets, key=_pieces, default=None)
    position = rows or (fullest.position if fullest else USUAL)
    ending = convention or (fullest.convention if fullest else "misere")
    question = ask_within_limits(ruleset, position, ending)
    position = format_position(question.position)
    rule = rule_of(ruleset, ending, position)
    says = " ".join(rule.lines) or rule.move
    return GameCard(name, ruleset, position, says, address(question))


def _pieces(preset: Preset) -> int:
    return sum(parse_position(preset.position))


def ruleset_of(typed: Mapping[str, str]) -> str:
    """The ruleset of the fields; raises :class:`InvalidInputError` with one sentence."""
    game = typed.get("game", CODE)
    if game != OWN:
        return typed.get("ruleset", "nim") if game == CODE else game
    with about("take"):
        match typed.get("amount", ""):
            case "each":
                return rules_by_number(typed)
            case "most":
                return own_rules(f"1-{typed.get('most', '')}", splits="splits" in typed)
            case "any":
                return own_rules("any", splits="splits" in typed)
        return own_rules(typed.get("take", ""), splits="splits" in typed)


def field_of(error: SolverError, typed: Mapping[str, str]) -> str:
    """The field that caused an error."""
    if error.field == "ruleset":
        return {OWN: "take", CODE: "ruleset"}.get(typed.get("game", CODE), "game")
    if error.field == "take":
        return {"most": "most", "each": "each", "any": "amount"}.get(
            typed.get("amount", ""), "take"
        )
    return error.field or "position"


def rules_by_number(typed: Mapping[str, str]) -> str:
    """The ruleset from one checkbox for each number and what is left: ``2-one`` allows taking 2 if
    one row is left, and ``0-two`` allows splitting a row without a take.

    >>> rules_by_number({"1-none": "on", "1-one": "on", "2-none": "on", "2-two": "on"})
    'octal:0.35'
    """
    numbers = range(1, MAX_DIGITS + 1)
    digits = "".join(
        str(sum(worth for name, worth in LEAVES.items() if f"{number}-{name}" in typed))
        for number in numbers
    ).rstrip("0")
    whole = LEAVES["two"] if "0-two" in typed else 0
    if not digits and not whole:
        raise InvalidInputError("Tick at least one box: what may be taken, and what is left.")
    return "kayles" if (whole, digits) == (0, "77") else f"octal:{whole}.{digits or 0}"


def own_rules(take: str, *, splits: bool) -> str:
    """The ruleset in which a move takes one of the numbers in *take* from a row, and may then split
    it if *splits* is set.

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
    """Numbers and ranges of numbers, ``1, 3-5``; raises :class:`InvalidInputError`."""
    takes: set[int] = set()
    written = re.sub(r"\s*(?:to|–|-)\s*", "-", text.strip().lower())
    for part in re.split(r"[\s,;]+(?:(?:or|and)\s+)?", written):
        span = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", part)
        first, last = (int(span[1]), int(span[2] or span[1])) if span else (0, 0)
        if not 1 <= first <= last <= MAX_SIZE:
            raise InvalidInputError.of("a number that may be taken", text, ACCEPTED)
        takes |= set(range(first, last + 1))
    return takes
