"""The looks: what the pieces of each game are like, and how a move on them is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.boards.looks.look import HEAP, TAKE, InPlaces, Look, PieceShape, Placed, Spacing
from solver import Player, Position, Ruleset


class Lights(Look):
    key, box, cell = "lights", "0 0 32 40", (40, 48)
    spacing = Spacing(42, 36)
    small = PieceShape("piece-lights", 32, 46, 32, 40, 0.6)
    burns = True
    leaving = "components/leaving/lights.html"


class Matches(Look):
    key, box, cell = "matches", "0 0 16 84", (26, 60)
    spacing = Spacing(34, 22)
    small = PieceShape("small-matches", 16, 52, 16, 30, 0.6)
    low = ("small-matches", "0 0 16 50")
    burns = True
    leaving = "components/leaving/matches.html"


class Mixed(Look):
    """What such a board has in common: room for the tallest piece and the widest."""

    key, box, cell = "sum", "0 0 24 24", (40, 60)
    spacing = Spacing(40, 36)
    small = PieceShape("piece-counters", 24, 28, 24, 28, 0.7)
    to_the_end = False
    reach = ""


KNOCK = ("knock down", "knocked down", "knocking down", "knocks down")


class Pins(InPlaces):
    key, box, cell = "pins", "0 0 28 60", (34, 60)
    spacing = Spacing(58, 36)
    small = PieceShape("piece-pins", 28, 66, 28, 36, 0.55)
    burns = True
    has_pairs = True
    leaving = "components/leaving/tips.html"
    taking_it = "knock it down"

    def said(self, placed: Placed, tense: int, where: str) -> str:
        return f"{KNOCK[tense]} {placed.places} of {where}"

    def ends(self, placed: Placed, tense: int, last: str) -> str:
        return f"{KNOCK[tense]} {last}"


PUT = ("put", "put", "putting", "puts")


class SquareStrips(InPlaces):
    key, box, cell = "strips", "0 0 40 40", (48, 48)
    spacing = Spacing(40, 40)
    small = PieceShape("piece-strips", 40, 48, 40, 40, 0.45)
    gap = 0.12
    tiles: Mapping[int, str] = {1: "square", 2: "domino"}
    has_pairs = True

    def said(self, placed: Placed, tense: int, where: str) -> str:
        verb = TAKE[tense] if placed.take == 1 else f"{PUT[tense]} a domino on"
        return f"{verb} {placed.places} of {where}"

    def ends(self, placed: Placed, tense: int, last: str) -> str:
        return f"{PUT[tense]} a domino on {last}" if placed.take > 1 else f"{TAKE[tense]} {last}"


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
