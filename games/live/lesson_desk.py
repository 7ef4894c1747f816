"""The parts of a room lesson while they are written in the admin: the desk of a lesson's steps,
with the minutes and the notes of a part."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, ClassVar

from django import forms

from games.content.shapes import Content, Problem
from games.desks.controls import Choose, NumberControl, TextControl
from games.lessons.admin.beside import OpenStep
from games.lessons.admin.controls import CONTROLS, StepSetting
from games.lessons.admin.desk import Draft, StepDesk
from games.lessons.models import TELL
from games.live.lesson_files import MAX_PARTS
from games.live.lesson_parts import as_step, check_part, part_kinds, part_readers, read_part
from games.live.lessons import RoomLesson

NOTES: dict[str, tuple[str, str, Callable[[StepSetting], forms.Widget]]] = {
    "kind": ("Activity", "", lambda place: Choose(part_kinds(), none="—")),
    "minutes": ("Minutes", "", lambda place: NumberControl()),
    "text": ("What to say", "An empty line starts a new paragraph.", lambda place: TextControl(6)),
    "expect": ("What to expect", "Say what to wait for, too.", lambda place: TextControl(3)),
    "feedback": (
        "Usual wrong answers, and what they mean",
        "Touch a wrong move on the board to add it here, or the habit behind it.",
        CONTROLS["feedback"][2],
    ),
    "stuck": ("If half get it wrong", "", lambda place: TextControl(3)),
    "after": ("What comes next", "", lambda place: TextControl(3)),
    "claims": (
        "Facts in the words",
        "List every fact that the words state. The solver checks each. A named position needs one.",
        CONTROLS["claims"][2],
    ),
}


class PartDraft(Draft):
    """A part as it was typed."""

    @property
    def kind_words(self) -> str:
        words = dict(part_kinds()).get(self.kind, self.kind)
        minutes = self.content.get("minutes")
        return f"{minutes} min: {words}" if isinstance(minutes, int) else words


class PartDesk(StepDesk):
    """The parts of a room lesson in their order."""

    noun, home, most = "part", "A room lesson", MAX_PARTS
    controls: ClassVar = CONTROLS | NOTES
    readers = staticmethod(part_readers)

    @classmethod
    def made(cls, key: str, content: Content) -> Draft:
        return PartDraft(key, content or {"kind": TELL})

    @classmethod
    def of(cls, lesson: Any) -> PartDesk:
        """A room lesson as it is stored; a new one begins with a part."""
        if not isinstance(lesson, RoomLesson) or lesson.pk is None:
            return cls([PartDraft("new-1", {"kind": TELL, "minutes": 3})], "new-1")
        return cls([PartDraft(str(n), part) for n, part in enumerate(lesson.parts, 1)])

    @staticmethod
    def read(typed: Content, problems: list[Problem]) -> Content:
        return read_part(typed, problems)

    @staticmethod
    def step(content: Content) -> Content:
        """The part as the step that it would be, without what is said to whoever teaches."""
        step = as_step(content)
        return {key: value for key, value in step.items() if key not in ("text", "after")}

    @staticmethod
    def judge(content: Content, skills: Collection[str]) -> list[Problem]:
        return check_part(content)

    def new_content(self) -> Content:
        """A new part on the rules of the one before it."""
        return {**super().new_content(), "minutes": 3}


class OpenPart(OpenStep):
    """The open part of a desk as its page draws it."""

    def _is_asked(self, key: str) -> bool:
        if key == "after" or self.draft.content.get(key):
            return True
        return super()._is_asked("feedback" if key == "stuck" else key)
