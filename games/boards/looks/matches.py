"""Matches: a move takes a match and all to its right."""

from __future__ import annotations

from games.boards.looks.look import Look, PieceShape, Spacing


class Matches(Look):
    key, box, cell = "matches", "0 0 16 84", (26, 60)
    spacing = Spacing(34, 22)
    small = PieceShape("small-matches", 16, 52, 16, 30, 0.6)
    low = ("small-matches", "0 0 16 50")
    burns = True
    leaving = "components/leaving/matches.html"
