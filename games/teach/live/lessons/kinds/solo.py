"""Everyone plays a character, on their own phone."""

from __future__ import annotations

from games.teach.live.lessons.lesson_parts import AGAINST, LessonPart, PartKind


class Solo(PartKind):
    key, label = "solo", "everyone plays on their own phone"
    shapes = AGAINST
    begins = "Start the games"
    needs_position = True
    in_rounds = True
    is_alone = True

    def words(self, part: LessonPart) -> str:
        return f"Everyone plays {part.opponent_name}"
