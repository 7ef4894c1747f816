"""Two people play each other, in one round or several."""

from __future__ import annotations

from collections.abc import Iterator

from games.teach.live.lessons.lesson_parts import ROUNDS, LessonPart, PartKind
from solver.teaching import counted


class InPairs(PartKind):
    key, label = "neighbours", "play it out in pairs"
    shapes = ROUNDS
    begins = "Draw the pairs"
    needs_position = True
    in_rounds = True

    def words(self, part: LessonPart) -> str:
        return "Play in pairs"

    def terms(self, part: LessonPart, theory: str) -> Iterator[str]:
        yield counted(part.rounds, "round")
