"""The rules of a game as form fields: pictures, numbers, heaps by hand, or a code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from django.http import QueryDict

from games.boards.bounds import MAX_DIGITS, MAX_SIZE, check_rules
from games.content.game_control import HEAPS, LEAVES, composed
from games.explore.forms import OWN, ruleset_of
from solver import (
    Heaps,
    InvalidInputError,
    Octal,
    Position,
    Ruleset,
    Subtraction,
    format_position,
    get_ruleset,
)
from solver.teaching import joined, parts_in_words

PICTURES, NUMBERS, BY_HAND, CODE = "pictures", "numbers", "heaps", "code"
WAYS = {
    PICTURES: "Pictures",
    NUMBERS: "Numbers",
    BY_HAND: "Heap by heap",
    CODE: "Code",
}
"""The ways to enter the rules of a game."""
AROUND = {"none": 0, "one": 4, "two": 4}
"""How many pieces a picture shows beside the taken ones."""
SAYS = {"none": "the whole row", "one": "from an end", "two": "splitting it"}
PIECE, GAP = 24, 16
"""The width of a piece in a drawing, and of the space between two heaps."""
MOST_DRAWN = 16
"""The most pieces in a drawing; a larger heap is written as a number."""
SHORTEST = 3
"""The least number of takes with pictures."""
HEAPS_SHOWN, HEAPS_MOST, HEAPS_TOUCHED = 4, 8, 3
"""The least and the most heaps to draw, and the largest heap with a picture for every option."""


@dataclass(frozen=True)
class Box:
    """A picture to touch: the pieces *taken* from a row, and how many are *before* and *after*."""

    name: str
    number: int
    says: str
    is_ticked: bool
    before: int
    after: int

    @property
    def pieces(self) -> list[tuple[int, bool]]:
        """Each piece from left to right: its coordinate, and whether it is taken."""
        taken = [False] * self.before + [True] * self.number + [False] * self.after
        gap = 0 if self.number else GAP
        return [
            (PIECE * place + gap * (place >= self.before), is_taken)
            for place, is_taken in enumerate(taken)
        ]

    @property
    def width(self) -> int:
        return self.pieces[-1][0] + PIECE

    @property
    def heard(self) -> str:
        taken = f"take {self.number}, " if self.number else ""
        return f"{taken}{self.says}"


@dataclass(frozen=True)
class Becomes:
    """An option of a heap, to touch: its *text* as typed, and its *parts* to draw."""

    text: str
    is_ticked: bool

    @property
    def parts(self) -> list[int]:
        return [int(part) for part in self.text.split("+") if int(part)]

    @property
    def words(self) -> str:
        return parts_in_words(self.parts)

    @property
    def pieces(self) -> list[int]:
        """The coordinates of the pieces, heap beside heap; empty if there are too many."""
        if sum(self.parts) > MOST_DRAWN:
            return []
        sizes = enumerate(self.parts)
        owners = [number for number, size in sizes for _ in range(size)]
        return [PIECE * place + GAP * number for place, number in enumerate(owners)]

    @property
    def width(self) -> int:
        return max(self.pieces, default=0) + PIECE


@dataclass(frozen=True)
class HandHeap:
    """A heap with its options, and *more* to add; *typed* is text that cannot be read."""

    size: int
    ways: tuple[Becomes, ...]
    more: tuple[Becomes, ...]
    typed: str = ""

    @property
    def pieces(self) -> list[int]:
        return [PIECE * place for place in range(self.size if self.size <= MOST_DRAWN else 0)]

    @property
    def width(self) -> int:
        return PIECE * len(self.pieces)


@dataclass(frozen=True)
class Fields:
    """The values of the fields; *by* is the chosen way to enter rules."""

    by: str = PICTURES
    boxes: frozenset[str] = frozenset()
    amount: str = "only"
    most: str = "3"
    take: str = "1, 3"
    splits: bool = False
    heaps: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    code: str = ""

    @classmethod
    def typed(cls, data: QueryDict) -> Fields:
        """The values that a person typed, valid or not."""
        by = data.get("by", CODE)
        heaps = {
            int(name[5:]): tuple(
                part.strip()
                for value in data.getlist(name)
                for part in value.split(",")
                if part.strip()
            )
            for name in data
            if re.fullmatch(r"heap-[0-9]{1,3}", name)
        }
        return cls(
            by=by if by in WAYS else CODE,
            boxes=frozenset(data) & frozenset(BOXES),
            amount=data.get("amount", cls.amount),
            most=data.get("most", cls.most),
            take=data.get("take", cls.take),
            splits="splits" in data,
            heaps={size: options for size, options in heaps.items() if options},
            code=data.get("rules", ""),
        )

    @classmethod
    def of(cls, rules: Ruleset, by: str = "") -> Fields:
        """The values that describe *rules*, as far as each way can."""
        takes = _takes(rules)
        return cls(
            by=by if by in WAYS else usual_way(rules),
            boxes=frozenset(_boxes(rules)),
            amount=_amount(rules),
            most=str(rules.maximum or cls.most),
            take=joined(takes, "or") if takes else cls.take,
            splits=rules.splits and isinstance(rules, Octal),
            heaps=_heaps(rules),
            code=rules.key,
        )

    @property
    def rules(self) -> Ruleset:
        """The rules that the fields describe; raises :class:`SolverError` with one sentence."""
        rules = get_ruleset(self._key())
        check_rules(rules)
        return rules

    def _key(self) -> str:
        if self.by == CODE:
            return self.code
        if self.by == BY_HAND:
            if not self.heaps:
                raise InvalidInputError("Choose at least one thing that a heap may become.")
            written = {f"heap-{size}": ",".join(texts) for size, texts in self.heaps.items()}
            return composed(HEAPS, written)
        if self.by == PICTURES:
            return ruleset_of({"game": OWN, "amount": "each"} | dict.fromkeys(self.boxes, "on"))
        numbers = {"amount": self.amount, "most": self.most, "take": self.take}
        return ruleset_of({"game": OWN} | numbers | ({"splits": "on"} if self.splits else {}))

    @property
    def pictures(self) -> list[tuple[int, list[Box]]]:
        """The pictures for each number to take, and for one number more than is allowed."""
        last = max((int(name.split("-")[0]) for name in self.boxes), default=0)
        shown = min(max(SHORTEST, last + 1), MAX_DIGITS)
        rows = [(n, [self._box(n, leaves) for leaves in LEAVES]) for n in range(1, shown + 1)]
        return [*rows, (0, [self._box(0, "two")])]

    def _box(self, number: int, leaves: str) -> Box:
        name, beside = f"{number}-{leaves}", AROUND[leaves]
        before = beside // 2 if leaves == "two" else 0
        return Box(name, number, SAYS[leaves], name in self.boxes, before, beside - before)

    @property
    def hand_heaps(self) -> list[HandHeap]:
        """Every heap with its options, and one heap more than have a move."""
        last = max(self.heaps, default=0)
        shown = {*range(1, min(max(HEAPS_SHOWN, last + 1), HEAPS_MOST) + 1), *self.heaps}
        return [self._hand_heap(size) for size in sorted(shown)]

    def _hand_heap(self, size: int) -> HandHeap:
        texts = self.heaps.get(size, ())
        good = [text for text in texts if _is_way(text, size)]
        wrong = ", ".join(text for text in texts if text not in good)
        offered = [format_position(way) for way in _ways(size)] if size <= HEAPS_MOST else []
        if size <= HEAPS_TOUCHED:
            offered += [text for text in good if text not in offered]
            return HandHeap(size, tuple(Becomes(way, way in good) for way in offered), (), wrong)
        more = tuple(Becomes(way, False) for way in offered if way not in good)
        return HandHeap(size, tuple(Becomes(way, True) for way in good), more, wrong)


BOXES = ("0-two", *(f"{n}-{leaves}" for n in range(1, MAX_DIGITS + 1) for leaves in LEAVES))


def usual_way(rules: Ruleset) -> str:
    """The way that shows these rules best; games that no field describes have their code."""
    if isinstance(rules, Heaps) and not rules.partizan:
        return BY_HAND
    if isinstance(rules, Octal):
        return PICTURES
    return NUMBERS if isinstance(rules, Subtraction) or rules.family == "nim" else CODE


def _takes(rules: Ruleset) -> list[int]:
    """The numbers to take; empty if they are more than a row on a page may have pieces."""
    if isinstance(rules, Subtraction):
        return list(rules.takes) if len(rules.takes) <= MAX_SIZE else []
    if isinstance(rules, Octal):
        return [take for take, digit in enumerate(rules.digits) if take and digit]
    return []


def _amount(rules: Ruleset) -> str:
    if rules.family == "nim":
        return "any"
    return "most" if rules.maximum else "only"


def _boxes(rules: Ruleset) -> list[str]:
    """The ticked pictures; in a game without splitting, a move takes a whole row or from an end."""
    digits = dict(enumerate(rules.digits)) if isinstance(rules, Octal) else {}
    if isinstance(rules, Subtraction):
        digits = dict.fromkeys(rules.takes[:MAX_DIGITS], LEAVES["none"] + LEAVES["one"])
    return [
        name
        for name in BOXES
        if digits.get(int(name.split("-")[0]), 0) & LEAVES[name.split("-")[1]]
    ]


def _heaps(rules: Ruleset) -> dict[int, tuple[str, ...]]:
    """The options of each heap as typed text; for other families, only of the first few heaps."""
    if rules.partizan:
        return {}
    sizes = rules.rules if isinstance(rules, Heaps) else range(1, HEAPS_SHOWN + 1)
    written = {
        size: tuple(format_position(option) for option in rules.options(size)) for size in sizes
    }
    return {size: options for size, options in written.items() if options}


def _is_way(text: str, size: int) -> bool:
    """Whether *text* is an option of a heap."""
    parts = text.split("+")
    return all(re.fullmatch("[0-9]{1,3}", part) and int(part) < size for part in parts)


def _ways(size: int) -> list[Position]:
    """The options offered for a heap: any one or two smaller heaps; for a large heap, only those
    with no more pieces than before."""
    parts = range(1, size)
    pairs = combinations_with_replacement(parts, 2)
    most = 2 * size if size <= HEAPS_TOUCHED else size
    return [(), *((part,) for part in parts), *(pair for pair in pairs if sum(pair) <= most)]
