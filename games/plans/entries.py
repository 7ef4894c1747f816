"""One assignment of a unit plan, with its items, while it is written in the admin."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import TextChoices
from django.utils.formats import date_format
from django.utils.functional import cached_property

from games.assignments.terms import Terms
from games.boards.thumbnails import Thumbnail
from games.lessons.models import Lesson
from games.plans.checking import item_wrong, times_wrong
from games.plans.models import MAX_DAY, PlannedAssignment, PlannedItem
from games.puzzles.admin.posing import Posing, Row
from games.web.controls import Choose, Line, Number, Words, YesNo
from games.web.drafts import OPEN, Written
from games.web.fields import sentence
from solver import counted

LAID = f"{OPEN}-laid-"
MAX_ITEMS = 100
NAMES = ("opens", "due", "closes")


def chosen_of(kind: type[TextChoices]) -> Choose:
    """A control for one of some settings."""
    return Choose([(str(key), str(label)) for key, label in kind.choices])


CONTROLS: dict[str, tuple[str, str, Any]] = {
    "title": ("Title", "", Line),
    "aim": ("Aim", "A sentence for the instructor: what the assignment is for.", lambda: Words(2)),
    "about": ("Message to the students", "", lambda: Words(2)),
    "mode": ("Mode", "", lambda: chosen_of(Terms.Mode)),
    "hints": ("Hints", "In practice: whether students can get help.", YesNo),
    "minutes": ("Minutes", "In a test: the time from its start.", Number),
    "weight": ("Weight", "How much it counts in the total. 0: not at all.", Number),
    "keeps": ("Which answer counts", "In practice.", lambda: chosen_of(Terms.Keeps)),
    "hint_cost": ("Cost of hints", "In practice.", lambda: chosen_of(Terms.HintCost)),
    **{
        f"{name}_{part}": (f"{label}: {said}", "", Number if part == "day" else Line)
        for name, label in (("opens", "Opens"), ("due", "Due"), ("closes", "Closes"))
        for part, said in (("day", "day"), ("time", "time"))
    },
}
"""The label, the help and the control of everything that is typed."""


def read_time(text: Any) -> time | None:
    try:
        return time.fromisoformat(str(text))
    except ValueError:
        return None


class Entry(Written):
    """An assignment of a plan. Of its content, *items* are what it asks, and *laid* the exercise
    that is being laid on the board, in the place *laid_at* or behind the others."""

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
    def posing(self) -> Posing | None:
        return None if self.laid is None else Posing(self.laid, LAID)

    @property
    def asked(self) -> list[Item]:
        return [Item(number, one, self.lessons) for number, one in enumerate(self.items, 1)]

    @property
    def kind_words(self) -> str:
        days = [day for name in NAMES if isinstance(day := self.content.get(f"{name}_day"), int)]
        return f"Week {min(days, default=0) // 7 + 1}"

    @property
    def words(self) -> str:
        title = str(self.content.get("title") or "No title yet")
        return f"{title}, {counted(len(self.items), 'question')}"

    @property
    def picture(self) -> Thumbnail | None:
        pictures = (one.picture for one in self.asked if not one.slug)
        return next((picture for picture in pictures if picture), None)

    @property
    def rows(self) -> list[Row]:
        rows = []
        for name, (label, told, maker) in CONTROLS.items():
            ident = f"id_{OPEN}-{name}"
            value = self.content.get(name)
            control = maker().render(f"{OPEN}-{name}", value, {"id": ident})
            said = self.day_in_words(name) or told
            rows.append(Row(name, ident, label, said, control, "", False))
        return rows

    def day_in_words(self, name: str) -> str:
        """The date a day would be; day 0 is the first."""
        day = self.content.get(name)
        if not name.endswith("_day") or self.first is None:
            return ""
        if not isinstance(day, int) or not 0 <= day <= MAX_DAY:
            return "Days after the first day, which is day 0. Leave empty for no time."
        return date_format(self.first + timedelta(days=day), "l j F Y")

    # --- as it will be stored -------------------------------------------------------------

    @cached_property
    def planned(self) -> PlannedAssignment:
        """It as a row, not stored; raises :class:`ValidationError`."""
        given = {name: self.content[name] for name in CONTROLS if name in self.content}
        for name in NAMES:
            key = f"{name}_time"
            if key in given:
                given[key] = read_time(given[key])
        row = PlannedAssignment(order=1, **{k: v for k, v in given.items() if v is not None})
        row.full_clean(exclude=["plan"])
        return row

    def check(self) -> None:
        """Say what is wrong with it and with each of its items."""
        self.problems = []
        for name in NAMES:
            typed = self.content.get(f"{name}_time")
            if typed and read_time(typed) is None:
                self.problems.append(
                    f"“{str(typed)[:20]}” is not a time. Write a time such as 08:00."
                )
        try:
            self.problems += times_wrong(vars(self.planned))
        except ValidationError as error:
            for name, said in error.message_dict.items():
                label = CONTROLS[name][0] if name in CONTROLS else name
                self.problems.append(f"{label}: {' '.join(said)}")
        except TypeError:
            self.problems.append("Write days and minutes as whole numbers.")
        if not self.items:
            self.problems.append("It has no questions yet.")
        seen: dict[str, int] = {}
        for one in self.asked:
            if one.wrong:
                self.problems.append(f"Question {one.number}: {sentence(one.wrong)}")
            if one.same in seen:
                self.problems.append(f"Question {one.number} repeats question {seen[one.same]}.")
            seen.setdefault(one.same, one.number)


class Item:
    """An item of an assignment: a lesson by its *slug*, or an exercise."""

    def __init__(self, number: int, content: dict[str, Any], lessons: dict[str, Lesson]) -> None:
        self.number, self.content = number, content
        self.slug = str(content.get("lesson") or "")
        self.lesson = lessons.get(self.slug)
        self.posing = Posing(content)

    @property
    def row(self) -> PlannedItem:
        """It as a row, not stored."""
        points = self.content.get("points", 1)
        if self.slug:
            return PlannedItem(lesson=self.lesson, points=points)
        columns = self.posing.asked.columns if self.posing.asked else self.posing.held
        return PlannedItem(**columns, points=points, puzzle_id=self.content.get("puzzle"))

    @cached_property
    def wrong(self) -> str:
        if self.slug:
            return item_wrong(self.row) if self.lesson else "There is no such lesson."
        return (
            ""
            if self.posing.asked
            else self.posing.wrong or "Choose a game, a position and a question."
        )

    @property
    def same(self) -> str:
        """The same for what asks the same."""
        return self.slug or str(self.posing.asked or self.posing.held)

    @property
    def words(self) -> str:
        if self.slug:
            return f"Lesson {self.lesson.number}: {self.lesson.title}" if self.lesson else self.slug
        return f"{self.posing.goal_words}: {self.posing.words}"

    @property
    def picture(self) -> Thumbnail | None:
        return None if self.slug else self.posing.picture


def stored_content(entry: PlannedAssignment) -> dict[str, Any]:
    """An assignment as a page holds it."""
    content = {name: getattr(entry, name) for name in CONTROLS}
    for name in NAMES:
        content[f"{name}_time"] = f"{content[f'{name}_time']:%H:%M}"
    content["items"] = [
        {"lesson": item.lesson.slug, "points": item.points}
        if item.lesson
        else {
            **item.asked.columns,
            "points": item.points,
            **({"puzzle": str(item.puzzle_id)} if item.puzzle_id else {}),
        }
        for item in entry.items.all()
    ]
    return {name: value for name, value in content.items() if value is not None}
