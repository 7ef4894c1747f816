"""Grants of staff after the fact: points by hand, another try, a question dropped or replaced.

A student's work is never lost, and each grant stores who made it, when and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from games.learn.lessons.models import StepAttempt
from games.people.models import User
from games.questions.attempts import one_at_a_time
from games.questions.question import Question
from games.teach.classes.models import Membership
from games.teach.work.answer_drafts import AnswerDraft
from games.teach.work.models import (
    AnotherTry,
    Assignment,
    GivenPoints,
    HelpSeen,
    Item,
    ItemAttempt,
    Override,
    Start,
)
from games.teach.work.standings.own_positions import flat
from games.teach.work.standings.reports import given_points
from games.teach.work.standings.revealing import is_revealed, keep_revealed
from games.teach.work.standings.settling import settle
from games.teach.work.windows import Window, windows
from games.web.watch.audit import What, note
from solver import InvalidInputError, format_position

DROPPED = "This question was dropped, so it no longer counts."


def points_possible(assignment: Assignment) -> int:
    """The points possible in an assignment."""
    remaining = assignment.items.filter(dropped_at=None)
    return sum(remaining.values_list("points", flat=True))


def _check_granting(assignment: Assignment, item: Item | None) -> None:
    if not assignment.is_published:
        raise InvalidInputError("Publish the assignment first.")
    if item is not None and item.is_dropped:
        raise InvalidInputError(DROPPED)


def _note(assignment: Assignment, item: Item | None, detail: str) -> None:
    """Log a change that affects grades."""
    note(What.GRADES, assignment, f"item {item.pk}, {detail}" if item else detail)


def give_points(
    assignment: Assignment,
    membership: Membership,
    points: Decimal,
    *,
    item: Item | None = None,
    by: User,
    why: str,
) -> None:
    """Give a student points for a question or the whole assignment, instead of those reached.

    Raises :class:`InvalidInputError` if they exceed the possible points, or if they would not
    count.
    """
    _check_granting(assignment, item)
    most = item.points if item else points_possible(assignment)
    if not 0 <= points <= most:
        raise InvalidInputError(f"Give from 0 to {most} points.")
    excused = Override.objects.filter(assignment=assignment, membership=membership)
    if excused.filter(is_excused=True).exists():
        raise InvalidInputError(
            f"{membership.real_name} is excused, so points would not count. Untick “Excused” first."
        )
    GivenPoints.objects.create(
        assignment=assignment,
        item=item,
        membership=membership,
        points=points,
        by=by,
        why=why,
        is_shown=True,
    )
    _note(assignment, item, f"user {membership.user_id}: {points} points")


def take_back_points(
    assignment: Assignment,
    membership: Membership,
    *,
    item: Item | None = None,
    by: User,
    why: str,
    at: datetime | None = None,
) -> None:
    """Restore the points that the student reached; if none were given, nothing happens."""
    given = given_points([assignment], [membership.pk])
    if given.get((membership.pk, assignment.pk, item.pk if item else None)) is not None:
        about = {"item": item, "by": by, "why": why, "at": at or timezone.now()}
        GivenPoints.objects.create(assignment=assignment, membership=membership, **about)
        _note(assignment, item, f"user {membership.user_id}: points taken back")


def grant_try(
    assignment: Assignment,
    people: Iterable[Membership],
    *,
    item: Item | None = None,
    by: User,
    why: str,
    until: datetime | None = None,
) -> list[Membership]:
    """Another try for each of these students who has started: their answers are set aside, and what
    is over for them reopens, *until* a time if the closing time has passed.

    Return the students who got one. Raises :class:`InvalidInputError`; then nobody did.
    """
    _check_granting(assignment, item)
    if assignment.archived_at:
        raise InvalidInputError("This assignment is archived. Restore it first.")
    if item is not None and item.is_lesson:
        raise InvalidInputError("Students can repeat a lesson at any time, without another try.")
    if until is not None and until <= timezone.now():
        raise InvalidInputError("That time has passed. Choose a later time.")
    with transaction.atomic():
        keep_revealed(Assignment.objects.filter(pk=assignment.pk))
        granted = []
        for membership in sorted(people, key=lambda person: person.user_id):
            with one_at_a_time(membership.user):
                if _grant_try(assignment, membership, item, by=by, why=why, until=until):
                    granted.append(membership)
        return granted


def _grant_try(
    assignment: Assignment,
    membership: Membership,
    item: Item | None,
    *,
    by: User,
    why: str,
    until: datetime | None,
) -> bool:
    """Another try for one student; False if there is nothing to try again."""
    own: dict[str, Any] = {"assignment": assignment, "membership": membership}
    start = Start.objects.filter(**own).first()
    tries = _tries(assignment, item).filter(membership=membership, set_aside_by=None)
    if start is None and not tries.exists():
        return False
    [(_, times, _)] = windows(Assignment.objects.filter(pk=assignment.pk), [membership])
    granted = AnotherTry(**own, item=item, by=by, why=why)
    if item is None or times.is_finished or times.is_revealed:
        granted.until = _open_until(times, until)
        if start is not None:
            granted.started_at, granted.handed_in_at = start.started_at, start.handed_in_at
            start.delete()
        reopened = {"reopened_at": granted.at, "reopened_until": granted.until}
        Override.objects.update_or_create(**own, defaults=reopened)
    granted.save()
    _note(assignment, item, f"user {membership.user_id}: another try")
    tries.update(set_aside_by=granted)
    drafts = AnswerDraft.objects.filter(membership=membership, item__assignment=assignment)
    (drafts.filter(item=item) if item else drafts).delete()
    settle(assignment, [membership.pk], item)
    marks = HelpSeen.objects.filter(membership=membership, item__assignment=assignment)
    (marks.filter(item=item) if item else marks).delete()
    for given in {item, None} if item else {*assignment.items.all(), None}:
        take_back_points(assignment, membership, item=given, by=by, why=why, at=granted.at)
    return True


def _tries(assignment: Assignment, item: Item | None) -> QuerySet[ItemAttempt]:
    """The tries at a question, or at the whole assignment."""
    which = Q(item=item) if item else Q(item__assignment=assignment)
    return ItemAttempt.objects.filter(which)


def _open_until(times: Window, until: datetime | None) -> datetime | None:
    """When a reopened assignment closes: at its old time, or later."""
    if until is None and times.is_closed:
        raise InvalidInputError(
            "The assignment has closed, so choose how long the new try stays open."
        )
    return max(filter(None, (times.closes_at, until)), default=None)


def begun_by(assignment: Assignment) -> list[Membership]:
    """The students who have started it, or to whom something was granted in it."""
    since = assignment.published_at or timezone.now()
    lessons = assignment.items.exclude(lesson=None).values("lesson")
    steps = StepAttempt.objects.filter(step__lesson__in=lessons, created_at__gte=since)
    began = (
        Q(attempts__item__assignment=assignment)
        | Q(starts__assignment=assignment)
        | Q(givenpoints__assignment=assignment)
        | Q(user__in=steps.values("user"))
    )
    people = Membership.objects.filter(began, classroom=assignment.classroom_id)
    return list(people.distinct())


def withdraw(assignment: Assignment) -> None:
    """Withdraw a published assignment that nobody has started, so that it can be edited again.

    Raises :class:`InvalidInputError` if a student has started.
    """
    with transaction.atomic():
        locked = Assignment.objects.select_for_update().get(pk=assignment.pk)
        number = len(begun_by(locked))
        if number:
            who = "1 student has" if number == 1 else f"{number} students have"
            raise InvalidInputError(f"{who} started it, so you can no longer withdraw it.")
        if locked.is_test and is_revealed(locked):
            raise InvalidInputError(
                "Students can see the right answers, so you can no longer withdraw it. "
                "You can change a copy of it."
            )
        locked.published_at = None
        locked.save(update_fields=["published_at"])
        note(What.PUBLISHED, assignment, "taken back")


def drop(item: Item, *, by: User, why: str) -> None:
    """Drop a question, so that it counts for nobody; its answers stay. A second request does
    nothing."""
    with transaction.atomic():
        assignment = Assignment.objects.select_for_update().get(pk=item.assignment_id)
        if not assignment.is_published:
            raise InvalidInputError(
                "The assignment is not published yet, so remove the question instead."
            )
        others = assignment.items.filter(dropped_at=None).exclude(pk=item.pk)
        if not others.exists():
            raise InvalidInputError(
                "It is the only question that counts. Archive the assignment instead."
            )
        dropped = assignment.items.filter(pk=item.pk, dropped_at=None).update(
            dropped_at=timezone.now(), dropped_by=by, dropped_why=why
        )
        if dropped:
            _note(assignment, item, "dropped")


def bring_back(item: Item) -> None:
    """Let a dropped question count again."""
    Item.objects.filter(pk=item.pk).update(dropped_at=None, dropped_by=None, dropped_why="")
    _note(item.assignment, item, "brought back")


def replace_item(item: Item, asked: Question, *, by: User, why: str) -> Item:
    """Drop a question and add another position at the end instead, worth the same points.

    Raises :class:`InvalidInputError` if nobody could answer it any more.
    """
    with transaction.atomic():
        assignment = Assignment.objects.select_for_update().get(pk=item.assignment_id)
        closes_at = assignment.closes_at
        if assignment.revealed_at or (closes_at is not None and closes_at <= timezone.now()):
            raise InvalidInputError(
                "The assignment has closed, so nobody could answer another position. Drop the "
                "question, or choose a later closing time first."
            )
        remaining = assignment.items.filter(dropped_at=None)
        if any(other.asked == asked for other in remaining):
            raise InvalidInputError("That position is in this assignment already.")
        rows = format_position(Item(**asked.columns).rows)
        of_its_game = (other for other in remaining if other.ruleset == asked.ruleset)
        if any(rows in flat(other.siblings) for other in of_its_game):
            raise InvalidInputError(
                "A student may have that position in another question, because each student is "
                "asked another there. Choose another one."
            )
        last = assignment.items.aggregate(last=Max("order"))["last"] or 0
        stead = Item.objects.create(
            assignment=assignment,
            order=last + 1,
            points=item.points,
            replaces=item,
            **asked.columns,
        )
        drop(item, by=by, why=why)
        return stead
