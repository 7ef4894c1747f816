"""Counters, in rows or heaps: a move is chosen by what it leaves."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.looks.look import HEAP, TAKE, Look, PieceShape, Placed, Spacing
from solver import Player, Position, Ruleset

SPLIT = ("split", "split", "splitting", "splits")
TURN = ("turn", "turned", "turning", "turns")


class Counters(Look):
    key, box, cell = "counters", "0 0 24 24", (32, 32)
    spacing = Spacing(34, 26)
    small = PieceShape("piece-counters", 24, 28, 24, 28, 0.7)
    to_the_end = False
    by_options = True
    reach = ""

    def ways(self, rules: Ruleset, size: int, player: Player | None) -> Iterator[Position]:
        yield from (option or (0,) for option in rules.options(size, player))

    def stored(self, becomes: Position, parts: Position) -> Position:
        return becomes or (0,)

    def spot(self, placed: Placed) -> float:
        """The last counter of a row or heap."""
        begin = 0 if placed.row_word == HEAP else placed.start - placed.parts[0]
        return begin + placed.move.size - 1

    def id(self, placed: Placed) -> str:
        at = f"-at-{placed.start - placed.parts[0] + 1}" if placed.is_part else ""
        parts = "-".join(map(str, placed.move.becomes or (0,)))
        return f"row-{placed.lane}{at}-to-{parts}"

    def tells_parts(self, placed: Placed) -> bool:
        return placed.take <= 0 or len(placed.move.becomes) > 1

    def said(self, placed: Placed, tense: int, where: str) -> str:
        if placed.take < 0:
            of = "" if " of " in where else f" from {placed.move.size}"
            return f"{TURN[tense]} {where}{of} into {placed.leaves}"
        if placed.take == 0:
            return f"{SPLIT[tense]} {where} into {placed.leaves}"
        leaving = f", leaving {placed.leaves}" if self.tells_parts(placed) else ""
        return f"{TAKE[tense]} {placed.take} from {where}{leaving}"
