"""The game of a step: one from the list, or rules entered in fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.boards.bounds import MAX_DIGITS, MAX_SIZE
from games.boards.games import OFFERS
from games.content.compound import (
    CompoundWidget,
    GroupControl,
    Labelled,
    LabelledControl,
    entry,
)
from games.content.controls import Choose, LineControl, Tick
from solver import InvalidInputError, SolverError, format_position, get_ruleset
from solver.teaching import joined

TAKES, BOXES, HEAPS = "own takes", "own boxes", "own heaps"
OWN = {
    TAKES: "Another game: choose the numbers you may take",
    BOXES: "Another game: for each number, choose what it may leave",
    HEAPS: "Another game: write it heap by heap",
}
TAKE_AT_MOST = {key: get_ruleset(key).name for key in map("subtraction:{}".format, range(2, 7))}
GAMES = OFFERS | TAKE_AT_MOST
MAX_ROWS_OF_BOXES, MAX_HEAPS = 4, 8
LEFT = {"none": "nothing left", "one": "one row left", "two": "two rows left"}


class GameControl(CompoundWidget):
    """A control for the rules; its value is the text of a ruleset."""

    template = "admin/games/controls/game.html"

    def entries(self, name: str, value: Any, ident: str) -> list[LabelledControl]:
        named = [(str(value), name_of(value))] if value and str(value) not in GAMES else []
        games = Choose([*GAMES.items(), *named, *OWN.items()])
        return [entry("Game", games, name, value, ident)]

    def more(self, name: str, value: Any, ident: str) -> dict[str, Any]:
        is_heaps = str(value or "").startswith("heaps:")
        return {"is_heaps": is_heaps, "own": own_fields(name, value, ident)}

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        chosen = data.get(name)
        if chosen not in OWN:
            return chosen or None
        typed = {
            key.removeprefix(f"{name}-"): value
            for key, value in data.items()
            if key.startswith(f"{name}-") and value
        }
        try:
            return composed(chosen, typed)
        except InvalidInputError:
            return f"{chosen}: {typed.get('take', '')}"


def composed(chosen: str, typed: dict[str, str]) -> str:
    """The ruleset that the fields for own rules make; raises :class:`InvalidInputError`."""
    if chosen == TAKES:
        return get_ruleset(own_rules(typed.get("take", ""), splits="splits" in typed)).key
    if chosen == BOXES:
        return rules_by_number(typed)
    heaps = {
        int(name.removeprefix("heap-")): [way for way in written.split(",") if way.strip()]
        for name, written in typed.items()
        if re.fullmatch("heap-[0-9]{1,3}", name)
    }
    rows = (
        f"{size}:[{','.join(_option(size, way) for way in heaps[size])}]"
        for size in sorted(heaps)
        if heaps[size]
    )
    return f"heaps:{{{','.join(rows)}}}"


def _option(size: int, written: str) -> str:
    """An option of a heap: ``0``, ``1`` or ``2+2``; raises :class:`InvalidInputError`."""
    sizes = [part.strip() for part in written.split("+")]
    if not all(re.fullmatch("[0-9]{1,3}", part) and int(part) < size for part in sizes):
        what = f"what a heap of {size} may become"
        accepted = "write 0, or smaller heaps such as 1 or 1+1"
        raise InvalidInputError.of(what, written.strip(), accepted)
    return f"[{','.join(str(int(part)) for part in sizes if int(part))}]"


def name_of(ruleset: Any) -> str:
    """The name of a ruleset, with everything that distinguishes it from others."""
    try:
        rules = get_ruleset(str(ruleset))
    except SolverError:
        return str(ruleset)[:60]
    if not rules.key.startswith("heaps:"):
        return rules.name
    heaps = (
        f"{size} to {joined([format_position(way) for way in ways], 'or')}"
        for size, ways in rules.rules.items()  # type: ignore[attr-defined]
    )
    return f"Heaps: {'; '.join(heaps)}"


def own_fields(name: str, value: Any, ident: str) -> list[tuple[str, list[LabelledControl]]]:
    """The fields for each kind of own rules, under its name in the list."""

    def fields(group: GroupControl, held: dict[str, Any]) -> list[LabelledControl]:
        return group.entries(name, held, ident)

    takes = GroupControl(
        {
            "take": Labelled("Numbers, such as 1-3 or 1, 3, 4", LineControl()),
            "splits": Labelled("The rest may split into two rows", Tick()),
        }
    )
    boxes = GroupControl(
        {
            f"{n}-{leaves}": Labelled(f"Take {n}, {LEFT[leaves]}", Tick())
            for n in range(1, MAX_ROWS_OF_BOXES + 1)
            for leaves in LEAVES
        }
    )
    heaps = GroupControl(
        {f"heap-{n}": Labelled(f"{n} becomes", LineControl()) for n in range(1, MAX_HEAPS + 1)}
    )
    return [
        (OWN[TAKES], fields(takes, {})),
        (OWN[BOXES], fields(boxes, {})),
        (
            f"{OWN[HEAPS]}: what each may become, such as 0, 1, 2+2",
            fields(heaps, held_heaps(value)),
        ),
    ]


def held_heaps(value: Any) -> dict[str, str]:
    """The heaps of a ruleset as typed text; none if Left and Right have different moves."""
    if not str(value or "").startswith("heaps:"):
        return {}
    try:
        ruleset = get_ruleset(str(value))
    except SolverError:
        return {}
    rules = {} if ruleset.partizan else ruleset.rules  # type: ignore[attr-defined]
    return {
        f"heap-{size}": ", ".join("+".join(map(str, option)) or "0" for option in options)
        for size, options in rules.items()
    }


ACCEPTED = f"write numbers from 1 to {MAX_SIZE} such as 1-3 or 1, 3, 4, or any"


LEAVES = {"none": 1, "one": 2, "two": 4}
"""What may be left of a row after a take, with the values that add up to an octal digit."""


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
