"""Pins: a move knocks down one, or two side by side."""

from __future__ import annotations

from games.boards.looks.look import InPlaces, PieceShape, Placed, Spacing

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
