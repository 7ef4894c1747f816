"""The unit plans that come with the site: ``content/plans/*.yaml``, solved as they are read.

An item of a file is a lesson (``lesson frames``), a set of puzzles or the easiest of it
(``set frames``, ``set frames 6``), or a position typed as an instructor types it
(``nim 3+5+6 misere all``). Loading twice changes nothing, and a plan that was changed here since
is kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from games.assignments.lines import read_lines
from games.assignments.terms import Terms
from games.content import shapes
from games.content.reading import FOLDER, ContentError, Finding, parse
from games.lessons.models import Lesson, Track
from games.plans.models import Plan, PlannedAssignment, PlannedItem
from games.plans.outlines import Outline
from games.plans.saving import store_outline
from games.puzzles.models import Puzzle
from solver import SolverError


def hour(value: Any) -> time:
    """A time of the day, ``"08:00"``."""
    try:
        return time.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValueError('a time such as "08:00" is expected') from None


DAYS = {f"{name}_day": shapes.whole for name in ("opens", "due", "closes")}
HOURS = {f"{name}_time": hour for name in ("opens", "due", "closes")}
ASSIGNMENT = {
    "title": shapes.line,
    "aim": shapes.text,
    "about": shapes.text,
    "mode": shapes.one_of(*Terms.Mode),
    "minutes": shapes.whole,
    **DAYS,
    **HOURS,
    "items": shapes.many(shapes.text, 100),
}
PLAN = {
    "slug": shapes.word,
    "title": shapes.line,
    "track": shapes.word,
    "about": shapes.text,
    "assignments": shapes.many(lambda value: shapes.strict(value, ASSIGNMENT), 20),
}


@dataclass
class Loaded:
    """What loading did."""

    plans: int = 0
    created: int = 0
    updated: int = 0
    kept: int = 0


@dataclass(frozen=True)
class Written:
    """A plan as its file writes it: its own fields, and aims with outlines."""

    fields: dict[str, Any]
    entries: Sequence[tuple[str, Outline]] = field(default_factory=list)

    @property
    def fingerprint(self) -> str:
        """The same for the same content."""
        entries = [
            [aim, dict(one.terms), one.items, {n: str(at) for n, at in one.moments.items()}]
            for aim, one in self.entries
        ]
        text = json.dumps([self.fields, entries], sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()


def written(plan: Plan) -> Written:
    """A plan that is stored, as a file would write it."""
    names = ("slug", "title", "about", "order", "track_id")
    fields = {name: getattr(plan, name) for name in names}
    return Written(fields, [(entry.aim, entry.outline) for entry in plan.planned])


def read_plans(folder: Path = FOLDER) -> list[Written]:
    """Every plan of the files, solved. Raises :class:`ContentError` with all that is wrong."""
    plans: list[Written] = []
    findings: list[Finding] = []
    for path in sorted((folder / "plans").glob("*.yaml")):
        value, wrong = parse(path.read_text(encoding="utf-8"), path.name)
        findings += wrong
        for order, entry in enumerate([] if wrong else value, 1):
            try:
                plans.append(_read_plan(shapes.strict(entry, PLAN), order))
            except (SolverError, ValidationError, ValueError) as error:
                where = f"{path.name}, plan {order}"
                texts = error.messages if isinstance(error, ValidationError) else [str(error)]
                findings.append(Finding(where, 0, " ".join(texts)))
    if findings:
        raise ContentError(findings)
    return plans


def _read_plan(content: dict[str, Any], order: int) -> Written:
    track = Track.objects.filter(slug=content.get("track", "")).first()
    if track is None:
        raise ValueError(f"there is no track {content.get('track', '')!r}")
    fields = {name: content.get(name, "") for name in ("slug", "title", "about")}
    Plan(**fields, track=track).full_clean(validate_unique=False)
    entries = []
    for place, given in enumerate(content.get("assignments", []), 1):
        items = given.pop("items", [])
        entry = PlannedAssignment(**given, order=place)
        entry.full_clean(exclude=["plan"])
        try:
            entries.append((entry.aim, entry.outline_of(list(read_items(items)))))
        except ValueError as error:
            raise ValueError(f"{entry.title}: {error}") from error
    return Written({**fields, "order": order, "track_id": track.pk}, entries)


def read_items(texts: Sequence[str]) -> Iterable[PlannedItem]:
    """What the items of a file ask. Raises ValueError with the first that cannot be used."""
    for text in texts:
        kind, *rest = text.split()
        if kind == "lesson":
            lesson = Lesson.objects.filter(slug=" ".join(rest), state="published").first()
            if lesson is None:
                raise ValueError(f"there is no {text}")
            yield PlannedItem(lesson=lesson)
        elif kind == "set":
            yield from _set(text, *rest)
        else:
            yield _line(text)


def _set(text: str, slug: str = "", number: str = "") -> list[PlannedItem]:
    """The puzzles of a set, or the first of them, which are the easiest."""
    puzzles = list(Puzzle.objects.filter(sets__slug=slug).order_by("items__order"))
    wanted = int(number) if number else len(puzzles)
    if not 0 < wanted <= len(puzzles):
        raise ValueError(f"there is no {text}")
    return [PlannedItem(**puzzle.asked.columns, puzzle=puzzle) for puzzle in puzzles[:wanted]]


def _line(text: str) -> PlannedItem:
    [line] = read_lines(text)
    if line.exercise is None:
        raise ValueError(f"{text}: {line.problem or line.later}")
    return PlannedItem(**line.exercise.columns)


def load(folder: Path = FOLDER, *, overwrite: bool = False) -> Loaded:
    """Load the unit plans of the files. What was changed here since is kept unless *overwrite*;
    what is no longer in the files goes. Raises :class:`ContentError`, and then stores nothing."""
    loaded = Loaded()
    with transaction.atomic():
        plans = read_plans(folder)
        stored = {plan.slug: plan for plan in Plan.objects.whole().exclude(slug=None)}
        for plan in plans:
            _store(plan, stored.pop(plan.fields["slug"], None), loaded, overwrite=overwrite)
        for gone in stored.values():
            if gone.loaded and written(gone).fingerprint == gone.loaded:
                gone.delete()
    return loaded


def _store(given: Written, stored: Plan | None, loaded: Loaded, *, overwrite: bool) -> None:
    mark, loaded.plans = given.fingerprint, loaded.plans + 1
    if stored is None:
        loaded.created += 1
    else:
        before = written(stored).fingerprint
        if before == mark:
            return
        if before != stored.loaded and not overwrite:
            loaded.kept += 1
            return
        loaded.updated += 1
    plan, _ = Plan.objects.update_or_create(
        slug=given.fields["slug"], defaults={**given.fields, "loaded": mark}
    )
    plan.entries.all().delete()
    for order, (aim, outline) in enumerate(given.entries, 1):
        store_outline(plan, outline, order, aim)
