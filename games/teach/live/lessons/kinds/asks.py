"""A question about the position, which everybody answers on their own."""

from __future__ import annotations

from collections.abc import Iterator

from games.questions.goals.goal import Goal
from games.teach.live.lessons.lesson_parts import THEORY, LessonPart, PartKind, explained_by


class Asks(PartKind):
    """A part that asks for a *goal*: each goal is a kind of its own."""

    def __init__(self, asking: Goal) -> None:
        self.key = self.goal = asking.key
        self.label = asking.label
        self.extras = dict(asking.extras)
        self.shapes = self.extras | THEORY
        self.is_offered = asking.for_puzzles and not asking.is_game

    def words(self, part: LessonPart) -> str:
        return str(part.task.asks)

    def terms(self, part: LessonPart, theory: str) -> Iterator[str]:
        return explained_by(theory)
