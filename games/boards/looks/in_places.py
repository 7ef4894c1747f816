"""What pins, strips and files have in common: a move names its places and leaves a gap there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.boards.looks.look import Look, Placed
from solver import Player


class InPlaces(Look):
    """A row in which a move may start anywhere."""

    to_the_end = False
    in_places = True
    reach = ""

    def starts(self, rest: int) -> Iterable[int]:
        return range(rest + 1)

    def spot(self, placed: Placed) -> float:
        return placed.start + (placed.take - 1) / 2

    def id(self, placed: Placed) -> str:
        return f"row-{placed.lane}-at-{placed.start + 1}-take-{placed.take}"

    def is_typed(self, placed: Placed, numbers: Sequence[int], remaining: int) -> bool:
        first, last = sorted((numbers[0], numbers[-1]))
        return (placed.start, placed.take) == (first - 1, last - first + 1)

    def why_not(
        self, where: str, piece: str, numbers: Sequence[int], remaining: int, player: Player | None
    ) -> str:
        take = abs(numbers[-1] - numbers[0]) + 1
        if player and take != (1 if player is Player.LEFT else 2):
            owner = player.other.value.title()
            return f"That is {owner}'s move; you are {player.value.title()}."
        places = "-".join(map(str, numbers))
        return f"You can't take {piece} {places} of {where} like that."
