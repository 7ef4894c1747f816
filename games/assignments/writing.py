"""Assignments: writing them, publishing, granting.

A published assignment asks what it asked when it was published; its times, title and groups can
still be changed, its items no more.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F, Max, OuterRef, Subquery
from django.utils import timezone

from games.assignments.cells import Cell
from games.assignments.models import Assignment, HelpSeen, Override
from games.assignments.revealing import keep_revealed
from games.assignments.terms import PosedItem, Terms
from games.classes.models import Classroom, Group, Membership
from games.exercises.asked import Asked
from games.lessons.models import Lesson
from games.people.models import User
from games.puzzles.models import PuzzleSet
from games.web.audit import What, note
from games.web.once import made_once
from solver import InvalidInputError

MAX_ITEMS = 100
FIXED = "This assignment is published, so its questions are fixed. Make a copy to change them."
Columns = Mapping[str, Any]
T = TypeVar("T", bound=Terms)


class PublishedError(InvalidInputError):
    """The items of a published assignment are fixed; nothing was changed."""


def create(
    classroom: Classroom,
    user: User,
    title: str,
    key: uuid.UUID | None = None,
    *,
    items: Iterable[Columns] = (),
    **fields: Any,
) -> Assignment:
    """A new assignment that asks these *items*, seen by staff only until it is published; one for
    each *key* of a form."""
    key = key or uuid.uuid4()

    def make() -> Assignment:
        made = Assignment.objects.create(
            pk=key, classroom=classroom, created_by=user, title=title, **fields
        )
        store_items(made, items)
        return made

    return made_once(Assignment.objects.filter(classroom=classroom), key, make)


def store_items(assignment: Terms, items: Iterable[Columns]) -> None:
    """Store what a new assignment asks, in its order."""
    row = assignment.items.model
    rows = [row(assignment=assignment, order=place, **one) for place, one in enumerate(items, 1)]
    assignment.items.bulk_create(rows)


def _draft(assignment: T) -> T:
    """The assignment, locked, if its items may still change."""
    draft = type(assignment)._default_manager.select_for_update().get(pk=assignment.pk)
    if draft.is_published:
        raise PublishedError(FIXED)
    return draft


def _append(assignment: Terms, items: Iterable[Columns]) -> int:
    """Put items at the end, those that are there already left out; how many were added."""
    with transaction.atomic():
        draft = _draft(assignment)
        present = {item.same for item in draft.items.all()}
        last = draft.items.aggregate(last=Max("order"))["last"] or 0
        new: list[PosedItem] = []
        for columns in items:
            item = draft.items.model(assignment=draft, order=last + len(new) + 1, **columns)
            if item.same not in present:
                present.add(item.same)
                new.append(item)
        if len(present) > MAX_ITEMS:
            raise InvalidInputError(
                f"An assignment has at most {MAX_ITEMS} questions; this one would have "
                f"{len(present)}."
            )
        return len(draft.items.bulk_create(new))


def add_exercises(assignment: Terms, exercises: Iterable[Asked]) -> int:
    """Put typed positions at the end."""
    return _append(assignment, (asked.columns for asked in exercises))


def add_ready(assignment: Terms, *chosen: PuzzleSet | Lesson) -> int:
    """Put the puzzles of sets, and lessons, at the end. A test holds no lesson: lessons judge at
    once and give help."""
    if assignment.is_check and any(isinstance(ready, Lesson) for ready in chosen):
        raise InvalidInputError(
            "A test cannot hold lessons, because lessons show right answers and give help."
        )
    items: list[Columns] = []
    for ready in chosen:
        items += [{"lesson_id": ready.pk}] if isinstance(ready, Lesson) else columns_of(ready)
    return _append(assignment, items)


def columns_of(chosen: PuzzleSet, number: int | None = None) -> list[Columns]:
    """What a set asks, or the first *number* of it, which are the easiest; no retired puzzle."""
    puzzles = chosen.puzzles.filter(state="published").order_by("items__order")[:number]
    return [{**puzzle.asked.columns, "puzzle_id": puzzle.pk} for puzzle in puzzles]


def place_item(assignment: Terms, item: PosedItem, place: int) -> None:
    """Make an item the one at *place*, counted from 1; a place out of range is the nearest end.
    Asked for twice, it is where it was put at first."""
    with transaction.atomic():
        item_rows = _draft(assignment).items
        items = list(item_rows.all())
        if item not in items:
            return
        items.remove(item)
        items.insert(max(place, 1) - 1, item)
        for order, other in enumerate(items, 1):
            item_rows.filter(pk=other.pk).exclude(order=order).update(order=order)


def give_points(assignment: Terms, points: Mapping[int, int]) -> None:
    """Give items, by their key, the points they are worth."""
    if not points:
        return
    with transaction.atomic():
        items = _draft(assignment).items
        for item, number in points.items():
            items.filter(pk=item).update(points=number)


def remove_item(assignment: Terms, item: PosedItem) -> None:
    """Take an item out again."""
    with transaction.atomic():
        rest = _draft(assignment).items
        rest.filter(pk=item.pk).delete()
        rest.filter(order__gt=item.order).update(order=F("order") - 1)


def settle(
    assignment: Assignment,
    *,
    groups: Iterable[int] = (),
    students: Iterable[uuid.UUID] = (),
    **fields: Any,
) -> None:
    """Change what may be changed at any time: title, words, times, for whom it is; and before
    publishing the mode, the help and the time limit."""
    fixed = {setting.name for setting in Assignment.SETTINGS if setting.is_fixed}
    with transaction.atomic():
        keep_revealed(Assignment.objects.filter(pk=assignment.pk))
        locked = Assignment.objects.select_for_update().get(pk=assignment.pk)
        for name, value in fields.items():
            if name not in fixed or not locked.is_published:
                setattr(locked, name, value)
        locked.save(update_fields=list(fields))
        of_class = {"classroom": locked.classroom_id}
        locked.groups.set(Group.objects.filter(**of_class, pk__in=list(groups)))
        locked.students.set(Membership.objects.filter(**of_class, pk__in=list(students)))


def unfit(assignment: Terms, asked: Iterable[PosedItem]) -> str:
    """Why an assignment that asks this cannot be given to anybody; empty where it can."""
    lessons = [item.is_lesson for item in asked]
    if not lessons:
        return "Add a position, a set or a lesson first."
    if assignment.is_check and any(lessons):
        return "A test cannot hold lessons. Remove the lessons, or make it practice."
    return ""


def publish(assignment: Assignment) -> None:
    """Give it to the students; from now on its items are fixed. Publishing twice is once.

    Raises :class:`InvalidInputError` where there is nothing in it.
    """
    with transaction.atomic():
        locked = Assignment.objects.select_for_update().get(pk=assignment.pk)
        wrong = unfit(locked, locked.items.all())
        if wrong:
            raise InvalidInputError(wrong)
        if locked.published_at is None:
            locked.published_at = timezone.now()
            locked.save(update_fields=["published_at"])
            newest = Lesson.objects.filter(pk=OuterRef("lesson")).values("version")
            locked.items.exclude(lesson=None).update(lesson_version=Subquery(newest))
            note(What.PUBLISHED, assignment)


def archive(assignment: Assignment, *, back: bool = False) -> None:
    """Put it away, or bring it back. What was done stays."""
    Assignment.objects.filter(pk=assignment.pk).update(archived_at=None if back else timezone.now())


def grant(
    assignment: Assignment, membership: Membership, *, extra_days: int, is_excused: bool
) -> None:
    """Give one student more days, or excuse them."""
    keep_revealed(Assignment.objects.filter(pk=assignment.pk))
    Override.objects.update_or_create(
        assignment=assignment,
        membership=membership,
        defaults={"extra_days": extra_days, "is_excused": is_excused},
    )
    given = "excused" if is_excused else f"{extra_days} days more"
    note(What.GRADES, assignment, f"user {membership.user_id}: {given}")


def excuse(assignment: Assignment, students: Iterable[Membership]) -> None:
    """Excuse students of a new assignment, who may do it all the same."""
    Override.objects.bulk_create(
        Override(assignment=assignment, membership=student, is_excused=True) for student in students
    )


def see_to(cell: Cell, user: User) -> None:
    """Somebody has helped: the call for help is quiet until there are as many mistakes again."""
    HelpSeen.objects.update_or_create(
        item=cell.item, membership=cell.membership, defaults={"wrong": cell.wrong, "by": user}
    )
