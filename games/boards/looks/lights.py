"""Lights: a move turns off a light and all to its right."""

from __future__ import annotations

from games.boards.looks.look import Look, PieceShape, Spacing


class Lights(Look):
    key, box, cell = "lights", "0 0 32 40", (40, 48)
    spacing = Spacing(42, 36)
    small = PieceShape("piece-lights", 32, 46, 32, 40, 0.6)
    burns = True
    leaving = "components/leaving/lights.html"
