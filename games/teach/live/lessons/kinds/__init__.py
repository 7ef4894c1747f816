"""The kinds of part: what a part of a room lesson may be. A new kind needs a file with its class,
and a line in the list below."""

from __future__ import annotations

from games.content.shapes import Content
from games.learn.lessons.models import TELL
from games.questions.goals import GOALS
from games.teach.live.lessons.kinds.asks import Asks
from games.teach.live.lessons.kinds.class_game import ClassPlays
from games.teach.live.lessons.kinds.in_pairs import InPairs
from games.teach.live.lessons.kinds.solo import Solo
from games.teach.live.lessons.kinds.tell import Tell
from games.teach.live.lessons.kinds.watch import WatchFilm
from games.teach.live.lessons.lesson_parts import LessonPart, PartKind

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
