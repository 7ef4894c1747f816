"""The class plays an opponent together, and votes on each move."""

from __future__ import annotations

from collections.abc import Iterator

from games.teach.live.lessons.lesson_parts import AGAINST, CLOCKS, SECONDS, LessonPart, PartKind


class ClassPlays(PartKind):
    key, label = "perfect", "play it out, the class against Perfect"
    shapes = AGAINST | SECONDS
    begins = "Start the game"
    needs_position = True
    by_votes = True

    def words(self, part: LessonPart) -> str:
        return f"The class plays {part.opponent_name}"

    def terms(self, part: LessonPart, theory: str) -> Iterator[str]:
        yield CLOCKS[part.seconds]
