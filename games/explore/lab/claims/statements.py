"""Conjectures from form fields: five ways to state in which positions the player to move loses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.games import IN_STRIPS, game_of
from games.questions.proofs.lost_maps import LostMap, MapCell, MapRow
from solver import (
    Convention,
    Formula,
    InvalidInputError,
    Marks,
    Ruleset,
    format_position,
    formula_of,
    parse_position,
    read_formula,
)
from solver.teaching import Rule, about, uncapitalised

MAX_ACROSS = 10
"""The most rows and columns of a map to mark."""
MAX_STEP = 60
Fields = Mapping[str, str | list[str]]
"""The fields of a form, as in an address."""
COUNTED = (
    ("firm", "traps and switches"),
    ("inverters", "inverters"),
    ("nulls", "nulls"),
    ("traps", "traps"),
    ("gremlins", "gremlins"),
    ("higher_switches", "higher switches"),
    ("nim_sum", "nim-sum"),
)
"""The quantities in counts of kinds."""
COUNTS = (
    ("", "any"),
    ("0", "0"),
    ("1", "1"),
    (">=1", "1 or more"),
    (">=2", "2 or more"),
    ("odd", "odd"),
    ("even", "even"),
)
CASES = ("first", "second")
EQUAL = "Write a number of at least {least} and at most {most}"


class Way(ABC):
    """One way to state a conjecture: its *key*, its *name*, and its part of the form."""

    key: str
    name: str
    partizan = False
    """Whether it is for partizan games or for impartial ones."""

    @abstractmethod
    def usual(self, rules: Ruleset) -> Fields:
        """The initial values of its fields."""

    @abstractmethod
    def formula(self, rules: Ruleset, given: QueryDict) -> Formula:
        """The formula that the fields state; raises :class:`InvalidInputError`."""

    @abstractmethod
    def words(self, rules: Ruleset, given: QueryDict) -> str:
        """The same in words, after "Whoever moves loses:"."""

    def parts(self, rules: Ruleset, convention: Convention, given: QueryDict) -> dict[str, Any]:
        """The context for its part of the form, besides the fields."""
        return {}

    def suits(self, rules: Ruleset) -> bool:
        return rules.partizan == self.partizan


class MarksWay(Way):
    key, name = "marks", "Marks on a map"

    def usual(self, rules: Ruleset) -> Fields:
        step = rules.divisor or 4
        pairs = [format_position((n, n)) if n else "0" for n in range(step)]
        return {"start": "0", "step": str(step), "marks": pairs}

    def frame(self, given: QueryDict) -> tuple[int, int]:
        """The first row that repeats, and the period."""
        start = _number(given.get("start", "0"), "a first row that repeats", 0, MAX_ACROSS - 1)
        step = _number(given.get("step", ""), "a step of a map", 1, MAX_ACROSS)
        if start + step > MAX_ACROSS:
            accepted = f"the first row and the step together are at most {MAX_ACROSS}"
            raise InvalidInputError.of("a step that fits on the map", str(step), accepted)
        return start, step

    def formula(self, rules: Ruleset, given: QueryDict) -> Formula:
        start, step = self.frame(given)
        places = set()
        for value in given.getlist("marks"):
            rows = sorted(size for size in parse_position(value) if size)
            if len(rows) > 2 or (rows and rows[-1] >= MAX_ACROSS):
                raise InvalidInputError.of("a place of the map", value, "mark losing positions")
            small, large = [0] * (2 - len(rows)) + rows
            if large < start + step:
                places.add((small, large))
        return Marks(start, step, frozenset(places))

    def words(self, rules: Ruleset, given: QueryDict) -> str:
        start, step = self.frame(given)
        since = f" from {start} on" if start else ""
        every = f"every {step} rows" if step > 1 else "with every row"
        return f"two rows at a marked place; the map repeats {every}{since}"

    def parts(self, rules: Ruleset, convention: Convention, given: QueryDict) -> dict[str, Any]:
        start, step = self.frame(given)
        return {"map": frame_map(start + step, rules, convention, is_fixed=start > 0)}


class FormulaWay(Way):
    key, name = "formula", "A formula"

    def suits(self, rules: Ruleset) -> bool:
        return True

    def usual(self, rules: Ruleset) -> Fields:
        if rules.family == IN_STRIPS:
            return {"says": "left and balance >= 1 or right and balance <= 0 - 1"}
        divisor = rules.divisor
        return {"says": f"a mod {divisor} = b mod {divisor}" if divisor else "a = b"}

    def formula(self, rules: Ruleset, given: QueryDict) -> Formula:
        with about("says"):
            return read_formula(given.get("says", ""), rules)

    def words(self, rules: Ruleset, given: QueryDict) -> str:
        return str(self.formula(rules, given))


class ColumnsWay(Way):
    key, name = "columns", "Binary columns"

    def usual(self, rules: Ruleset) -> Fields:
        return {"of": str(rules.divisor or ""), "base": "2", "turn": ""}

    def read(self, given: QueryDict) -> tuple[str, int, str]:
        """The expression for each row, the number that must divide the count of ones in every
        column, and the parity of the ones once only ones are left: ``odd``, ``even`` or empty."""
        each = "r"
        if given.get("of", "").strip():
            each = f"r mod {_number(given.get('of', ''), 'a divisor of rows', 2, MAX_STEP)}"
        base = _number(given.get("base", ""), "a multiple of ones", 2, 9)
        turn = given.get("turn", "")
        return each, base, turn if turn in ("odd", "even") else ""

    def formula(self, rules: Ruleset, given: QueryDict) -> Formula:
        each, base, turn = self.read(given)
        said = f"xor({each}) = 0" if base == 2 else f"columns({each}, {base}) = 0"
        if turn:
            ones = f"count({each} = 1) mod 2 = {int(turn == 'odd')}"
            said = f"max({each}) >= 2 and {said} or max({each}) <= 1 and {ones}"
        return read_formula(said, rules)

    def words(self, rules: Ruleset, given: QueryDict) -> str:
        each, base, turn = self.read(given)
        what = f"the {rules.component_word}s"
        if each != "r":
            what = f"what the {rules.component_word}s leave after division by {given['of']}"
        many = "an even number" if base == 2 else f"a multiple of {base}"
        said = f"every binary column of {what} holds {many} of ones"
        if turn:
            how = "an odd number" if turn == "odd" else "an even number"
            said += f"; but once none of them is above 1, there is {how} of ones"
        return said


class KindsWay(Way):
    key, name = "kinds", "Counts of kinds"

    def usual(self, rules: Ruleset) -> Fields:
        return {
            "first-firm": "0",
            "first-inverters": "odd",
            "second-firm": ">=1",
            "second-nim_sum": "0",
        }

    def rule(self, given: QueryDict) -> Rule:
        """The rule of the fields. Raises :class:`InvalidInputError`."""
        cases = [
            {
                key: _entry(given.get(f"{case}-{key}", ""))
                for key, _ in COUNTED
                if given.get(f"{case}-{key}", "").strip()
            }
            for case in CASES
        ]
        written = [case for case in cases if case]
        if not written:
            raise InvalidInputError("Say how many there are of at least one kind.", value="")
        return Rule.read({"any": written})

    def formula(self, rules: Ruleset, given: QueryDict) -> Formula:
        return formula_of(self.rule(given))

    def words(self, rules: Ruleset, given: QueryDict) -> str:
        return uncapitalised(self.rule(given).words(rules, game_of(rules).piece))

    def parts(self, rules: Ruleset, convention: Convention, given: QueryDict) -> dict[str, Any]:
        lines = [
            (what, [(f"{case}-{key}", given.get(f"{case}-{key}", "")) for case in CASES])
            for key, what in COUNTED
        ]
        return {"counted": lines, "counts": COUNTS}


class BalanceWay(Way):
    key, name, partizan = "balance", "A balance", True
    players: ClassVar = ("left", "right")

    def suits(self, rules: Ruleset) -> bool:
        return rules.family == IN_STRIPS

    def usual(self, rules: Ruleset) -> Fields:
        return {"left": ">=1, -1", "right": "-1"}

    def rule(self, given: QueryDict) -> Rule:
        """The rule of the fields. Raises :class:`InvalidInputError`."""
        cases = [
            {"to_move": player, "balance": _entries(given.get(player, ""))}
            for player in self.players
            if given.get(player, "").strip()
        ]
        if not cases:
            raise InvalidInputError("Say at which balance Left or Right, to move, loses.", value="")
        return Rule.read({"any": cases})

    def formula(self, rules: Ruleset, given: QueryDict) -> Formula:
        return formula_of(self.rule(given))

    def words(self, rules: Ruleset, given: QueryDict) -> str:
        return self.rule(given).words(rules)


WAYS: Mapping[str, Way] = {
    way.key: way for way in (MarksWay(), FormulaWay(), ColumnsWay(), KindsWay(), BalanceWay())
}


def frame_map(size: int, rules: Ruleset, convention: Convention, *, is_fixed: bool) -> LostMap:
    """A map of two rows from 0 to *size* - 1, to be marked. If the empty board *is_fixed*, its
    place cannot be marked; otherwise it stands for the places that repeat it."""
    ends_lost = not convention.stuck_player_wins
    rows = []
    for down in range(size):
        cells = []
        for across in range(size):
            place = tuple(filter(None, sorted((down, across))))
            given = is_fixed and not place
            value = format_position(place) if place else "0"
            heard = f"{down} and {across}"
            cells.append(MapCell(value, "", heard, given, given and ends_lost, down > across))
        rows.append(MapRow(str(down), tuple(cells)))
    heads = tuple(map(str, range(size)))
    return LostMap("grid", tuple(rows), "", rules.component_word, heads)


def _number(text: str, what: str, least: int, most: int) -> int:
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most:
        return int(text)
    raise InvalidInputError.of(what, text, f"write a number from {least} to {most}")


def _entries(text: str) -> list[int | str]:
    return [_entry(part) for part in text.split(",")]


def _entry(text: str) -> int | str:
    """A condition on a number as :class:`solver.Rule` reads it."""
    plain = text.strip().replace("−", "-").replace("≥", ">=").replace("≤", "<=")
    is_number = plain.isascii() and plain.removeprefix("-").isdigit() and len(plain) < 5
    return int(plain) if is_number else plain


def ways_of(rules: Ruleset) -> Iterable[Way]:
    """The ways to state a conjecture about a game."""
    return [way for way in WAYS.values() if way.suits(rules)]
