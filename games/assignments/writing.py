"""Assignments: writing them, publishing, granting.

A published assignment asks what it asked when it was published; its times, title and groups can
still be changed, its items no more.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from games.assignments.cells import Cell
from games.assignments.models import Assignment, HelpSeen, Item, Override
from games.assignments.revealing import keep_revealed
from games.classes.models import Classroom, Group, Membership
from games.exercises.asked import Asked
from games.lessons.models import Lesson
from games.people.models import User
from games.puzzles.models import PuzzleSet
from games.web.audit import What, note
from games.web.once import made_once
from solver import InvalidInputError

MAX_ITEMS = 100


class PublishedError(Exception):
    """The items of a published assignment are fixed; nothing was changed."""


def create(
    classroom: Classroom, user: User, title: str, key: uuid.UUID | None = None
) -> Assignment:
    """A new assignment, seen by staff only until it is published; one for each *key* of a form."""
    key = key or uuid.uuid4()

    def make() -> Assignment:
        return Assignment.objects.create(pk=key, classroom=classroom, created_by=user, title=title)

    return made_once(Assignment.objects.filter(classroom=classroom), key, make)


def _draft(assignment: Assignment) -> Assignment:
    """The assignment, locked, if its items may still change."""
    draft = Assignment.objects.select_for_update().get(pk=assignment.pk)
    if draft.is_published:
        raise PublishedError
    return draft


def _append(assignment: Assignment, items: Iterable[Item]) -> int:
    """Put items at the end, those that are there already left out; how many were added."""
    with transaction.atomic():
        draft = _draft(assignment)
        present = {_same(item) for item in draft.items.all()}
        last = draft.items.aggregate(last=Max("order"))["last"] or 0
        new: list[Item] = []
        for item in items:
            if _same(item) not in present:
                present.add(_same(item))
                item.assignment, item.order = draft, last + len(new) + 1
                new.append(item)
        if len(present) > MAX_ITEMS:
            raise InvalidInputError(
                f"An assignment has at most {MAX_ITEMS} questions; this one would have "
                f"{len(present)}."
            )
        return len(Item.objects.bulk_create(new))


def _same(item: Item) -> tuple[object, ...]:
    """What makes two items the same."""
    return item.lesson_id, item.asked


def add_exercises(assignment: Assignment, exercises: Iterable[Asked]) -> int:
    """Put typed positions at the end."""
    return _append(assignment, (Item(**asked.columns) for asked in exercises))


def add_set(assignment: Assignment, chosen: PuzzleSet) -> int:
    """Put the puzzles of a set at the end."""
    puzzles = chosen.puzzles.filter(state="published").order_by("items__order")
    return _append(assignment, [Item(**puzzle.asked.columns, puzzle=puzzle) for puzzle in puzzles])


def add_lesson(assignment: Assignment, lesson: Lesson) -> int:
    """Put a lesson at the end. A check holds none: lessons judge at once and give help."""
    if assignment.is_check:
        raise InvalidInputError(
            "A test cannot hold lessons, because lessons show right answers and give help."
        )
    return _append(assignment, [Item(lesson=lesson, lesson_version=lesson.version)])


def place_item(assignment: Assignment, item: Item, place: int) -> None:
    """Make an item the one at *place*, counted from 1; a place out of range is the nearest end.
    Asked for twice, it is where it was put at first."""
    with transaction.atomic():
        items = list(_draft(assignment).items.all())
        if item not in items:
            return
        items.remove(item)
        items.insert(max(place, 1) - 1, item)
        for order, other in enumerate(items, 1):
            Item.objects.filter(pk=other.pk).exclude(order=order).update(order=order)


def give_points(assignment: Assignment, points: Mapping[int, int]) -> None:
    """Give items, by their key, the points they are worth."""
    if not points:
        return
    with transaction.atomic():
        items = _draft(assignment).items
        for item, number in points.items():
            items.filter(pk=item).update(points=number)


def remove_item(assignment: Assignment, item: Item) -> None:
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


def publish(assignment: Assignment) -> None:
    """Give it to the students; from now on its items are fixed. Publishing twice is once.

    Raises :class:`InvalidInputError` where there is nothing in it.
    """
    with transaction.atomic():
        locked = Assignment.objects.select_for_update().get(pk=assignment.pk)
        if not locked.items.exists():
            raise InvalidInputError("Add a position, a set or a lesson first.")
        if locked.is_check and locked.items.filter(lesson__isnull=False).exists():
            raise InvalidInputError(
                "A test cannot hold lessons. Remove the lessons, or make it practice."
            )
        if locked.published_at is None:
            locked.published_at = timezone.now()
            locked.save(update_fields=["published_at"])
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
