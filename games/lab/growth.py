"""How a quotient grows with its longest row, for the page of the quotient."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver import Growth, InfiniteQuotient

ENDLESS = "∞"


@dataclass(frozen=True)
class GrowthLine:
    """A row length that brings new elements: how many there are then, how many of them are losing,
    and how many more that is than before."""

    size: int
    order: int | str
    lost: int | str
    more: int = 0
    more_lost: int = 0


@dataclass(frozen=True)
class GrowthTable:
    """The row lengths that bring new elements, with the laws that the numbers suggest."""

    growth: Growth
    infinite: InfiniteQuotient | None

    @property
    def lines(self) -> Iterator[GrowthLine]:
        """A line for each length, and a last one where the quotient is infinite."""
        before, *_ = steps = self.growth.steps
        for now in steps:
            more, more_lost = now.order - before.order, now.lost - before.lost
            yield GrowthLine(now.size, now.order, now.lost, more, more_lost)
            before = now
        if self.infinite and self.infinite.up_to == self.growth.up_to + 1:
            yield GrowthLine(self.infinite.up_to, ENDLESS, ENDLESS)

    @property
    def conjectures(self) -> list[str]:
        """What the numbers suggest, in sentences."""
        return self.growth.conjectures

    @property
    def up_to(self) -> int:
        """The longest row."""
        return self.growth.up_to
