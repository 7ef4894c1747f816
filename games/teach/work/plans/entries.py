"""An assignment of a unit plan with its items, while it is edited in the admin."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import cached_property

from games.boards.thumbnails import Thumbnail
from games.content.editors.drafts import OPEN, WrittenDraft
from games.content.shapes import ControlRow
from games.learn.lessons.models import Lesson
from games.learn.puzzles.posing import QuestionEditor
from games.questions.question import COLUMNS
from games.teach.work.plans.forms import PlannedForm, stored_settings
from games.teach.work.plans.models import PlannedAssignment, PlannedItem
from games.teach.work.plans.plan_files import wrong_in
from solver.teaching import counted

LAID = f"{OPEN}-laid-"


class PlanEntry(WrittenDraft):
    """An assignment of a plan. In its content, *items* are its questions, and *laid* is the
    question being set up on the board; *laid_at* is its place, or 0 for a new one at the end."""

    def __init__(self, key: str, content: dict[str, Any]) -> None:
        super().__init__(key, content)
        self.first: date | None = None
        self.lessons: dict[str, Lesson] = {}

    @property
    def items(self) -> list[dict[str, Any]]:
        held = self.content.get("items")
        return [one for one in held if isinstance(one, dict)] if isinstance(held, list) else []

    @property
    def laid(self) -> dict[str, str] | None:
        held = self.content.get("laid")
        return held if isinstance(held, dict) else None

    @property
    def posing(self) -> QuestionEditor | None:
        return None if self.laid is None else QuestionEditor(self.laid, LAID)

    @cached_property
    def asked(self) -> list[PlannedItem]:
        """The questions as rows that are not stored."""
        return [
            PlannedItem(
                **{name: str(one.get(name) or "") for name in COLUMNS},
                lesson=self.lessons.get(str(one.get("lesson"))),
                puzzle_id=one.get("puzzle_id"),
                points=one.get("points", 1),
            )
            for one in self.items
        ]

    @property
    def kind_words(self) -> str:
        return f"Week {self.planned.week}"

    @property
    def words(self) -> str:
        title = str(self.content.get("title") or "No title yet")
        return f"{title}, {counted(len(self.items), 'question')}"

    @property
    def picture(self) -> Thumbnail | None:
        pictures = (QuestionEditor(one).picture for one in self.items if "lesson" not in one)
        return next((picture for picture in pictures if picture), None)

    @property
    def rows(self) -> list[ControlRow]:
        """The controls shown while it is open."""
        typed = {f"{OPEN}-{name}": value for name, value in self.content.items()}
        labels = {setting.name: setting.whole_label for setting in PlannedAssignment.SETTINGS}
        return [
            ControlRow(
                field.name,
                field.auto_id,
                labels.get(field.name, str(field.label)),
                str(self.day_in_words(field.name) or field.help_text),
                field.as_widget(),
                "",
                field.use_fieldset,
            )
            for field in PlannedForm(PlannedAssignment(), typed, prefix=OPEN)
        ]

    def day_in_words(self, name: str) -> str:
        """The date of a day; day 0 is the first day."""
        if not name.endswith("_day") or self.first is None:
            return ""
        day = getattr(self.planned, name)
        if day is None:
            return "Days after the first day, which is day 0. Leave empty for no time."
        return date_format(self.first + timedelta(days=day), "l j F Y")

    # --- as it will be stored -------------------------------------------------------------

    @cached_property
    def form(self) -> PlannedForm:
        """The typed values, read by the form."""
        form = PlannedForm(PlannedAssignment(), self.content)
        form.is_valid()
        return form

    @property
    def planned(self) -> PlannedAssignment:
        """The assignment as a row that is not stored."""
        return PlannedAssignment(order=1, **self.form.cleaned_data)

    def check(self) -> None:
        """Collect what is wrong with the assignment and each of its items."""
        self.problems = [
            f"{self.form[name].label}: {error}"
            for name, errors in self.form.errors.items()
            for error in errors
        ]
        self.problems += wrong_in(self.planned, self.asked)


def stored_content(entry: PlannedAssignment) -> dict[str, Any]:
    """A stored assignment as a page holds it."""
    content = stored_settings(entry)
    content["items"] = [
        {"lesson": item.lesson.slug, "points": item.points}
        if item.lesson
        else {
            **item.asked.columns,
            "points": item.points,
            **({"puzzle_id": str(item.puzzle_id)} if item.puzzle_id else {}),
        }
        for item in entry.items.all()
    ]
    return {name: value for name, value in content.items() if value is not None}
