"""Queries for the answers that count in an assignment."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from games.assignments.models import Assignment, Item, ItemAttempt


def counting(items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """The tries at these questions, answered or not, that another try has not set aside."""
    keys = [item.pk for item in items if not item.is_lesson]
    return ItemAttempt.objects.filter(item__in=keys, set_aside_by=None).order_by()


def wrong_answers(assignment: Assignment, items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """The wrong answers that count; in a test, only final answers."""
    answers = counting(items)
    if assignment.is_check:
        answers = answers.exclude(Exists(_beside().filter(answered_at__gt=OuterRef("answered_at"))))
    return answers.filter(solved=False)


def first_answers(assignment: Assignment, items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """Everybody's first answer to each question; in a test, the last one, because only that
    counts."""
    is_other = "answered_at__gt" if assignment.is_check else "answered_at__lt"
    others = _beside().filter(**{is_other: OuterRef("answered_at")})
    return counting(items).exclude(solved=None).exclude(Exists(others))


def _beside() -> QuerySet[ItemAttempt]:
    """The other answers of the same student to the same question."""
    return ItemAttempt.objects.filter(
        item=OuterRef("item"),
        membership=OuterRef("membership"),
        set_aside_by=None,
        solved__isnull=False,
    )
