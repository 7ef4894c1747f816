"""Files of a chess board: a move pushes the pawn on one, and its neighbours go with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.boards.looks.look import InPlaces, PieceShape, Placed, Spacing
from solver import Player, Position, Ruleset

PUSH = ("push", "pushed", "pushing", "pushes")


class Files(InPlaces):
    key, box, cell = "files", "0 0 28 60", (30, 60)
    spacing = Spacing(40, 32)
    small = PieceShape("piece-files", 28, 66, 28, 32, 0.55)
    taking_it = "push it"
    reach = "Touch a file: you push its pawn."

    def ways(self, rules: Ruleset, size: int, player: Player | None) -> Iterator[Position]:
        yield from super().ways(rules, size, player)
        if size == 2:
            yield (0, 0, 0)

    def touched(self, placed: Placed) -> int:
        """The file whose pawn is pushed: the middle of the files that it takes, unless the group
        ends there. In a group of two files, the move on the second file has three parts, so that
        the player can touch either of them."""
        is_first = placed.take == 2 and not placed.parts[0] and len(placed.parts) == 2
        return placed.start if is_first or placed.take == 1 else placed.start + 1

    def spot(self, placed: Placed) -> float:
        return placed.touched

    def id(self, placed: Placed) -> str:
        return f"row-{placed.lane}-file-{placed.touched + 1}"

    def said(self, placed: Placed, tense: int, where: str) -> str:
        return f"{PUSH[tense]} the pawn on file {placed.touched + 1} of {where}"

    def is_typed(self, placed: Placed, numbers: Sequence[int], remaining: int) -> bool:
        return placed.touched == numbers[0] - 1

    def why_not(
        self, where: str, piece: str, numbers: Sequence[int], remaining: int, player: Player | None
    ) -> str:
        return f"No pawn on file {numbers[0]} of {where} can be pushed."
