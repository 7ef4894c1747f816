"""The assignments of a unit plan with their items, while they are edited in the admin."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.formats import date_format
from django.utils.functional import cached_property

from games.boards.thumbnails import Thumbnail
from games.content.controls import NumberControl
from games.content.editors.drafts import OPEN, Drafts, WrittenDraft
from games.content.shapes import ControlRow
from games.learn.lessons.models import Lesson
from games.learn.puzzles.models import PuzzleSet
from games.learn.puzzles.posing import QuestionEditor, read_columns
from games.questions.question import COLUMNS
from games.teach.work.plans.forms import PlannedForm, stored_settings
from games.teach.work.plans.models import MAX_ASSIGNMENTS, Plan, PlannedAssignment, PlannedItem
from games.teach.work.plans.plan_files import wrong_in
from games.teach.work.writing.storing_work import MAX_ITEMS, columns_of
from solver import SolverError
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


class PlanEditor(Drafts[PlanEntry]):
    """The assignments of a plan in order; dates count from *first*."""

    noun, home, most = "assignment", "A unit plan", MAX_ASSIGNMENTS
    verbs = (
        *Drafts.verbs,
        "lesson",
        "set",
        "lay",
        "put",
        "leave",
        "itemup",
        "itemdown",
        "itemout",
        "itemlay",
    )

    @classmethod
    def made(cls, key: str, content: dict[str, Any]) -> PlanEntry:
        return PlanEntry(key, content)

    @classmethod
    def of(cls, plan: Plan | None) -> PlanEditor:
        """The desk of a stored plan."""
        return cls([PlanEntry(str(x.pk), stored_content(x)) for x in plan.planned] if plan else [])

    def settle(self, first: date | None) -> None:
        """Load the lessons and set the first day."""
        lessons = {lesson.slug: lesson for lesson in Lesson.objects.order_by("number")}
        self.lessons = [x for x in lessons.values() if x.state == Lesson.State.PUBLISHED]
        for draft in self.drafts:
            draft.first, draft.lessons = first, lessons

    @cached_property
    def sets(self) -> list[PuzzleSet]:
        return list(PuzzleSet.published())

    def new_content(self) -> dict[str, Any]:
        """A new assignment, one week after the last."""
        days = [draft.planned.opens_day for draft in self.drafts]
        start = max((day + 7 for day in days if day is not None), default=0)
        new = PlannedAssignment(opens_day=start, due_day=start + 4)
        return {**stored_settings(new), "items": []}

    def read_open(self, draft: PlanEntry, data: QueryDict) -> dict[str, Any]:
        content = dict(draft.content)
        if f"{OPEN}-title" not in data:
            return content
        content |= {
            field.name: field.data for field in PlannedForm(PlannedAssignment(), data, prefix=OPEN)
        }
        self.chosen = {n: str(data.get(f"{OPEN}-{n}") or "") for n in ("lesson", "set", "easiest")}
        for number, one in enumerate(draft.items, 1):
            points = NumberControl().value_from_datadict(
                data, MultiValueDict(), f"{OPEN}-points-{number}"
            )
            one["points"] = points if isinstance(points, int) and 0 <= points <= 100 else 1
        if f"{LAID}position" in data:
            content["laid"] = read_columns(data, LAID)
        return {name: value for name, value in content.items() if value is not None}

    # --- what its buttons do --------------------------------------------------------------

    def _put_in(self, *items: dict[str, Any]) -> None:
        draft = self.open_draft
        if draft and len(draft.items) + len(items) <= MAX_ITEMS:
            draft.content["items"] = [*draft.items, *items]
            self.said = f"Now: {draft.words}."

    def _lesson(self, _: str) -> None:
        slug = getattr(self, "chosen", {}).get("lesson")
        if slug:
            self._put_in({"lesson": slug, "points": 1})

    def _set(self, _: str) -> None:
        """Add the puzzles of the chosen set, or only the easiest."""
        chosen = getattr(self, "chosen", {})
        puzzle_set = next((one for one in self.sets if one.slug == chosen.get("set")), None)
        if puzzle_set:
            wanted = chosen["easiest"]
            most = int(wanted[:4]) if wanted.isascii() and wanted.isdigit() else None
            self._put_in(
                *(
                    {**one, "puzzle_id": str(one["puzzle_id"]), "points": 1}
                    for one in columns_of(puzzle_set, most)
                )
            )

    def _lay(self, _: str) -> None:
        if self.open_draft:
            held = [one for one in self.open_draft.items if "lesson" not in one]
            kept = {n: held[-1][n] for n in ("ruleset", "convention", "goal")} if held else {}
            self.open_draft.content |= {"laid": kept, "laid_at": 0}

    def _itemlay(self, number: str) -> None:
        place = self._place(number)
        if place and self.open_draft:
            one = self.open_draft.items[place - 1]
            laid = {name: str(one.get(name) or "") for name in COLUMNS}
            self.open_draft.content |= {"laid": laid, "laid_at": place}

    def _leave(self, _: str) -> None:
        if self.open_draft:
            self.open_draft.content.pop("laid", None)

    def _put(self, _: str) -> None:
        """Turn the question on the board into an item, if the solver accepts it."""
        draft = self.open_draft
        posing = draft.posing if draft else None
        if draft is None or posing is None:
            return
        if posing.asked is None:
            self.said = posing.wrong or "Choose a game, a position and a question."
            return
        place = draft.content.get("laid_at")
        new = {**posing.asked.columns, "points": 1}
        if isinstance(place, int) and 1 <= place <= len(draft.items):
            items = draft.items
            items[place - 1] = new
            draft.content["items"] = items
        else:
            self._put_in(new)
        draft.content.pop("laid", None)

    def _touch(self, name: str, change: str) -> None:
        draft = self.open_draft
        if draft is None or draft.posing is None:
            return
        try:
            draft.content["laid"] = draft.posing.held | draft.posing.touched(change)
        except SolverError as error:
            self.said = str(error)

    def _place(self, number: str) -> int:
        """The place of an item, from 1; 0 if there is no such item."""
        place = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 0
        return place if self.open_draft and 1 <= place <= len(self.open_draft.items) else 0

    def _itemup(self, number: str, by: int = -1) -> None:
        here = self._place(number)
        there = here + by
        if here and self.open_draft and 1 <= there <= len(self.open_draft.items):
            items = self.open_draft.items
            items.insert(there - 1, items.pop(here - 1))
            self.open_draft.content["items"] = items
            self.said = f"Question {here} is now question {there}."

    def _itemdown(self, number: str) -> None:
        self._itemup(number, 1)

    def _itemout(self, number: str) -> None:
        here = self._place(number)
        if here and self.open_draft:
            items = self.open_draft.items
            items.pop(here - 1)
            self.open_draft.content["items"] = items
            self.said = f"Question {here} is removed."

    def check(self) -> None:
        for draft in self.drafts:
            draft.check()
        wrong = next((draft for draft in self.drafts if draft.problems), None)
        if wrong and not (self.open_draft and self.open_draft.problems):
            self.opened = wrong.key
