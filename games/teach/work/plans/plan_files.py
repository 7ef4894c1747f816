"""The unit plans that come with the site: ``content/plans/*.yaml``, solved when they are read.

An item in a file is a lesson (``lesson frames``), a puzzle set or its easiest puzzles (``set
frames``, ``set frames 6``), or a position in the form that instructors type (``nim 3+5+6 misere
all``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from games.content.loading import ContentFiles, read_mapping
from games.content.reading import Finding, sentence
from games.content.shapes import Content, Keys, Many, Own, Shape, Whole, of_model, text
from games.learn.lessons.models import Lesson, Track
from games.learn.puzzles.models import PuzzleSet
from games.teach.work.outlines import NAMES, Outline, times_wrong
from games.teach.work.plans.forms import PlannedForm, stored_settings
from games.teach.work.plans.models import (
    MAX_ASSIGNMENTS,
    MAX_DAY,
    Plan,
    PlannedAssignment,
    PlannedItem,
)
from games.teach.work.plans.saving import store_outline
from games.teach.work.writing.storing_work import MAX_ITEMS, columns_of, unfit
from games.teach.work.writing.typed_lines import read_lines
from solver.teaching import counted

LABELS = {setting.name: setting.whole_label for setting in PlannedAssignment.SETTINGS}
DAYS = {f"{name}_day": Whole(LABELS[f"{name}_day"], most=MAX_DAY, speaks=True) for name in NAMES}
HOURS = {
    f"{name}_time": Own(LABELS[f"{name}_time"], reader=text, said="a time such as 08:00")
    for name in NAMES
}
OWN = ("title", "aim", "about", "mode", "minutes")
ITEM = Own(reader=text, said="lesson frames · set frames 6 · nim 3+5+6 misere all")
ASSIGNMENT: dict[str, Shape] = {
    **of_model(PlannedAssignment, OWN, **{name: {"label": LABELS[name]} for name in OWN}),
    **DAYS,
    **HOURS,
    "items": Many("Questions", each=ITEM, most=MAX_ITEMS),
}
PLAN = of_model(
    Plan,
    ("slug", "title", "track", "about", "assignments"),
    ("slug", "track"),
    slug={"help": "Its address on the site."},
    about={"lines": 3},
    assignments=Many("Assignments", each=Keys(shapes=ASSIGNMENT), most=MAX_ASSIGNMENTS),
)


@dataclass(frozen=True)
class PlanContent:
    """A plan as its file has it: its own fields, and an outline with an aim for each assignment."""

    fields: dict[str, Any]
    entries: Sequence[tuple[str, Outline]] = field(default_factory=list)


class PlanFiles(ContentFiles[PlanContent]):
    """Unit plans, several to a file, which has the name of their track; their order there
    counts."""

    name = "Unit plans"
    files = "plans/*.yaml"
    noun = "plan"
    goes = True
    is_ascii = True

    def shape(self, value: Any, place: str, number: int) -> tuple[PlanContent, list[Finding]]:
        content, wrong = read_mapping(value, PLAN, place)
        return (PlanContent({}), wrong) if wrong else (_read_plan(content, number), [])

    def rows(self) -> models.QuerySet[Plan]:
        return Plan.objects.whole().exclude(slug=None)

    def content_of(self, row: Plan) -> PlanContent:
        return written(row)

    def written(self, content: PlanContent) -> Any:
        entries = [
            [aim, dict(one.terms), one.items, {n: str(at) for n, at in one.moments.items()}]
            for aim, one in content.entries
        ]
        return [content.fields, entries]

    def slug(self, content: PlanContent) -> str:
        return str(content.fields["slug"])

    def size(self, content: PlanContent) -> str:
        return counted(len(content.entries), "assignment")

    def store(self, changed: Sequence[tuple[PlanContent, str]]) -> None:
        for content, mark in changed:
            plan, _ = Plan.objects.update_or_create(
                slug=content.fields["slug"], defaults={**content.fields, "loaded": mark}
            )
            plan.entries.all().delete()
            for order, (aim, outline) in enumerate(content.entries, 1):
                store_outline(plan, outline, order, aim)


def written(plan: Plan) -> PlanContent:
    """A stored plan in the form of its file."""
    names = ("slug", "title", "about", "order", "track_id")
    fields = {name: getattr(plan, name) for name in names}
    return PlanContent(fields, [(entry.aim, entry.outline) for entry in plan.planned])


def _read_plan(content: Content, order: int) -> PlanContent:
    track = Track.objects.filter(slug=content.get("track", "")).first()
    if track is None:
        raise ValueError(f"there is no track {content.get('track', '')!r}")
    fields = {name: content.get(name, "") for name in ("slug", "title", "about")}
    Plan(**fields, track=track).full_clean(validate_unique=False)
    entries = []
    for given in content.get("assignments", []):
        items = given.pop("items", [])
        form = PlannedForm(PlannedAssignment(), stored_settings(PlannedAssignment()) | given)
        for said in form.errors.values():
            raise ValueError(f"{given.get('title')}: {said[0]}")
        entry = PlannedAssignment(**form.cleaned_data)
        try:
            asked = list(read_items(items))
            if reason := unfit(entry, asked):
                raise ValueError(reason)
            entries.append((entry.aim, entry.outline_of(asked)))
        except ValueError as error:
            raise ValueError(f"{entry.title}: {error}") from error
    return PlanContent({**fields, "order": order, "track_id": track.pk}, entries)


def read_items(texts: Sequence[str]) -> Iterable[PlannedItem]:
    """The questions in the items of a file. Raises ValueError for the first item that cannot be
    used."""
    for written in texts:
        kind, *rest = written.split()
        if kind == "lesson":
            lesson = Lesson.objects.filter(slug=" ".join(rest), state="published").first()
            if lesson is None:
                raise ValueError(f"there is no {written}")
            yield PlannedItem(lesson=lesson)
        elif kind == "set":
            yield from _set(written, *rest)
        else:
            yield _line(written)


def _set(written: str, slug: str = "", number: str = "") -> list[PlannedItem]:
    """The puzzles of a set, or the first *number* of them, which are the easiest."""
    chosen = PuzzleSet.objects.filter(slug=slug).first()
    wanted = int(number) if number else None
    asked = columns_of(chosen, wanted) if chosen else []
    if not asked or len(asked) < (wanted or 0):
        raise ValueError(f"there is no {written}")
    return [PlannedItem(**columns) for columns in asked]


def _line(written: str) -> PlannedItem:
    [line] = read_lines(written)
    if line.exercise is None:
        raise ValueError(f"{written}: {line.problem or line.later}")
    return PlannedItem(**line.exercise.columns)


def wrong_in(planned: PlannedAssignment, asked: Sequence[PlannedItem]) -> Iterator[str]:
    """The errors in an assignment of a plan with the questions *asked*."""
    yield from times_wrong(planned.moments).values()
    if reason := unfit(planned, asked):
        yield reason
    seen: dict[object, int] = {}
    for number, item in enumerate(asked, 1):
        if item.wrong:
            yield f"Question {number}: {sentence(item.wrong)}"
        if item.same in seen:
            yield f"Question {number} repeats question {seen[item.same]}."
        seen.setdefault(item.same, number)


def problems(plan: Plan) -> Iterator[str]:
    """The errors in a stored plan, each with its place."""
    if not plan.planned:
        yield "Add at least one assignment."
    for number, entry in enumerate(plan.planned, 1):
        for wrong in wrong_in(entry, list(entry.items.all())):
            yield f"Assignment {number}, “{entry.title}”. {wrong}"
