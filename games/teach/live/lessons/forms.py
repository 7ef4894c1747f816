"""The form of a room lesson, for the site's lessons in the admin and for an instructor's own, with
the *desk* for its parts: that of a lesson's steps, with the minutes and notes of a part."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Self

from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.functional import cached_property

from games.boards.rules import game_in_words
from games.content.controls import plain
from games.content.editors.admin import PlacedForm, PublishingForm
from games.content.reading import sentence
from games.content.shapes import MAX_LINE, Content, Problem
from games.content.versions import place_after, whole
from games.learn.lessons.editor.beside import OpenStep
from games.learn.lessons.editor.step_editor import Draft, StepEditor
from games.learn.lessons.models import TELL, Step
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.live.lessons.kinds import OFFERED
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import (
    LESSON,
    MAX_PARTS,
    USUAL,
    RoomLessonFiles,
    as_step,
    check_part,
    clock_wrong,
    part_shapes,
    read_part,
    refusal,
    unsaid,
)
from games.teach.work.writing.typed_lines import ExerciseLine, read_lines
from solver import InvalidInputError, get_ruleset
from solver.teaching import counted

MAX_TYPED = 8_000


class PartDraft(Draft):
    """A part as the author typed it."""

    shapes = staticmethod(part_shapes)

    @property
    def is_untouched(self) -> bool:
        """Whether nobody has written anything into it yet."""
        said = {key for key, value in self.content.items() if value}
        return self.row is None and said <= {"kind", "minutes"}

    @property
    def kind_words(self) -> str:
        words = OFFERED.get(self.kind, self.kind)
        minutes = self.content.get("minutes")
        return f"{minutes} min: {words}" if isinstance(minutes, int) else words


class PartEditor(StepEditor):
    """The parts of a room lesson in order."""

    noun, home, most = "part", "A room lesson", MAX_PARTS
    verbs = (*StepEditor.verbs, "lines")
    takes_lines = True

    @classmethod
    def made(cls, key: str, content: Content) -> Draft:
        return PartDraft(key, content or {"kind": TELL})

    @classmethod
    def of(cls, lesson: Any) -> PartEditor:
        """The stored parts of a room lesson; a new lesson starts with one part."""
        if not isinstance(lesson, RoomLesson) or lesson.pk is None:
            return cls([PartDraft("new-1", {"kind": TELL, "minutes": 3})], "new-1")
        return cls([PartDraft(str(n), part) for n, part in enumerate(lesson.parts, 1)])

    def __init__(self, drafts: list[Draft], opened: str = "") -> None:
        super().__init__(drafts, opened)
        self.typed = ""

    @classmethod
    def posted(cls, data: QueryDict) -> Self:
        desk = super().posted(data)
        desk.typed = str(data.get("desk_lines") or "")[:MAX_TYPED]
        return desk

    @cached_property
    def lines(self) -> list[ExerciseLine]:
        """The typed lines, read and solved; empty if there are too many."""
        try:
            return read_lines(self.typed)
        except InvalidInputError as error:
            self.said = str(error)
            return []

    def _lines(self, _: str) -> None:
        """Turn every valid line into a part; the others stay in their field. The first of them
        takes the place of a part that nobody has begun to write."""
        kept: list[str] = []
        added = 0
        for line in self.lines:
            asked = line.exercise
            refused = line.problem or line.later or (asked and refusal(asked))
            if asked is None or refused or self.is_full:
                kept.append(line.text)
                continue
            self.drafts.append(self.made(self._new_key(), _part_of(asked)))
            added += 1
        if added:
            drafts: list[Any] = self.drafts
            self.drafts = [one for one in drafts if not one.is_untouched]
        if added or kept:
            said = f"{counted(added, 'part')} added."
            self.said = f"{said} The lines below need a change." if kept else said
            self.typed = "\n".join(kept)
            del self.lines

    @staticmethod
    def read(typed: Content, problems: list[Problem]) -> Content:
        return read_part(typed, problems)

    @staticmethod
    def step(content: Content) -> Content:
        """The part as a step of a lesson, without the notes for the instructor."""
        step = as_step(content)
        return {key: value for key, value in step.items() if key not in ("text", "after")}

    @classmethod
    def stated(cls, content: Content) -> Step:
        return Step.of(as_step(content))

    @staticmethod
    def judge(content: Content, skills: Collection[str]) -> list[Problem]:
        return check_part(content)

    def new_content(self) -> Content:
        """A new part with the ruleset of the previous one."""
        return {**super().new_content(), "minutes": 3}


def _part_of(asked: Question) -> Content:
    """A part with this question."""
    title = game_in_words(get_ruleset(asked.ruleset), asked.position)[:MAX_LINE]
    place = {name: value for name, value in asked.columns.items() if value and name != "goal"}
    text = str(ShownQuestion(asked).asks)
    return {"kind": str(asked.goal), "title": title, "minutes": 3, "text": text, **place}


class OpenPart(OpenStep):
    """The open part of a desk, for its page."""

    def _is_asked(self, key: str) -> bool:
        if key == "after" or self.draft.content.get(key):
            return True
        return super()._is_asked("feedback" if key == "stuck" else key)


FIRST_NOTE = "First version."


class RoomLessonForm(PlacedForm, PublishingForm):
    """The form for a room lesson of the site."""

    noun = "room lesson"
    shapes, kind = LESSON, RoomLessonFiles

    class Meta:
        model = RoomLesson
        fields: ClassVar = [
            "title",
            *(name for name in RoomLesson.CONTENT if name not in ("title", "order")),
            "state",
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.content: Content = {}
        self.desk = PartEditor.posted(self.data) if self.is_bound else PartEditor.of(self.stored)  # type: ignore[arg-type]
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]

    def rows(self) -> QuerySet[RoomLesson]:
        return RoomLessonFiles().rows()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        parts = self.desk.check([])
        for wrong in self.desk.refusals():
            self.add_error(None, wrong)
        if not any(draft.problems for draft in self.desk.drafts):
            self.check_clock(cleaned, parts)
        names = [name for name in RoomLesson.CONTENT if name in cleaned]
        self.content = {name: plain(cleaned[name]) for name in names}
        self.read(self.content)
        self.content |= {"slug": cleaned.get("slug") or self.instance.slug, "parts": parts}
        if "place" in self.fields:
            is_new = self.stored is None
            order = place_after(self.others(), cleaned.get("place") or self.place_now())
            self.content["order"] = order if self.is_moved or is_new else whole(self.stored.order)
        self.content["state"] = str(cleaned.get("state") or RoomLesson.State.DRAFT)
        for name in unsaid(self.content):
            if name not in self.errors:
                self.add_error(name, "Say this before you publish the lesson.")
        return cleaned

    def doubts(self) -> Iterable[str]:
        return self.desk.doubts()

    @property
    def content_news(self) -> bool:
        """Whether the content of the form differs from the stored one."""
        return USUAL | self.before != USUAL | self.content

    def check_clock(self, cleaned: dict[str, Any], parts: list[Content]) -> None:
        """Check that the minutes are the sum of those of the parts."""
        if "minutes" in cleaned:
            for wrong in clock_wrong({**cleaned, "parts": parts}):
                self.add_error("minutes", sentence(wrong))


class OwnLessonForm(RoomLessonForm):
    """The form for an instructor's own lesson: it adds up the minutes and makes the address. It is
    in no list of the site."""

    place = None  # type: ignore[assignment]

    class Meta(RoomLessonForm.Meta):
        fields: ClassVar = [
            name for name in RoomLessonForm.Meta.fields if name not in ("slug", "minutes")
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "lesson-%s", **kwargs})
        self.fields["note"].widget.attrs.pop("class", None)

    @property
    def head(self) -> list[Any]:
        """The fields above the desk."""
        return [self[name] for name in self.Meta.fields if name != "state"]

    def clean(self) -> dict[str, Any]:
        # What changed in the first version, nobody asks.
        if not (self.stored and self.stored.version) and not self.cleaned_data.get("note"):
            self.cleaned_data["note"] = FIRST_NOTE
        return super().clean()

    def check_clock(self, cleaned: dict[str, Any], parts: list[Content]) -> None:
        cleaned["minutes"] = sum(part["minutes"] for part in parts)
