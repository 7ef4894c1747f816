"""The unit plans that come with the site: ``content/plans/*.yaml``, solved when they are read.

An item in a file is a lesson (``lesson frames``), a puzzle set or its easiest puzzles (``set
frames``, ``set frames 6``), or a position in the form that instructors type (``nim 3+5+6 misere
all``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import models

from games.content.loading import read_mapping
from games.content.publishing import PublishedFiles
from games.content.reading import Finding, sentence
from games.content.shapes import (
    Content,
    Flag,
    Keys,
    Many,
    Own,
    Shape,
    Slug,
    Whole,
    of_model,
    strict,
    text,
)
from games.content.versions import Publishable, whole
from games.learn.lessons.models import Lesson, Track
from games.learn.puzzles.models import Puzzle, PuzzleSet
from games.learn.puzzles.posing import PUZZLE
from games.questions.question import COLUMNS
from games.teach.work.outlines import NAMES, Outline, times_wrong
from games.teach.work.plans.forms import HOUR, PlannedForm, stored_settings
from games.teach.work.plans.models import (
    MAX_ASSIGNMENTS,
    MAX_DAY,
    Plan,
    PlannedAssignment,
    PlannedItem,
)
from games.teach.work.plans.storing_plans import store_outline
from games.teach.work.writing.storing_work import MAX_ITEMS, columns_of, unfit
from games.teach.work.writing.typed_lines import read_lines
from solver.teaching import counted

LABELS = {setting.name: setting.whole_label for setting in PlannedAssignment.SETTINGS}
DAYS = {f"{name}_day": Whole(LABELS[f"{name}_day"], most=MAX_DAY, speaks=True) for name in NAMES}
HOURS = {
    f"{name}_time": Own(LABELS[f"{name}_time"], reader=text, said="a time such as 08:00")
    for name in NAMES
}
OWN = tuple(
    setting.name
    for setting in PlannedAssignment.SETTINGS
    if setting.name not in DAYS and setting.name not in HOURS
)
SPEAKS = ("hints", "weight", "late_cost", "late_least")
"""The settings for which no, or zero, says something."""
QUESTION: dict[str, Shape] = {
    **PUZZLE,
    "lesson": Slug("Lesson"),
    "points": Whole("Points", most=100, speaks=True),
    "puzzle": Flag("It is a puzzle of the site"),
}
"""The keys of a question of a plan that has more to say than a line."""


def item(value: Any) -> str | Content:
    """A line, or a mapping with the keys of :data:`QUESTION`."""
    return strict(value, QUESTION) if isinstance(value, dict) else text(value)


ITEM = Own(
    reader=item,
    said="lesson frames · set frames 6 · nim 3+5+6 misere all · or a mapping with "
    + ", ".join(f"`{key}`" for key in QUESTION),
)
ASSIGNMENT: dict[str, Shape] = {
    **of_model(
        PlannedAssignment,
        OWN,
        **{name: {"label": LABELS[name]} | {"speaks": name in SPEAKS} for name in OWN},
    ),
    **DAYS,
    **HOURS,
    "items": Many("Questions", each=ITEM, most=MAX_ITEMS),
}
PLAN = of_model(
    Plan,
    ("slug", "title", "track", "about", "state", "assignments"),
    ("slug", "track"),
    slug={"help": "Its address on the site."},
    about={"lines": 3},
    assignments=Many("Assignments", each=Keys(shapes=ASSIGNMENT), most=MAX_ASSIGNMENTS),
)
FIELDS = ("slug", "title", "about", "order", "track_id")
PUBLISHED = Publishable.State.PUBLISHED


class PlanFiles(PublishedFiles):
    """Unit plans, several to a file, which has the name of their track; their order there counts.
    The content has the columns of a plan, and as *entries* each assignment: its aim and its
    outline."""

    name = "Unit plans"
    files = "plans/*.yaml"
    noun = "plan"
    goes = True
    is_ascii = True
    model = Plan

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        content, wrong = read_mapping(value, PLAN, place)
        return (content, wrong) if wrong else (self._read(content, number), [])

    def _read(self, content: Content, number: int) -> Content:
        track = Track.objects.filter(slug=content["track"]).first()
        if track is None:
            raise ValueError(f"there is no track {content['track']!r}")
        fields = {name: content.get(name, "") for name in ("slug", "title", "about")}
        Plan(**fields, track=track).full_clean(validate_unique=False)
        entries = [_read_entry(given) for given in content.get("assignments", [])]
        state = {"state": content["state"]} if "state" in content else {}
        order = self.place_of(content, number)
        return {**fields, "order": order, "track_id": track.pk, "entries": entries, **state}

    def rows(self) -> models.QuerySet[Plan]:
        return Plan.objects.whole().exclude(slug=None)

    def content_of(self, row: Plan) -> Content:
        content = {name: getattr(row, name) for name in FIELDS} | {"order": whole(row.order)}
        content["entries"] = [(entry.aim, entry.outline) for entry in row.planned]
        return content if row.is_published else content | {"state": str(row.state)}

    def file_name(self, row: Plan) -> str:
        return str(row.track.slug) if row.track else "plans"

    def as_file(self, content: Content) -> Content:
        """The plan with its assignments. Its place in a list is no part of it."""
        track = Track.objects.filter(pk=content["track_id"]).values_list("slug", flat=True).first()
        fields = {"slug": content["slug"], "title": content["title"], "track": track or ""}
        if content["about"]:
            fields["about"] = content["about"]
        state = content.get("state", PUBLISHED)
        shown = {"state": state} if state != PUBLISHED else {}
        return {**fields, **shown, "assignments": written_entries(content["entries"])}

    def written(self, content: Content) -> Any:
        entries = [
            [aim, dict(one.terms), one.items, {n: str(at) for n, at in one.moments.items()}]
            for aim, one in content["entries"]
        ]
        unseen = [one for one in (content.get("state"),) if one not in (None, PUBLISHED)]
        return [{name: content[name] for name in FIELDS}, entries, *unseen]

    def size(self, content: Content) -> str:
        return counted(len(content["entries"]), "assignment")

    def put(self, row: Plan, content: Content) -> None:
        for name in FIELDS:
            setattr(row, name, content[name])
        row.save()
        row.entries.all().delete()
        for order, (aim, outline) in enumerate(content["entries"], 1):
            store_outline(row, outline, order, aim)


def _read_entry(given: Content) -> tuple[str, Outline]:
    """An assignment of a file: its aim and its outline."""
    given = dict(given)
    items = given.pop("items", [])
    form = PlannedForm(PlannedAssignment(), stored_settings(PlannedAssignment()) | given)
    for said in form.errors.values():
        raise ValueError(f"{given.get('title')}: {said[0]}")
    entry = PlannedAssignment(**form.cleaned_data)
    try:
        asked = list(read_items(items))
        if reason := unfit(entry, asked):
            raise ValueError(reason)
        return entry.aim, entry.outline_of(asked)
    except ValueError as error:
        raise ValueError(f"{entry.title}: {error}") from error


def written_entries(entries: Sequence[tuple[str, Outline]]) -> list[Content]:
    """Assignments as a file has them, each from its aim and its outline."""
    lessons = dict(Lesson.objects.values_list("pk", "slug"))
    return [_written_entry(aim, one, lessons) for aim, one in entries]


def _written_entry(aim: str, outline: Outline, lessons: Mapping[int, str]) -> Content:
    """An assignment as a file has it: what differs from the usual settings, and its questions."""
    usual = PlannedAssignment()
    settings = {**outline.terms, "aim": aim, **outline.days}
    said = {
        name: settings[name].strftime(HOUR) if name in HOURS else settings[name]
        for name in ASSIGNMENT
        if name in settings and settings[name] != getattr(usual, name)
    }
    plain = {name: str(one) if isinstance(one, str) else one for name, one in said.items()}
    return plain | {"items": [_written_item(one, lessons) for one in outline.items]}


def _written_item(what: Mapping[str, Any], lessons: Mapping[int, str]) -> str | Content:
    """A question of an assignment as a file has it."""
    points = {"points": what["points"]} if what["points"] != 1 else {}
    if what["lesson_id"]:
        slug = lessons[what["lesson_id"]]
        return {"lesson": slug, **points} if points else f"lesson {slug}"
    columns = {name: str(what[name]) for name in COLUMNS if what[name]}
    return {**columns, **points, **({"puzzle": True} if what["puzzle_id"] else {})}


def read_items(listed: Sequence[str | Content]) -> Iterable[PlannedItem]:
    """The questions in the items of a file. Raises ValueError for the first item that cannot be
    used."""
    for written in listed:
        if isinstance(written, dict):
            yield _mapping(written)
            continue
        kind, *rest = written.split()
        if kind == "lesson":
            yield PlannedItem(lesson=_lesson(" ".join(rest)))
        elif kind == "set":
            yield from _set(written, *rest)
        else:
            yield _line(written)


def _lesson(slug: str) -> Lesson:
    lesson = Lesson.published().filter(slug=slug).first()
    if lesson is None:
        raise ValueError(f"there is no lesson {slug}")
    return lesson


def _mapping(written: Content) -> PlannedItem:
    """A question with all its keys."""
    points = written.get("points", 1)
    if "lesson" in written:
        return PlannedItem(lesson=_lesson(written["lesson"]), points=points)
    columns = {name: written.get(name, "") for name in COLUMNS}
    asked = PlannedItem(**columns, points=points)
    if asked.wrong:
        raise ValueError(f"{asked}: {asked.wrong}")
    if written.get("puzzle"):
        asked.puzzle = Puzzle.objects.filter(**columns).first()
    return asked


def _set(written: str, slug: str = "", number: str = "") -> list[PlannedItem]:
    """The puzzles of a set, or the first *number* of them, which are the easiest."""
    chosen = PuzzleSet.published().filter(slug=slug).first()
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
