"""Assignments: writing them, publishing, granting.

Publishing fixes the questions of an assignment; its times, title and groups can still change.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F, Max, OuterRef, Subquery
from django.utils import timezone

from games.boards.bounds import SEARCH_BUDGET, thinking
from games.learn.lessons.models import Lesson
from games.learn.puzzles.models import PuzzleSet
from games.people.models import User
from games.questions.question import Question
from games.questions.siblings import siblings
from games.teach.classes.models import Classroom, Group, Membership
from games.teach.work.models import Assignment, HelpSeen, Item, Override
from games.teach.work.standings.cells import Cell
from games.teach.work.standings.own_positions import dealt, in_blocks
from games.teach.work.standings.revealing import keep_revealed
from games.teach.work.terms import ItemTerms, Terms
from games.web.requests import made_once
from games.web.watch.audit import What, note
from solver import BudgetExceededError, InvalidInputError
from solver.teaching import counted

MAX_ITEMS = 100
FEWEST_SIBLINGS = 3
"""With three, a student and the neighbours on both sides can have different ones."""
SEARCH_FOR_SIBLINGS = (60 * SEARCH_BUDGET, 2.0)
"""The budget for finding them: positions, and seconds."""
FIXED = "This assignment is published, so its questions are fixed. Make a copy to change them."
Columns = Mapping[str, Any]
T = TypeVar("T", bound=Terms)


class PublishedError(InvalidInputError):
    """The questions of a published assignment are fixed; nothing was changed."""


def create(
    classroom: Classroom,
    user: User,
    title: str,
    key: uuid.UUID | None = None,
    *,
    items: Iterable[Columns] = (),
    **fields: Any,
) -> Assignment:
    """A new assignment with these *items*, visible only to staff until it is published; at most one
    for each *key* of a form."""
    key = key or uuid.uuid4()

    def make() -> Assignment:
        made = Assignment.objects.create(
            pk=key, classroom=classroom, created_by=user, title=title, **fields
        )
        store_items(made, items)
        return made

    return made_once(Assignment.objects.filter(classroom=classroom), key, make)


def store_items(assignment: Terms, items: Iterable[Columns]) -> None:
    """Store the items of a new assignment, in order."""
    row = assignment.items.model
    rows = [row(assignment=assignment, order=place, **one) for place, one in enumerate(items, 1)]
    assignment.items.bulk_create(rows)


def _draft(assignment: T) -> T:
    """The assignment, locked, if its items may still change; otherwise an error."""
    draft = type(assignment)._default_manager.select_for_update().get(pk=assignment.pk)
    if draft.is_published:
        raise PublishedError(FIXED)
    return draft


def _append(assignment: Terms, items: Iterable[Columns]) -> int:
    """Add items at the end, except those already there; return how many were added."""
    with transaction.atomic():
        draft = _draft(assignment)
        present = {item.same for item in draft.items.all()}
        last = draft.items.aggregate(last=Max("order"))["last"] or 0
        new: list[ItemTerms] = []
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


def add_exercises(assignment: Terms, exercises: Iterable[Question]) -> int:
    """Add typed positions at the end."""
    return _append(assignment, (asked.columns for asked in exercises))


def add_ready(assignment: Terms, *chosen: PuzzleSet | Lesson | Question) -> int:
    """Add the puzzles of sets, lessons, and questions, at the end. A test cannot have lessons,
    because they show verdicts at once and give help."""
    if assignment.is_test and any(isinstance(ready, Lesson) for ready in chosen):
        raise InvalidInputError(
            "A test cannot hold lessons, because lessons show right answers and give help."
        )
    items: list[Columns] = []
    for ready in chosen:
        if isinstance(ready, Lesson):
            items.append({"lesson_id": ready.pk})
        else:
            items += [ready.columns] if isinstance(ready, Question) else columns_of(ready)
    return _append(assignment, items)


def columns_of(chosen: PuzzleSet, number: int | None = None) -> list[Columns]:
    """The questions of a set, or only the first *number*, which are the easiest; no retired
    puzzles."""
    puzzles = chosen.puzzles.filter(state="published").order_by("items__order")[:number]
    return [{**puzzle.asked.columns, "puzzle_id": puzzle.pk} for puzzle in puzzles]


def place_item(assignment: Terms, item: ItemTerms, place: int) -> None:
    """Move an item to *place*, from 1; a place out of range means the nearest end. A second request
    changes nothing."""
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
    """Set the points of items, by their keys."""
    if not points:
        return
    with transaction.atomic():
        items = _draft(assignment).items
        for item, number in points.items():
            items.filter(pk=item).update(points=number)


def ask_each_another(assignment: Terms, item: ItemTerms) -> None:
    """Ask each student about another position of the same kind from now on.

    Raises :class:`InvalidInputError` if there are too few.
    """
    try:
        found = siblings(item.asked, thinking(*SEARCH_FOR_SIBLINGS)) if item.can_vary else ()
    except BudgetExceededError:
        found = ()
    with transaction.atomic():
        items = list(_draft(assignment).items.all())
        mine = next((one for one in items if one.pk == item.pk), item)
        mine.siblings = list(found)
        check_enough(mine, dealt(items).get(mine.pk, []))
        assignment.items.filter(pk=item.pk).update(siblings=mine.siblings)


def check_enough(item: ItemTerms, found: Sequence[str]) -> None:
    """Raise :class:`InvalidInputError` if a question has too few other positions to ask each
    student another."""
    if len(found) < FEWEST_SIBLINGS:
        number = counted(len(found), "other position") if found else "no other position"
        raise InvalidInputError(
            f"We found {number} of the same kind as {item.position}, and you need at least "
            f"{FEWEST_SIBLINGS}. Use a position with longer rows, or ask everybody the same.",
            value=item.position,
        )


def ask_all_the_same(assignment: Terms, item: ItemTerms) -> None:
    """Ask everybody about the item's own position again."""
    with transaction.atomic():
        _draft(assignment).items.filter(pk=item.pk).update(siblings=[])


