"""A quotient that is proved infinite, for its page: the family of sums, and the losing sums."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from django.utils.functional import cached_property

from games.boards.bounds import MAX_ROWS
from games.explore.addresses import address
from solver import (
    Convention,
    InfiniteQuotient,
    Inquiry,
    LostSums,
    Position,
    Rays,
    Ruleset,
)

MEMBERS = 4
"""How many sums of the family a page lists."""
PICTURES = 6
ACROSS = 14
"""The rows of one size in a picture, across and down: from none to one less than this."""
CELL = 9


@dataclass(frozen=True)
class FamilyLine:
    """A sum of the family with its company, and the next sum with the same company: the first
    loses, the second wins. An address is empty where a board would have too many rows."""

    member: str
    company: str
    losing: str
    losing_url: str
    winning: str
    winning_url: str


@dataclass(frozen=True)
class LosingPicture:
    """The losing sums of two sizes of rows, *beside* a few others: a path of filled cells."""

    beside: str
    path: str


class InfiniteProof:
    """The proof in words, in a table and in pictures."""

    view_box = f"{-CELL} {-CELL} {(ACROSS + 2) * CELL} {(ACROSS + 2) * CELL}"

    def __init__(self, infinite: InfiniteQuotient) -> None:
        self.infinite = infinite
        self.reason = infinite.reason.partition(": ")[2]
        self.sentences = infinite.proof

    @property
    def lines(self) -> Iterator[FamilyLine]:
        """The first sums of the family."""
        family = self.infinite.family
        for number in range(MEMBERS):
            member, company = family.member(number), family.company(number)
            losing = _sum(member, company)
            winning = _sum(family.member(number + 1), company)
            yield FamilyLine(
                _shown(member),
                _shown(company),
                _shown(losing),
                _address(self.infinite.ruleset, losing),
                _shown(winning),
                _address(self.infinite.ruleset, winning),
            )

    @cached_property
    def axes(self) -> tuple[int, int] | None:
        """The two sizes that grow in the family: the one across is that of the company."""
        family = self.infinite.family
        if not isinstance(family, Rays):
            return None
        return _largest(family.company_step), _largest(family.step)

    @cached_property
    def pictures(self) -> list[LosingPicture]:
        """Pictures that differ, beside the smallest sums of other rows."""
        losing = self.infinite.losing
        if self.axes is None or not isinstance(losing, LostSums):
            return []
        sizes = [size for size in range(1, losing.up_to + 1) if size not in self.axes]
        pictures: dict[str, LosingPicture] = {}
        for beside in (
            rows for count in range(3) for rows in combinations_with_replacement(sizes, count)
        ):
            path = self._path(losing, beside)
            if path and path not in pictures:
                pictures[path] = LosingPicture(_shown(beside) if beside else "", path)
            if len(pictures) == PICTURES:
                break
        return list(pictures.values())

    def _path(self, losing: LostSums, beside: Position) -> str:
        assert self.axes is not None
        across, down = self.axes
        return "".join(
            f"M{x * CELL} {y * CELL}h{CELL - 1}v{CELL - 1}h{1 - CELL}z"
            for y in range(ACROSS)
            for x in range(ACROSS)
            if losing.is_lost(beside + (across,) * x + (down,) * y)
        )


def _sum(one: Position, other: Position) -> Position:
    return tuple(sorted(one + other))


def _shown(position: Position) -> str:
    """A position with equal rows counted: ``1+3×5``, three rows of 5."""
    parts = [(size, position.count(size)) for size in dict.fromkeys(position)]
    return "+".join(f"{size}" if count == 1 else f"{count}×{size}" for size, count in parts) or "0"


def _address(ruleset: Ruleset, position: Position) -> str:
    if len(position) > MAX_ROWS:
        return ""
    return address(Inquiry(ruleset, position, Convention.MISERE, None))


def _largest(steps: tuple[int, ...]) -> int:
    return 1 + max(range(len(steps)), key=steps.__getitem__)
