"""Rules that tell positions apart by what can be counted: ``{inverters: odd, switches: 0}``.

A rule is written as plain data and says itself in words, so that what is read is what is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..conventions import Player
from ..errors import InvalidInputError
from ..positions import Position
from ..rulesets.rules import Ruleset
from ..words import capitalised, joined, plural, unreadable
from ..words import counting as words
from .quantities import QUANTITIES, Figures, Quantity, foreign_to

LARGEST_NUMBER = 99
"""How large the numbers of a rule may be."""
MAX_CASES = 4
EXAMPLE = "{nim_sum: 0}"
LISTED = 3
"""How many numbers of an endless list are named."""
TO_MOVE = "to_move"
"""The one condition that is no number: the player to move."""


@dataclass(frozen=True)
class Condition:
    """What a number must be: ``2``, ``odd``, ``>=2``, ``1 mod 4``, or one of several of these."""

    written: int | str | tuple[int | str, ...]

    @classmethod
    def read(cls, written: Any) -> Condition:
        """Raises :class:`InvalidInputError` for what is no test."""
        entries = tuple(written) if isinstance(written, list | tuple) else (written,)
        read = tuple(map(_entry, entries))
        if not read:
            raise InvalidInputError.because(unreadable.TEST, "[]")
        return cls(read if len(read) > 1 else read[0])

    @property
    def entries(self) -> tuple[int | str, ...]:
        return self.written if isinstance(self.written, tuple) else (self.written,)

    @property
    def content(self) -> int | str | list[int | str]:
        """The same as a content file says it."""
        return list(self.written) if isinstance(self.written, tuple) else self.written

    @cached_property
    def passes(self) -> Callable[[int], bool]:
        tests = [_passes(entry) for entry in self.entries]
        return lambda number: any(test(number) for test in tests)

    def words(self, quantity: Quantity, names: Mapping[str, str]) -> str:
        """What a position has that passes; *names* are those of the game."""
        one, many, none = (text.format(**names) for text in quantity.name)
        if none and self.written == 0:
            return none
        return self.of_many(one, many) if many else self.of_one(one, signed=quantity.signed)

    def of_many(self, one: str, many: str) -> str:
        """``no switch``, ``an odd number of inverters``, ``1, 5, 9, … lights``."""
        match self.written:
            case 0:
                return words.NO.format(one=one)
            case 1:
                return words.ONE.format(one=one)
            case "odd" | "even":
                return words.ODD_OR_EVEN.format(parity=self.written, many=many)
            case ">=1":
                return words.SOME.format(one=one)
        numbers = self._numbers()
        noun = one if numbers.endswith((" 1", "−1")) else many
        return words.MANY.format(numbers=numbers, things=noun)

    def of_one(self, name: str, *, signed: bool) -> str:
        """``nim-sum 0``, ``the longest row at least 2``, ``difference even``."""
        return words.IS.format(name=name, numbers=self._numbers(signed=signed))

    def _numbers(self, *, signed: bool = False) -> str:
        return joined((_in_words(entry, signed=signed) for entry in self.entries), "or")


def _entry(written: Any) -> int | str:
    """One test in canonical form; raises :class:`InvalidInputError`."""
    if isinstance(written, int) and not isinstance(written, bool):
        if abs(written) <= LARGEST_NUMBER:
            return written
        raise InvalidInputError.because(unreadable.RULE_NUMBER, written, most=LARGEST_NUMBER)
    text = "".join(str(written).lower().split())
    if text in ("odd", "even"):
        return text
    rest, is_mod, divisor = text.partition("mod")
    if is_mod and _is_number(divisor) and _is_number(rest) and 0 <= int(rest) < int(divisor):
        return f"{int(rest)} mod {int(divisor)}"
    if text[:2] in (">=", "<=") and _is_number(text[2:].removeprefix("-")):
        return f"{text[:2]}{int(text[2:])}"
    raise InvalidInputError.because(unreadable.TEST, written)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text) <= LARGEST_NUMBER


def _passes(entry: int | str) -> Callable[[int], bool]:
    if isinstance(entry, int):
        return lambda number: number == entry
    if entry in ("odd", "even"):
        return lambda number: number % 2 == (entry == "odd")
    if "mod" in entry:
        rest, _, divisor = entry.split()
        return lambda number: number % int(divisor) == int(rest)
    bound = int(entry[2:])
    return (lambda number: number >= bound) if entry[0] == ">" else lambda number: number <= bound


def _in_words(entry: int | str, *, signed: bool) -> str:
    if isinstance(entry, int):
        return str(entry).replace("-", "−")
    if "mod" in entry:
        rest, _, divisor = entry.split()
        first, step = int(rest), int(divisor)
        start = first - step * (1 + (first > 0)) if signed else first
        numbers = [str(start + step * place) for place in range(LISTED + 2 * signed)]
        return ", ".join(["…"] * signed + numbers + ["…"]).replace("-", "−")
    if entry in ("odd", "even"):
        return entry
    bound = words.AT_LEAST if entry[0] == ">" else words.AT_MOST
    return bound.format(number=entry[2:].replace("-", "−"))


Case = Mapping[str, Condition | Player]
"""What a position has in one case of a rule: every condition of it holds."""


@dataclass(frozen=True)
class Rule:
    """A rule: a position keeps to it if one of its *cases* fits."""

    cases: tuple[Case, ...]

    @classmethod
    def read(cls, written: Any) -> Rule:
        """Read ``{nim_sum: 0}`` or ``{any: [{…}, {…}]}``; raises :class:`InvalidInputError`."""
        several = isinstance(written, Mapping) and list(written) == ["any"]
        cases = written["any"] if several else [written]
        if not isinstance(cases, list) or not 1 <= len(cases) <= MAX_CASES:
            raise InvalidInputError.because(unreadable.CASES, cases, most=MAX_CASES)
        return cls(tuple(map(_case, cases)))

    @property
    def content(self) -> dict[str, Any]:
        """The same as a content file says it."""
        cases: list[dict[str, Any]] = [
            {
                key: part.value if isinstance(part, Player) else part.content
                for key, part in c.items()
            }
            for c in self.cases
        ]
        return cases[0] if len(cases) == 1 else {"any": cases}

    @property
    def key(self) -> str:
        """The rule as one word, to be stored as an answer."""
        cases = (
            "&".join(f"{key}={_key(part)}" for key, part in sorted(case.items()))
            for case in self.cases
        )
        return "|".join(cases)

    def words(self, ruleset: Ruleset, piece: str = "piece") -> str:
        """``No switch, and an odd number of inverters``, where a *piece* is what is taken."""
        names = _names(ruleset, piece)
        cases = (_case_words(case, names) for case in self.cases)
        return capitalised(words.OR.join(cases))

    def refusal(self, ruleset: Ruleset) -> str:
        """Why the rule says nothing about a game; empty where it does."""
        keys = {key for case in self.cases for key in case}
        foreign = (*foreign_to(ruleset), *(() if ruleset.partizan else (TO_MOVE,)))
        wrong = [key for key in foreign if key in keys]
        return words.MEANS_NOTHING.format(name=wrong[0], game=ruleset.name) if wrong else ""

    def holds(self, figures: Figures, position: Position, player: Player | None) -> bool:
        """Whether *position*, with *player* to move, keeps to the rule."""
        return any(
            all(
                part is player
                if isinstance(part, Player)
                else part.passes(QUANTITIES[key].count(figures, position))
                for key, part in case.items()
            )
            for case in self.cases
        )


def _case_words(case: Case, names: Mapping[str, str]) -> str:
    """One case of a rule: ``Left to move: squares minus dominoes at least 1``."""
    conditions = [
        part.words(QUANTITIES[key], names)
        for key, part in case.items()
        if not isinstance(part, Player)
    ]
    said = words.AND.join(conditions)
    player = case.get(TO_MOVE)
    if not isinstance(player, Player):
        return said
    text = words.TO_MOVE_AND if said else words.TO_MOVE
    return text.format(player=player.value.title(), conditions=said)


def _names(ruleset: Ruleset, piece: str) -> dict[str, str]:
    """What a game calls what is counted."""
    of = words.OF_REMAINDERS if ruleset.maximum else words.OF_NIM_VALUES
    return {
        "row": ruleset.component_word,
        "rows": plural(ruleset.component_word),
        "piece": piece,
        "pieces": plural(piece),
        "nim_sum": words.OF_ROWS if ruleset.key == "nim" else of,
    }


def _key(part: Condition | Player) -> str:
    if isinstance(part, Player):
        return part.value
    return ",".join(str(entry).replace(" ", "") for entry in part.entries)


def _case(written: Any) -> Case:
    if not isinstance(written, Mapping) or not written:
        raise InvalidInputError.because(unreadable.RULE, written, example=EXAMPLE)
    case: dict[str, Condition | Player] = {}
    for key, value in written.items():
        if key == TO_MOVE:
            case[key] = Player.parse(value) or Player.LEFT
        elif key in QUANTITIES:
            case[key] = Condition.read(value)
        else:
            known = joined((*QUANTITIES, TO_MOVE), "or")
            raise InvalidInputError.because(unreadable.COUNTED, str(key)[:60], known=known)
    return case
