"""What students answered, counted by the database: a row for each student and item.

It means what :func:`~games.assignments.cells.exercise_cell` reads from the answers themselves.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, When

from games.assignments.cells import Summary
from games.assignments.models import Assignment, Item, ItemAttempt
from games.classes.models import Membership
from games.web.plain import plain_rows

RIGHT, RIGHT_LAST, AT_ONCE, HELPED_FIRST, HELPED, HELPED_LAST = (1 << bit for bit in range(6))


class Tally(NamedTuple):
    """A student's answers to an exercise: how many, how many wrong, and in *flags*: one was
    right, the last was, the first was without help; help came before the first right one, with
    any, with the last. The answers of one student at one item have moments of their own."""

    item: int
    user: int
    tries: int
    wrong: int
    flags: int

    def summary(self, assignment: Assignment) -> Summary:
        """What they come to: in a check the last one stands alone."""
        tries, wrong, flags = self.tries, self.wrong, self.flags
        is_right = bool(flags & RIGHT_LAST)
        if assignment.is_check:
            is_helped = bool(flags & HELPED_LAST)
            at_once = is_right and not is_helped
            return Summary(
                min(tries, 1), int(tries > 0 and not is_right), is_right, at_once, is_helped
            )
        at_once = bool(flags & AT_ONCE)
        if assignment.keeps == Assignment.Keeps.LATEST:
            return Summary(tries, wrong, is_right, at_once, bool(flags & HELPED))
        return Summary(tries, wrong, bool(flags & RIGHT), at_once, bool(flags & HELPED_FIRST))


def counting(
    items: Iterable[Item], some: Collection[Membership] | None = None
) -> QuerySet[ItemAttempt]:
    """The answers to these items, and what was begun, that another try has not set aside; those of
    *some* students, where they are named."""
    keys = [item.pk for item in items if not item.is_lesson]
    answers = ItemAttempt.objects.filter(item__in=keys, set_aside_by=None).order_by()
    return answers if some is None else answers.filter(membership__in=some)


def begun_by(items: Iterable[Item]) -> Iterable[tuple[uuid.UUID, int]]:
    """The assignments of these items, each with every account that has begun one of them."""
    begun: Any = counting(items).values_list("item__assignment", "membership__user")
    return begun.distinct()  # type: ignore[no-any-return]


def wrong_answers(assignment: Assignment, items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """The wrong answers that count: in a check only those that were left standing."""
    answers = counting(items)
    if assignment.is_check:
        answers = answers.exclude(Exists(_beside().filter(answered_at__gt=OuterRef("answered_at"))))
    return answers.filter(solved=False)


def first_answers(assignment: Assignment, items: Iterable[Item]) -> QuerySet[ItemAttempt]:
    """Everybody's first answer to each item; in a check the only one that counts, the last."""
    is_other = "answered_at__gt" if assignment.is_check else "answered_at__lt"
    others = _beside().filter(**{is_other: OuterRef("answered_at")})
    return counting(items).exclude(solved=None).exclude(Exists(others))


def _beside() -> QuerySet[ItemAttempt]:
    """The other answers of the same student to the same item."""
    return ItemAttempt.objects.filter(
        item=OuterRef("item"),
        membership=OuterRef("membership"),
        set_aside_by=None,
        solved__isnull=False,
    )


def tallies(
    items: Iterable[Item], *, most_wrong: int = 0, some: Collection[Membership] | None = None
) -> list[Tally]:
    """Every student's answers at every item, where at least so many were wrong."""
    answered, right, helped = (Q(solved__isnull=False), Q(solved=True), Q(hint_tier__gt=0))

    def first(which: Q) -> Min:
        return Min("answered_at", filter=answered & which)

    def last(which: Q) -> Max:
        return Max("answered_at", filter=answered & which)

    def flag(value: int, **holds: Any) -> Case:
        return Case(When(**holds, then=value), default=0)

    grouped: Any = counting(items, some).values("item", "membership__user")
    counted = grouped.annotate(tries=Count("solved"), wrong=Count("pk", filter=Q(solved=False)))
    told = counted.alias(
        begun=first(Q()),
        ended=last(Q()),
        first_right=first(right),
        last_right=last(right),
        first_plain=first(right & ~helped),
        first_helped=first(helped),
        last_helped=last(helped),
    ).annotate(
        flags=flag(RIGHT, first_right__isnull=False)
        + flag(RIGHT_LAST, last_right=F("ended"))
        + flag(AT_ONCE, first_plain=F("begun"))
        + flag(HELPED_FIRST, first_helped__lte=F("first_right"))
        + flag(HELPED, first_helped__isnull=False)
        + flag(HELPED_LAST, last_helped=F("ended"))
    )
    if most_wrong:
        told = told.filter(wrong__gte=most_wrong)
    columns = told.values_list("item", "membership__user", "tries", "wrong", "flags")
    return [Tally(*row) for row in plain_rows(columns)]
