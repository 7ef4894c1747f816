"""The game of a step: one from the list, or rules entered in fields."""

from __future__ import annotations

import re
from typing import Any

from games.boards.games import OFFERS
from games.content.editors.compound import (
    CompoundWidget,
    GroupControl,
    Labelled,
    LabelledControl,
    entry,
)
from games.content.editors.controls import Choose, LineControl, Tick
from games.explore.forms import LEAVES, own_rules, rules_by_number
from solver import InvalidInputError, SolverError, get_ruleset
from solver.teaching import joined

TAKES, BOXES, HEAPS = "own takes", "own boxes", "own heaps"
OWN = {
    TAKES: "Another game: choose the numbers you may take",
    BOXES: "Another game: for each number, choose what it may leave",
    HEAPS: "Another game: write it heap by heap",
}
TAKE_AT_MOST = {f"subtraction:{n}": f"Take 1 to {n}" for n in (2, 3, 4, 5, 6)}
GAMES = OFFERS | TAKE_AT_MOST
MAX_DIGITS, MAX_HEAPS = 4, 8
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
    sizes = [str(size) for size in rules.rules]  # type: ignore[attr-defined]
    return f"Heaps of {joined(sizes)}, as written below"


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
            for n in range(1, MAX_DIGITS + 1)
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
