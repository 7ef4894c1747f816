"""The kinds of part: what a part of a room lesson may be. A new kind needs a class here, and a line
in the list below."""

from __future__ import annotations

from collections.abc import Iterator

from games.content.shapes import Content
from games.learn.lessons.models import TELL
from games.questions.goals import GOALS
from games.questions.goals.goal import Goal
from games.teach.live.lessons.lesson_parts import (
    AGAINST,
    CLOCKS,
    ROUNDS,
    SECONDS,
    THEORY,
    LessonPart,
    PartKind,
    explained_by,
)
from solver.teaching import counted


class Tell(PartKind):
    key, label = TELL, "tell the class something"


class Solo(PartKind):
    key, label = "solo", "everyone plays on their own phone"
    shapes = AGAINST
    begins = "Start the games"
    needs_position = True
    in_rounds = True
    is_alone = True

    def words(self, part: LessonPart) -> str:
        return f"Everyone plays {part.opponent_name}"


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


class WatchFilm(PartKind):
    key, label = "film", "show a film"
    shapes = THEORY
    needs_position = True
    is_film = True

    def words(self, part: LessonPart) -> str:
        return "Watch a film"

    def terms(self, part: LessonPart, theory: str) -> Iterator[str]:
        return explained_by(theory)


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


KINDS: dict[str, PartKind] = {
    kind.key: kind
    for kind in (
        Tell(),
        Solo(),
        InPairs(),
        ClassPlays(),
        WatchFilm(),
        *(Asks(asking) for asking in GOALS.values()),
    )
}
"""Every kind by the word that is stored for it."""
OFFERED = {kind.key: kind.label for kind in KINDS.values() if kind.is_offered}
"""The kinds that a lesson may have, with their names."""


def kind_of(content: Content) -> PartKind:
    """The kind of a part; without one, it is :class:`Tell`."""
    return KINDS[content.get("kind", TELL)]


def lone_part(content: Content, number: int = 1) -> LessonPart:
    """A part by itself, without the minute at which it starts."""
    return LessonPart(number, 0, content, kind_of(content))


def parts_of(contents: list[Content]) -> list[LessonPart]:
    """The parts in order, each with the minute at which it starts."""
    parts: list[LessonPart] = []
    for number, content in enumerate(contents, 1):
        begins = parts[-1].ends if parts else 0
        parts.append(LessonPart(number, begins, content, kind_of(content)))
    return parts
