"""The questions of a room on paper: boards to draw on and lines to write on, without answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.boards.rules import RuleText, rule_of
from games.boards.thumbnails import Thumbnail, thumbnail
from games.questions.goals.goal import ChoiceGoal
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.rooms.models import Room, RoomQuestion


@dataclass(frozen=True)
class PaperQuestion:
    """A question on paper: its *number*, the board, the rule, the question, and the options to
    tick. Without options there are lines to write on."""

    number: int
    title: str
    picture: Thumbnail
    rule: RuleText
    asks: str
    mover: str
    options: tuple[str, ...]

    @classmethod
    def of(cls, number: int, asked: Question, title: str = "") -> PaperQuestion:
        task = ShownQuestion(asked)
        asking = task.asking
        choices = asking.options(task) if isinstance(asking, ChoiceGoal) else ()
        return cls(
            number,
            title,
            thumbnail(asked.ruleset, asked.position),
            rule_of(asked.ruleset, asked.convention, asked.position),
            str(task.asks),
            task.mover if not asking.is_about_kinds else "",
            tuple(option.label for option in choices),
        )


def _numbered(asked: Iterable[tuple[Question, str]]) -> list[PaperQuestion]:
    return [PaperQuestion.of(number, *one) for number, one in enumerate(asked, 1)]


def sheets_of_lesson(lesson: RoomLesson) -> list[PaperQuestion]:
    """The questions of a room lesson."""
    return _numbered((part.asked, part.title) for part in lesson.told if part.is_question)


def sheets_of_room(room: Room) -> list[PaperQuestion]:
    """The questions of a room, without the turns of its games."""
    questions = RoomQuestion.objects.filter(room=room, turn_version=None).order_by("number")
    return _numbered((question.asked, "") for question in questions)
