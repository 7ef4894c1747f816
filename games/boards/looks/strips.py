"""Strips of squares: a move takes one, or puts a domino on two."""

from __future__ import annotations

from collections.abc import Mapping

from games.boards.looks.look import TAKE, InPlaces, PieceShape, Placed, Spacing

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
