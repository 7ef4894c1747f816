"""Rows of different games on one board: each row is drawn by the look of its own game."""

from __future__ import annotations

from games.boards.looks.look import Look, PieceShape, Spacing


class Mixed(Look):
    """What such a board has in common: room for the tallest piece and the widest."""

    key, box, cell = "sum", "0 0 24 24", (40, 60)
    spacing = Spacing(40, 36)
    small = PieceShape("piece-counters", 24, 28, 24, 28, 0.7)
    to_the_end = False
    reach = ""
