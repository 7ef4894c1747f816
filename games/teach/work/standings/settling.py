"""Results of a student's tries at a question: derived here, and nowhere else.

A result is stored as a :class:`~games.teach.work.models.Standing` in the same transaction as the
try that changes it. ``manage.py check_results`` derives every standing again and compares.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.dispatch import Signal

from games.questions.attempts import one_at_a_time
from games.questions.question import COLUMNS, Question
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item, ItemAttempt, Standing
from games.teach.work.standings.cells import ItemResult
from games.teach.work.terms import options_of

standings_change = Signal()
"""Sent with *assignment* in the transaction that stores results."""

HINT_SHARES = {
    Assignment.HintCost.NONE: 1.0,
    Assignment.HintCost.HALF: 0.5,
    Assignment.HintCost.ALL: 0.0,
}
"""The share of its points that an exercise solved with help is worth."""
STORED = tuple(
    field.name
    for field in Standing._meta.concrete_fields
    if field.name not in ("id", "item", "membership")
)
"""The columns of a standing: the first fields of :class:`ItemResult`, in the same order."""
ASKED = tuple(f"item__{name}" for name in COLUMNS)
"""The question, as columns of a try."""
Key = tuple[uuid.UUID, int]
"""A student, by membership, and a question."""


class Tried(NamedTuple):
    """The values of a try that decide the result."""

    solved: bool | None
    hint_tier: int
    answered_at: datetime | None
    created_at: datetime


def result_of(assignment: Assignment, tries: list[Tried], options: int = 0) -> ItemResult:
    """The result of these tries at a question with this number of *options* to choose from. The
    tries are in the order of their answers, unanswered ones first; in a test only the last answer
    counts."""
    answered = [tried for tried in tries if tried.solved is not None]
    if assignment.is_test and answered:
        tries = answered = answered[-1:]
    right = counting_answer(assignment, answered)
    before = answered[: answered.index(right) + 1] if right else []
    is_helped = any(tried.hint_tier for tried in before)
    is_done = right is not None or (assignment.is_test and bool(answered))
    return ItemResult(
        tries=len(answered),
        wrong=sum(not tried.solved for tried in answered),
        hints=max(tried.hint_tier for tried in tries),
        is_right=right is not None,
        at_once=bool(answered and answered[0].solved and not answered[0].hint_tier),
        worth=share(assignment, len(before), options, is_helped=is_helped) if right else 0.0,
        is_done=is_done,
        last_at=max(tried.answered_at or tried.created_at for tried in tries),
        done_at=(right or answered[0]).answered_at if is_done else None,
    )


def counting_answer(assignment: Assignment, answered: list[Tried]) -> Tried | None:
    """The right answer that counts, if there is one: the first right one or, if the last answer
    counts, the last one."""
    if assignment.keeps == Assignment.Keeps.LATEST:
        answered = answered[-1:]
    return next((tried for tried in answered if tried.solved), None)


def share(assignment: Assignment, number: int, options: int, *, is_helped: bool) -> float:
    """The share of the points for a right answer at try *number*. The costs of help and of earlier
    tries multiply; in a test, tries cost nothing."""
    kept = HINT_SHARES[Assignment.HintCost(assignment.hint_cost)] if is_helped else 1.0
    return (
        kept if assignment.is_test else kept * assignment.tries(options).at(number, options=options)
    )


def derived(
    assignment: Assignment,
    memberships: Collection[uuid.UUID] | None = None,
    item: Item | None = None,
) -> dict[Key, ItemResult]:
    """The results of these students, or of everybody, at one question or at all."""
    rows = _of(ItemAttempt.objects.filter(set_aside_by=None), assignment, memberships, item)
    ordered = rows.order_by(F("answered_at").asc(nulls_first=True), "created_at", "pk")
    tries: dict[Key, list[Tried]] = defaultdict(list)
    posed: dict[int, Question] = {}
    columns = ("membership_id", "item_id", *ASKED, *Tried._fields)
    for student, question, *told in ordered.values_list(*columns):
        posed[question] = Question(*told[: len(ASKED)])
        tries[student, question].append(Tried(*told[len(ASKED) :]))
    options = {question: options_of(asked) for question, asked in posed.items()}
    return {key: result_of(assignment, some, options[key[1]]) for key, some in tries.items()}


def settle(
    assignment: Assignment,
    memberships: Collection[uuid.UUID] | None = None,
    item: Item | None = None,
) -> None:
    """Store the results of these students, or of everybody, at one question or at all. Call it
    inside the transaction that changes a try."""
    now = derived(assignment, memberships, item)
    stored = _of(Standing.objects.all(), assignment, memberships, item)
    keys = stored.values_list("pk", "membership_id", "item_id")
    gone = [pk for pk, student, question in keys if (student, question) not in now]
    if gone:
        Standing.objects.filter(pk__in=gone).delete()
    Standing.objects.bulk_create(
        [
            Standing(
                membership_id=student,
                item_id=question,
                **dict(zip(STORED, values, strict=False)),
            )
            for (student, question), values in now.items()
        ],
        update_conflicts=True,
        unique_fields=("item", "membership"),
        update_fields=STORED,
        batch_size=500,
    )
    standings_change.send(None, assignment=assignment)


class Difference(NamedTuple):
    """A standing that differs from its tries; a value is None if there is no standing, or no
    try."""

    student: uuid.UUID
    item: int
    stored: ItemResult | None
    derived: ItemResult | None

    def __str__(self) -> str:
        return f"question {self.item}, student {self.student}: {_words(self.stored, self.derived)}"


def _words(stored: ItemResult | None, derived: ItemResult | None) -> str:
    if stored is None:
        return "nothing is stored"
    if derived is None:
        return "there are no tries"
    pairs = zip(STORED, stored, derived, strict=False)
    return ", ".join(f"{name} {was}, not {now}" for name, was, now in pairs if was != now)


def differences(
    assignment: Assignment, memberships: Collection[uuid.UUID] | None = None
) -> list[Difference]:
    """The stored standings of an assignment that differ from those derived from its tries."""
    now = derived(assignment, memberships)
    rows = _of(Standing.objects.all(), assignment, memberships, None)
    stored = {
        (student, question): ItemResult(*told)
        for student, question, *told in rows.values_list("membership_id", "item_id", *STORED)
    }
    return [
        Difference(key[0], key[1], stored.get(key), now.get(key))
        for key in sorted(now.keys() | stored.keys())
        if stored.get(key) != now.get(key)
    ]


def check(*, repair: bool) -> Iterator[tuple[Assignment, Difference]]:
    """Every difference between stored and derived results; *repair* corrects it.

    A difference is checked again while that student cannot answer anything.
    """
    tried = ItemAttempt.objects.values("item__assignment")
    standing = Standing.objects.values("item__assignment")
    for assignment in Assignment.objects.filter(Q(pk__in=tried) | Q(pk__in=standing)):
        for student in sorted({difference.student for difference in differences(assignment)}):
            membership = Membership.objects.select_related("user").get(pk=student)
            with one_at_a_time(membership.user):
                certain = differences(assignment, [student])
                if repair:
                    settle(assignment, [student])
            yield from ((assignment, difference) for difference in certain)


def _of(
    rows: QuerySet[Any],
    assignment: Assignment,
    memberships: Iterable[uuid.UUID] | None,
    item: Item | None,
) -> QuerySet[Any]:
    """Those of *rows* about these students, and about this question or all of the assignment."""
    rows = rows.filter(item=item) if item else rows.filter(item__assignment=assignment)
    return rows if memberships is None else rows.filter(membership__in=list(memberships))