def remove_item(assignment: Terms, item: ItemTerms) -> None:
    """Remove an item."""
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
    """Change what can change at any time: title, message, times, students; and before publishing
    also the mode, hints and time limit."""
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


def unfit(assignment: Terms, asked: Iterable[ItemTerms]) -> str:
    """Why an assignment with these items cannot be published; empty if it can."""
    lessons = [item.is_lesson for item in asked]
    if not lessons:
        return "Add a position, a set or a lesson first."
    if assignment.is_test and any(lessons):
        return "A test cannot hold lessons. Remove the lessons, or make it practice."
    return ""


def publish(*assignments: Assignment) -> None:
    """Publish assignments; this fixes their items. A second request changes nothing.

    Raises :class:`InvalidInputError` if one of them is empty or unfit, or has too few positions for
    a question that asks each student another; then none is published.
    """
    with transaction.atomic():
        named = Assignment.objects.filter(pk__in=[one.pk for one in assignments])
        locked = list(named.select_for_update().prefetch_related("items"))
        for one in locked:
            wrong = unfit(one, one.items.all())
            if wrong:
                about = f"“{one.title}”: " if len(locked) > 1 else ""
                raise InvalidInputError(f"{about}{wrong}")
        fresh = [one for one in locked if one.published_at is None]
        for one in fresh:
            _deal(one)
        named.filter(published_at=None).update(published_at=timezone.now())
        newest = Lesson.objects.filter(pk=OuterRef("lesson")).values("version")
        lessons = Item.objects.filter(assignment__in=fresh).exclude(lesson=None)
        lessons.update(lesson_version=Subquery(newest))
        for one in fresh:
            note(What.PUBLISHED, one)


def _deal(assignment: Assignment) -> None:
    """Fix which positions the students of an assignment get, most similar first."""
    items = list(assignment.items.all())
    given = dealt(items)
    for item in items:
        if item.pk in given:
            check_enough(item, given[item.pk])
            item.siblings = in_blocks(given[item.pk])
    Item.objects.bulk_update([item for item in items if item.pk in given], ["siblings"])


def archive(assignment: Assignment, *, back: bool = False) -> None:
    """Archive an assignment, or bring it back. Work in it stays."""
    Assignment.objects.filter(pk=assignment.pk).update(archived_at=None if back else timezone.now())


def grant(
    assignment: Assignment,
    membership: Membership,
    *,
    extra_days: int = 0,
    extra_hours: int = 0,
    extended_to: datetime | None = None,
    is_excused: bool = False,
) -> None:
    """Give one student more time, or excuse them."""
    keep_revealed(Assignment.objects.filter(pk=assignment.pk))
    Override.objects.update_or_create(
        assignment=assignment,
        membership=membership,
        defaults={
            "extra_days": extra_days,
            "extra_hours": extra_hours,
            "extended_to": extended_to,
            "is_excused": is_excused,
        },
    )
    amounts = ((extra_days, "day"), (extra_hours, "hour"))
    given = [f"{counted(number, unit)} more" for number, unit in amounts if number]
    if extended_to:
        given.append(f"until {extended_to:%Y-%m-%d %H:%M}")
    said = "excused" if is_excused else ", ".join(given) or "no more time"
    note(What.GRADES, assignment, f"user {membership.user_id}: {said}")


def excuse(assignment: Assignment, students: Iterable[Membership]) -> None:
    """Excuse students from a new assignment; they may still do it."""
    Override.objects.bulk_create(
        Override(assignment=assignment, membership=student, is_excused=True) for student in students
    )


def see_to(cell: Cell, user: User) -> None:
    """Note that staff have helped; the student counts as stuck again after as many further
    mistakes."""
    HelpSeen.objects.update_or_create(
        item=cell.item, membership=cell.membership, defaults={"wrong": cell.wrong, "by": user}
    )
